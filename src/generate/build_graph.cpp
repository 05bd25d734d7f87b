// SPDX-License-Identifier: MIT
#include "generate/build_graph.hpp"

#include <utility>

#include "base/random.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch::detail::generate {

void sort_edges(const Context& context, Array<GraphEdge>& edges) {
  parallel::radix_sort(context, edges, [](const GraphEdge& edge) {
    return (static_cast<std::uint64_t>(edge.u) << 32) | edge.v;
  });
}

Array<GraphEdge> simple_edges(const Context& context, const Array<GraphEdge>& edges) {
  const auto keep = [&](std::size_t i) {
    return edges[i].u != edges[i].v && (i == 0 || !(edges[i] == edges[i - 1]));
  };
  const auto count = parallel::reduce<std::size_t>(
      context, edges.size(), 0, [&](std::size_t i) { return std::size_t{keep(i)}; },
      [](std::size_t a, std::size_t b) { return a + b; });
  Array<GraphEdge> kept(count);
  parallel::select(context, edges.size(), keep,
                   [&](std::size_t place, std::size_t i) { kept[place] = edges[i]; });
  return kept;
}

void renumber(const Context& context, EdgeList& graph, const Permutation& new_number) {
  parallel::for_each(context, graph.edges.size(), [&](std::size_t e) {
    const auto [u, v] = graph.edges[e];
    graph.edges[e] =
        upward(static_cast<VertexId>(new_number(u)), static_cast<VertexId>(new_number(v)));
  });
  context.check_cancelled();
  sort_edges(context, graph.edges);
}

void weigh(const Context& context, EdgeList& graph, WeightKind kind, std::uint64_t seed) {
  if (kind != WeightKind::uniform) return;
  Array<double> weights(graph.edges.size());
  parallel::for_each(context, weights.size(), [&](std::size_t e) {
    weights[e] = base::unit_interval(Draws(seed, Purpose::weights, e).bits());
  });
  graph.weights = std::move(weights);
}

EdgeList finish(const Context& context, EdgeList graph, const Parameters& p, std::uint64_t seed) {
  if (p["shuffle"] != 0) {
    renumber(
        context, graph,
        Permutation(graph.num_vertices, seed, static_cast<std::uint64_t>(RandomStream::vertices)));
  }
  weigh(context, graph, static_cast<WeightKind>(p["weights"]), seed);
  return graph;
}

void check_graph_size(const Parameters& p, double vertices, double edges, double bytes_per_edge) {
  const double weight_bytes = p["weights"] == 0 ? 0 : 8;
  check_size(p.family(), vertices, edges, 0, sizeof(GraphEdge) + weight_bytes + bytes_per_edge);
}

}  // namespace hypermatch::detail::generate
