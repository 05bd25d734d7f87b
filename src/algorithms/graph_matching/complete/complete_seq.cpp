// SPDX-License-Identifier: MIT
// Makes a matching of a graph maximal: the greedy matching of the order among the edges whose ends
// are both free.
#include "algorithms/graph_matching/common/from_top.hpp"
#include "hypermatch/graph_matching.hpp"

namespace hypermatch {

using namespace detail::graph_matching;

GraphMatching complete(const Context& context, const EdgeListView& graph,
                       std::span<const VertexId> mates, const GraphOrder& options) {
  (void)matched_edges(context, graph, mates);  // a matching of the graph, or it throws
  const GraphOrder order = resolve(context, options, graph);
  GraphMatching matching{
      {mates.begin(), mates.end()},
      run_stats(order, "no less than the matching it started from", 1, "complete")};
  const auto is_free = [&](const GraphEdge& edge) {
    return mates[edge.u] == k_none && mates[edge.v] == k_none;
  };
  match_from_top(context, graph, order, is_free, matching.mates);
  return matching;
}

}  // namespace hypermatch
