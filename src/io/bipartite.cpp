// SPDX-License-Identifier: MIT
// From what a format's reader makes to rows and columns.
#include <utility>
#include <variant>

#include "hypermatch/io.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::io {

namespace parallel = detail::parallel;

namespace {

Bipartite incidence_matrix(Hypergraph hypergraph) {
  const VertexId num_rows = hypergraph.view().num_edges();
  if (hypergraph.offsets.empty()) hypergraph.offsets = Array<Offset>(1, 0);
  return {num_rows, hypergraph.num_vertices, std::move(hypergraph.offsets),
          std::move(hypergraph.pins)};
}

Array<GraphEdge> edges_of_nonzero_weight(const Context& context, const EdgeListView& graph) {
  const auto keeps = [&](std::size_t e) { return weight_at(graph.weights, e) != 0.0; };
  Array<GraphEdge> kept(graph.edges.size());
  const std::size_t count =
      parallel::select(context, graph.edges.size(), keeps,
                       [&](std::size_t place, std::size_t e) { kept[place] = graph.edges[e]; });
  kept.resize(count);
  return kept;
}

Bipartite adjacency_matrix(const Context& context, Graph graph, Zeros zeros) {
  const VertexId n = graph.num_vertices();
  CompressedGraph rows;
  if (zeros == Zeros::drop && graph.is_weighted()) {
    const EdgeList edges = to_edge_list(context, std::move(graph));
    const Array<GraphEdge> kept = edges_of_nonzero_weight(context, edges.view());
    rows = compress(context, {n, kept.view(), {}});
  } else if (graph.has_rows()) {
    rows = std::get<CompressedGraph>(std::move(graph).form());
  } else {
    rows = compress(context, {n, graph.edges(context)->edges, {}});
  }
  return {n, n, std::move(rows.offsets), std::move(rows.neighbours)};
}

}  // namespace

Instance to_bipartite(const Context& context, Instance instance, Zeros zeros) {
  instance.data = std::visit(
      PerAlternative{[&](Graph& graph) {
                       // A matrix has counted its entries; edges of other files are entries in
                       // both directions.
                       if (instance.report.explicit_zeros == 0) {
                         instance.report.explicit_zeros = 2 * instance.report.zero_weights;
                       }
                       return adjacency_matrix(context, std::move(graph), zeros);
                     },
                     [&](Hypergraph& hypergraph) {
                       instance.labels = {
                           .text = {}, .offsets = {}, .first = instance.labels.first};
                       return incidence_matrix(std::move(hypergraph));
                     },
                     [](Bipartite& bipartite) { return std::move(bipartite); }},
      instance.data);
  return instance;
}

}  // namespace hypermatch::io
