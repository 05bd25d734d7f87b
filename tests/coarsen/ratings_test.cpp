// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "hypermatch/error.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

constexpr EdgeRating k_ratings[] = {EdgeRating::weight, EdgeRating::expansion,
                                    EdgeRating::expansion_star, EdgeRating::expansion_star_2,
                                    EdgeRating::inner_outer};

std::vector<double> rated(const Context& context, const EdgeList& graph, EdgeRating rating,
                          const std::vector<std::int64_t>& vertex_weights = {}) {
  const Array<double> ratings = rate_edges(context, graph.view(), vertex_weights, rating);
  return {ratings.begin(), ratings.end()};
}

class EdgeRatings : public Everywhere {};

TEST_P(EdgeRatings, AreTheirFormulas) {
  // A triangle with a tail, and an edge apart.
  const EdgeList graph = make_graph(6, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {4, 5}},
                                    std::vector<std::int32_t>{6, 3, 2, 4, 7});
  const std::vector<std::int64_t> weights = {1, 2, 3, 4, 1, 1};
  using Ratings = std::vector<double>;
  EXPECT_EQ(rated(context_, graph, EdgeRating::weight, weights), (Ratings{6, 3, 2, 4, 7}));
  EXPECT_EQ(rated(context_, graph, EdgeRating::expansion, weights),
            (Ratings{6.0 / 3, 3.0 / 5, 2.0 / 4, 4.0 / 7, 7.0 / 2}));
  EXPECT_EQ(rated(context_, graph, EdgeRating::expansion_star, weights),
            (Ratings{6.0 / 2, 3.0 / 6, 2.0 / 3, 4.0 / 12, 7.0}));
  EXPECT_EQ(rated(context_, graph, EdgeRating::expansion_star_2, weights),
            (Ratings{36.0 / 2, 9.0 / 6, 4.0 / 3, 16.0 / 12, 49.0}));
  // out: 8, 9, 9, 4, 7, 7.
  EXPECT_EQ(rated(context_, graph, EdgeRating::inner_outer, weights),
            (Ratings{6.0 / 5, 3.0 / 12, 2.0 / 13, 4.0 / 5, std::numeric_limits<double>::max()}));
  // Vertices weigh 1 unless they are told.
  EXPECT_EQ(rated(context_, graph, EdgeRating::expansion), (Ratings{3, 1.5, 1, 2, 3.5}));
  EXPECT_EQ(rated(context_, make_graph(3, {{0, 1}, {1, 2}}), EdgeRating::inner_outer),
            (Ratings{1, 1}));
}

TEST_P(EdgeRatings, AreTheSameBytesEverywhere) {
  const Context one({.threads = 1});
  const EdgeList shape = random_graph(9000, 20'000, 5);
  std::vector<std::int64_t> weights;
  for (VertexId v = 0; v < 9000; ++v) weights.push_back(1 + v % 17);
  for (const NamedGraph& instance : weighted_in_all_ways(shape, 5)) {
    for (const EdgeRating rating : k_ratings) {
      EXPECT_EQ(rated(context_, instance.graph, rating, weights),
                rated(one, instance.graph, rating, weights))
          << instance.name;
    }
  }
}

TEST_P(EdgeRatings, OfArcsAreThoseOfTheirEdges) {
  const EdgeList shape = random_graph(300, 900, 6);
  std::vector<std::int64_t> weights;
  for (VertexId v = 0; v < 300; ++v) weights.push_back(1 + v % 17);
  for (const NamedGraph& instance : weighted_in_all_ways(shape, 6)) {
    const CompressedGraph rows = compress(context_, instance.graph.view());
    for (const EdgeRating rating : k_ratings) {
      const std::vector<double> of_edges = rated(context_, instance.graph, rating, weights);
      std::map<std::pair<VertexId, VertexId>, double> expected;
      for (std::size_t e = 0; e < of_edges.size(); ++e) {
        const auto [u, v] = instance.graph.edges[e];
        expected[{u, v}] = expected[{v, u}] = of_edges[e];
      }
      const Array<double> of_arcs = rate_edges(context_, rows.view(), weights, rating);
      ASSERT_EQ(of_arcs.size(), rows.neighbours.size());
      for (VertexId v = 0; v < 300; ++v) {
        for (Offset i = rows.offsets[v]; i < rows.offsets[v + 1]; ++i) {
          ASSERT_EQ(of_arcs[i], expected.at({v, rows.neighbours[i]})) << instance.name;
        }
      }
    }
  }
  EXPECT_TRUE(rate_edges(context_, GraphView{}, {}, EdgeRating::inner_outer).empty());
}

// Which edge comes first must not decide: out(0) is 1e16 + 4 in any order, though three of the
// four edges at vertex 0 are lost if they come behind the heavy one, one by one.
TEST_P(EdgeRatings, DoNotDependOnTheOrderOfEdges) {
  std::vector<std::pair<GraphEdge, double>> edges = {{{0, 1}, 1e16}, {{0, 2}, 1}, {{0, 3}, 1},
                                                     {{4, 0}, 1},    {{0, 5}, 1}, {{1, 2}, 0.25}};
  std::map<std::pair<VertexId, VertexId>, double> first;
  for (int turn = 0; turn < 6; ++turn) {
    std::rotate(edges.begin(), edges.begin() + 1, edges.end());
    EdgeList graph;
    graph.num_vertices = 6;
    Array<double> weights;
    for (const auto& [edge, weight] : edges) {
      graph.edges.push_back(edge);
      weights.push_back(weight);
    }
    graph.weights = std::move(weights);
    const std::vector<double> ratings = rated(context_, graph, EdgeRating::inner_outer);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto [u, v] = edges[e].first;
      const auto [known, is_new] = first.emplace(std::pair(u, v), ratings[e]);
      EXPECT_EQ(known->second, ratings[e]) << u << ' ' << v;
    }
  }
  // By the definition: 1e16 / ((out(0) - 1e16) + (out(1) - 1e16)); out(1) is 1e16.
  EXPECT_EQ(first.at({0, 1}), 1e16 / 4);
}

TEST_P(EdgeRatings, AreFinite) {
  const double most = std::numeric_limits<double>::max();
  const EdgeList graph = path_graph(std::vector<double>{most, most, -most, 0.0, 1.0});
  for (const EdgeRating rating : k_ratings) {
    for (const double value : rated(context_, graph, rating)) EXPECT_TRUE(std::isfinite(value));
  }
  const EdgeList whole = path_graph(std::vector<std::int64_t>{
      std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()});
  const std::vector<std::int64_t> heavy(3, std::numeric_limits<std::int64_t>::max());
  for (const EdgeRating rating : k_ratings) {
    for (const double value : rated(context_, whole, rating, heavy)) {
      EXPECT_TRUE(std::isfinite(value));
    }
  }
}

TEST_P(EdgeRatings, RefuseVertexWeightsThatAreNotPositive) {
  const EdgeList graph = make_graph(3, {{0, 1}});
  for (const std::int64_t wrong : {0, -2}) {
    try {
      (void)rated(context_, graph, EdgeRating::expansion, {1, 1, wrong});
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input);
      EXPECT_EQ(error.what(),
                "vertex_weights[2] is " + std::to_string(wrong) + ", must be positive");
    }
  }
  EXPECT_THROW((void)rated(context_, graph, EdgeRating::weight, {1, 1}), Error);
}

INSTANTIATE_TEST_SUITE_P(Contexts, EdgeRatings, testing::ValuesIn(everywhere()), CaseName());

}  // namespace
}  // namespace hypermatch::test
