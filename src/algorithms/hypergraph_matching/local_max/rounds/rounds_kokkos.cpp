// SPDX-License-Identifier: MIT
#include <utility>

#include "algorithms/hypergraph_matching/local_max/rounds/on_place.hpp"
#include "parallel/kokkos/place_kokkos.hpp"

namespace hypermatch::detail::hypergraph_matching {

LocalMaxOutcome local_max_in_rounds(const KokkosContext& context, LocalMaxVariant variant,
                                    const Directions& directions, RatedEdges rated,
                                    const RoundOrder& order, const Capacities& capacities) {
  return parallel::in_kokkos(context, [&](auto& place, auto& arena) {
    return run_variant(place, arena, variant, directions, std::move(rated), order, capacities);
  });
}

}  // namespace hypermatch::detail::hypergraph_matching
