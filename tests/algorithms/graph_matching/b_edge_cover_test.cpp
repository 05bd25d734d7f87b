// SPDX-License-Identifier: MIT
// b-edge covers by hand, against the lightest ones, and at the ends of the range.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/b_edge_cover.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry.hpp"
#include "hypermatch/verify_cover.hpp"

namespace hypermatch {
namespace {

using Rows = std::vector<std::vector<VertexId>>;

Rows rows_of(const Partners& cover) {
  Rows rows;
  for (VertexId v = 0; v + std::size_t{1} < cover.offsets.size(); ++v) {
    const auto partners = cover.partners_of(v);
    rows.emplace_back(partners.begin(), partners.end());
  }
  return rows;
}

template <class T>
EdgeList graph_of(VertexId n, const std::vector<GraphEdge>& edges, const std::vector<T>& weights) {
  return {n, Array<GraphEdge>(std::span<const GraphEdge>(edges)),
          Array<T>(std::span<const T>(weights))};
}

void expect_cover(const EdgeList& graph, const Capacities& least, const Rows& expected,
                  const GraphOrder& order = {}) {
  for (const int threads : {1, 2, 7}) {
    const Context context({.threads = threads});
    const CompressedGraph rows = compress(context, graph.view());
    EXPECT_EQ(rows_of(b_edge_cover(context, graph.view(), least, order)), expected);
    EXPECT_EQ(rows_of(b_edge_cover(context, rows.view(), least, order)), expected);
    for (const registry::AlgorithmInfo& algorithm :
         registry::algorithms(registry::Problem::graph_matching)) {
      if (!algorithm.takes_capacities()) continue;
      registry::MatchingRequest request;
      request.problem = algorithm.problem;
      request.algorithm = algorithm.name;
      request.variant = algorithm.variant;
      request.order.nonpositive = order.nonpositive;
      request.order.objective = order.objective;
      request.capacities = least;
      GraphForms forms(context, graph);
      const Partners found = registry::b_edge_cover(context, forms, request);
      EXPECT_EQ(rows_of(found), expected) << algorithm.name << ' ' << algorithm.variant;
      EXPECT_EQ(found.stats.algorithm, algorithm.name);
    }
  }
}

// A path 0 - 1 - 2 - 3 and a chord 1 - 3.
EdgeList path_with_chord() {
  return graph_of<std::int32_t>(4, {{0, 1}, {1, 2}, {3, 2}, {1, 3}}, {5, 9, 7, 8});
}

TEST(EdgeCover, LeavesOutTheHeaviestEdgesThatItCan) {
  const EdgeList graph = path_with_chord();
  // 1 2 is left out first; 2 then needs 3 2, and 3 needs no more.
  expect_cover(graph, {.common = 1}, {{1}, {0}, {3}, {2}});
  expect_cover(graph, {.common = 0}, {{}, {}, {}, {}});
  expect_cover(graph, {.common = 2}, {{1}, {0, 2, 3}, {1, 3}, {1, 2}});
  expect_cover(graph, {.common = 9}, {{1}, {0, 2, 3}, {1, 3}, {1, 2}});
  const std::vector<std::uint32_t> mixed = {0, 0, 1, 2};
  expect_cover(graph, {.each = mixed}, {{}, {3}, {3}, {1, 2}});
}

TEST(EdgeCover, TakesWhatWeighsNothingOrLess) {
  const EdgeList graph = graph_of<double>(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {-2, 0, 3, 4});
  expect_cover(graph, {.common = 0}, {{1}, {0, 2}, {1}, {}});
  expect_cover(graph, {.common = 1}, {{1}, {0, 2}, {1, 3}, {2}});
  // No edge is chosen that could be left out.
  expect_cover(graph, {.common = 0}, {{}, {}, {}, {}}, {.nonpositive = NonPositive::keep});
  expect_cover(graph, {.common = 1}, {{1}, {0}, {3}, {2}}, {.nonpositive = NonPositive::keep});
}

TEST(EdgeCover, OfEdgesThatCountIsFewEdges) {
  // A star: all its edges are needed.
  const EdgeList star{
      4,
      Array<GraphEdge>(std::span<const GraphEdge>(std::vector<GraphEdge>{{0, 1}, {0, 2}, {3, 0}})),
      {}};
  expect_cover(star, {.common = 1}, {{1, 2, 3}, {0}, {0}, {0}});
  const Context context({.threads = 1});
  const Partners cover = b_edge_cover(context, star, {.common = 1});
  EXPECT_EQ(cover.stats.guarantee, "2 times the fewest edges");
  EXPECT_EQ(b_edge_cover(context, path_with_chord(), {.common = 1}).stats.guarantee,
            "2 times the lightest cover if no weight is negative");
}

TEST(EdgeCover, OfALargeStarIsLinear) {
  constexpr VertexId k_leaves = 200'000;
  std::vector<GraphEdge> edges;
  std::vector<std::int32_t> weights;
  for (VertexId v = 1; v <= k_leaves; ++v) {
    edges.push_back({0, v});
    weights.push_back(static_cast<std::int32_t>(v));
  }
  const EdgeList graph = graph_of(k_leaves + 1, edges, weights);
  std::vector<std::uint32_t> least(k_leaves + 1, 0);
  least[0] = k_leaves / 10;
  const Context context({.threads = 2});
  const Partners cover = b_edge_cover(context, graph, {.each = least});
  ASSERT_EQ(cover.partners_of(0).size(), k_leaves / 10);
  EXPECT_EQ(cover.partners_of(0).back(), k_leaves / 10);
}

TEST(EdgeCover, OfRandomGraphsIsTheSameForAllAlgorithmsAndProven) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    std::uint64_t i = 0;
    const auto dice = [&](std::uint64_t below) {
      return detail::base::below(detail::base::hash(seed, i++), below);
    };
    const auto n = static_cast<VertexId>(20 + dice(80));
    std::vector<GraphEdge> edges;
    std::vector<std::int32_t> weights;
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = u + 1; v < n; ++v) {
        if (dice(6) != 0) continue;
        edges.push_back(dice(2) != 0 ? GraphEdge{u, v} : GraphEdge{v, u});
        weights.push_back(static_cast<std::int32_t>(dice(seed % 2 == 0 ? 4 : 1000)));
      }
    }
    std::vector<std::uint32_t> least(n);
    for (auto& b : least) b = static_cast<std::uint32_t>(dice(6));
    const EdgeList graph = graph_of(n, edges, weights);
    const Context context({.threads = 2});
    const Partners cover = b_edge_cover(context, graph, {.each = least});
    expect_cover(graph, {.each = least}, rows_of(cover));
    const verify::EdgeCoverVerdict verdict = verify::check_edge_cover(
        context, graph.view(), cover, {.greedy = true, .capacities = {.each = least}});
    EXPECT_TRUE(verdict.ok) << verdict.violation;
    EXPECT_GE(verdict.certified_ratio, 0.5);
  }
}

TEST(EdgeCover, ComplementOfTheComplementIsTheMatching) {
  const EdgeList graph = path_with_chord();
  const Context context({.threads = 2});
  const Partners matching = greedy(context, graph.view(), {.common = 2});
  const Partners rest = complement(context, graph, matching);
  EXPECT_EQ(rows_of(rest), (Rows{{1}, {0}, {}, {}}));
  EXPECT_EQ(rows_of(complement(context, graph, rest)), rows_of(matching));
  const Array<std::uint32_t> capacities = complement_capacities(context, graph, {.common = 2});
  EXPECT_EQ(std::vector<std::uint32_t>(capacities.begin(), capacities.end()),
            (std::vector<std::uint32_t>{0, 1, 0, 0}));
}

TEST(EdgeCover, OfNothingIsNothing) {
  const Context context({.threads = 1});
  EXPECT_TRUE(b_edge_cover(context, EdgeList{}, {.common = 3}).partners.empty());
  EXPECT_EQ(b_edge_cover(context, EdgeListView{.num_vertices = 2}, {}).offsets.size(), 3U);
}

TEST(EdgeCover, RefusesWhatDoesNotFit) {
  const Context context({.threads = 1});
  const EdgeList graph = path_with_chord();
  const std::vector<std::uint32_t> three(3, 2);
  EXPECT_THROW((void)b_edge_cover(context, graph, {.each = three}), Error);
  Partners broken;
  broken.offsets = {0, 1, 2, 2, 2};
  broken.partners = {2, 2};
  EXPECT_THROW((void)complement(context, graph, broken), Error);
  // Capacities that happen to be 1 all the same.
  const EdgeList pair = graph_of<std::int32_t>(2, {{0, 1}}, {1});
  registry::MatchingRequest request;
  request.problem = registry::Problem::graph_matching;
  request.algorithm = "gpa";
  request.capacities.common = 0;
  GraphForms forms(context, pair);
  try {
    (void)registry::b_edge_cover(context, forms, request);
    FAIL() << "gpa takes no capacities";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
  }
}

}  // namespace
}  // namespace hypermatch
