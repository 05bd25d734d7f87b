// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/locally_dominant/on_place.hpp"
#include "parallel/kokkos/place_kokkos.hpp"

namespace hypermatch::detail::graph_matching {

std::vector<VertexId> locally_dominant_in_kokkos(const KokkosContext& context,
                                                 const GraphView& graph, const ArcImages& images,
                                                 const GraphOrder& order) {
  return parallel::in_kokkos(context, [&](auto& place, auto& arena) {
    return run_locally_dominant(place, arena, graph, images, order);
  });
}

}  // namespace hypermatch::detail::graph_matching
