// SPDX-License-Identifier: MIT
// Real weights as integers: multiples of a power of two, rounded to the nearest, ties to even.
#include "algorithms/clustering/common/multilevel/exact_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_forms.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"

namespace hypermatch::test {
namespace {

using detail::clustering::exact_weights;
using detail::clustering::ExactWeights;

// A path whose edges weigh so much, with loops.
ExactWeights rounded(const std::vector<double>& weights, const std::vector<double>& loops = {}) {
  const Context context({.threads = 2});
  const auto n = static_cast<VertexId>(weights.size() + 1);
  EdgeList list = make_graph(n, {});
  Array<double> held;
  for (VertexId v = 0; v + 1 < n; ++v) {
    list.edges.push_back({v, v + 1});
    held.push_back(weights[v]);
  }
  list.weights = std::move(held);
  const Graph graph(std::move(list));
  const auto rows = graph.rows(context);
  const GraphView view = rows.view();
  ExactWeights result = exact_weights(
      context, view, loops.empty() ? WeightsView{} : WeightsView(std::span<const double>(loops)));
  const auto expect_rounded = [&](const WeightsView& exact, std::size_t i, double weight) {
    const auto* const integers = std::get_if<std::span<const std::int64_t>>(&exact);
    ASSERT_NE(integers, nullptr);
    EXPECT_EQ((*integers)[i], std::llrint(weight / result.unit)) << weight;
  };
  std::int64_t total = 0;
  for (std::size_t a = 0; a < view.neighbours.size(); ++a) {
    const double weight = weight_at(view.weights, a);
    expect_rounded(result.arcs, a, weight);
    total += std::llrint(weight / result.unit);
  }
  for (std::size_t v = 0; v < loops.size(); ++v) {
    expect_rounded(result.loops, v, loops[v]);
    total += 2 * std::llrint(loops[v] / result.unit);
  }
  EXPECT_EQ(result.total, total);
  EXPECT_LE(total, std::int64_t{1} << 62);
  EXPECT_EQ(std::exp2(std::ilogb(result.unit)), result.unit);
  return result;
}

TEST(ExactWeights, AreRoundedToTheNearestAndTiesToEven) {
  // Multiples of 2^-60, and halves and quarters of that beside them.
  std::vector<double> weights = {1.0};
  for (int i = 0; i < 40; ++i) weights.push_back(0x1p-62 * i);
  weights.push_back(0x1p-9 + 0x1p-61);
  weights.push_back(0x1p-10 + 0x3p-61);
  EXPECT_LT(rounded(weights).unit, 0x1p-58);
  rounded(weights, std::vector<double>(weights.size() + 1, 0x1.8p-60));
}

// Halves of the small ones are rounded up, which makes the sum larger than half of that before.
TEST(ExactWeights, RoundedUpAddUpTo2To62AtMost) {
  std::vector<double> weights(170, 3.0);
  weights.push_back(0x1p61);
  weights.push_back(0x1p61 - 512);
  rounded(weights);
}

TEST(ExactWeights, OfIntegersAddUpTo2To62AtMost) {
  const Context context({.threads = 2});
  constexpr std::int64_t k_half = std::int64_t{1} << 61;
  const std::vector<Offset> offsets = {0, 1, 2};
  const std::vector<VertexId> neighbours = {1, 0};
  const auto total = [&](std::int64_t edge, std::int64_t loop) {
    const std::vector<std::int64_t> weights = {edge, edge};
    const std::vector<std::int64_t> loops = {0, loop};
    const GraphView rows{2, offsets, neighbours, std::span<const std::int64_t>(weights)};
    return exact_weights(context, rows, std::span<const std::int64_t>(loops)).total;
  };
  EXPECT_EQ(total(k_half, 0), 2 * k_half);
  EXPECT_EQ(total(0, k_half), 2 * k_half);
  EXPECT_EQ(total(k_half - 7, 7), 2 * k_half);
  EXPECT_THROW((void)total(k_half, 1), Error);
  EXPECT_THROW((void)total(k_half + 1, 0), Error);
  EXPECT_THROW((void)total(0, k_half + 1), Error);
}

TEST(ExactWeights, OfAnyScaleAreRoundedAlike) {
  for (int trial = 0; trial < 60; ++trial) {
    const auto draw = [&](std::uint64_t i, std::uint64_t below) {
      return detail::base::below(detail::base::hash(static_cast<std::uint64_t>(trial), i), below);
    };
    const int scale = static_cast<int>(draw(0, 400)) - 200;
    std::vector<double> weights;
    for (std::uint64_t i = 1; i < 200; ++i) {
      const auto fraction = static_cast<double>(draw(2 * i, std::uint64_t{1} << 53));
      weights.push_back(std::ldexp(fraction, scale - static_cast<int>(draw(2 * i + 1, 60))));
    }
    rounded(weights);
  }
}

}  // namespace
}  // namespace hypermatch::test
