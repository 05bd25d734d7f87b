// SPDX-License-Identifier: MIT
// Global paths: Maue, Sanders 2007 ("Engineering Algorithms for Approximate Weighted Matching",
// doi:10.1007/978-3-540-72845-0_19). Edges from the top of the order join paths and even cycles;
// on each of these the heaviest matching is taken. Guarantee 1/2 of the heaviest matching; an edge
// that adds no weight is not taken, so the matching need not be maximal. Work: a radix sort and
// O(n + m). The order decides which paths there are; of equally heavy matchings on one of them,
// HeaviestOnPath and the direction it is walked in (PathCover::for_each).
#include <vector>

#include "algorithms/graph_matching/common/heaviest_on_path.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/weight_values.hpp"
#include "algorithms/graph_matching/gpa/path_cover.hpp"
#include "algorithms/graph_matching/gpa/sorted_edges.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/graph_matching.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using namespace detail::graph_matching;

namespace {

PathCover cover_by_paths(const Context& context, const EdgeListView& graph,
                         const GraphOrder& order) {
  const Array<SortedEdge> sorted = sorted_edges(context, graph, order);
  context.check_cancelled();
  PathCover cover(graph.num_vertices);
  for (std::size_t i = sorted.size(); i-- > 0;) {
    const GraphEdge edge = graph.edges[sorted[i].edge];
    // A loop would join a path's end to itself.
    if (edge.u == edge.v) detail::structures::throw_broken_promise(graph);
    cover.add(sorted[i].edge, edge);
  }
  return cover;
}

}  // namespace

GraphMatching gpa(const Context& context, const EdgeListView& graph, const GraphOrder& options) {
  const GraphOrder order = resolve(context, options, graph);
  GraphMatching matching{detail::filled_vector(graph.num_vertices, k_none),
                         run_stats(order, greedy_guarantee(order), 1, "gpa")};
  PathCover cover = cover_by_paths(context, graph, order);
  with_values(graph.weights, order, [&]<class Value>(const WeightValues<Value>& value) {
    HeaviestOnPath<Value> heaviest;
    std::vector<Value> weights;
    const auto weigh = [&](const std::vector<EdgeId>& edges) {
      weights.clear();
      for (const EdgeId e : edges) weights.push_back(value(e));
      return std::span<const Value>(weights);
    };
    const auto match = [&](const std::vector<EdgeId>& edges, std::span<const std::uint8_t> taken) {
      for (std::size_t i = 0; i < edges.size(); ++i) {
        if (taken[i] == 0) continue;
        const auto [u, v] = graph.edges[edges[i]];
        matching.mates[u] = v;
        matching.mates[v] = u;
      }
    };
    cover.for_each(
        [&](const std::vector<EdgeId>& path) { match(path, heaviest.path(weigh(path))); },
        [&](const std::vector<EdgeId>& cycle) { match(cycle, heaviest.cycle(weigh(cycle))); });
  });
  return matching;
}

}  // namespace hypermatch
