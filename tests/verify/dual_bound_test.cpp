// SPDX-License-Identifier: MIT
#include "verify/dual/dual_bound.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "hypermatch/generate.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/verify/tiny_instances.hpp"

namespace hypermatch::verify {
namespace {

using detail::verify::dual_bound;
using test::array_of;
using test::make_hypergraph;

double bound_of(const Hypergraph& hypergraph, Objective objective = Objective::weight) {
  const std::vector<EdgeId> nothing_matched(hypergraph.num_vertices, k_none);
  return dual_bound(Context({.threads = 1}), detail::verify::HyperedgePins(hypergraph.view()),
                    objective, nothing_matched)
      .value;
}

TEST(DualBound, IsTheWholePartOfTheFractionalOptimum) {
  // Odd cycles: half of every edge. 5-cycle: 2.5; the seven lines of the Fano plane: 7/3.
  EXPECT_EQ(bound_of(make_hypergraph(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}})), 2.0);
  EXPECT_EQ(bound_of(make_hypergraph(
                7, {{0, 1, 2}, {0, 3, 4}, {0, 5, 6}, {1, 3, 5}, {1, 4, 6}, {2, 3, 6}, {2, 4, 5}})),
            2.0);
  // With weights in double it is not rounded to a whole number.
  const double triangle =
      bound_of(make_hypergraph(3, {{0, 1}, {1, 2}, {0, 2}}, array_of<double>({1, 1, 1})));
  EXPECT_GE(triangle, 1.5);
  EXPECT_LT(triangle, 1.51);
}

TEST(DualBound, IsExactWhereEdgesAreDisjoint) {
  for (const EdgeId m : {1U, 2U, 1000U}) {
    const Context context({.threads = 1});
    Hypergraph hypergraph =
        generate::hypergraph(context, "tight", {{"d", 1}, {"copies", static_cast<double>(m)}});
    // Each copy: two edges on one vertex, 1000 and 1001.
    EXPECT_EQ(bound_of(hypergraph), 1001.0 * m);
    EXPECT_EQ(bound_of(hypergraph, Objective::cardinality), m);
  }
}

TEST(DualBound, HoldsFromTheSmallestToTheLargestWeights) {
  const double least = std::numeric_limits<double>::denorm_min();
  const double most = std::numeric_limits<double>::max();
  const std::vector<std::vector<VertexId>> pair = {{0, 1}, {1, 2}};
  for (const double w : {least, 3 * least, 0x1p-1022, 1e-300, 1e300, most / 2, most}) {
    const double bound = bound_of(make_hypergraph(3, pair, array_of<double>({w, w})));
    EXPECT_GE(bound, w);
    if (w >= 0x1p-1022 && w < most) {
      EXPECT_LE(bound / w, 1.0001) << w;
    }
  }
  // Together beyond double: no finite number is a bound.
  EXPECT_EQ(bound_of(make_hypergraph(4, {{0, 1}, {2, 3}}, array_of<double>({most, most}))),
            std::numeric_limits<double>::infinity());
  // Weights 600 orders of magnitude apart.
  const double mixed =
      bound_of(make_hypergraph(4, {{0, 1}, {2, 3}}, array_of<double>({1e300, 1e-300})));
  EXPECT_GE(mixed, 1e300);
  EXPECT_LE(mixed, 1e300 * 1.0001);
  // An integer that double would round down.
  const std::int64_t odd = (std::int64_t{1} << 53) + 1;
  EXPECT_GE(bound_of(make_hypergraph(2, {{0, 1}}, array_of<std::int64_t>({odd}))), 0x1p53 + 2);
}

// A light edge that misses its weight must not scale the whole dual.
TEST(DualBound, CoversLightEdgesBesideHeavyOnes) {
  const std::vector<std::vector<VertexId>> path = {{1, 3}, {0, 3}, {1, 2}};
  for (const double heavy : {1e6, 1e8, 1e11, 1e15, 1e100}) {
    const double bound =
        bound_of(make_hypergraph(4, path, array_of<double>({std::sqrt(heavy), heavy, 1})));
    EXPECT_GE(bound, heavy + 1);
    EXPECT_LE(bound, (heavy + std::sqrt(heavy) + 1) * (1 + 1e-9));
  }
}

TEST(CertifiedRatio, IsAtLeastAHalfForGreedyWhateverTheWeights) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const double unit = std::pow(10.0, static_cast<double>(3 + seed % 6));
    std::vector<std::vector<VertexId>> edges;
    std::vector<double> weights;
    for (VertexId u = 0; u < 6; ++u) {
      for (VertexId v = u + 1; v < 6; ++v) {
        const std::uint64_t draw = detail::base::hash(seed, u, v);
        if (draw % 2 == 0) continue;
        edges.push_back({u, v});
        weights.push_back(std::pow(unit, static_cast<double>(draw / 2 % 3)));
      }
    }
    if (edges.empty()) continue;
    const Hypergraph hypergraph = make_hypergraph(6, edges, array_of<double>(weights));
    const OrderOptions order = {.rating = Rating::weight};
    const HypergraphMatching matching = greedy(context, hypergraph.view(), {.order = order});
    const std::vector<std::uint64_t> ids(matching.edges.begin(), matching.edges.end());
    const MatchingVerdict verdict = check_matching(context, hypergraph.view(), ids, {});
    EXPECT_TRUE(verdict.ok) << verdict.violation;
    EXPECT_GE(verdict.certified_ratio, 0.5 - 1e-9) << seed;
  }
}

TEST(DualBound, IsNeverBelowWhatScaledWeightsAllow) {
  // The optimum scales with the weights, and bounds may not fall below it by rounding: m disjoint
  // edges of weight 0.1 and of growing size. Sum in long double as the truth.
  std::vector<std::vector<VertexId>> edges;
  std::vector<double> weights;
  VertexId next = 0;
  long double sum = 0;
  for (int i = 0; i < 300; ++i) {
    edges.emplace_back();
    for (int k = 0; k <= i % 40; ++k) edges.back().push_back(next++);
    weights.push_back(0.1 + i * 1e-3);
    sum += static_cast<long double>(weights.back());
  }
  const double bound = bound_of(make_hypergraph(next, edges, array_of<double>(weights)));
  EXPECT_GE(static_cast<long double>(bound), sum);
  EXPECT_LT(bound, static_cast<double>(sum) * (1 + 1e-9));
}

struct Expectation {
  const char* family;
  std::map<std::string, double> parameters;
  double least_ratio;  // of greedy by weight per pin, weights 1..100
};

TEST(CertifiedRatio, BeatsTheGuaranteeOnGeneratedInstances) {
  const Context context({.threads = 1});
  const std::vector<Expectation> cases = {
      {"uniform", {{"n", 4000}, {"m", 10'000}, {"k", 3}}, 0.84},
      {"sizes", {{"n", 2000}, {"m", 20'000}, {"min", 2}, {"max", 8}}, 0.88},
      {"power_law", {{"n", 4000}, {"m", 10'000}}, 0.65},
      {"ksat_primal", {{"n", 2000}, {"m", 8520}}, 0.82},
      {"ksat_dual", {{"n", 2000}, {"m", 8520}}, 0.59},
      {"stencil27", {{"x", 15}, {"y", 15}, {"z", 15}}, 0.50}};
  for (const Expectation& expected : cases) {
    Hypergraph hypergraph = generate::hypergraph(context, expected.family, expected.parameters, 1);
    const EdgeId m = hypergraph.view().num_edges();
    generate::assign_weights(context, hypergraph.weights, m, "random:1..100");
    const HypergraphView view = hypergraph.view();
    double largest = 0;
    for (EdgeId e = 0; e < m; ++e) {
      largest = std::max(largest, static_cast<double>(view.edge_size(e)));
    }
    for (const Objective objective : {Objective::weight, Objective::cardinality}) {
      for (const Rating rating :
           {Rating::weight, Rating::weight_per_pin, Rating::weight_per_sqrt_pins}) {
        const OrderOptions order = {.rating = rating, .objective = objective};
        const HypergraphMatching matching = greedy(context, view, {.order = order});
        const std::vector<std::uint64_t> ids(matching.edges.begin(), matching.edges.end());
        const MatchingVerdict verdict =
            check_matching(context, view, ids, {.order = order, .maximal = true, .greedy = true});
        EXPECT_TRUE(verdict.ok) << expected.family << ": " << verdict.violation;
        EXPECT_GT(verdict.certified_ratio, 1.5 / largest) << expected.family;
        if (rating == Rating::weight_per_pin && objective == Objective::weight) {
          EXPECT_GT(verdict.certified_ratio, expected.least_ratio) << expected.family;
        }
      }
    }
  }
}

TEST(CertifiedRatio, IsOneOverDOnTheTightExample) {
  const Context context({.threads = 1});
  const Hypergraph hypergraph = generate::hypergraph(context, "tight", {{"d", 5}, {"copies", 100}});
  const HypergraphMatching matching = greedy(context, hypergraph.view());
  EXPECT_EQ(matching.edges.size(), 100U);
  const std::vector<std::uint64_t> ids(matching.edges.begin(), matching.edges.end());
  const MatchingVerdict verdict = check_matching(context, hypergraph.view(), ids, {.greedy = true});
  EXPECT_TRUE(verdict.ok) << verdict.violation;
  // Five light edges of 1000 against one of 1001: the dual cannot do better than the optimum.
  EXPECT_LE(verdict.certified_ratio, 1001.0 / 5000.0);
  EXPECT_GT(verdict.certified_ratio, 0.995 * 1001.0 / 5000.0);
}

}  // namespace
}  // namespace hypermatch::verify
