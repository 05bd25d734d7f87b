// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/exact_sum.hpp"
#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

using detail::base::hash;
using detail::base::Int128;

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
  using Values = std::vector<double>;
  EXPECT_EQ(rated(context_, graph, EdgeRating::weight, weights), (Values{6, 3, 2, 4, 7}));
  EXPECT_EQ(rated(context_, graph, EdgeRating::expansion, weights),
            (Values{6.0 / 3, 3.0 / 5, 2.0 / 4, 4.0 / 7, 7.0 / 2}));
  EXPECT_EQ(rated(context_, graph, EdgeRating::expansion_star, weights),
            (Values{6.0 / 2, 3.0 / 6, 2.0 / 3, 4.0 / 12, 7.0}));
  EXPECT_EQ(rated(context_, graph, EdgeRating::expansion_star_2, weights),
            (Values{36.0 / 2, 9.0 / 6, 4.0 / 3, 16.0 / 12, 49.0}));
  // out: 8, 9, 9, 4, 7, 7.
  EXPECT_EQ(rated(context_, graph, EdgeRating::inner_outer, weights),
            (Values{6.0 / 5, 3.0 / 12, 2.0 / 13, 4.0 / 5, std::numeric_limits<double>::max()}));
  // Vertices weigh 1 unless they are told.
  EXPECT_EQ(rated(context_, graph, EdgeRating::expansion), (Values{3, 1.5, 1, 2, 3.5}));
  EXPECT_EQ(rated(context_, make_graph(3, {{0, 1}, {1, 2}}), EdgeRating::inner_outer),
            (Values{1, 1}));
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
  // Of the others there are four of weight 1 and one of 0.25, though out(1) is rounded to 1e16.
  EXPECT_EQ(first.at({0, 1}), 1e16 / 4.25);
}

// Held to sums of integers: weights are multiples of 2^-60, and few of a vertex dominate.
TEST_P(EdgeRatings, LoseNoDigitsWhereOneWeightDominates) {
  const auto multiple_of_unit = [](double weight) {
    return static_cast<Int128>(std::ldexp(weight, 60));
  };
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    EdgeList graph = random_graph(300, 700, seed);
    Array<double> weights(graph.edges.size());
    for (std::size_t e = 0; e < weights.size(); ++e) {
      const std::uint64_t random = hash(seed, e);
      const double size = std::ldexp(static_cast<double>(1 + random % 1000),
                                     static_cast<int>(random >> 10 & 63) - 20 * (seed % 4 != 0));
      weights[e] = std::ldexp(seed % 2 == 0 || random >> 60 != 0 ? size : -size, -20);
    }
    std::vector<Int128> out(graph.num_vertices, 0);
    for (std::size_t e = 0; e < weights.size(); ++e) {
      out[graph.edges[e].u] += multiple_of_unit(weights[e]);
      out[graph.edges[e].v] += multiple_of_unit(weights[e]);
    }
    graph.weights = weights.clone();
    const std::vector<double> ratings = rated(context_, graph, EdgeRating::inner_outer);
    for (std::size_t e = 0; e < weights.size(); ++e) {
      const Int128 others =
          out[graph.edges[e].u] + out[graph.edges[e].v] - 2 * multiple_of_unit(weights[e]);
      if (others == 0) {
        EXPECT_EQ(ratings[e], std::numeric_limits<double>::max());
        continue;
      }
      const long double expected =
          std::ldexp(static_cast<long double>(weights[e]), 60) / static_cast<long double>(others);
      EXPECT_LE(std::abs(ratings[e] - expected), std::abs(expected) * 0x1p-48L) << seed << ' ' << e;
    }
  }
}

// Weights of 600 powers of two: sums of several doubles, also where they cancel at a hub.
TEST_P(EdgeRatings, AddUpWeightsOfAllSizes) {
  constexpr VertexId k_leaves = 601;
  Pairs pairs;
  std::vector<double> weights;
  for (VertexId i = 0; i < k_leaves; ++i) {
    pairs.emplace_back(0, 1 + i);
    weights.push_back(std::ldexp(1.0, static_cast<int>(i) - 300));
    pairs.emplace_back(0, 1 + k_leaves + i);
    weights.push_back(-weights.back());
  }
  pairs.emplace_back(0, 2 * k_leaves + 1);
  weights.push_back(std::ldexp(1.0, -400));
  const EdgeList graph = make_graph(2 * k_leaves + 2, pairs, weights);
  const std::vector<double> ratings = rated(context_, graph, EdgeRating::inner_outer);
  // Without the edge itself -w is left of its pair, and 2^-400.
  for (std::size_t e = 0; e + 1 < weights.size(); ++e) {
    EXPECT_EQ(ratings[e], weights[e] / (std::ldexp(1.0, -400) - weights[e])) << e;
  }
  // All others cancel.
  EXPECT_EQ(ratings.back(), std::numeric_limits<double>::max());
}

// Where nothing cancels, values are those of the formula.
TEST_P(EdgeRatings, AreTheFormulaWhereNothingCancels) {
  EdgeList graph = random_graph(300, 3000, 3);
  Array<double> weights(graph.edges.size());
  for (std::size_t e = 0; e < weights.size(); ++e) {
    weights[e] = 1 + 0.1 * static_cast<double>(hash(1, e) % 100);
  }
  std::vector<std::vector<double>> terms(graph.num_vertices);
  for (std::size_t e = 0; e < weights.size(); ++e) {
    terms[graph.edges[e].u].push_back(weights[e]);
    terms[graph.edges[e].v].push_back(weights[e]);
  }
  const auto out = [&](VertexId v) {
    return detail::base::exact_sum(terms[v].size(), [&](std::size_t i) { return terms[v][i]; });
  };
  graph.weights = weights.clone();
  const std::vector<double> ratings = rated(context_, graph, EdgeRating::inner_outer);
  for (std::size_t e = 0; e < weights.size(); ++e) {
    const double w = weights[e];
    EXPECT_EQ(ratings[e], w / ((out(graph.edges[e].u) - w) + (out(graph.edges[e].v) - w)));
  }
}

// Sums are doubles, and the denominator made of two of them is not.
TEST_P(EdgeRatings, DivideByMoreThanTheLargestDouble) {
  const EdgeList graph = path_graph(std::vector<double>{1.5e308, 1e300, 1.5e308});
  const std::vector<double> ratings = rated(context_, graph, EdgeRating::inner_outer);
  EXPECT_NEAR(ratings[1] * 3e8, 1, 1e-15);
  EXPECT_EQ(ratings[0], 1.5e308 / 1e300);
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
