// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/red_blue/on_place.hpp"
#include "parallel/kokkos/place_kokkos.hpp"

namespace hypermatch::detail::graph_matching {

RedBlueOutcome red_blue_in_kokkos(const KokkosContext& context, const GraphView& graph,
                                  const ArcImages& images, const RedBlueOptions& options) {
  return parallel::in_kokkos(context, [&](auto& place, auto& arena) {
    return run_red_blue(place, arena, graph, images, options);
  });
}

}  // namespace hypermatch::detail::graph_matching
