// SPDX-License-Identifier: MIT
// Rounds over the rows of a graph in an execution space of Kokkos, as callers have them: the host
// checks and makes the images of weights.
#include <utility>

#include "algorithms/graph_matching/common/imaged_rows.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/red_blue_options.hpp"
#include "algorithms/graph_matching/locally_dominant/on_place.hpp"
#include "algorithms/graph_matching/red_blue/on_place.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/kokkos_matching.hpp"
#include "parallel/kokkos/spaces.hpp"

namespace hypermatch {

namespace detail::graph_matching {

// Built with Kokkos only.
std::vector<VertexId> locally_dominant_in_kokkos(const KokkosContext& context,
                                                 const GraphView& graph, const ArcImages& images,
                                                 const GraphOrder& order);
RedBlueOutcome red_blue_in_kokkos(const KokkosContext& context, const GraphView& graph,
                                  const ArcImages& images, const RedBlueOptions& options);

}  // namespace detail::graph_matching

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

GraphMatching red_blue(const KokkosContext& context, const GraphView& graph,
                       const RedBlueOptions& options) {
  check(options);
  RedBlueOptions resolved = options;
  resolved.order = resolve(context.host(), options.order, graph);
  GraphMatching matching{{},
                         run_stats(resolved.order, maximal_guarantee(resolved.order), 0, "red_blue",
                                   name_of(resolved.variant))};
  if constexpr (detail::parallel::k_has_kokkos) {
    const ArcImages images = arc_images(context.host(), graph, resolved.order);
    RedBlueOutcome outcome = red_blue_in_kokkos(context, graph, images, resolved);
    matching.mates = std::move(outcome.mates);
    matching.stats.rounds = outcome.rounds;
    matching.stats.left_per_round = std::move(outcome.left_per_round);
  }
  return matching;
}

}  // namespace hypermatch
