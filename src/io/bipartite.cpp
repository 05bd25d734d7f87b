// SPDX-License-Identifier: MIT
#include "io/bipartite.hpp"

#include <utility>
#include <variant>

#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::BipartiteInstance;
using hypermatch::io::Instance;
using hypermatch::io::Interpretation;
using hypermatch::io::Zeros;

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

Bipartite adjacency_matrix(const Context& context, const Graph& graph, Zeros zeros) {
  EdgeListView edges = graph.view();
  Array<GraphEdge> kept;
  if (zeros == Zeros::drop && edges.is_weighted()) {
    kept = edges_of_nonzero_weight(context, edges);
    edges.edges = kept.view();
  }
  edges.weights = {};
  CompressedGraph compressed = compress(context, edges);
  return {graph.num_vertices, graph.num_vertices, std::move(compressed.offsets),
          std::move(compressed.neighbours)};
}

}  // namespace

BipartiteInstance to_bipartite(const Context& context, Instance instance,
                               const hypermatch::io::ReadOptions& options) {
  BipartiteInstance bipartite;
  if (Graph* graph = std::get_if<Graph>(&instance.data)) {
    // A matrix has counted its entries; edges of other files are entries in both directions.
    if (instance.report.explicit_zeros == 0) {
      instance.report.explicit_zeros = 2 * instance.report.zero_weights;
    }
    bipartite.data = adjacency_matrix(context, *graph, options.zeros);
    bipartite.labels = std::move(instance.labels);
  } else {
    bipartite.data = incidence_matrix(std::move(std::get<Hypergraph>(instance.data)));
  }
  bipartite.report = std::move(instance.report);
  if (options.as == Interpretation::bipartite) bipartite.report.as = options.as;
  return bipartite;
}

}  // namespace hypermatch::detail::io
