// SPDX-License-Identifier: MIT
#include "hypermatch/graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch {
namespace {

EdgeList make_graph(VertexId num_vertices, const std::vector<GraphEdge>& edges) {
  EdgeList graph;
  graph.num_vertices = num_vertices;
  graph.edges = Array<GraphEdge>(std::span<const GraphEdge>(edges));
  return graph;
}

TEST(AdjacencyTest, OfATriangleWithATailByHand) {
  // Vertex 4 is isolated; the first end of an edge may be the larger one.
  const Adjacency adjacency =
      build_adjacency(make_graph(5, {{1, 0}, {1, 2}, {0, 2}, {3, 2}}).view());
  EXPECT_TRUE(std::ranges::equal(adjacency.offsets, std::vector<Offset>{0, 2, 4, 7, 8, 8}));
  EXPECT_TRUE(
      std::ranges::equal(adjacency.neighbours, std::vector<VertexId>{1, 2, 0, 2, 1, 0, 3, 2}));
  EXPECT_TRUE(std::ranges::equal(adjacency.edge_ids, std::vector<EdgeId>{0, 2, 0, 1, 1, 2, 3, 3}));
}

TEST(AdjacencyTest, OfNothing) {
  EXPECT_TRUE(std::ranges::equal(build_adjacency(EdgeListView{}).offsets, std::vector<Offset>{0}));
  const Adjacency isolated = build_adjacency(make_graph(3, {}).view());
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
  const Adjacency adjacency = build_adjacency(make_graph(n, edges).view());
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

TEST(ToHypergraph, KeepsEdgesNumbersAndWeights) {
  EdgeList graph = make_graph(4, {{3, 1}, {0, 2}});
  graph.weights = Array<float>(2, 1.5F);
  const Hypergraph hypergraph = to_hypergraph(graph.view());
  validate(hypergraph.view());
  EXPECT_EQ(hypergraph.num_vertices, 4U);
  EXPECT_TRUE(std::ranges::equal(hypergraph.offsets, std::vector<Offset>{0, 2, 4}));
  EXPECT_TRUE(std::ranges::equal(hypergraph.pins, std::vector<VertexId>{3, 1, 0, 2}));
  EXPECT_EQ(weight_at(view_of(hypergraph.weights), 1), 1.5);
  EXPECT_STREQ(type_name(view_of(hypergraph.weights)), "float");

  const Hypergraph empty = to_hypergraph(EdgeListView{});
  validate(empty.view());
  EXPECT_EQ(empty.view().num_edges(), 0U);
  EXPECT_FALSE(empty.view().is_weighted());
}

// The rows of the path 0 - 1 - 2.
CompressedGraph path_rows() {
  CompressedGraph rows;
  rows.num_vertices = 3;
  rows.offsets = Array<Offset>(std::vector<Offset>{0, 1, 3, 4});
  rows.neighbours = Array<VertexId>(std::vector<VertexId>{1, 0, 2, 1});
  rows.weights = Array<std::int32_t>(std::vector<std::int32_t>{5, 5, 7, 7});
  return rows;
}

TEST(GraphTest, HoldsTheFormThatItWasGiven) {
  const Graph list = make_graph(4, {{3, 1}, {0, 2}});
  EXPECT_FALSE(list.has_rows());
  EXPECT_EQ(list.num_vertices(), 4U);
  EXPECT_EQ(list.num_edges(), 2U);
  EXPECT_FALSE(list.is_weighted());
  const AnyGraphView shown = list.view();
  const auto& edges = std::get<EdgeListView>(shown.form());
  EXPECT_EQ(edges.edges.data(), std::get<EdgeList>(list.form()).edges.data());

  const Graph rows = path_rows();
  EXPECT_TRUE(rows.has_rows());
  EXPECT_EQ(rows.num_vertices(), 3U);
  EXPECT_EQ(rows.num_edges(), 2U);
  EXPECT_TRUE(rows.is_weighted());

  const Graph empty;
  EXPECT_EQ(empty.num_vertices(), 0U);
  EXPECT_EQ(empty.num_edges(), 0U);
}

TEST(GraphTest, AViewShowsWhateverForm) {
  const CompressedGraph rows = path_rows();
  const EdgeList list = make_graph(3, {{1, 0}});
  EXPECT_TRUE(AnyGraphView(rows).has_rows());
  EXPECT_TRUE(AnyGraphView(rows.view()).has_rows());
  EXPECT_FALSE(AnyGraphView(list).has_rows());
  EXPECT_FALSE(AnyGraphView(list.view()).has_rows());
  EXPECT_EQ(AnyGraphView(list).num_edges(), 1U);
  Graph graph = path_rows();
  graph.weights_per_vertex = 1;
  graph.vertex_weights = Array<std::int64_t>(3, 9);
  EXPECT_EQ(graph.view().weights_per_vertex(), 1U);
  EXPECT_EQ(graph.view().vertex_weights()[2], 9);
  static_assert(std::is_trivially_copyable_v<AnyGraphView>);
}

// Rows by hand, of which each test breaks one thing.
struct Rows {
  VertexId num_vertices = 3;
  std::vector<Offset> offsets = {0, 1, 3, 4};
  std::vector<VertexId> neighbours = {1, 0, 2, 1};
  std::vector<double> weights = {1.5, 1.5, 2.5, 2.5};

  [[nodiscard]] std::string refusal() const {
    try {
      validate(GraphView{num_vertices, offsets, neighbours, std::span<const double>(weights)});
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input);
      return error.what();
    }
    return "none";
  }
};

TEST(ValidateRows, NamesWhatIsBroken) {
  EXPECT_EQ(Rows{}.refusal(), "none");
  EXPECT_NO_THROW(validate(GraphView{}));
  const auto with = [](auto change) {
    Rows rows;
    change(rows);
    return rows.refusal();
  };
  EXPECT_EQ(with([](Rows& r) { r.num_vertices = 4; }),
            "there are 4 offsets for 4 vertices, must be one more");
  EXPECT_EQ(with([](Rows& r) { r.offsets[0] = 1; }), "offsets[0] must be 0");
  EXPECT_EQ(with([](Rows& r) { r.offsets[3] = 3; }), "the last offset must be the number of arcs");
  EXPECT_EQ(with([](Rows& r) { r.offsets = {0, 3, 1, 4}; }), "offsets[2] falls");
  EXPECT_EQ(with([](Rows& r) { r.neighbours[2] = 3; }),
            "vertex 1 has neighbour 3, must be below 3");
  EXPECT_EQ(with([](Rows& r) { r.neighbours[0] = 0; }), "vertex 0 is its own neighbour");
  EXPECT_EQ(with([](Rows& r) { r.weights.pop_back(); }), "there are 3 weights for 4 arcs");
  EXPECT_EQ(with([](Rows& r) { r.weights[1] = std::nan(""); }),
            "weights[1] is not a finite number");
  EXPECT_EQ(with([](Rows& r) {
              r.num_vertices = 2;
              r.offsets = {0, 2, 4};
              r.neighbours = {1, 1, 0, 0};
            }),
            "vertex 0 has neighbour 1 twice");
  EXPECT_EQ(with([](Rows& r) { r.neighbours[3] = 0; }),
            "vertex 0 has 1 neighbours, but is one of 2");
  EXPECT_EQ(with([](Rows& r) { r.weights[3] = 3; }),
            "the two arcs between vertices 1 and 2 differ in weight");
  // As many arcs come in as go out, but from others.
  Rows rows;
  rows.num_vertices = 4;
  rows.offsets = {0, 1, 2, 3, 4};
  rows.neighbours = {1, 2, 3, 0};
  EXPECT_EQ(rows.refusal(), "vertex 3 has neighbour 0, but not the other way round");
}

}  // namespace
}  // namespace hypermatch
