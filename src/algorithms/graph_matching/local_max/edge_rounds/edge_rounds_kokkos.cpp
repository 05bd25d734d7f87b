// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/local_max/edge_rounds/on_place.hpp"
#include "parallel/kokkos/place_kokkos.hpp"

namespace hypermatch::detail::graph_matching {

EdgeRoundsOutcome edge_rounds(const KokkosContext& context, RatedEdges edges,
                              parallel::Incidence* of_pairs, const PairKeys& keys) {
  return parallel::in_kokkos(context, [&](auto& place, auto& arena) {
    return run_edge_rounds(place, arena, edges, of_pairs, keys);
  });
}

}  // namespace hypermatch::detail::graph_matching
