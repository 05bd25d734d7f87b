// SPDX-License-Identifier: MIT
// The rounds of local max over a list of candidate edges, as the literature describes them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/graph_order.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::graph_matching {

/// Treatment of edges with a matched end.
enum class Removal {
  mark,     ///< a flag says so; every round passes over all edges
  compact,  ///< a round leaves a list of the others
};

/// What the rounds leave. A loop among the edges may leave a vertex that is its own mate.
struct EdgeRoundsOutcome {
  std::vector<VertexId> mates;
  std::uint64_t rounds = 0;
  std::string_view variant = {};  ///< which of them ran
};

/// Three passes per round on one core: the best edge of each vertex, edges that are best at both
/// ends, compaction. O(m) expected in all where weights are random; a path of rising weights takes
/// O(n) rounds of O(what is left).
[[nodiscard]] EdgeRoundsOutcome edge_rounds_sequential(const Context& context,
                                                       VertexId num_vertices,
                                                       Array<base::GraphRank> edges);

/// The same on all threads, by atomic maxima. With `mark`, O(n + m) per round.
[[nodiscard]] EdgeRoundsOutcome edge_rounds_shared(const Context& context, VertexId num_vertices,
                                                   Array<base::GraphRank> edges, Removal removal);

}  // namespace hypermatch::detail::graph_matching
