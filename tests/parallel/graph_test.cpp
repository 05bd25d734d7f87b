// SPDX-License-Identifier: MIT
// Adjacency and hypergraph of a graph on all back ends, against the sequential ones.
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_forms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "contexts.hpp"

namespace hypermatch::detail::parallel {
namespace {

class GraphTest : public testing::TestWithParam<test::Where> {};
INSTANTIATE_TEST_SUITE_P(All, GraphTest, testing::ValuesIn(test::everywhere()), test::CaseName());

// Each edge meets one of two vertices of high degree; the last vertices are isolated.
EdgeList random_graph(VertexId num_vertices, std::size_t num_edges) {
  EdgeList graph;
  graph.num_vertices = num_vertices;
  graph.edges.resize(num_edges);
  graph.weights = Array<double>(num_edges, 0.5);
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
    const EdgeList graph = random_graph(n, m);
    const Adjacency expected = build_adjacency(graph.view());
    const Adjacency got = build_adjacency(context, graph.view());
    EXPECT_TRUE(std::ranges::equal(got.offsets, expected.offsets)) << n;
    EXPECT_TRUE(std::ranges::equal(got.neighbours, expected.neighbours)) << n;
    EXPECT_TRUE(std::ranges::equal(got.edge_ids, expected.edge_ids)) << n;
  }
  EXPECT_TRUE(
      std::ranges::equal(build_adjacency(context, EdgeListView{}).offsets, std::vector<Offset>{0}));
}

TEST_P(GraphTest, HypergraphIsTheSequentialOne) {
  const Context context = GetParam().context();
  for (const std::size_t m : {0U, 1U, 30'000U}) {
    EdgeList graph = random_graph(500, m);
    const Hypergraph expected = to_hypergraph(graph.view());
    Graph weighted(std::move(graph));
    weighted.weights_per_vertex = 1;
    weighted.vertex_weights = Array<std::int64_t>(500, 7);
    const Hypergraph got = to_hypergraph(context, std::move(weighted));
    validate(got.view());
    EXPECT_EQ(got.num_vertices, expected.num_vertices);
    EXPECT_TRUE(std::ranges::equal(got.offsets, expected.offsets));
    EXPECT_TRUE(std::ranges::equal(got.pins, expected.pins));
    EXPECT_TRUE(std::ranges::equal(std::get<Array<double>>(got.weights),
                                   std::get<Array<double>>(expected.weights)));
    EXPECT_EQ(got.weights_per_vertex, 1U);
    EXPECT_TRUE(std::ranges::equal(got.vertex_weights, std::vector<std::int64_t>(500, 7)));
  }
}

// A graph that ascends by (u, v), as METIS files hold it, has the same numbers in either form.
EdgeList ascending_graph() {
  EdgeList graph;
  graph.num_vertices = 300;
  std::vector<double> weights;
  for (VertexId u = 0; u < 300; ++u) {
    for (VertexId v = u + 1; v < 300; ++v) {
      if (base::hash(5, u * 300 + v) % 20 != 0) continue;
      graph.edges.push_back({u, v});
      weights.push_back(0.5 + static_cast<double>(base::hash(6, u * 300 + v) % 100));
    }
  }
  graph.weights = Array<double>(std::span<const double>(weights));
  return graph;
}

void expect_same(const EdgeListView& got, const EdgeListView& expected) {
  EXPECT_EQ(got.num_vertices, expected.num_vertices);
  EXPECT_TRUE(std::ranges::equal(got.edges, expected.edges));
  ASSERT_EQ(size_of(got.weights), size_of(expected.weights));
  for (std::size_t e = 0; e < size_of(got.weights); ++e) {
    ASSERT_EQ(weight_at(got.weights, e), weight_at(expected.weights, e)) << e;
  }
}

// Edges in any order, of more than one thread takes alone: rows hold their arcs in that order.
TEST_P(GraphTest, RowsHoldArcsInTheOrderOfEdges) {
  const Context context = GetParam().context();
  for (const std::size_t m : {std::size_t{0}, std::size_t{5000}, (std::size_t{1} << 18) + 1}) {
    EdgeList graph;
    graph.num_vertices = 70'000;
    Array<float> weights(m);
    for (std::size_t e = 0; e < m; ++e) {
      const auto u = static_cast<VertexId>(base::hash(1, e) % 69'990);
      graph.edges.push_back({u, u + 1 + static_cast<VertexId>(base::hash(2, e) % 9)});
      weights[e] = static_cast<float>(e);
    }
    graph.weights = std::move(weights);
    const CompressedGraph rows = compress(context, graph.view());
    const Adjacency expected = build_adjacency(graph.view());
    EXPECT_TRUE(std::ranges::equal(rows.offsets, expected.offsets)) << m;
    EXPECT_TRUE(std::ranges::equal(rows.neighbours, expected.neighbours)) << m;
    const auto& got = std::get<Array<float>>(rows.weights);
    ASSERT_EQ(got.size(), expected.edge_ids.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      ASSERT_EQ(got[i], static_cast<float>(expected.edge_ids[i])) << m << ", arc " << i;
    }
    graph.weights = {};
    EXPECT_TRUE(std::ranges::equal(compress(context, graph.view()).neighbours, expected.neighbours))
        << m;
  }
}

// Each arc to a larger vertex is an edge, in the order of the rows, of whatever lengths they are:
// several arcs are looked at together, but never those of another row.
TEST_P(GraphTest, EdgesAreTheArcsToLargerVertices) {
  const Context context = GetParam().context();
  for (const VertexId n : {0U, 1U, 2U, 3U, 7U, 40U, 255U, 257U, 2049U, 9000U}) {
    for (const std::uint64_t longest : {1U, 4U, 5U, 13U}) {
      SCOPED_TRACE(std::to_string(n) + " rows of at most " + std::to_string(longest));
      CompressedGraph rows;
      rows.num_vertices = n;
      rows.offsets.push_back(0);
      EdgeList expected;
      expected.num_vertices = n;
      Array<std::int64_t> weights;
      Array<std::int64_t> expected_weights;
      for (VertexId v = 0; v < n; ++v) {
        for (std::uint64_t left = base::hash(n, v) % (longest + 1); left != 0; --left) {
          const std::size_t arc = rows.neighbours.size();
          const auto other = static_cast<VertexId>(base::hash(longest, arc) % n);
          rows.neighbours.push_back(other);
          weights.push_back(static_cast<std::int64_t>(arc));
          if (other <= v) continue;
          expected.edges.push_back({v, other});
          expected_weights.push_back(static_cast<std::int64_t>(arc));
        }
        rows.offsets.push_back(rows.neighbours.size());
      }
      expect_same(edges_of(context, rows.view()).view(), expected.view());
      rows.weights = std::move(weights);
      expected.weights = std::move(expected_weights);
      expect_same(edges_of(context, rows.view()).view(), expected.view());
      if (HasFailure()) return;
    }
  }
}

TEST_P(GraphTest, EitherFormMakesTheOther) {
  const Context context = GetParam().context();
  const Graph list = ascending_graph();
  const Graph rows = compress(context, ascending_graph().view());
  EXPECT_EQ(list.num_edges(), rows.num_edges());
  expect_same(rows.edges(context).view(), std::get<EdgeList>(list.form()).view());
  const FormOf<CompressedGraph> made = list.rows(context);
  EXPECT_TRUE(std::ranges::equal(made->offsets, rows.rows(context)->offsets));
  EXPECT_TRUE(std::ranges::equal(made->neighbours, rows.rows(context)->neighbours));
  // What is there is shown, not copied.
  EXPECT_EQ(list.edges(context)->edges.data(), std::get<EdgeList>(list.form()).edges.data());
  EXPECT_EQ(rows.rows(context)->neighbours.data(),
            std::get<CompressedGraph>(rows.form()).neighbours.data());
  expect_same(to_edge_list(context, compress(context, ascending_graph().view())).view(),
              ascending_graph().view());
  const Hypergraph same = to_hypergraph(context, compress(context, ascending_graph().view()));
  EXPECT_TRUE(std::ranges::equal(same.pins, to_hypergraph(ascending_graph().view()).pins));
}

// A list keeps its orientation and numbers, although rows made of it would give others.
TEST_P(GraphTest, FormsAreMadeOnceAndNeverRenumber) {
  const Context context = GetParam().context();
  const EdgeList graph = random_graph(2'000, 900);
  GraphForms forms(context, graph);
  EXPECT_EQ(forms.prepare_seconds(), 0.0);
  const VertexId* const first = forms.rows().neighbours.data();
  const double seconds = forms.prepare_seconds();
  EXPECT_GT(seconds, 0.0);
  EXPECT_EQ(forms.rows().neighbours.data(), first);
  EXPECT_EQ(forms.edges().edges.data(), graph.edges.data());
  EXPECT_EQ(forms.prepare_seconds(), seconds);
}

}  // namespace
}  // namespace hypermatch::detail::parallel
