// SPDX-License-Identifier: MIT
// What src/structures/graph.cpp does, on all threads.
#include "hypermatch/graph.hpp"

#include <utility>

#include "hypermatch/context.hpp"
#include "parallel/incidence.hpp"
#include "parallel/primitives.hpp"

namespace hypermatch {

namespace parallel = detail::parallel;

namespace {

Hypergraph without_weights(const Context& context, const Graph& graph) {
  const std::size_t m = graph.edges.size();
  Hypergraph hypergraph;
  hypergraph.num_vertices = graph.num_vertices;
  hypergraph.offsets.resize(m + 1);
  hypergraph.pins.resize(2 * m);
  hypergraph.offsets[m] = 2 * m;
  parallel::for_each(context, m, [&](std::size_t e) {
    hypergraph.offsets[e] = 2 * e;
    hypergraph.pins[2 * e] = graph.edges[e].u;
    hypergraph.pins[2 * e + 1] = graph.edges[e].v;
  });
  return hypergraph;
}

}  // namespace

Hypergraph to_hypergraph(const Context& context, Graph&& graph) {
  Hypergraph hypergraph = without_weights(context, graph);
  hypergraph.weights = std::move(graph.weights);
  hypergraph.weights_per_vertex = graph.weights_per_vertex;
  hypergraph.vertex_weights = std::move(graph.vertex_weights);
  graph = {};
  return hypergraph;
}

Adjacency build_adjacency(const Context& context, const Graph& graph) {
  // The edges of each vertex, ascending, are its arcs in order.
  parallel::Incidence incidence =
      parallel::build_incidence(context, without_weights(context, graph).view());
  Adjacency adjacency{std::move(incidence.offsets), Array<VertexId>(2 * graph.edges.size()),
                      std::move(incidence.edges)};
  parallel::for_each(context, graph.num_vertices, [&](std::size_t v) {
    for (Offset i = adjacency.offsets[v]; i < adjacency.offsets[v + 1]; ++i) {
      const GraphEdge edge = graph.edges[adjacency.edge_ids[i]];
      adjacency.neighbours[i] = edge.u == v ? edge.v : edge.u;
    }
  });
  return adjacency;
}

}  // namespace hypermatch
