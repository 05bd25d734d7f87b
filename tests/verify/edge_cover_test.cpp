// SPDX-License-Identifier: MIT
// Verdicts about b-edge covers against brute force over all sets of edges.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/graph_order.hpp"
#include "hypermatch/b_edge_cover.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/verify_cover.hpp"
#include "tests/verify/tiny_instances.hpp"

namespace hypermatch::verify {
namespace {

using test::Dice;

struct Tiny {
  EdgeList graph;
  std::vector<std::int32_t> weights;
  std::vector<std::uint32_t> least;
  std::uint64_t seed = 0;

  [[nodiscard]] std::array<VertexId, 2> ends(std::size_t e) const {
    return {graph.edges[e].u, graph.edges[e].v};
  }
  [[nodiscard]] bool is_above(std::size_t a, std::size_t b) const {
    if (weights[a] != weights[b]) return weights[a] > weights[b];
    const detail::base::PairMixer mix(seed);
    return detail::base::graph_rank(0, mix, ends(a)[0], ends(a)[1]) >
           detail::base::graph_rank(0, mix, ends(b)[0], ends(b)[1]);
  }
};

// At most 6 vertices and 9 edges; weights -1 .. 5.
Tiny tiny(std::uint64_t seed) {
  Dice dice(seed + 4000);
  Tiny result;
  result.seed = seed;
  const auto n = static_cast<VertexId>(3 + dice.below(4));
  result.graph.num_vertices = n;
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = u + 1; v < n && result.graph.edges.size() < 9; ++v) {
      if (dice.below(4) != 0) result.graph.edges.push_back({u, v});
    }
  }
  const std::uint64_t lowest = seed % 3 == 0 ? 1 : 0;  // some instances have negative weights
  for (std::size_t e = 0; e < result.graph.edges.size(); ++e) {
    result.weights.push_back(static_cast<std::int32_t>(dice.below(7)) -
                             static_cast<std::int32_t>(lowest));
  }
  result.graph.weights = test::array_of(result.weights);
  for (VertexId v = 0; v < n; ++v)
    result.least.push_back(static_cast<std::uint32_t>(dice.below(4)));
  return result;
}

struct CoverTruth {
  bool valid = true;
  bool minimal = true;
  bool greedy = true;
  std::int64_t weight = 0;
  std::uint64_t tight = 0;
};

CoverTruth cover_truth(const Tiny& instance, std::uint64_t bits) {
  CoverTruth truth;
  const std::size_t m = instance.graph.edges.size();
  const auto is_chosen = [&](std::size_t e) { return (bits >> e & 1) != 0; };
  std::vector<std::uint32_t> degree(instance.least.size(), 0), count(instance.least.size(), 0);
  for (std::size_t e = 0; e < m; ++e) {
    if (is_chosen(e)) truth.weight += instance.weights[e];
    for (const VertexId v : instance.ends(e)) {
      ++degree[v];
      count[v] += is_chosen(e) ? 1 : 0;
    }
  }
  const auto needed = [&](VertexId v) { return std::min(instance.least[v], degree[v]); };
  for (VertexId v = 0; v < degree.size(); ++v) {
    truth.valid = truth.valid && count[v] >= needed(v);
    truth.tight += count[v] == needed(v) ? 1 : 0;
  }
  for (std::size_t e = 0; e < m; ++e) {
    const bool takes_part = instance.weights[e] > 0;
    if (!is_chosen(e)) {
      truth.greedy = truth.greedy && takes_part;
      continue;
    }
    if (!takes_part) continue;
    bool could_be_left_out = true, justified = false;
    for (const VertexId v : instance.ends(e)) {
      could_be_left_out = could_be_left_out && count[v] > needed(v);
      std::uint32_t above = 0;
      for (std::size_t other = 0; other < m; ++other) {
        const auto [a, b] = instance.ends(other);
        above += !is_chosen(other) && (a == v || b == v) && instance.is_above(other, e) ? 1 : 0;
      }
      justified = justified || above >= degree[v] - needed(v);
    }
    truth.minimal = truth.minimal && !could_be_left_out;
    truth.greedy = truth.greedy && justified;
  }
  return truth;
}

std::vector<VertexPair> chosen_pairs(const Tiny& instance, std::uint64_t bits) {
  std::vector<VertexPair> pairs;
  for (std::size_t e = 0; e < instance.graph.edges.size(); ++e) {
    if ((bits >> e & 1) != 0) pairs.push_back({instance.ends(e)[0], instance.ends(e)[1]});
  }
  return pairs;
}

TEST(EdgeCoverVerdicts, AreThoseOfTheDefinition) {
  const Context context({.threads = 2});
  std::size_t good = 0, bad = 0, greedy = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Tiny instance = tiny(seed);
    const CompressedGraph rows = compress(context, instance.graph.view());
    for (std::uint64_t bits = 0; bits < 1ULL << instance.graph.edges.size(); ++bits) {
      const CoverTruth truth = cover_truth(instance, bits);
      ++(truth.valid ? good : bad);
      greedy += truth.valid && truth.greedy ? 1 : 0;
      const std::vector<VertexPair> pairs = chosen_pairs(instance, bits);
      GraphMatchingDemands demands{
          .order = {.seed = seed}, .bound = false, .capacities = {.each = instance.least}};
      for (const bool by_rows : {false, true}) {
        const auto check = [&] {
          return by_rows ? check_edge_cover(context, rows.view(), pairs, demands)
                         : check_edge_cover(context, instance.graph.view(), pairs, demands);
        };
        demands.maximal = demands.greedy = false;
        const EdgeCoverVerdict verdict = check();
        const std::string what = "seed " + std::to_string(seed) + " set " + std::to_string(bits) +
                                 ": " + verdict.violation;
        ASSERT_EQ(verdict.valid, truth.valid) << what;
        if (!truth.valid) continue;
        ASSERT_EQ(verdict.minimal, truth.minimal) << what;
        ASSERT_EQ(verdict.greedy, truth.minimal && truth.greedy) << what;
        ASSERT_EQ(verdict.value.integer_weight, truth.weight) << what;
        ASSERT_EQ(verdict.use.saturated, truth.tight) << what;
        demands.maximal = true;
        ASSERT_EQ(check().ok, truth.minimal) << what;
        demands.greedy = true;
        ASSERT_EQ(check().ok, truth.greedy) << what;
      }
    }
  }
  EXPECT_GT(good, 300U);
  EXPECT_GT(bad, 300U);
  EXPECT_EQ(greedy, 50U);  // each instance has one greedy cover
}

TEST(EdgeCoverVerdicts, BoundsAreBelowTheLightestCover) {
  const Context context({.threads = 1});
  double shares = 0;
  std::size_t count = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Tiny instance = tiny(seed);
    for (const Objective objective : {Objective::weight, Objective::cardinality}) {
      std::int64_t lightest = std::numeric_limits<std::int64_t>::max();
      for (std::uint64_t bits = 0; bits < 1ULL << instance.graph.edges.size(); ++bits) {
        const CoverTruth truth = cover_truth(instance, bits);
        if (!truth.valid) continue;
        const bool counts = objective == Objective::cardinality;
        lightest =
            std::min<std::int64_t>(lightest, counts ? __builtin_popcountll(bits) : truth.weight);
      }
      const GraphOrder order{.objective = objective, .seed = seed};
      const Capacities least{.each = instance.least};
      const Partners cover = b_edge_cover(context, instance.graph.view(), least, order);
      const EdgeCoverVerdict verdict =
          check_edge_cover(context, instance.graph.view(), cover,
                           {.order = order, .greedy = true, .capacities = least});
      ASSERT_TRUE(verdict.ok) << verdict.violation;
      ASSERT_LE(verdict.lower_bound, static_cast<double>(lightest)) << "seed " << seed;
      const CompressedGraph rows = compress(context, instance.graph.view());
      const EdgeCoverVerdict of_rows = check_edge_cover(
          context, rows.view(), cover, {.order = order, .greedy = true, .capacities = least});
      ASSERT_TRUE(of_rows.ok) << of_rows.violation;
      ASSERT_LE(of_rows.lower_bound, static_cast<double>(lightest)) << "seed " << seed;
      const double found = objective == Objective::weight
                               ? verdict.value.weight
                               : static_cast<double>(verdict.value.edges);
      if (seed % 3 != 0 || objective == Objective::cardinality) {
        ASSERT_LE(found, 2 * static_cast<double>(lightest)) << "seed " << seed;
      }
      if (lightest >= 0 && !std::isnan(verdict.certified_ratio)) {
        ASSERT_LE(verdict.certified_ratio, 1.0);
        ASSERT_LE(verdict.certified_ratio * found, static_cast<double>(lightest) + 1e-9);
      }
      if (seed % 3 == 0 || lightest <= 0) continue;
      shares += verdict.certified_ratio;
      ++count;
    }
  }
  EXPECT_GT(shares, 0.9 * static_cast<double>(count));
}

TEST(EdgeCoverVerdicts, HoldForWeightsOfAllKindsAndSizes) {
  const Context context({.threads = 1});
  for (const test::WeightKind kind : test::k_weight_kinds) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Tiny instance = tiny(seed);
      Dice dice(seed);
      const std::size_t m = instance.graph.edges.size();
      instance.graph.weights = test::random_weights(kind, m, dice);
      const Capacities least{.each = instance.least};
      const Partners cover = b_edge_cover(context, instance.graph.view(), least, {.seed = seed});
      const EdgeCoverVerdict verdict =
          check_edge_cover(context, instance.graph.view(), cover,
                           {.order = {.seed = seed}, .greedy = true, .capacities = least});
      ASSERT_TRUE(verdict.ok) << verdict.violation;
      const WeightsView weights = instance.graph.view().weights;
      for (std::uint64_t bits = 0; bits < 1ULL << m; ++bits) {
        if (!cover_truth(instance, bits).valid) continue;
        long double weight = 0;
        for (std::size_t e = 0; e < m; ++e) {
          if ((bits >> e & 1) == 0) continue;
          weight +=
              std::holds_alternative<std::monostate>(weights) ? 1.0L
              : std::holds_alternative<std::span<const std::int64_t>>(weights)
                  ? static_cast<long double>(std::get<std::span<const std::int64_t>>(weights)[e])
                  : static_cast<long double>(weight_at(weights, e));
        }
        ASSERT_LE(static_cast<long double>(verdict.lower_bound),
                  weight + std::abs(weight) * 0x1p-60L)
            << "kind " << static_cast<int>(kind) << " seed " << seed << " set " << bits;
      }
    }
  }
}

TEST(EdgeCoverVerdicts, NameWhatIsViolated) {
  const Context context({.threads = 1});
  // A path 1 2 3 4 and the chord 2 4.
  const std::vector<GraphEdge> edges = {{0, 1}, {1, 2}, {2, 3}, {1, 3}};
  EdgeList graph{5, test::array_of(edges), test::array_of(std::vector<std::int32_t>{3, 5, 4, -1})};
  const auto said = [&](const std::vector<VertexPair>& pairs, bool greedy) {
    return check_edge_cover(context, graph.view(), pairs,
                            {.maximal = true, .greedy = greedy, .capacities = {.common = 1}})
        .violation;
  };
  EXPECT_EQ(said({{0, 1}, {2, 3}, {1, 3}}, true), "");
  EXPECT_EQ(said({{0, 1}, {1, 3}}, false), "vertex 3 is in 0 pairs, must be in 1 at least");
  EXPECT_EQ(said({{0, 1}, {1, 0}}, true), "vertices 1 and 2 are paired twice");
  EXPECT_EQ(said({{0, 1}, {0, 4}}, true), "no edge joins 1 and 5");
  EXPECT_EQ(said({{4, 4}}, true), "vertex 5 is paired with itself");
  EXPECT_EQ(said({{0, 9}}, true), "vertex 10 does not exist, there are 5 vertices");
  EXPECT_EQ(said({{0, 1}, {1, 2}, {2, 3}, {1, 3}}, false),
            "not minimal: edge 2 3 could be left out");
  EXPECT_EQ(said({{0, 1}, {2, 3}}, true),
            "not greedy: edge 2 4 has no positive weight and is left out");
  EXPECT_EQ(said({{0, 1}, {1, 2}, {1, 3}}, true),
            "not greedy: edge 2 3 comes before an edge that is left out at each of its ends that "
            "has no edge too many, such as edge 3 4");
}

TEST(EdgeCoverVerdicts, RefuseWhatDoesNotFit) {
  const Context context({.threads = 1});
  const EdgeList graph{2, Array<GraphEdge>(1, {0, 1}), {}};
  const std::vector<std::uint32_t> three(3, 2);
  EXPECT_THROW((void)check_edge_cover(context, graph.view(), std::vector<VertexPair>{},
                                      {.capacities = {.each = three}}),
               Error);
  Partners broken;
  broken.offsets = {0, 2, 1};
  broken.partners = {1};
  EXPECT_THROW((void)check_edge_cover(context, graph.view(), broken), Error);
  broken.offsets = {0, 1, 1};  // not mutual
  EXPECT_EQ(check_edge_cover(context, graph.view(), broken).violation,
            "vertex 1 is paired with itself");
}

TEST(EdgeCoverVerdicts, AboutNothing) {
  const Context context({.threads = 1});
  const EdgeCoverVerdict of_none =
      check_edge_cover(context, EdgeListView{}, std::vector<VertexPair>{}, {.greedy = true});
  EXPECT_TRUE(of_none.ok);
  EXPECT_EQ(of_none.certified_ratio, 1.0);
  // Vertices without edges need none.
  const EdgeCoverVerdict of_lone =
      check_edge_cover(context, EdgeListView{3, {}, {}}, std::vector<VertexPair>{},
                       {.greedy = true, .capacities = {.common = 2}});
  EXPECT_TRUE(of_lone.ok);
  EXPECT_EQ(of_lone.use.capacity, 0U);
  EXPECT_EQ(of_lone.use.saturated, 3U);
}

}  // namespace
}  // namespace hypermatch::verify
