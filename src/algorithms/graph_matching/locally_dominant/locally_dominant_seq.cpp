// SPDX-License-Identifier: MIT
// Locally dominant edges on one core: Manne, Bisseling 2008, doi:10.1007/978-3-540-68111-3_74.
// Guarantee 1/2. Work O(sum of squared degrees) in the worst case, O(n + m) expected where weights
// are random.
#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/locally_dominant/dominant_edges.hpp"
#include "hypermatch/graph_matching.hpp"

namespace hypermatch {

using namespace detail::graph_matching;

namespace detail::graph_matching {

std::vector<VertexId> locally_dominant_sequential(const Context& context, const GraphView& graph,
                                                  const GraphOrder& order) {
  return order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    DominantEdges edges(graph, weight_bits, order.seed);
    for (VertexId v = 0; v < graph.num_vertices; ++v) {
      edges.best[v] = edges.rows.best(v, order::AllFree{});
      edges.match_if_mutual(v);
    }
    context.check_cancelled();
    parallel::StopCheck stop(context);
    // Ends: every vertex enters the queue at most once.
    while (edges.head < edges.tail) edges.take_first(stop);
    return edges.take_mates(context);
  });
}

}  // namespace detail::graph_matching

GraphMatching locally_dominant(const Context& context, const GraphView& graph,
                               const GraphOrder& options) {
  const GraphOrder order = resolve(context, options, graph);
  return {context.threads() == 1 ? locally_dominant_sequential(context, graph, order)
                                 : locally_dominant_shared(context, graph, order),
          run_stats(order, greedy_guarantee(order), 1, "locally_dominant")};
}

}  // namespace hypermatch
