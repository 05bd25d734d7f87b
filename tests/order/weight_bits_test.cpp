// SPDX-License-Identifier: MIT
// Images of weights, computed where they are used, are those of the order.
#include "order/weight_bits.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "base/edge_order.hpp"

namespace hypermatch::test {
namespace {

using detail::base::priority_image;
using detail::base::wide_image;
using detail::order::WeightBitsOf;

template <class T>
std::vector<T> telling_values() {
  using Limits = std::numeric_limits<T>;
  return {T{0},
          -T{0},
          T{1},
          T{-1},
          Limits::max(),
          Limits::min(),
          Limits::lowest(),
          Limits::max() / 3,
          Limits::lowest() / 3,
          T{100}};
}

template <class T, class Bits, class Expected>
void expect_weight_bits(const Expected& expected) {
  const std::vector<T> values = telling_values<T>();
  for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
    const WeightBitsOf<Bits> weight_bits(std::span<const T>(values), nonpositive);
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(weight_bits(i), expected(values[i])) << values[i];
      EXPECT_EQ(weight_bits(i) >= weight_bits.lowest(),
                nonpositive == NonPositive::keep || values[i] > T{0})
          << values[i];
    }
  }
}

TEST(WeightBitsOf, AreThoseOfTheOrder) {
  expect_weight_bits<std::int32_t, std::uint32_t>([](std::int32_t w) { return priority_image(w); });
  expect_weight_bits<float, std::uint32_t>([](float w) { return priority_image(w); });
  expect_weight_bits<std::int64_t, std::uint64_t>([](std::int64_t w) { return wide_image(w); });
  expect_weight_bits<double, std::uint64_t>([](double w) { return wide_image(w); });
}

}  // namespace
}  // namespace hypermatch::test
