// SPDX-License-Identifier: MIT
#include "base/edge_order.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace hypermatch::detail::base {
namespace {

TEST(TieMixer, InverseUndoesIt) {
  for (const std::uint64_t seed : {0ULL, 1ULL, 42ULL, ~0ULL}) {
    const TieMixer mix(seed);
    for (std::uint64_t i = 0; i < 100'000; ++i) {
      const auto e = static_cast<std::uint32_t>(splitmix64(i));
      ASSERT_EQ(mix.inverse(mix(e)), e) << "seed " << seed;
    }
    for (const std::uint32_t e : {0U, 1U, 0x7FFFFFFFU, 0x80000000U, 0xFFFFFFFFU}) {
      ASSERT_EQ(mix.inverse(mix(e)), e);
    }
  }
}

TEST(TieMixer, SeedsOrderNeighboursDifferently) {
  // Over many seeds, edge i must come before edge i + 1 about half of the time.
  for (const std::uint32_t e : {0U, 1U, 7U, 1000U}) {
    int before = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
      const TieMixer mix(seed);
      before += mix(e) < mix(e + 1) ? 1 : 0;
    }
    EXPECT_GT(before, 1800);
    EXPECT_LT(before, 2200);
  }
}

TEST(PriorityImage, KeepsTheOrderOfIntegers) {
  const std::vector<std::int32_t> rising = {
      std::numeric_limits<std::int32_t>::min(), -5, -1, 0, 1, 7,
      std::numeric_limits<std::int32_t>::max()};
  for (std::size_t i = 0; i + 1 < rising.size(); ++i) {
    EXPECT_LT(priority_image(rising[i]), priority_image(rising[i + 1]));
    EXPECT_LT(wide_image(std::int64_t{rising[i]}), wide_image(std::int64_t{rising[i + 1]}));
  }
}

TEST(PriorityImage, KeepsTheOrderOfFloats) {
  const std::vector<float> rising = {-std::numeric_limits<float>::infinity(),
                                     -1e30F,
                                     -1.0F,
                                     -std::numeric_limits<float>::denorm_min(),
                                     0.0F,
                                     std::numeric_limits<float>::denorm_min(),
                                     0.5F,
                                     1e30F,
                                     std::numeric_limits<float>::infinity()};
  for (std::size_t i = 0; i + 1 < rising.size(); ++i) {
    EXPECT_LT(priority_image(rising[i]), priority_image(rising[i + 1])) << rising[i];
    EXPECT_LT(wide_image(double{rising[i]}), wide_image(double{rising[i + 1]})) << rising[i];
  }
  EXPECT_EQ(priority_image(-0.0F), priority_image(0.0F));
  EXPECT_EQ(wide_image(-0.0), wide_image(0.0));
}

TEST(Random, WeightsFollowThePublishedFormula) {
  // splitmix64(0) is 0xE220A8397B1DCDAF, the first output of the published generator from state 0.
  EXPECT_EQ(splitmix64(0), 0xE220A8397B1DCDAFULL);
  EXPECT_EQ(random_weight(0, 1, 100, 0),
            1 + static_cast<std::int64_t>(0xE220A8397B1DCDAFULL % 100));
  EXPECT_EQ(random_weight(5, -3, -3, 9), -3);
  EXPECT_EQ(random_weight(2, 1, 100, 1),
            1 + static_cast<std::int64_t>(splitmix64(2 + 0xD1342543DE82EF95ULL) % 100));
}

TEST(Random, BelowAgreesWithWideMultiplication) {
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t bits = splitmix64(i);
    const std::uint64_t bound = splitmix64(i + 5000) >> (i % 64);
    __extension__ using Wide = unsigned __int128;
    EXPECT_EQ(below(bits, bound), static_cast<std::uint64_t>((Wide{bits} * bound) >> 64));
  }
}

}  // namespace
}  // namespace hypermatch::detail::base
