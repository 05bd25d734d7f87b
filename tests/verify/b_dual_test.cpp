// SPDX-License-Identifier: MIT
// The descent on the dual of b-matchings: best values of one vertex, and how many sweeps it takes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/verify/tiny_instances.hpp"
#include "verify/dual/b_dual_descent.hpp"
#include "verify/dual/graph_dual.hpp"

namespace hypermatch::detail::verify {
namespace {

TEST(BDual, BestValuesLieAtTheRankOfTheCapacity) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    test::Dice dice(seed);
    std::vector<std::int32_t> residuals(1 + dice.below(40));
    const std::uint64_t values = 2 + dice.below(50);
    for (auto& each : residuals) each = static_cast<std::int32_t>(dice.below(values));
    std::vector<std::int32_t> sorted = residuals;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    for (std::size_t capacity = 1; capacity < 30; ++capacity) {
      const bool fits = sorted.size() <= capacity;
      for (std::int32_t guess = 0; guess < 53; guess += 4) {
        std::vector<std::int32_t> reordered = residuals;
        const auto found = best_values(std::span(reordered), capacity, guess);
        ASSERT_EQ(found.least, fits ? 0 : sorted[capacity]) << seed;
        ASSERT_EQ(found.most, fits ? 0 : sorted[capacity - 1]) << seed;
      }
    }
  }
}

TEST(BDual, WaysLeadToTheMiddleOrBeyond) {
  const BestValues<double> best{.most = 6, .least = 2};
  EXPECT_EQ(best.reached_from(0, 1), 4);
  EXPECT_EQ(best.reached_from(0, 1.5), 6);
  EXPECT_EQ(best.reached_from(10, 1.5), 1);
  EXPECT_EQ(best.reached_from(20, 1.5), 0);
  EXPECT_EQ((BestValues<std::int64_t>{.most = 6, .least = 2}.reached_from(10, 1.5)), 1);
}

class CountingDual : public GraphDual<double> {
 public:
  using GraphDual::GraphDual;
  void sweep(const Context& context, const Capacities& capacities, double relaxation) {
    ++sweeps_;
    GraphDual::sweep(context, capacities, relaxation);
  }
  [[nodiscard]] std::uint64_t sweeps() const { return sweeps_; }

 private:
  std::uint64_t sweeps_ = 0;
};

std::uint64_t sweeps_of(VertexId n) {
  const Context context({.threads = 1});
  const EdgeList list = generate::graph(context, "random_graph", {{"n", n}, {"alpha", 4}}, 1);
  const CompressedGraph graph = compress(context, list.view());
  const DualWeights weights(context, graph.view().weights, graph.view().neighbours.size(),
                            Objective::weight);
  CountingDual dual(graph.view(), weights);
  double cost = 1e9;
  // As if each sweep gained much.
  (void)least_cost(
      context, dual, Capacities{.common = 2}, [](VertexId) { return 0.0; },
      [&](const DualValues&, Evaluation) { return cost /= 2; }, Closed::twice);
  return dual.sweeps();
}

TEST(BDual, OfManyPinsTheBetterStartAloneIsImprovedByFewSweeps) {
  EXPECT_EQ(sweeps_of(1000), 2 * k_most_sweeps);
  EXPECT_EQ(sweeps_of(10'000), k_most_sweeps);
  EXPECT_EQ(sweeps_of(66'000), std::min(k_most_sweeps, k_pin_budget / (8 * 66'000)));
}

// Passes that are cut short by so many pins leave values far above what all edges weigh.
TEST(BDual, BoundsOfVeryLongHyperedgesAreAtMostTheSumOfWeights) {
  const Context context({.threads = 1});
  Hypergraph hypergraph = generate::hypergraph(
      context, "sizes", {{"n", 20000}, {"m", 3}, {"min", 20000}, {"max", 20000}}, 1);
  hypergraph.weights = test::array_of(std::vector<std::int32_t>{100, 7, 6});
  const std::vector<EdgeId> edges = {0, 1};
  const auto verdict = hypermatch::verify::check_matching(context, hypergraph.view(), edges,
                                                          {.capacities = {.common = 2}});
  EXPECT_LE(verdict.upper_bound, 113);
  EXPECT_GE(verdict.upper_bound, 107);
}

// The same ratio, up to rounding, as of the weights that are multiplied by a power of two.
TEST(BDual, LargestWeightsOfHyperedgesAreBoundedAsSmallOnesAre) {
  const Context context({.threads = 1});
  Hypergraph hypergraph =
      generate::hypergraph(context, "sizes", {{"n", 60}, {"m", 200}, {"min", 2}, {"max", 4}}, 3);
  const auto ratio_of = [&](double factor) {
    Array<double> weights(hypergraph.view().num_edges());
    for (std::size_t e = 0; e < weights.size(); ++e) {
      weights[e] = static_cast<double>(1 + base::hash(4, e) % 100) * factor;
    }
    hypergraph.weights = std::move(weights);
    const HypergraphMatching matching =
        greedy(context, hypergraph.view(), {.capacities = {.common = 2}});
    const std::vector<EdgeId> edges(matching.edges.begin(), matching.edges.end());
    return hypermatch::verify::check_matching(context, hypergraph.view(), edges,
                                              {.capacities = {.common = 2}})
        .certified_ratio;
  };
  const double ratio = ratio_of(1);
  EXPECT_GT(ratio, 0.7);
  for (const double factor : {0x1p-1060, 0x1p-900, 0x1p900, 0x1p1005}) {
    EXPECT_NEAR(ratio_of(factor), ratio, 1e-3) << factor;
  }
}

}  // namespace
}  // namespace hypermatch::detail::verify
