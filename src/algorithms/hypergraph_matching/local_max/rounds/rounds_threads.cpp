// SPDX-License-Identifier: MIT
#include <utility>

#include "algorithms/hypergraph_matching/local_max/rounds/on_place.hpp"
#include "parallel/host/place_threads.hpp"

namespace hypermatch::detail::hypergraph_matching {

LocalMaxOutcome local_max_in_rounds(const Context& context, LocalMaxVariant variant,
                                    const Directions& directions, RatedEdges rated,
                                    const RoundOrder& order, const Capacities& capacities) {
  parallel::Threads place(context);
  parallel::Threads::Arena arena;
  return run_variant(place, arena, variant, directions, std::move(rated), order, capacities);
}

}  // namespace hypermatch::detail::hypergraph_matching
