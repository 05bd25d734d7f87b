// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/interior_first/interior_first.hpp"

namespace hypermatch {

GraphMatching interior_first(const Context& context, const EdgeListView& graph,
                             const GraphInteriorFirstOptions& options) {
  const GraphOrder order = detail::graph_matching::resolve(context, options.order, graph);
  const auto solve = [&](const EdgeList& some) {
    return local_max(context, some.view(), GraphLocalMaxOptions{.order = order});
  };
  return detail::graph_matching::interior_first(
      context, graph, order, options.parts,
      [&](const std::vector<EdgeList>& parts) {
        std::vector<GraphMatching> found;
        for (const EdgeList& part : parts) {
          context.report({"solve", found.size(), parts.size() + 1});
          found.push_back(solve(part));
        }
        return found;
      },
      solve);
}

}  // namespace hypermatch
