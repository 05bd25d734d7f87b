// SPDX-License-Identifier: MIT
// Sorted greedy for b-matching in graphs: edges from the top of the order, each taken if both ends
// have room. Guarantee 1/2 of the heaviest b-matching (Mestre 2006, doi:10.1007/11841036_48). Work
// O(m log m), O(m) expected for random weights. The baseline that every other algorithm is measured
// against and compared with to the byte, so it stays as simple as this.
#include <cstddef>
#include <cstdint>

#include "algorithms/graph_matching/common/from_top.hpp"
#include "algorithms/graph_matching/common/partner_lists.hpp"
#include "hypermatch/b_matching.hpp"

namespace hypermatch {

using namespace detail::graph_matching;

Partners greedy(const Context& context, const EdgeListView& graph, const Capacities& capacities,
                const GraphOrder& options) {
  check_capacities(capacities, graph.num_vertices);
  if (are_ones(context, capacities)) return partners_of(greedy(context, graph, options));
  const GraphOrder order = resolve(context, options, graph);
  Array<GraphEdge> taken;
  Array<std::uint32_t> room(graph.num_vertices);
  for (std::size_t v = 0; v < room.size(); ++v) room[v] = capacities[v];
  take_from_top(
      context, graph, order, [](const GraphEdge&) { return true; },
      [&](VertexId u, VertexId v) { return room[u] != 0 && room[v] != 0; },
      [&](VertexId u, VertexId v) {
        --room[u];
        --room[v];
        taken.push_back({u, v});
      });
  Partners matching = partner_lists(context, graph.num_vertices, taken.view());
  matching.stats = run_stats(order, b_greedy_guarantee(order), 1, "greedy");
  return matching;
}

}  // namespace hypermatch
