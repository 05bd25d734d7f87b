// SPDX-License-Identifier: MIT
#include "hypermatch/graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace hypermatch {
namespace {

Graph make_graph(VertexId num_vertices, const std::vector<GraphEdge>& edges) {
  Graph graph;
  graph.num_vertices = num_vertices;
  graph.edges = Array<GraphEdge>(std::span<const GraphEdge>(edges));
  return graph;
}

TEST(AdjacencyTest, OfATriangleWithATailByHand) {
  // Vertex 4 is isolated; the first end of an edge may be the larger one.
  const Adjacency adjacency = build_adjacency(make_graph(5, {{1, 0}, {1, 2}, {0, 2}, {3, 2}}));
  EXPECT_TRUE(std::ranges::equal(adjacency.offsets, std::vector<Offset>{0, 2, 4, 7, 8, 8}));
  EXPECT_TRUE(
      std::ranges::equal(adjacency.neighbours, std::vector<VertexId>{1, 2, 0, 2, 1, 0, 3, 2}));
  EXPECT_TRUE(std::ranges::equal(adjacency.edge_ids, std::vector<EdgeId>{0, 2, 0, 1, 1, 2, 3, 3}));
}

TEST(AdjacencyTest, OfNothing) {
  EXPECT_TRUE(std::ranges::equal(build_adjacency(Graph{}).offsets, std::vector<Offset>{0}));
  const Adjacency isolated = build_adjacency(make_graph(3, {}));
  EXPECT_TRUE(std::ranges::equal(isolated.offsets, std::vector<Offset>{0, 0, 0, 0}));
  EXPECT_TRUE(isolated.neighbours.empty());
}

TEST(AdjacencyTest, HoldsEveryEdgeInBothDirectionsInOrder) {
  const VertexId n = 50;
  std::vector<GraphEdge> edges;
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = u + 1; v < n; ++v) {
      const std::uint64_t bits = detail::base::hash(3, u * n + v);
      if (bits % 4 == 0) edges.push_back((bits & 8) != 0 ? GraphEdge{u, v} : GraphEdge{v, u});
    }
  }
  ASSERT_GT(edges.size(), 200U);
  const Adjacency adjacency = build_adjacency(make_graph(n, edges));
  ASSERT_EQ(adjacency.offsets[n], 2 * edges.size());
  std::vector<int> seen(edges.size(), 0);
  for (VertexId v = 0; v < n; ++v) {
    for (Offset i = adjacency.offsets[v]; i < adjacency.offsets[v + 1]; ++i) {
      const EdgeId e = adjacency.edge_ids[i];
      ++seen[e];
      const GraphEdge edge = edges[e];
      EXPECT_TRUE((edge == GraphEdge{v, adjacency.neighbours[i]}) ||
                  (edge == GraphEdge{adjacency.neighbours[i], v}));
      if (i > adjacency.offsets[v]) {
        EXPECT_LT(adjacency.edge_ids[i - 1], e);
      }
    }
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 2), static_cast<std::ptrdiff_t>(edges.size()));
}

TEST(ToHypergraph, KeepsEdgesNumbersAndAllWeights) {
  Graph graph = make_graph(4, {{3, 1}, {0, 2}});
  graph.weights = Array<float>(2, 1.5F);
  graph.weights_per_vertex = 2;
  graph.vertex_weights = Array<std::int64_t>(8, -6);
  const Hypergraph hypergraph = to_hypergraph(graph);
  validate(hypergraph.view());
  EXPECT_EQ(hypergraph.num_vertices, 4U);
  EXPECT_TRUE(std::ranges::equal(hypergraph.offsets, std::vector<Offset>{0, 2, 4}));
  EXPECT_TRUE(std::ranges::equal(hypergraph.pins, std::vector<VertexId>{3, 1, 0, 2}));
  EXPECT_EQ(weight_at(view_of(hypergraph.weights), 1), 1.5);
  EXPECT_STREQ(type_name(view_of(hypergraph.weights)), "float");
  EXPECT_EQ(hypergraph.weights_per_vertex, 2U);
  EXPECT_EQ(hypergraph.vertex_weights.size(), 8U);
  EXPECT_EQ(hypergraph.vertex_weights[7], -6);
  EXPECT_EQ(graph.vertex_weights.size(), 8U);

  const Hypergraph empty = to_hypergraph(Graph{});
  validate(empty.view());
  EXPECT_EQ(empty.view().num_edges(), 0U);
  EXPECT_FALSE(empty.view().is_weighted());
}

}  // namespace
}  // namespace hypermatch
