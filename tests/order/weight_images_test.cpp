// SPDX-License-Identifier: MIT
// Images of weights, computed where they are used, are those of the order.
#include "order/weight_images.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "base/edge_order.hpp"

namespace hypermatch::test {
namespace {

using detail::base::priority_image;
using detail::base::wide_image;
using detail::order::WeightImages;

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
void expect_images(const Expected& expected) {
  const std::vector<T> values = telling_values<T>();
  for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
    const WeightImages<Bits> images(std::span<const T>(values), nonpositive);
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(images(i), expected(values[i])) << values[i];
      EXPECT_EQ(images(i) >= images.lowest(), nonpositive == NonPositive::keep || values[i] > T{0})
          << values[i];
    }
  }
}

TEST(WeightImages, AreThoseOfTheOrder) {
  expect_images<std::int32_t, std::uint32_t>([](std::int32_t w) { return priority_image(w); });
  expect_images<float, std::uint32_t>([](float w) { return priority_image(w); });
  expect_images<std::int64_t, std::uint64_t>([](std::int64_t w) { return wide_image(w); });
  expect_images<double, std::uint64_t>([](double w) { return wide_image(w); });
}

}  // namespace
}  // namespace hypermatch::test
