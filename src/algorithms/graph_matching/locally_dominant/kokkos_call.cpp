// SPDX-License-Identifier: MIT
#include <utility>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/locally_dominant/on_place.hpp"
#include "hypermatch/kokkos_matching.hpp"
#include "parallel/kokkos/spaces.hpp"

namespace hypermatch {

using namespace detail::graph_matching;

GraphMatching locally_dominant(const KokkosContext& context, const GraphView& graph,
                               const GraphOrder& options) {
  const GraphOrder order = resolve(context.host(), options, graph);
  GraphMatching matching{{}, run_stats(order, greedy_guarantee(order), 1, "locally_dominant", "")};
  if constexpr (detail::parallel::k_has_kokkos) {
    const ArcImages images = arc_images(context.host(), graph, order);
    matching.mates = locally_dominant_in_kokkos(context, graph, images, order);
  }
  return matching;
}

}  // namespace hypermatch
