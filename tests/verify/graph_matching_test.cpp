// SPDX-License-Identifier: MIT
// The judge of matchings in graphs: right answers pass, each kind of wrong one is named.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/graph_order.hpp"
#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/verify/same_verdict.hpp"

namespace hypermatch::verify {
namespace {

template <class T>
EdgeList list_of(VertexId n, const std::vector<GraphEdge>& edges, const std::vector<T>& weights) {
  EdgeList graph;
  graph.num_vertices = n;
  graph.edges = Array<GraphEdge>(std::span<const GraphEdge>(edges));
  if (!weights.empty()) graph.weights = Array<T>(std::span<const T>(weights));
  return graph;
}

// A path a-b-c-d whose middle is the heaviest edge, and an isolated vertex.
EdgeList path() {
  return list_of<std::int32_t>(5, {{0, 1}, {2, 1}, {2, 3}}, {2, 3, 2});
}

std::string violation(const EdgeList& graph, const std::vector<VertexPair>& pairs,
                      GraphMatchingDemands demands = {}) {
  demands.bound = false;
  const MatchingVerdict verdict = check_graph_matching(serial(), graph.view(), pairs, demands);
  EXPECT_EQ(verdict.ok, verdict.violation.empty());
  return verdict.violation;
}

TEST(CheckGraphMatching, AcceptsPairsInEitherDirection) {
  EXPECT_EQ(violation(path(), {}), "");
  EXPECT_EQ(violation(path(), {{1, 0}, {2, 3}}, {.maximal = true}), "");
  EXPECT_EQ(violation(path(), {{1, 2}}, {.maximal = true, .greedy = true}), "");
  EXPECT_EQ(violation(path(), {{2, 1}}, {.maximal = true, .greedy = true}), "");
}

TEST(CheckGraphMatching, NamesWhatIsWrong) {
  EXPECT_EQ(violation(path(), {{0, 5}}), "vertex 6 does not exist, there are 5 vertices");
  EXPECT_EQ(violation(path(), {{~0ULL, 0}},
                      {.name =
                           [](std::uint64_t v) {
                             return v == ~0ULL ? std::string("zed") : std::to_string(v);
                           }}),
            "vertex zed does not exist, there are 5 vertices");
  EXPECT_EQ(violation(path(), {{4, 4}}), "vertex 5 is paired with itself");
  EXPECT_EQ(violation(path(), {{0, 1}, {1, 2}}), "vertex 2 is in two pairs");
  EXPECT_EQ(violation(path(), {{0, 1}, {1, 0}}), "vertex 2 is in two pairs");
  EXPECT_EQ(violation(path(), {{0, 2}}), "no edge joins 1 and 3");
  EXPECT_EQ(violation(path(), {{0, 1}}, {.maximal = true}),
            "not maximal: edge 3 4 meets no matched edge and could be added");
  EXPECT_EQ(violation(path(), {{0, 1}, {2, 3}}, {.greedy = true}),
            "not greedy: edge 3 2 comes before every matched edge that it meets, such as edge 3 4");
}

TEST(CheckGraphMatching, EligibilityFollowsObjectiveAndRule) {
  const EdgeList graph = list_of<double>(4, {{0, 1}, {2, 3}}, {-1.5, 0.0});
  EXPECT_EQ(violation(graph, {{0, 1}}).substr(0, 18), "edge 1 2 has weigh");
  EXPECT_EQ(violation(graph, {}, {.maximal = true}), "");
  EXPECT_NE(violation(graph, {}, {.order = {.objective = Objective::cardinality}, .maximal = true}),
            "");
  EXPECT_EQ(violation(graph, {{0, 1}, {2, 3}},
                      {.order = {.nonpositive = NonPositive::keep}, .greedy = true}),
            "");
}

TEST(CheckGraphMatching, RatingsReplaceWeightsInTheOrderOnly) {
  const std::vector<double> ratings = {5, 1, 4};
  const MatchingVerdict verdict =
      check_graph_matching(serial(), path().view(), std::vector<VertexPair>{{0, 1}, {2, 3}},
                           {.greedy = true, .ratings = ratings});
  EXPECT_TRUE(verdict.ok) << verdict.violation;
  EXPECT_EQ(verdict.value.integer_weight, 4);
  EXPECT_EQ(violation(path(), {{1, 2}}, {.greedy = true, .ratings = ratings}).substr(0, 10),
            "not greedy");
}

TEST(CheckGraphMatching, BoundsTheOptimum) {
  const MatchingVerdict verdict =
      check_graph_matching(serial(), path().view(), std::vector<VertexPair>{{1, 2}});
  ASSERT_TRUE(verdict.ok);
  EXPECT_EQ(verdict.value.edges, 1U);
  EXPECT_EQ(verdict.value.integer_weight, 3);
  EXPECT_GE(verdict.upper_bound, 4);
  EXPECT_LE(verdict.certified_ratio, 0.75);
  EXPECT_GE(verdict.certified_ratio, 0.5);
}

TEST(CheckGraphMatching, RefusesBrokenGraphs) {
  const auto broken = [](VertexId n, const std::vector<GraphEdge>& edges) {
    const EdgeList graph = list_of<float>(n, edges, {});
    EXPECT_THROW((void)check_graph_matching(serial(), graph.view(), std::vector<VertexPair>{}),
                 Error);
  };
  broken(2, {{0, 2}});
  broken(2, {{1, 1}});
  broken(3, {{0, 1}, {1, 2}, {1, 0}});
}

// Takes the edges that can be taken, one after another.
std::vector<VertexPair> take_in_order(const std::vector<GraphEdge>& edges,
                                      const std::vector<std::size_t>& order) {
  std::vector<bool> taken(64, false);
  std::vector<VertexPair> pairs;
  for (const std::size_t e : order) {
    if (taken[edges[e].u] || taken[edges[e].v]) continue;
    taken[edges[e].u] = taken[edges[e].v] = true;
    pairs.push_back({edges[e].u, edges[e].v});
  }
  return pairs;
}

// By its definition: an edge that is not matched meets one that weighs no less.
bool is_greedy_up_to_ties(const std::vector<GraphEdge>& edges,
                          const std::vector<std::int64_t>& weights,
                          const std::vector<VertexPair>& pairs) {
  std::vector<std::int64_t> matched_weight(64, 0);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (std::find(pairs.begin(), pairs.end(), VertexPair{edges[e].u, edges[e].v}) == pairs.end()) {
      continue;
    }
    matched_weight[edges[e].u] = matched_weight[edges[e].v] = weights[e];
  }
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (std::max(matched_weight[edges[e].u], matched_weight[edges[e].v]) < weights[e]) return false;
  }
  return true;
}

// Greedy by hand on random graphs with many ties: exactly one matching passes, not one without a
// pair, nor one that takes another edge before those it ties with. That one passes where ties may
// have been taken in any order; one that takes a light edge first does not.
TEST(CheckGraphMatching, OnlyTheGreedyMatchingIsGreedy) {
  int num_exchanged = 0;
  int num_refused = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::vector<GraphEdge> edges;
    std::vector<std::int64_t> weights;
    for (VertexId u = 0; u < 12; ++u) {
      for (VertexId v = u + 1; v < 12; ++v) {
        if (detail::base::hash(seed, u, v) % 3 != 0) continue;
        edges.push_back(v % 2 == 0 ? GraphEdge{u, v} : GraphEdge{v, u});
        weights.push_back(static_cast<std::int64_t>(1 + detail::base::hash(seed, v, u) % 2));
      }
    }
    const EdgeList graph = list_of(12, edges, weights);
    std::vector<std::size_t> order(edges.size());
    for (std::size_t e = 0; e < order.size(); ++e) order[e] = e;
    const detail::base::PairMixer mix(seed);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (weights[a] != weights[b]) return weights[a] > weights[b];
      return mix(edges[a].u, edges[a].v) > mix(edges[b].u, edges[b].v);
    });
    const std::vector<VertexPair> greedy = take_in_order(edges, order);
    const GraphMatchingDemands demands{.order = {.seed = seed}, .greedy = true};
    const GraphMatchingDemands any_ties{
        .order = {.seed = seed}, .greedy = true, .ties = Ties::redraw};
    EXPECT_EQ(violation(graph, greedy, demands), "") << seed;
    for (std::size_t i = 0; i < greedy.size(); ++i) {
      std::vector<VertexPair> other = greedy;
      other.erase(other.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_NE(violation(graph, other, demands), "") << seed << " without pair " << i;
    }
    EXPECT_EQ(violation(graph, greedy, any_ties), "") << seed;
    for (std::size_t place = 0; place < order.size(); ++place) {
      // This edge first among those of its weight, or of all.
      const auto first_of_weight = std::find_if(order.begin(), order.end(), [&](std::size_t e) {
        return weights[e] == weights[order[place]];
      });
      std::vector<std::size_t> changed = order;
      const auto mine = changed.begin() + static_cast<std::ptrdiff_t>(place);
      std::rotate(changed.begin() + (first_of_weight - order.begin()), mine, mine + 1);
      const std::vector<VertexPair> tied = take_in_order(edges, changed);
      const bool same =
          std::set(tied.begin(), tied.end()) == std::set(greedy.begin(), greedy.end());
      EXPECT_EQ(violation(graph, tied, demands).empty(), same) << seed << ", edge " << order[place];
      EXPECT_EQ(violation(graph, tied, any_ties), "") << seed << ", edge " << order[place];
      num_exchanged += same ? 0 : 1;
      changed = order;
      std::rotate(changed.begin(), changed.begin() + static_cast<std::ptrdiff_t>(place),
                  changed.begin() + static_cast<std::ptrdiff_t>(place) + 1);
      const std::vector<VertexPair> first = take_in_order(edges, changed);
      const bool is_greedy = is_greedy_up_to_ties(edges, weights, first);
      EXPECT_EQ(violation(graph, first, any_ties).empty(), is_greedy) << seed;
      num_refused += is_greedy ? 0 : 1;
    }
  }
  EXPECT_GT(num_exchanged, 100);
  EXPECT_GT(num_refused, 100);
}

}  // namespace
}  // namespace hypermatch::verify
