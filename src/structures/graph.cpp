// SPDX-License-Identifier: MIT
#include "hypermatch/graph.hpp"

namespace hypermatch {

Adjacency build_adjacency(const EdgeListView& graph) {
  const std::size_t n = graph.num_vertices;
  Adjacency adjacency{Array<Offset>(n + 1, 0), Array<VertexId>(2 * graph.edges.size()),
                      Array<EdgeId>(2 * graph.edges.size())};
  // offsets[v + 1] first counts the arcs of v, then is the place of its next arc.
  for (const GraphEdge& edge : graph.edges) {
    ++adjacency.offsets[edge.u + std::size_t{1}];
    ++adjacency.offsets[edge.v + std::size_t{1}];
  }
  Offset sum = 0;
  for (std::size_t v = 0; v < n; ++v) {
    const Offset degree = adjacency.offsets[v + 1];
    adjacency.offsets[v + 1] = sum;
    sum += degree;
  }
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const GraphEdge edge = graph.edges[e];
    for (const auto& [from, to] : {std::pair{edge.u, edge.v}, std::pair{edge.v, edge.u}}) {
      const Offset place = adjacency.offsets[from + std::size_t{1}]++;
      adjacency.neighbours[place] = to;
      adjacency.edge_ids[place] = static_cast<EdgeId>(e);
    }
  }
  return adjacency;
}

Hypergraph to_hypergraph(const EdgeListView& graph) {
  Hypergraph hypergraph;
  const std::size_t m = graph.edges.size();
  hypergraph.num_vertices = graph.num_vertices;
  hypergraph.offsets.resize(m + 1);
  hypergraph.pins.resize(2 * m);
  for (std::size_t e = 0; e <= m; ++e) hypergraph.offsets[e] = 2 * e;
  for (std::size_t e = 0; e < m; ++e) {
    hypergraph.pins[2 * e] = graph.edges[e].u;
    hypergraph.pins[2 * e + 1] = graph.edges[e].v;
  }
  hypergraph.weights = clone(graph.weights);
  return hypergraph;
}

}  // namespace hypermatch
