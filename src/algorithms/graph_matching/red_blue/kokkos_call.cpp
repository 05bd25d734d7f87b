// SPDX-License-Identifier: MIT
#include <utility>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/red_blue_options.hpp"
#include "algorithms/graph_matching/red_blue/on_place.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/kokkos_matching.hpp"
#include "parallel/kokkos/spaces.hpp"

namespace hypermatch {

using namespace detail::graph_matching;

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
