// SPDX-License-Identifier: MIT
#include "structures/edge_rating.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace hypermatch::detail::structures {
namespace {

Hypergraph with_sizes(const std::vector<Offset>& sizes, Weights weights = {}) {
  Hypergraph hypergraph;
  hypergraph.num_vertices = 100;
  hypergraph.offsets.push_back(0);
  for (const Offset size : sizes) {
    for (VertexId v = 0; v < size; ++v) hypergraph.pins.push_back(v);
    hypergraph.offsets.push_back(hypergraph.pins.size());
  }
  hypergraph.weights = std::move(weights);
  return hypergraph;
}

OrderOptions resolved(const Hypergraph& hypergraph, const OrderOptions& options = {}) {
  return resolve(hypergraph.view(), options);
}

TEST(Resolve, RatingByWhetherNonEmptyEdgesDiffer) {
  EXPECT_EQ(resolved(with_sizes({})).rating, Rating::weight);
  EXPECT_EQ(resolved(with_sizes({0, 0})).rating, Rating::weight);
  EXPECT_EQ(resolved(with_sizes({3, 3, 3})).rating, Rating::weight);
  EXPECT_EQ(resolved(with_sizes({0, 3, 0, 3})).rating, Rating::weight);
  EXPECT_EQ(resolved(with_sizes({3, 3, 2})).rating, Rating::weight_per_sqrt_pins);
  EXPECT_EQ(resolved(with_sizes({0, 1, 2})).rating, Rating::weight_per_sqrt_pins);
}

TEST(Resolve, ObjectiveByWhetherWeightsAreHeld) {
  EXPECT_EQ(resolved(with_sizes({2})).objective, Objective::cardinality);
  EXPECT_EQ(resolved(with_sizes({2}, Array<std::int32_t>(1, 1))).objective, Objective::weight);
  EXPECT_EQ(resolved(with_sizes({2}, Array<double>(1, 1.0))).objective, Objective::weight);
}

TEST(Resolve, LeavesWhatIsSaidAlone) {
  const OrderOptions said = {.rating = Rating::weight_per_sqrt_pins,
                             .objective = Objective::cardinality,
                             .nonpositive = NonPositive::keep,
                             .seed = 12};
  const OrderOptions result = resolved(with_sizes({2, 3}, Array<float>(2, 1.0F)), said);
  EXPECT_EQ(result.rating, Rating::weight_per_sqrt_pins);
  EXPECT_EQ(result.objective, Objective::cardinality);
  EXPECT_EQ(result.nonpositive, NonPositive::keep);
  EXPECT_EQ(result.seed, 12U);
  EXPECT_EQ(resolved(with_sizes({2, 3}), {.rating = Rating::weight}).rating, Rating::weight);
  EXPECT_EQ(resolved(with_sizes({2}), {.objective = Objective::weight}).objective,
            Objective::weight);
}

TEST(Quotients, AreRoundedOnceFromDouble) {
  EXPECT_EQ(weight_per_pin(10, 4), 2.5F);
  EXPECT_EQ(weight_per_pin(1, 3), 0x1.555556p-2F);
  EXPECT_EQ(weight_per_sqrt_pins(10, 4), 5.0F);
  EXPECT_EQ(weight_per_sqrt_pins(1, 2), 0x1.6a09e6p-1F);
  // 2^24 + 1 has no float: rounding it before the division gives 3355443.25 and 11863283.
  EXPECT_EQ(weight_per_pin(16777217.0, 5), 3355443.5F);
  EXPECT_EQ(weight_per_sqrt_pins(16777217.0, 2), 11863284.0F);
}

TEST(Loads, AreSumsOfReciprocalsRoundedUp) {
  EXPECT_EQ(load_of_pin(0), k_unit_of_load);
  EXPECT_EQ(load_of_pin(1), k_unit_of_load);
  EXPECT_EQ(load_of_pin(2), k_unit_of_load / 2);
  EXPECT_EQ(load_of_pin(3), 1431655766U);
  EXPECT_EQ(load_of_pin(std::numeric_limits<std::uint32_t>::max()), 2U);
  const Hypergraph hypergraph = with_sizes({1, 4, 0});
  const std::vector<std::uint32_t> each = [] {
    std::vector<std::uint32_t> numbers(100, 7);
    numbers[0] = 0;
    numbers[1] = 4;
    numbers[2] = 2;
    numbers[3] = 1;
    return numbers;
  }();
  const HypergraphView view = hypergraph.view();
  EXPECT_EQ(load_of(view, {.each = each}, 0), k_unit_of_load);
  EXPECT_EQ(load_of(view, {.each = each}, 1), k_unit_of_load / 4 * 11);
  EXPECT_EQ(load_of(view, {.each = each}, 2), 0U);
  EXPECT_EQ(load_of(view, {.common = 4}, 1), k_unit_of_load);
  EXPECT_EQ(weight_per_load(11, k_unit_of_load / 4 * 11), 0x1p-30F);
  // As weight_per_pin, rounded once.
  EXPECT_EQ(weight_per_load(16777217.0, 5 * k_unit_of_load), 3355443.5F * 0x1p-32F);
  // Room for many does not lift the heaviest weights out of float.
  const double most = static_cast<double>(std::numeric_limits<float>::max());
  EXPECT_LT(weight_per_load(most, 3), weight_per_load(most, 2));
  EXPECT_LT(weight_per_load(most, 2), std::numeric_limits<float>::infinity());
  EXPECT_TRUE(rates_by_load({.rating = Rating::weight_per_load}, {.common = 2}));
  EXPECT_FALSE(rates_by_load({.rating = Rating::weight_per_load}, {}));
  EXPECT_FALSE(rates_by_load({.rating = Rating::weight_per_pin}, {.common = 2}));
}

TEST(Scale, IsAPowerOfTwoThatMovesTheHeaviestWeightIntoFloat) {
  const double most_float = static_cast<double>(std::numeric_limits<float>::max());
  for (const double largest : {0.0, 0x1p-20, 1.0, 1e30, most_float}) {
    EXPECT_EQ(scale_of(largest), 1) << largest;
  }
  for (const double largest :
       {std::nextafter(0x1p-20, 0.0), 1e-30, 1e-46, 0x1p-874, std::nextafter(most_float, 1e300),
        4e38, 1e300, std::numeric_limits<double>::max()}) {
    const double scale = scale_of(largest);
    EXPECT_EQ(scale, std::ldexp(1.0, std::ilogb(scale))) << largest;
    EXPECT_GE(largest * scale, 0x1p126) << largest;
    EXPECT_LT(largest * scale, 0x1p127) << largest;
    EXPECT_EQ(largest * scale / scale, largest);
  }
  for (const double largest : {0x1p-1074, 1e-310, 0x1p-1022, 1e-300, 0x1p-875}) {
    EXPECT_EQ(scale_of(largest), 0x1p1000) << largest;
  }
}

TEST(Scale, LooksAtEdgesThatTakePart) {
  const OrderOptions drop = {.rating = Rating::weight_per_pin, .objective = Objective::weight};
  OrderOptions keep = drop;
  keep.nonpositive = NonPositive::keep;
  const auto scale = [](const std::vector<double>& weights, const OrderOptions& order) {
    // Edge 2 is empty.
    return rating_scale(
        with_sizes({1, 2, 0, 3}, Array<double>(std::span<const double>(weights))).view(), order);
  };
  EXPECT_EQ(scale({1, 2, 1e300, 1e-300}, drop), 1);
  EXPECT_EQ(scale({1, -1e300, 0, 1}, drop), 1);
  EXPECT_EQ(scale({1, -1e300, 0, 1}, keep), 1) << "negative weights have no say beside others";
  EXPECT_EQ(scale({-1e300, -1, 5, 0}, keep), scale_of(1e300)) << "edge 2 is empty";
  EXPECT_EQ(scale({3e157, -3e255, 0, -6e146}, keep), scale_of(3e157));
  EXPECT_EQ(scale({1e-300, 1e-46, 1, -0.0}, drop), scale_of(1e-46));
  EXPECT_EQ(scale({0, -1, 5, -0.0}, drop), 1);
  EXPECT_EQ(scale({1e-46, -0.0, 1, 0}, keep), scale_of(1e-46));
  OrderOptions by_weight = drop;
  by_weight.rating = Rating::weight;
  EXPECT_EQ(scale({1e300, 1, 1, 1}, by_weight), 1) << "no quotients";
  OrderOptions counted = drop;
  counted.objective = Objective::cardinality;
  EXPECT_EQ(scale({1e300, 1, 1, 1}, counted), 1) << "weights do not count";
}

}  // namespace
}  // namespace hypermatch::detail::structures
