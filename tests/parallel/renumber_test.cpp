// SPDX-License-Identifier: MIT
// Renumbering and the rules of `automatic`: the same on any number of threads, and undone exactly.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "hypermatch/generate.hpp"
#include "hypermatch/renumber.hpp"
#include "hypermatch/resolve.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch {
namespace {

TEST(Renumber, NumbersDependOnTheSeedOnly) {
  const Array<VertexId> numbers = random_numbers(8, 1);
  const std::vector<VertexId> found(numbers.begin(), numbers.end());
  EXPECT_EQ(found, (std::vector<VertexId>{0, 2, 5, 4, 6, 7, 3, 1}));
}

TEST(Renumber, IsUndoneByTheInverse) {
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads});
    EdgeList list = generate::graph(context, "random_graph", {{"n", 20000}, {"alpha", 3}}, 1);
    const Array<GraphEdge> before = list.edges.clone();
    for (const bool rows : {false, true}) {
      Graph graph = rows ? Graph(compress(context, list.view()))
                         : Graph(EdgeList{list.num_vertices, list.edges.clone(), {}});
      graph.weights_per_vertex = 1;
      for (VertexId v = 0; v < list.num_vertices; ++v) graph.vertex_weights.push_back(v);
      const Array<VertexId> numbers = random_numbers(list.num_vertices, 5);
      renumber_vertices(context, graph, numbers.view());
      EXPECT_NE(graph.edges(context)->edges[0].u, before[0].u);
      for (VertexId v = 0; v < list.num_vertices; ++v) {
        ASSERT_EQ(graph.vertex_weights[numbers[v]], v);
      }
      renumber_vertices(context, graph, inverse(context, numbers.view()).view());
      const FormOf<EdgeList> after = graph.edges(context);
      for (std::size_t e = 0; e < before.size(); ++e) ASSERT_EQ(after->edges[e], before[e]);
    }
  }
}

TEST(Renumber, RowsAndColumnsKeepTheirEntriesAndMatesComeBack) {
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads});
    const Offset offsets[] = {0, 2, 2, 5};
    const VertexId columns[] = {0, 3, 1, 2, 3};
    const BipartiteView view{3, 4, offsets, columns};
    const Renumbering numbers = random_renumbering(view, 9);
    const Bipartite after = renumbered(context, view, numbers);
    for (VertexId r = 0; r < 3; ++r) {
      const auto row = after.view().columns_of(numbers.rows[r]);
      ASSERT_EQ(row.size(), view.row_size(r));
      for (std::size_t i = 0; i < row.size(); ++i) {
        EXPECT_EQ(row[i], numbers.columns[view.columns_of(r)[i]]);
      }
    }
    std::vector<VertexId> mates(3, k_none);
    mates[numbers.rows[0]] = numbers.columns[3];
    EXPECT_EQ(renumbered_back(context, mates, numbers), (std::vector<VertexId>{3, k_none, k_none}));
  }
}

TEST(Renumber, StreamsGiveWhatTheInstanceGives) {
  const Context context({.threads = 1});
  Hypergraph h = generate::hypergraph(context, "uniform", {{"n", 100}, {"m", 300}}, 1);
  auto stream = renumbered(
      generate::reweighted(std::make_unique<HypergraphStream>(h.view()), "random:-5..9:3"),
      random_numbers(h.num_vertices, 4));
  Hypergraph other = generate::hypergraph(context, "uniform", {{"n", 100}, {"m", 300}}, 1);
  renumber_vertices(context, other, random_numbers(h.num_vertices, 4).view());
  generate::assign_weights(context, other.weights, other.view().num_edges(), "random:-5..9:3");
  const auto weights = std::get<std::span<const std::int32_t>>(other.view().weights);
  StreamedEdge edge;
  for (EdgeId e = 0; e < other.view().num_edges(); ++e) {
    ASSERT_TRUE(stream->next(edge));
    EXPECT_EQ(edge.integer_weight, weights[e]);
    const auto pins = other.view().pins_of(e);
    EXPECT_TRUE(std::equal(pins.begin(), pins.end(), edge.pins.begin(), edge.pins.end()));
  }
  EXPECT_FALSE(stream->next(edge));
}

TEST(Resolve, FindsOneEdgeOfAnotherSizeAnywhere) {
  constexpr EdgeId k_edges = 50'000;
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads});
    for (const EdgeId odd : {EdgeId{0}, EdgeId{4095}, EdgeId{4096}, k_edges - 1, k_edges}) {
      for (const std::uint64_t size : {0U, 2U}) {
        Hypergraph h;
        h.num_vertices = 3;
        h.offsets = Array<Offset>(k_edges + 1, 0);
        for (EdgeId e = 0; e < k_edges; ++e) {
          const std::uint64_t mine = e == odd ? size : 3;
          for (VertexId v = 0; v < mine; ++v) h.pins.push_back(v);
          h.offsets[e + 1] = h.offsets[e] + mine;
        }
        const OrderOptions order = resolve(context, h.view(), {});
        EXPECT_EQ(order.objective, Objective::cardinality);
        EXPECT_EQ(order.rating,
                  odd < k_edges && size == 2 ? Rating::weight_per_sqrt_pins : Rating::weight);
        EXPECT_EQ(order.rating, detail::structures::resolve(h.view(), {}).rating);
      }
    }
  }
}

}  // namespace
}  // namespace hypermatch
