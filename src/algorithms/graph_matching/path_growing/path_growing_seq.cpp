// SPDX-License-Identifier: MIT
// Path growing: Drake, Hougardy 2003 ("A simple approximation algorithm for the weighted matching
// problem", doi:10.1016/S0020-0190(02)00393-9), with their dynamic program on the paths instead of
// every second edge. A path leaves its end along the uppermost edge to a vertex that no path has
// used yet; where there is none, the next path starts at the lowest vertex not used. Guarantee 1/2
// of the heaviest matching; need not be maximal. Work O(n + m). Ties: the order's, and on a path
// those of HeaviestOnPath.
#include <vector>

#include "algorithms/graph_matching/common/heaviest_on_path.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/weight_values.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/row_scan.hpp"
#include "order/weight_bits.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;

namespace {

// All paths, one after another: where each starts, its vertices, and the arcs between them
// (k_no_arc behind the last vertex of a path).
struct GrownPaths {
  std::vector<VertexId> vertices;
  std::vector<Offset> arcs;
};

GrownPaths grow_paths(const Context& context, const GraphView& graph, const GraphOrder& order) {
  detail::parallel::StopCheck stop(context);
  GrownPaths paths;
  std::vector<bool> used(graph.num_vertices, false);
  order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    const order::RowScan rows(graph, weight_bits, detail::base::PairMixer(order.seed));
    for (VertexId start = 0; start < graph.num_vertices; ++start) {
      VertexId end = start;
      // Ends: each iteration uses up a vertex.
      while (!used[end]) {
        used[end] = true;
        stop.done(graph.degree(end) + 1);
        const Offset arc = rows.best_wanted(end, [&](Offset a) { return !used[rows.head(a)]; });
        paths.vertices.push_back(end);
        paths.arcs.push_back(arc);
        if (arc != order::k_no_arc) end = rows.head(arc);
      }
    }
  });
  return paths;
}

}  // namespace

GraphMatching path_growing(const Context& context, const GraphView& graph,
                           const GraphOrder& options) {
  const GraphOrder order = resolve(context, options, graph);
  GraphMatching matching{detail::filled_vector(graph.num_vertices, k_none),
                         run_stats(order, greedy_guarantee(order), 1, "path_growing")};
  context.check_cancelled();
  const GrownPaths paths = grow_paths(context, graph, order);
  context.check_cancelled();
  with_values(graph.weights, order, [&]<class Value>(const WeightValues<Value>& value) {
    HeaviestOnPath<Value> heaviest;
    std::vector<Value> weights;
    std::size_t first = 0;  // vertex of the path
    for (std::size_t i = 0; i < paths.arcs.size(); ++i) {
      if (paths.arcs[i] != order::k_no_arc) {
        weights.push_back(value(paths.arcs[i]));
        continue;
      }
      const std::span<const std::uint8_t> taken = heaviest.path(weights);
      for (std::size_t k = 0; k < taken.size(); ++k) {
        if (taken[k] == 0) continue;
        const VertexId u = paths.vertices[first + k];
        const VertexId v = paths.vertices[first + k + 1];
        matching.mates[u] = v;
        matching.mates[v] = u;
      }
      weights.clear();
      first = i + 1;
    }
  });
  return matching;
}

}  // namespace hypermatch
