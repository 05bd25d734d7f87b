// SPDX-License-Identifier: MIT
// Verdicts about b-matchings of graphs and hypergraphs against brute force over all sets of edges.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/edge_order.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/verify/tiny_instances.hpp"

namespace hypermatch::verify {
namespace {

using test::Dice;
using Ids = std::vector<std::uint64_t>;

struct Truth {
  bool valid = true;
  bool maximal = true;
  bool greedy = true;
  double weight = 0;
  std::uint64_t saturated = 0;
};

// `pins(e)` of `m` edges with weights; above(a, b): a stands above b.
template <class Pins, class Above>
Truth truth_of(const Ids& chosen, std::size_t m, const std::vector<std::int32_t>& weights,
               const std::vector<std::uint32_t>& capacities, const Pins& pins, const Above& above) {
  Truth truth;
  const std::size_t n = capacities.size();
  std::vector<std::vector<std::uint64_t>> at(n);
  std::vector<std::uint32_t> degrees(n, 0);
  std::vector<bool> is_chosen(m, false);
  for (const std::uint64_t e : chosen) {
    is_chosen[e] = true;
    truth.weight += weights[e];
    truth.valid = truth.valid && weights[e] > 0;
    for (const VertexId v : pins(e)) at[v].push_back(e);
  }
  for (std::size_t e = 0; e < m; ++e) {
    for (const VertexId v : pins(e)) ++degrees[v];
  }
  for (std::size_t v = 0; v < n; ++v) {
    truth.valid = truth.valid && at[v].size() <= capacities[v];
    truth.saturated += at[v].size() == std::min(capacities[v], degrees[v]) ? 1 : 0;
  }
  for (std::size_t e = 0; e < m; ++e) {
    if (is_chosen[e] || weights[e] <= 0) continue;
    bool fits = true, justified = false;
    for (const VertexId v : pins(e)) {
      fits = fits && at[v].size() < capacities[v];
      const auto count = std::count_if(at[v].begin(), at[v].end(),
                                       [&](std::uint64_t other) { return above(other, e); });
      justified = justified || static_cast<std::uint32_t>(count) >= capacities[v];
    }
    truth.maximal = truth.maximal && !fits;
    truth.greedy = truth.greedy && justified;
  }
  return truth;
}

void compare_verdict(const MatchingVerdict& verdict, const Truth& truth, const std::string& what) {
  EXPECT_EQ(verdict.valid, truth.valid) << what << ": " << verdict.violation;
  if (!truth.valid) return;
  EXPECT_EQ(verdict.maximal, truth.maximal) << what << ": " << verdict.violation;
  EXPECT_EQ(verdict.greedy, truth.greedy) << what << ": " << verdict.violation;
  EXPECT_EQ(verdict.value.weight, truth.weight) << what;
  EXPECT_EQ(verdict.use.saturated, truth.saturated) << what;
}

std::vector<std::uint32_t> draw_capacities(Dice& dice, std::size_t n) {
  std::vector<std::uint32_t> capacities(n);
  for (auto& capacity : capacities) capacity = static_cast<std::uint32_t>(dice.below(4));
  capacities[0] = 2;  // not all are 1
  return capacities;
}

std::vector<std::int32_t> draw_weights(Dice& dice, std::size_t m) {
  std::vector<std::int32_t> weights(m);
  for (auto& weight : weights) weight = static_cast<std::int32_t>(dice.below(6));
  return weights;
}

Ids subset(std::uint64_t bits, std::size_t m) {
  Ids ids;
  for (std::size_t e = 0; e < m; ++e) {
    if ((bits >> e & 1) != 0) ids.push_back(e);
  }
  return ids;
}

TEST(BMatchingVerdicts, OfGraphsAreThoseOfTheDefinition) {
  const Context context({.threads = 1});
  std::size_t good = 0, bad = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Dice dice(seed);
    const auto n = static_cast<VertexId>(3 + dice.below(4));
    EdgeList graph{n, {}, {}};
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = u + 1; v < n && graph.edges.size() < 8; ++v) {
        if (dice.below(3) != 0) graph.edges.push_back({u, v});
      }
    }
    const std::size_t m = graph.edges.size();
    const std::vector<std::int32_t> weights = draw_weights(dice, m);
    graph.weights = test::array_of(weights);
    const std::vector<std::uint32_t> capacities = draw_capacities(dice, n);
    const CompressedGraph rows = compress(context, graph.view());
    const detail::base::PairMixer mix(seed);
    const auto pins = [&](std::size_t e) {
      return std::array<VertexId, 2>{graph.edges[e].u, graph.edges[e].v};
    };
    const auto rank = [&](std::size_t e) {
      return detail::base::graph_rank(static_cast<std::uint32_t>(weights[e]), mix, pins(e)[0],
                                      pins(e)[1]);
    };
    double best = 0;
    std::vector<MatchingVerdict> verdicts;
    for (std::uint64_t bits = 0; bits < 1ULL << m; ++bits) {
      const Ids ids = subset(bits, m);
      const Truth truth = truth_of(ids, m, weights, capacities, pins,
                                   [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
      std::vector<VertexPair> pairs;
      for (const std::uint64_t e : ids) pairs.push_back({pins(e)[0], pins(e)[1]});
      const GraphMatchingDemands demands{
          .order = {.seed = seed}, .bound = truth.valid, .capacities = {.each = capacities}};
      const std::string what = "seed " + std::to_string(seed) + " set " + std::to_string(bits);
      const MatchingVerdict verdict = check_graph_matching(context, graph.view(), pairs, demands);
      compare_verdict(verdict, truth, what);
      const MatchingVerdict of_rows = check_graph_matching(context, rows.view(), pairs, demands);
      compare_verdict(of_rows, truth, what + " of rows");
      ++(truth.valid ? good : bad);
      if (!truth.valid) continue;
      best = std::max(best, truth.weight);
      verdicts.push_back(verdict);
      verdicts.push_back(of_rows);
      GraphMatchingDemands strict = demands;
      strict.greedy = true;
      EXPECT_EQ(check_graph_matching(context, graph.view(), pairs, strict).ok, truth.greedy);
    }
    for (const MatchingVerdict& verdict : verdicts) {
      ASSERT_GE(verdict.upper_bound, best) << "seed " << seed;
      // Such instances are nearly integral, and each bound is at most twice a greedy matching.
      if (!verdict.greedy) continue;
      ASSERT_LE(verdict.upper_bound, 2 * verdict.value.weight) << "seed " << seed;
    }
  }
  EXPECT_GT(good, 300U);
  EXPECT_GT(bad, 300U);
}

TEST(BMatchingVerdicts, OfHypergraphsAreThoseOfTheDefinition) {
  const Context context({.threads = 1});
  std::size_t good = 0, bad = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Dice dice(seed + 500);
    const auto n = static_cast<VertexId>(3 + dice.below(4));
    const std::size_t m = 3 + dice.below(5);
    Hypergraph hypergraph;
    hypergraph.num_vertices = n;
    hypergraph.offsets.push_back(0);
    for (std::size_t e = 0; e < m; ++e) {
      const std::uint64_t first = dice.below(n);
      const std::uint64_t size = 1 + dice.below(std::min<std::uint64_t>(n, 3));
      for (std::uint64_t i = 0; i < size; ++i) {
        hypergraph.pins.push_back(static_cast<VertexId>((first + i) % n));
      }
      hypergraph.offsets.push_back(hypergraph.pins.size());
    }
    const std::vector<std::int32_t> weights = draw_weights(dice, m);
    hypergraph.weights = test::array_of(weights);
    const std::vector<std::uint32_t> capacities = draw_capacities(dice, n);
    const HypergraphView view = hypergraph.view();
    const detail::base::TieMixer mix(seed);
    const auto above = [&](std::size_t a, std::size_t b) {
      if (weights[a] != weights[b]) return weights[a] > weights[b];
      return mix(static_cast<EdgeId>(a)) > mix(static_cast<EdgeId>(b));
    };
    double best = 0;
    std::vector<double> bounds;
    for (std::uint64_t bits = 0; bits < 1ULL << m; ++bits) {
      const Ids ids = subset(bits, m);
      const Truth truth = truth_of(
          ids, m, weights, capacities,
          [&](std::size_t e) { return view.pins_of(static_cast<EdgeId>(e)); }, above);
      const MatchingVerdict verdict =
          check_matching(context, view, ids,
                         {.order = {.rating = Rating::weight, .seed = seed},
                          .bound = true,
                          .capacities = {.each = capacities}});
      compare_verdict(verdict, truth,
                      "seed " + std::to_string(seed) + " set " + std::to_string(bits));
      ++(truth.valid ? good : bad);
      if (!truth.valid) continue;
      best = std::max(best, truth.weight);
      bounds.push_back(verdict.upper_bound);
    }
    for (const double bound : bounds) ASSERT_GE(bound, best) << "seed " << seed;
  }
  EXPECT_GT(good, 300U);
  EXPECT_GT(bad, 300U);
}

TEST(BMatchingVerdicts, NameWhatIsViolated) {
  const Context context({.threads = 1});
  const std::vector<GraphEdge> edges = {{0, 1}, {1, 2}, {1, 3}};
  EdgeList graph{5, test::array_of(edges), test::array_of(std::vector<std::int32_t>{3, 2, 1})};
  const auto said = [&](const std::vector<VertexPair>& pairs, bool greedy) {
    return check_graph_matching(context, graph.view(), pairs,
                                {.maximal = true, .greedy = greedy, .capacities = {.common = 2}})
        .violation;
  };
  EXPECT_EQ(said({{0, 1}, {1, 2}}, true), "");
  EXPECT_EQ(said({{0, 1}, {1, 2}, {1, 3}}, true), "vertex 2 is in more than 2 pairs, its capacity");
  EXPECT_EQ(said({{0, 1}, {1, 0}}, true), "vertices 1 and 2 are paired twice");
  EXPECT_EQ(said({{0, 1}, {0, 4}}, true), "no edge joins 1 and 5");
  EXPECT_EQ(said({{4, 4}}, true), "vertex 5 is paired with itself");
  EXPECT_EQ(said({{0, 9}}, true), "vertex 10 does not exist, there are 5 vertices");
  EXPECT_EQ(said({{0, 1}}, false),
            "not maximal: edge 2 3 joins vertices that have room and could be added");
  EXPECT_EQ(said({{0, 1}, {1, 3}}, false), "");
  EXPECT_EQ(said({{0, 1}, {1, 3}}, true),
            "not greedy: edge 2 3 comes before a matched edge at each of its ends that is full, "
            "such as edge 2 4");
}

TEST(BMatchingVerdicts, BoundIsTightWhereAllFits) {
  const Context context({.threads = 1});
  const std::vector<GraphEdge> edges = {{0, 1}, {1, 2}, {2, 0}};
  EdgeList graph{3, test::array_of(edges), test::array_of(std::vector<std::int32_t>{3, 2, 1})};
  const std::vector<VertexPair> all = {{0, 1}, {1, 2}, {2, 0}};
  const auto of_all =
      check_graph_matching(context, graph.view(), all, {.capacities = {.common = 2}});
  EXPECT_EQ(of_all.certified_ratio, 1.0);
  EXPECT_EQ(of_all.use.capacity, 6U);
  EXPECT_EQ(of_all.use.saturated, 3U);
  const auto of_none = check_graph_matching(context, graph.view(), std::vector<VertexPair>{},
                                            {.capacities = {.common = 0}});
  EXPECT_EQ(of_none.certified_ratio, 1.0);
}

std::vector<double> draw_reals(Dice& dice, std::size_t m) {
  std::vector<double> weights(m);
  for (double& weight : weights) weight = static_cast<double>(1 + dice.below(1000)) / 1000 / 3;
  return weights;
}

// Rounding leaves nothing of edges with a closed end.
TEST(BMatchingVerdicts, NothingIsAllWhereEachEdgeIsClosed) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Dice dice(seed + 300);
    const auto n = static_cast<VertexId>(2 + dice.below(30));
    // The first ones are closed, and each edge has one of them.
    const auto closed = static_cast<VertexId>(1 + dice.below(n - 1));
    std::vector<std::uint32_t> each(n);
    for (VertexId v = closed; v < n; ++v) each[v] = static_cast<std::uint32_t>(1 + dice.below(3));
    EdgeList graph{n, {}, {}};
    Hypergraph hypergraph;
    hypergraph.num_vertices = n;
    hypergraph.offsets.push_back(0);
    for (VertexId u = 0; u < closed; ++u) {
      for (VertexId v = u + 1; v < n; ++v) {
        if (dice.below(3) == 0) continue;
        graph.edges.push_back({u, v});
        const auto third = static_cast<VertexId>(dice.below(n));
        for (const VertexId pin : {u, v}) hypergraph.pins.push_back(pin);
        if (third != u && third != v) hypergraph.pins.push_back(third);
        hypergraph.offsets.push_back(hypergraph.pins.size());
      }
    }
    const std::vector<double> weights = draw_reals(dice, graph.edges.size());
    graph.weights = test::array_of(weights);
    hypergraph.weights = test::array_of(weights);
    const CompressedGraph rows = compress(context, graph.view());
    const GraphMatchingDemands demands{.capacities = {.each = each}};
    const std::vector<VertexPair> none;
    const auto of_list = check_graph_matching(context, graph.view(), none, demands);
    EXPECT_EQ(of_list.upper_bound, 0) << "seed " << seed;
    EXPECT_EQ(of_list.certified_ratio, 1) << "seed " << seed;
    EXPECT_EQ(check_graph_matching(context, rows.view(), none, demands).upper_bound, 0);
    const auto of_hypergraph =
        check_matching(context, hypergraph.view(), Ids{}, {.capacities = {.each = each}});
    EXPECT_EQ(of_hypergraph.upper_bound, 0) << "seed " << seed;
    EXPECT_EQ(of_hypergraph.certified_ratio, 1) << "seed " << seed;
  }
}

// A star with room for all at its centre and leaves of which every other one is closed.
TEST(BMatchingVerdicts, BoundsOfRealWeightsAreNeverBelowTheOptimum) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Dice dice(seed + 400);
    const auto leaves = static_cast<VertexId>(1 + dice.below(40));
    EdgeList graph{leaves + 1, {}, {}};
    std::vector<std::uint32_t> each(leaves + std::size_t{1}, leaves);
    std::vector<VertexPair> open;
    for (VertexId v = 1; v <= leaves; ++v) {
      graph.edges.push_back({0, v});
      each[v] = v % 2;
      if (v % 2 != 0) open.push_back({0, v});
    }
    graph.weights = test::array_of(draw_reals(dice, leaves));
    const auto verdict =
        check_graph_matching(context, graph.view(), open, {.capacities = {.each = each}});
    ASSERT_EQ(verdict.violation, "");
    EXPECT_GE(verdict.upper_bound, verdict.value.weight) << "seed " << seed;
    EXPECT_GT(verdict.certified_ratio, 0.999999) << "seed " << seed;
    EXPECT_LE(verdict.certified_ratio, 1) << "seed " << seed;
  }
}

// What the improvement of the dual is for: greedy is certified to be near the optimum.
TEST(BMatchingVerdicts, BoundIsNearGreedy) {
  const Context context({.threads = 1});
  constexpr std::uint64_t k_instances = 10;
  constexpr VertexId n = 50;
  double of_graphs = 0, of_hypergraphs = 0;
  for (std::uint64_t seed = 0; seed < k_instances; ++seed) {
    Dice dice(seed + 900);
    EdgeList graph{n, {}, {}};
    Hypergraph hypergraph;
    hypergraph.num_vertices = n;
    hypergraph.offsets.push_back(0);
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = u + 1; v < n; ++v) {
        if (dice.below(6) != 0) continue;
        graph.edges.push_back({u, v});
        const auto third = static_cast<VertexId>(dice.below(n));
        for (const VertexId pin : {u, v}) hypergraph.pins.push_back(pin);
        if (third != u && third != v) hypergraph.pins.push_back(third);
        hypergraph.offsets.push_back(hypergraph.pins.size());
      }
    }
    Array<std::int32_t> weights(graph.edges.size());
    for (auto& weight : weights) weight = 1 + static_cast<std::int32_t>(dice.below(50));
    graph.weights = weights.clone();
    hypergraph.weights = std::move(weights);
    const std::vector<std::uint32_t> each = draw_capacities(dice, n);
    const Partners partners = greedy(context, graph.view(), {.each = each});
    of_graphs +=
        check_graph_matching(context, graph.view(), partners, {.capacities = {.each = each}})
            .certified_ratio;
    const auto edges = greedy(context, hypergraph.view(), {.capacities = {.each = each}}).edges;
    of_hypergraphs +=
        check_matching(context, hypergraph.view(), edges, {.capacities = {.each = each}})
            .certified_ratio;
  }
  EXPECT_GT(of_graphs, 0.92 * k_instances);
  EXPECT_GT(of_hypergraphs, 0.85 * k_instances);
}

}  // namespace
}  // namespace hypermatch::verify
