// SPDX-License-Identifier: MIT
// Suitor on one thread: rows that are scanned in blocks, and keys at the ends of their range.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "base/graph_order.hpp"
#include "graph_cases.hpp"
#include "hypermatch/graph_matching.hpp"

namespace hypermatch::test {
namespace {

template <class T>
void expect_greedy_suitors(EdgeList graph, const std::vector<T>& values, std::uint64_t seed) {
  Array<T> weights(graph.edges.size());
  for (std::size_t e = 0; e < weights.size(); ++e) {
    weights[e] = values[detail::base::below(detail::base::hash(seed, 11, e), values.size())];
  }
  graph.weights = std::move(weights);
  const Context one({.threads = 1});
  const CompressedGraph rows = compress(one, graph.view());
  for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
    const GraphOrder order{Objective::weight, nonpositive, seed};
    const GraphMatching matching =
        suitor(one, rows.view(), {.order = order, .variant = SuitorVariant::unsorted});
    EXPECT_EQ(matching.stats.variant, "unsorted");
    EXPECT_EQ(matching.mates, sorted_greedy(one, graph.view(), order).mates)
        << type_name(graph.view().weights) << ", " << values.size() << " values, seed " << seed;
  }
}

// The extremes alone, and among others.
template <class T>
void expect_greedy_of_extremes(const EdgeList& shape, std::uint64_t seed) {
  using Limits = std::numeric_limits<T>;
  const auto copy = [&] {
    EdgeList graph = make_graph(shape.num_vertices, {});
    graph.edges = shape.edges.clone();
    return graph;
  };
  expect_greedy_suitors<T>(copy(), {Limits::max()}, seed);
  expect_greedy_suitors<T>(copy(), {Limits::lowest()}, seed);
  expect_greedy_suitors<T>(copy(), {0}, seed);
  expect_greedy_suitors<T>(copy(), {1, 2}, seed);
  expect_greedy_suitors<T>(copy(), {Limits::lowest(), Limits::min(), -1, 0, 1, Limits::max()},
                           seed);
  std::vector<T> many;
  for (int i = 0; i < 1000; ++i) many.push_back(static_cast<T>(i) - 100);
  expect_greedy_suitors<T>(copy(), many, seed);
}

TEST(SuitorByKeys, IsGreedy) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Pairs complete;
    for (VertexId u = 0; u < 90; ++u) {
      for (VertexId v = u + 1; v < 90; ++v) complete.emplace_back(u, v);
    }
    for (const EdgeList& shape : {make_graph(90, complete), random_graph(200, 400, seed),
                                  make_graph(100, star_pairs(99))}) {
      expect_greedy_of_extremes<std::int32_t>(shape, seed);
      expect_greedy_of_extremes<std::int64_t>(shape, seed);
      expect_greedy_of_extremes<float>(shape, seed);
      expect_greedy_of_extremes<double>(shape, seed);
    }
  }
}

// The least key of all is one that an arc may have, and so is the largest.
TEST(SuitorByKeys, MatchesEdgesOfExtremeKeys) {
  constexpr VertexId k_vertices = 300'000;
  const Context one({.threads = 1});
  for (const bool least : {true, false}) {
    Pairs pairs = pairs_of_hash(least ? 0 : ~std::uint32_t{0}, 5, k_vertices);
    ASSERT_FALSE(pairs.empty());
    const auto [u, v] = pairs[0];
    // More edges of the first pair, whose rows are seen before and after.
    for (VertexId other = 1; other < k_vertices; other += 10'000) {
      if (!least && other != u && other != v) pairs.emplace_back(other, v);
    }
    const std::vector<std::int32_t> weights(pairs.size(),
                                            least ? std::numeric_limits<std::int32_t>::min()
                                                  : std::numeric_limits<std::int32_t>::max());
    const EdgeList graph = make_graph(k_vertices, pairs, weights);
    const GraphOrder order{Objective::weight, NonPositive::keep, 5};
    const CompressedGraph rows = compress(one, graph.view());
    const GraphMatching matching =
        suitor(one, rows.view(), {.order = order, .variant = SuitorVariant::unsorted});
    EXPECT_EQ(matching.mates, sorted_greedy(one, graph.view(), order).mates);
    EXPECT_EQ(matching.mates[u], v);
  }
}

}  // namespace
}  // namespace hypermatch::test
