// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/interior_first/interior_first.hpp"

namespace hypermatch {

GraphMatching interior_first(const Context& context, const EdgeListView& graph,
                             const GraphInteriorFirstOptions& options) {
  const GraphOrder order = detail::graph_matching::resolve(context, options.order, graph);
  const auto solve = [&](const EdgeList& some) {
    return local_max(context, some.view(), GraphLocalMaxOptions{.order = order});
  };
  return detail::graph_matching::InteriorsOfGraph(context, graph)
      .match(order, options.parts, detail::parallel::one_after_the_other(context, solve), solve);
}

}  // namespace hypermatch
