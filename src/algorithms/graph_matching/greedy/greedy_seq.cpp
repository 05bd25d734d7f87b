// SPDX-License-Identifier: MIT
// Sorted greedy for matching in graphs: edges from the top of the order, conflicts skipped (Avis
// 1983, doi:10.1002/net.3230130404). Guarantee 1/2 of the heaviest matching. Work O(m log m), O(m)
// expected for random weights: a sort by counting. The baseline that every other algorithm is
// measured against and compared with to the byte, so it stays as simple as this.
#include "algorithms/graph_matching/common/from_top.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/graph_matching.hpp"

namespace hypermatch {

using namespace detail::graph_matching;

GraphMatching greedy(const Context& context, const EdgeListView& graph, const GraphOrder& options) {
  const GraphOrder order = resolve(context, options, graph);
  GraphMatching matching{detail::filled_vector(graph.num_vertices, k_none),
                         run_stats(order, greedy_guarantee(order), 1, "greedy")};
  const auto all = [](const GraphEdge&) { return true; };
  match_from_top(context, graph, order, all, matching.mates);
  return matching;
}

}  // namespace hypermatch
