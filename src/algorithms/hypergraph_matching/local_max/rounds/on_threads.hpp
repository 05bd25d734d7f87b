// SPDX-License-Identifier: MIT
// Rounds of local max on the threads of a host.
#pragma once

#include <utility>

#include "algorithms/hypergraph_matching/local_max/rounds/on_place.hpp"
#include "parallel/host/place_threads.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Runs them on the context's threads.
template <template <class> class Rounds>
[[nodiscard]] LocalMaxOutcome run_on_threads(const Context& context, LocalMaxVariant variant,
                                             const Directions& directions, RatedEdges rated,
                                             const RoundOrder& order,
                                             const Capacities& capacities) {
  parallel::Threads place(context);
  parallel::Threads::Arena arena;
  return run_rounds<Rounds>(place, arena, variant, directions, std::move(rated), order, capacities);
}

}  // namespace hypermatch::detail::hypergraph_matching
