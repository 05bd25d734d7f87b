// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/local_max/edge_rounds/on_place.hpp"
#include "parallel/kokkos/place_kokkos.hpp"

namespace hypermatch::detail::graph_matching {

EdgeRoundsOutcome edge_rounds_crcw(const KokkosContext& context, RatedEdges edges,
                                   const PairKeys& keys) {
  return parallel::in_kokkos(
      context, [&](auto& place, auto& arena) { return run_crcw(place, arena, edges, keys); });
}

}  // namespace hypermatch::detail::graph_matching
