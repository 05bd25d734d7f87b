// SPDX-License-Identifier: MIT
// Locally dominant edges on the threads of a host.
#pragma once

#include <vector>

#include "algorithms/graph_matching/locally_dominant/locally_dominant.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parallel/host/grain.hpp"

namespace hypermatch::detail::graph_matching {

/// The numbers for a context.
[[nodiscard]] inline QueueTuning queue_tuning(const Context& context) {
  return {.alone = parallel::threshold(1024U), .is_alone = context.threads() == 1};
}

/// The mates. `order` is resolved. @throws Error{invalid_input, cancelled}
[[nodiscard]] std::vector<VertexId> locally_dominant_on_threads(const Context& context,
                                                                const GraphView& graph,
                                                                const GraphOrder& order,
                                                                DominantVariant variant,
                                                                const QueueTuning& tuning);

}  // namespace hypermatch::detail::graph_matching
