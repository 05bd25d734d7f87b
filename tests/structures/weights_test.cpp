// SPDX-License-Identifier: MIT
#include "hypermatch/weights.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace hypermatch {
namespace {

template <class T>
Weights of(std::initializer_list<T> values) {
  return Array<T>(std::span<const T>(values.begin(), values.size()));
}

TEST(WeightsTest, NoneCountsOne) {
  const Weights none;
  const WeightsView view = view_of(none);
  EXPECT_FALSE(is_weighted(view));
  EXPECT_EQ(size_of(view), 0U);
  EXPECT_STREQ(type_name(view), "none");
  EXPECT_EQ(weight_at(view, 12345), 1.0);
  EXPECT_FALSE(is_weighted(view_of(clone(none))));
}

TEST(WeightsTest, WeightedIsStatedNotGuessed) {
  // All ones, and no edges at all: weighted, because it says so.
  EXPECT_TRUE(is_weighted(view_of(of<std::int32_t>({1, 1, 1}))));
  EXPECT_TRUE(is_weighted(view_of(Weights(Array<float>()))));
}

TEST(WeightsTest, EveryTypeKeepsItsValues) {
  const Weights narrow = of<std::int32_t>({std::numeric_limits<std::int32_t>::min(), 7});
  EXPECT_STREQ(type_name(view_of(narrow)), "int32");
  EXPECT_EQ(weight_at(view_of(narrow), 0), -2147483648.0);
  const Weights wide = of<std::int64_t>({(std::int64_t{1} << 53) + 1, -3});
  EXPECT_STREQ(type_name(view_of(wide)), "int64");
  EXPECT_EQ(weight_at(view_of(wide), 0), 0x1p53);  // rounded, as documented
  EXPECT_EQ(std::get<std::span<const std::int64_t>>(view_of(wide))[0], (std::int64_t{1} << 53) + 1);
  const Weights single = of<float>({0.1F});
  EXPECT_STREQ(type_name(view_of(single)), "float");
  EXPECT_EQ(weight_at(view_of(single), 0), static_cast<double>(0.1F));
  const Weights real = of<double>({0.1, 0.2, -0.0});
  EXPECT_STREQ(type_name(view_of(real)), "double");
  EXPECT_EQ(weight_at(view_of(real), 1), 0.2);
  EXPECT_EQ(size_of(view_of(real)), 3U);
}

TEST(WeightsTest, ClonesAreIndependent) {
  Weights original = of<double>({1.0, 2.0});
  const Weights copy = clone(original);
  std::get<Array<double>>(original)[0] = 9;
  EXPECT_EQ(weight_at(view_of(copy), 0), 1.0);
  EXPECT_EQ(weight_at(view_of(original), 0), 9.0);
  EXPECT_EQ(copy.index(), original.index());
}

}  // namespace
}  // namespace hypermatch
