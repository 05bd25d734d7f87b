// SPDX-License-Identifier: MIT
#include "structures/fixed_point.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace hypermatch::detail::structures {
namespace {

using base::Int128;

TEST(FixedPoint, IntegersAreTheirOwnValues) {
  const std::vector<std::int64_t> small = {-8, 3, 0};
  const auto of_small = fixed_point_of(std::span(small), 54);
  ASSERT_TRUE(of_small.has_value());
  EXPECT_EQ(of_small->exponent, 0);
  EXPECT_EQ(of_small->bits, 4);
  EXPECT_TRUE(of_small->is_exact);
  const std::vector<std::int64_t> lowest = {std::numeric_limits<std::int64_t>::min()};
  EXPECT_EQ(fixed_point_of(std::span(lowest), 54)->bits, 64);
  EXPECT_EQ(fixed_point_of({}, 54)->bits, 1);
}

TEST(FixedPoint, TheLowestBitOfRealsIsTheUnit) {
  const std::vector<double> weights = {3, -0.5, 0};
  const auto found = fixed_point_of(std::span(weights), 54);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->exponent, -1);
  EXPECT_EQ(found->bits, 3);
  EXPECT_EQ(found->rounding_unit(), 0.0);
  EXPECT_TRUE(found->value_of(weights[0]) == 6);
  EXPECT_TRUE(found->value_of(weights[1]) == -1);
}

TEST(FixedPoint, RealsFarApartAreRoundedWithinTheBits) {
  const std::vector<double> weights = {0x1.fffffffffffffp100, -0x1p-60, 0x1.8p47};
  for (const int most_bits : {54, 60, 90, 120}) {
    const auto found = fixed_point_of(std::span(weights), most_bits);
    ASSERT_TRUE(found.has_value());
    EXPECT_FALSE(found->is_exact);
    EXPECT_EQ(found->bits, most_bits);
    EXPECT_EQ(found->rounding_unit(), std::ldexp(1.0, found->exponent));
    for (const double weight : weights) {
      const Int128 value = found->value_of(weight);
      EXPECT_TRUE(value < Int128{1} << found->bits && -value < Int128{1} << found->bits);
      EXPECT_LE(std::fabs(static_cast<double>(value) * found->rounding_unit() - weight),
                found->rounding_unit() / 2);
    }
  }
}

TEST(FixedPoint, NothingStandsForWhatIsNoNumber) {
  const std::vector<double> weights = {1, std::numeric_limits<double>::infinity()};
  EXPECT_FALSE(fixed_point_of(std::span(weights), 54).has_value());
}

}  // namespace
}  // namespace hypermatch::detail::structures
