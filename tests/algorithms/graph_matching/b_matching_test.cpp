// SPDX-License-Identifier: MIT
// b-matchings by hand, from the definition, and at the ends of the range.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/graph_order.hpp"
#include "base/random.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/partner_rows.hpp"

namespace hypermatch {
namespace {

using test::graph_of;
using test::Rows;
using test::rows_of;

// All algorithms, each with its name.
std::vector<std::pair<std::string, Partners>> answers(const Context& context, const EdgeList& graph,
                                                      const Capacities& capacities,
                                                      const GraphOrder& order = {}) {
  const CompressedGraph rows = compress(context, graph.view());
  std::vector<std::pair<std::string, Partners>> all;
  all.emplace_back("greedy", greedy(context, graph.view(), capacities, order));
  all.emplace_back("local_max", local_max(context, graph.view(), capacities, order));
  all.emplace_back("local_max of rows", local_max(context, rows.view(), capacities, order));
  all.emplace_back("locally_dominant", locally_dominant(context, rows.view(), capacities, order));
  for (const auto& [variant, name, listed] : EnumNames<BSuitorVariant>::all) {
    all.emplace_back(
        name, b_suitor(context, rows.view(), capacities, {.order = order, .variant = variant}));
  }
  return all;
}

void expect_all(const EdgeList& graph, const Capacities& capacities, const Rows& expected) {
  for (const int threads : {1, 2, 7}) {
    const Context context({.threads = threads});
    for (const auto& [name, matching] : answers(context, graph, capacities)) {
      EXPECT_EQ(rows_of(matching), expected) << name << ", " << threads << " threads";
    }
  }
}

// Edges from the top, each taken if both ends have room.
Rows by_definition(const EdgeList& graph, const Capacities& capacities, std::uint64_t seed) {
  const detail::base::PairMixer mix(seed);
  std::vector<EdgeId> order(graph.edges.size());
  for (EdgeId e = 0; e < order.size(); ++e) order[e] = e;
  const WeightsView weights = graph.view().weights;
  const auto tie = [&](EdgeId e) {
    return detail::base::graph_rank(0, mix, graph.edges[e].u, graph.edges[e].v);
  };
  std::sort(order.begin(), order.end(), [&](EdgeId a, EdgeId b) {
    const double first = weight_at(weights, a), second = weight_at(weights, b);
    return first != second ? first > second : tie(a) > tie(b);
  });
  Rows rows(graph.num_vertices);
  for (const EdgeId e : order) {
    const auto [u, v] = graph.edges[e];
    if (weight_at(weights, e) <= 0) continue;
    if (rows[u].size() >= capacities[u] || rows[v].size() >= capacities[v]) continue;
    rows[u].push_back(v);
    rows[v].push_back(u);
  }
  for (auto& row : rows) std::sort(row.begin(), row.end());
  return rows;
}

TEST(BMatching, TakesTheHeaviestEdgesThatFit) {
  // A path 0 - 1 - 2 - 3 and a chord 1 - 3.
  const EdgeList graph = graph_of<std::int32_t>(4, {{0, 1}, {1, 2}, {2, 3}, {1, 3}}, {5, 9, 7, 8});
  expect_all(graph, {.common = 2}, {{}, {2, 3}, {1, 3}, {1, 2}});
  const std::vector<std::uint32_t> one_each = {1, 3, 1, 1};
  expect_all(graph, {.each = one_each}, {{1}, {0, 2, 3}, {1}, {1}});
  const std::vector<std::uint32_t> closed = {1, 0, 9, 9};
  expect_all(graph, {.each = closed}, {{}, {}, {3}, {2}});
  expect_all(graph, {.common = 0}, {{}, {}, {}, {}});
  expect_all(graph, {.common = 1}, {{}, {2}, {1}, {}});
}

TEST(BMatching, IsThatOfTheDefinition) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto draw = [&, i = std::uint64_t{0}](std::uint64_t below) mutable {
      return detail::base::below(detail::base::hash(seed, i++), below);
    };
    auto dice = draw;
    const auto n = static_cast<VertexId>(2 + dice(30));
    std::vector<GraphEdge> edges;
    std::vector<double> weights;
    const std::uint64_t values = seed % 3 == 0 ? 2 : seed % 3 == 1 ? 8 : 100'000;
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = u + 1; v < n; ++v) {
        if (dice(4) != 0) continue;
        edges.push_back(dice(2) != 0 ? GraphEdge{u, v} : GraphEdge{v, u});
        weights.push_back(static_cast<double>(dice(values)));
      }
    }
    std::vector<std::uint32_t> each(n);
    for (auto& capacity : each) capacity = static_cast<std::uint32_t>(dice(5));
    std::vector<std::int32_t> narrow(weights.begin(), weights.end());
    for (const EdgeList& graph : {graph_of(n, edges, weights), graph_of(n, edges, narrow)}) {
      const Rows expected = by_definition(graph, {.each = each}, seed);
      const Context context({.threads = seed % 2 == 0 ? 1 : 3});
      for (const auto& [name, matching] : answers(context, graph, {.each = each}, {.seed = seed})) {
        ASSERT_EQ(rows_of(matching), expected) << name << ", seed " << seed;
      }
    }
  }
}

using test::random_graph;
using test::weigh_each;

EdgeList graph_by_ends(VertexId n, std::size_t m) {
  EdgeList graph = random_graph(n, m, 2);
  std::sort(graph.edges.begin(), graph.edges.end(), [](const GraphEdge& a, const GraphEdge& b) {
    return std::pair(a.u, a.v) < std::pair(b.u, b.v);
  });
  return graph;
}

TEST(BMatching, ScansListsThatAreSorted) {
  EdgeList met = graph_by_ends(700, 3'000);
  EdgeList apart = random_graph(700, 3'000, 3);
  for (const double sign : {1.0, -1.0}) {
    // One edge in ten weighs as much as the one before it.
    const auto weight = [&](std::size_t e) {
      return sign * (static_cast<double>(e - (e % 10 == 0 && e != 0 ? 1 : 0)) - 500);
    };
    for (const int threads : {1, 2, 3, 16}) {
      const Context context({.threads = threads, .backend = HostBackend::std_threads});
      for (EdgeList* graph : {&met, &apart}) {
        weigh_each<std::int64_t>(*graph, weight);
        for (const std::uint32_t capacity : {1U, 2U, 5U}) {
          const Capacities capacities{.common = capacity};
          const Partners found = local_max(context, graph->view(), capacities);
          EXPECT_EQ(found.partners, greedy(context, graph->view(), capacities).partners)
              << threads << " threads, capacity " << capacity;
        }
      }
    }
  }
}

// One thread scans such a list whatever the number of threads: one batch.
TEST(BMatching, ScansListsWhoseNeighboursMeetOnManyThreads) {
  EdgeList graph = graph_by_ends(40'000, 300'000);
  weigh_each<std::int32_t>(graph, [](std::size_t e) { return static_cast<double>(e + 1); });
  const Context context({.threads = 16, .backend = HostBackend::std_threads});
  for (const std::uint32_t capacity : {1U, 3U}) {
    const Partners found = local_max(context, graph.view(), {.common = capacity});
    EXPECT_EQ(found.stats.rounds, 1U);
    EXPECT_EQ(found.partners, greedy(context, graph.view(), {.common = capacity}).partners);
  }
}

TEST(BMatching, OfAStarFillsItsCentre) {
  constexpr VertexId k_leaves = 10'000;
  const EdgeList graph = test::rising_star(k_leaves);
  std::vector<std::uint32_t> each(k_leaves + 1, 1);
  each[0] = k_leaves / 10;
  const Context context({.threads = 2});
  for (const auto& [name, matching] : answers(context, graph, {.each = each})) {
    ASSERT_EQ(matching.partners_of(0).size(), k_leaves / 10) << name;
    EXPECT_EQ(matching.partners_of(0).front(), k_leaves - k_leaves / 10 + 1) << name;
    EXPECT_TRUE(matching.partners_of(1).empty()) << name;
    EXPECT_EQ(matching.partners_of(k_leaves).front(), 0U) << name;
  }
}

TEST(BMatching, WithRoomForAllTakesAll) {
  std::vector<GraphEdge> edges;
  std::vector<float> weights;
  for (VertexId v = 0; v < 100; ++v) {
    edges.push_back({v, v + 1});
    weights.push_back(v % 5 == 0 ? -1.0F : 2.0F);
  }
  const EdgeList graph = graph_of(101, edges, weights);
  const Context context({.threads = 2});
  for (const auto& [name, matching] : answers(context, graph, {.common = ~std::uint32_t{0}})) {
    EXPECT_EQ(matching.partners.size(), 160U) << name;
    EXPECT_TRUE(matching.partners_of(0).empty()) << name;
  }
}

// Two hubs with all leaves, and a path of the leaves, so that some edges have room at both ends
// whatever the hubs take. Degrees are counted in bytes below a capacity of 255, else in words.
TEST(BMatching, TellsLooseEdgesFromTightOnesAtAnyCapacity) {
  constexpr VertexId k_leaves = 70'000;
  constexpr VertexId n = k_leaves + 2;
  std::vector<GraphEdge> edges;
  std::vector<std::int32_t> weights;
  const auto add = [&](VertexId u, VertexId v) {
    edges.push_back({u, v});
    weights.push_back(static_cast<std::int32_t>(detail::base::hash(u, v) % 1000) + 1);
  };
  for (VertexId leaf = 2; leaf < n; ++leaf) {
    add(0, leaf);
    add(1, leaf);
    if (leaf + 1 < n) add(leaf, leaf + 1);
  }
  const EdgeList graph = graph_of(n, edges, weights);
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> of_hubs = {
      {253, 254}, {254, 255}, {256, 1}, {k_leaves - 1, k_leaves}, {k_leaves, k_leaves}};
  for (const auto& [first, second] : of_hubs) {
    std::vector<std::uint32_t> each(n, 8);  // room for more than all edges
    each[0] = first;
    each[1] = second;
    for (VertexId leaf = 2; leaf < n; leaf += 97) each[leaf] = leaf % 5;
    const Capacities capacities{.each = each};
    const Context one({.threads = 1});
    const Partners expected = greedy(one, graph.view(), capacities);
    for (const int threads : {1, 2, 3, 8}) {
      const Context context({.threads = threads});
      const Partners found = local_max(context, graph.view(), capacities);
      EXPECT_EQ(found.offsets, expected.offsets) << first << ", " << threads << " threads";
      EXPECT_EQ(found.partners, expected.partners) << first << ", " << threads << " threads";
    }
  }
}

TEST(BMatching, OfACompleteGraphHalfFull) {
  constexpr VertexId n = 60;
  std::vector<GraphEdge> edges;
  std::vector<std::int64_t> weights;
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = u + 1; v < n; ++v) {
      edges.push_back({u, v});
      weights.push_back(1 + (std::int64_t{u} * v) % 7);
    }
  }
  const EdgeList graph = graph_of(n, edges, weights);
  expect_all(graph, {.common = n / 2}, by_definition(graph, {.common = n / 2}, 0));
}

TEST(BMatching, SaysWhatItIsWorth) {
  const EdgeList graph = graph_of<std::int32_t>(3, {{0, 1}, {1, 2}}, {3, 2});
  const Context context({.threads = 1});
  for (const auto& [name, matching] : answers(context, graph, {.common = 2})) {
    EXPECT_EQ(matching.stats.guarantee, "1/2 of the largest weight under the capacities") << name;
  }
  for (const auto& [name, matching] : answers(context, graph, {.common = 1})) {
    EXPECT_EQ(matching.stats.guarantee, "1/2 of the largest weight") << name;
  }
}

TEST(BMatching, RefusesCapacitiesThatDoNotFit) {
  const EdgeList graph = graph_of<std::int32_t>(2, {{0, 1}}, {1});
  const std::vector<std::uint32_t> three(3, 2);
  const Context context({.threads = 1});
  EXPECT_THROW((void)greedy(context, graph.view(), {.each = three}), Error);
  EXPECT_THROW((void)local_max(context, graph.view(), {.each = three}), Error);
  const CompressedGraph rows = compress(context, graph.view());
  EXPECT_THROW((void)local_max(context, rows.view(), {.each = three}), Error);
  EXPECT_THROW((void)locally_dominant(context, rows.view(), {.each = three}), Error);
  EXPECT_THROW((void)b_suitor(context, rows.view(), {.each = three}), Error);
}

TEST(BMatching, PairsAscendByEdgeAndWeighWhatTheyWeigh) {
  const EdgeList graph = graph_of<std::int32_t>(4, {{3, 2}, {1, 2}, {0, 1}, {3, 1}}, {7, 9, 5, 8});
  const Context context({.threads = 1});
  Partners matching = greedy(context, graph.view(), {.common = 2});
  const MatchedPairs listed = matched_pairs(context, graph.view(), matching);
  EXPECT_EQ(listed.pairs, (std::vector<GraphEdge>{{3, 2}, {1, 2}, {3, 1}}));
  EXPECT_EQ(listed.value.integer_weight, 24);
  const CompressedGraph rows = compress(context, graph.view());
  const MatchedPairs by_rows = matched_pairs(context, rows.view(), matching);
  EXPECT_EQ(by_rows.pairs, (std::vector<GraphEdge>{{1, 2}, {1, 3}, {2, 3}}));
  EXPECT_EQ(by_rows.value.integer_weight, 24);
  std::swap(matching.partners[0], matching.partners[1]);  // of vertex 1
  EXPECT_THROW((void)matched_pairs(context, graph.view(), matching), Error);
  std::swap(matching.partners[0], matching.partners[1]);
  matching.partners[1] = 0;
  EXPECT_THROW((void)matched_pairs(context, graph.view(), matching), Error);
}

// Of 36,000 edges several chunks have some, on every number of threads.
TEST(BMatching, PairsAreTheEdgesBetweenPartners) {
  const Context alone({.threads = 1});
  const EdgeList graph = generate::graph(alone, "random_graph", {{"n", 9000}, {"alpha", 4}}, 2);
  const Partners matching = greedy(alone, graph.view(), {.common = 3});
  std::vector<GraphEdge> expected;
  for (const GraphEdge& edge : graph.edges) {
    const auto partners = matching.partners_of(edge.u);
    if (std::find(partners.begin(), partners.end(), edge.v) != partners.end()) {
      expected.push_back(edge);
    }
  }
  for (const int threads : {1, 2, 7}) {
    const Context context({.threads = threads});
    const MatchedPairs found = matched_pairs(context, graph.view(), matching);
    EXPECT_EQ(found.pairs, expected);
    EXPECT_EQ(found.value.edges, expected.size());
    EXPECT_EQ(matched_pairs(context, compress(context, graph.view()).view(), matching).value.edges,
              expected.size());
  }
}

TEST(BMatching, PairsOfListsThatAreNoMatchingAreRefused) {
  const Context context({.threads = 1});
  const EdgeList graph = graph_of<std::int32_t>(5, {{0, 1}, {2, 3}}, {1, 1});
  const CompressedGraph rows = compress(context, graph.view());
  const auto expect_refused = [&](const std::vector<std::vector<VertexId>>& lists) {
    Partners matching;
    matching.offsets = {0};
    for (const std::vector<VertexId>& list : lists) {
      matching.partners.insert(matching.partners.end(), list.begin(), list.end());
      matching.offsets.push_back(matching.partners.size());
    }
    EXPECT_THROW((void)matched_pairs(context, graph.view(), matching), Error);
    EXPECT_THROW((void)matched_pairs(context, rows.view(), matching), Error);
  };
  // One end says so, from either side; as many partners stand elsewhere as edges would need.
  expect_refused({{1}, {}, {}, {0}, {}});
  expect_refused({{}, {0}, {}, {0}, {}});
  // Two vertices that no edge joins.
  expect_refused({{1}, {0}, {4}, {}, {2}});
  // The graph has ends beyond its vertices.
  const EdgeList broken = graph_of<std::int32_t>(5, {{0, 1}, {2, 900'000'000}}, {1, 1});
  Partners matching;
  matching.offsets = {0, 1, 2, 3, 3, 3};
  matching.partners = {1, 0, 4};
  EXPECT_THROW((void)matched_pairs(context, broken.view(), matching), Error);
  // A pair that stands twice, in the graph and in the lists.
  const EdgeList twice = graph_of<std::int32_t>(2, {{0, 1}, {0, 1}}, {1, 1});
  matching.offsets = {0, 2, 4};
  matching.partners = {1, 1, 0, 0};
  EXPECT_THROW((void)matched_pairs(context, twice.view(), matching), Error);
  // Partners that fall.
  const EdgeList star = graph_of<std::int32_t>(3, {{0, 1}, {0, 2}}, {1, 1});
  matching.offsets = {0, 2, 3, 4};
  matching.partners = {2, 1, 0, 0};
  EXPECT_THROW((void)matched_pairs(context, star.view(), matching), Error);
}

}  // namespace
}  // namespace hypermatch
