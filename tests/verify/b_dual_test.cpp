// SPDX-License-Identifier: MIT
// The descent on the dual of b-matchings: best values of one vertex, and how many sweeps it takes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "hypermatch/generate.hpp"
#include "tests/verify/tiny_instances.hpp"
#include "verify/b_dual_descent.hpp"

namespace hypermatch::detail::verify {
namespace {

TEST(BDual, BestValuesLieAtTheRankOfTheCapacity) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    test::Dice dice(seed);
    std::vector<double> residuals(1 + dice.below(20));
    for (double& each : residuals) each = static_cast<double>(dice.below(9)) - 3;
    std::vector<double> sorted = residuals;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    for (std::size_t capacity = 1; capacity < 9; ++capacity) {
      const bool fits = sorted.size() <= capacity;
      const double least = fits ? 0 : std::max(0.0, sorted[capacity]);
      const double middle = fits ? 0 : std::max(0.0, (least + sorted[capacity - 1]) / 2);
      std::vector<double> reordered = residuals;
      EXPECT_EQ(best_value(reordered, capacity, Choice::least), least) << seed;
      EXPECT_EQ(best_value(reordered, capacity, Choice::middle), middle) << seed;
    }
  }
}

// A sweep asks once for the residual weights at each vertex.
class CountingDual : public GraphDual {
 public:
  using GraphDual::GraphDual;
  void residuals(VertexId v, DualValues& out) const {
    ++looks_;
    GraphDual::residuals(v, out);
  }
  [[nodiscard]] std::uint64_t looks() const { return looks_; }

 private:
  mutable std::uint64_t looks_ = 0;
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
      [&](const DualValues&) { return cost /= 2; }, Closed::twice);
  return dual.looks() / n;
}

TEST(BDual, OfManyPinsTheBetterStartAloneIsImproved) {
  EXPECT_EQ(sweeps_of(66'000), 1 + k_most_sweeps);
  EXPECT_EQ(sweeps_of(1000), 2 * k_most_sweeps);
}

}  // namespace
}  // namespace hypermatch::detail::verify
