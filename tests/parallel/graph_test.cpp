// SPDX-License-Identifier: MIT
// Adjacency and hypergraph of a graph on all back ends, against the sequential ones.
#include "hypermatch/graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "contexts.hpp"

namespace hypermatch::detail::parallel {
namespace {

class GraphTest : public testing::TestWithParam<test::Where> {};
INSTANTIATE_TEST_SUITE_P(All, GraphTest, testing::ValuesIn(test::everywhere()), test::CaseName());

// Each edge meets one of two vertices of high degree; the last vertices are isolated.
Graph random_graph(VertexId num_vertices, std::size_t num_edges) {
  Graph graph;
  graph.num_vertices = num_vertices;
  graph.edges.resize(num_edges);
  graph.weights = Array<double>(num_edges, 0.5);
  graph.weights_per_vertex = 1;
  graph.vertex_weights = Array<std::int64_t>(num_vertices, 7);
  const VertexId used = num_vertices - num_vertices / 8;
  for (std::size_t e = 0; e < num_edges; ++e) {
    const auto u = static_cast<VertexId>(1 + base::hash(1, e) % (used - 2));
    const auto v = static_cast<VertexId>(e % 2 == 0 ? 0 : used - 1);
    graph.edges[e] = e % 3 == 0 ? GraphEdge{v, u} : GraphEdge{u, v};
  }
  return graph;
}

TEST_P(GraphTest, AdjacencyIsTheSequentialOne) {
  const Context context = GetParam().context();
  for (const auto& [n, m] :
       {std::pair{VertexId{4}, std::size_t{2}}, {10, 0}, {60, 900}, {20'000, 30'000}}) {
    const Graph graph = random_graph(n, m);
    const Adjacency expected = build_adjacency(graph);
    const Adjacency got = build_adjacency(context, graph);
    EXPECT_TRUE(std::ranges::equal(got.offsets, expected.offsets)) << n;
    EXPECT_TRUE(std::ranges::equal(got.neighbours, expected.neighbours)) << n;
    EXPECT_TRUE(std::ranges::equal(got.edge_ids, expected.edge_ids)) << n;
  }
  EXPECT_TRUE(
      std::ranges::equal(build_adjacency(context, Graph{}).offsets, std::vector<Offset>{0}));
}

TEST_P(GraphTest, HypergraphIsTheSequentialOne) {
  const Context context = GetParam().context();
  for (const std::size_t m : {0U, 1U, 30'000U}) {
    Graph graph = random_graph(500, m);
    const Hypergraph expected = to_hypergraph(graph);
    const Hypergraph got = to_hypergraph(context, std::move(graph));
    validate(got.view());
    EXPECT_EQ(got.num_vertices, expected.num_vertices);
    EXPECT_TRUE(std::ranges::equal(got.offsets, expected.offsets));
    EXPECT_TRUE(std::ranges::equal(got.pins, expected.pins));
    EXPECT_TRUE(std::ranges::equal(std::get<Array<double>>(got.weights),
                                   std::get<Array<double>>(expected.weights)));
    EXPECT_EQ(got.weights_per_vertex, 1U);
    EXPECT_TRUE(std::ranges::equal(got.vertex_weights, expected.vertex_weights));
  }
}

}  // namespace
}  // namespace hypermatch::detail::parallel
