// SPDX-License-Identifier: MIT
// Exact sums against definitions: known sums, every order and every split the same bits, and what
// 128-bit integers say of sums of integers.
#include "base/exact_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/random.hpp"

namespace hypermatch::detail::base {
namespace {

constexpr double k_most = std::numeric_limits<double>::max();
constexpr double k_least = std::numeric_limits<double>::denorm_min();
constexpr double k_infinity = std::numeric_limits<double>::infinity();

ExactSum sum_of(const std::vector<double>& terms) {
  ExactSum sum;
  for (const double term : terms) sum.add(term);
  return sum;
}

constexpr double constant_sum() {
  ExactSum sum;
  sum.add(1e300);
  sum.add(0.1);
  sum.add(-1e300);
  return sum.value();
}
static_assert(constant_sum() == 0.1);

TEST(ExactSum, KnownSums) {
  EXPECT_EQ(ExactSum().value(), 0.0);
  EXPECT_FALSE(std::signbit(ExactSum().value()));
  EXPECT_EQ(sum_of({0.1, 0.2, -0.3}).value(), 0x1p-55);
  EXPECT_EQ(sum_of({1e100, 1, -1e100}).value(), 1.0);
  EXPECT_EQ(sum_of({k_least, k_least, k_least}).value(), 3 * k_least);
  EXPECT_EQ(sum_of({k_most, k_most, -k_most}).value(), k_most);
  EXPECT_EQ(sum_of({k_most, k_least, -k_most}).value(), k_least);
  EXPECT_EQ(sum_of({-k_most, -k_most, k_most, k_most, -k_least}).value(), -k_least);
  EXPECT_EQ(sum_of({0x1p-1022, -k_least}).value(), 0x1p-1022 - k_least);
  EXPECT_EQ(sum_of({k_most, k_most}).value(), k_infinity);
  EXPECT_EQ(sum_of(std::vector<double>(5000, k_most)).value(), k_infinity);
  EXPECT_EQ(sum_of({-k_most, -k_most}).value(), -k_infinity);
  EXPECT_EQ(sum_of({0.0, -0.0}).value(), 0.0);
}

TEST(ExactSum, RoundsOnceTiesToEven) {
  const double half = 0x1p-53;
  EXPECT_EQ(sum_of({1, half}).value(), 1.0);
  EXPECT_EQ(sum_of({1, half, k_least}).value(), 1 + 0x1p-52);
  EXPECT_EQ(sum_of({1, half, -k_least}).value(), 1.0);
  EXPECT_EQ(sum_of({1 + 0x1p-52, half}).value(), 1 + 0x1p-51);
  EXPECT_EQ(sum_of({-1, -half, -k_least}).value(), -1 - 0x1p-52);
  // A carry through the whole mantissa.
  EXPECT_EQ(sum_of({2 - 0x1p-52, half}).value(), 2.0);
  // Just below and exactly half a unit beyond the largest.
  EXPECT_EQ(sum_of({k_most, 0x1p969}).value(), k_most);
  EXPECT_EQ(sum_of({k_most, 0x1p970}).value(), k_infinity);
}

TEST(ExactSum, TermsThatAreNotFinite) {
  EXPECT_EQ(sum_of({1, k_infinity}).value(), k_infinity);
  EXPECT_TRUE(std::isnan(sum_of({k_infinity, -k_infinity}).value()));
  EXPECT_TRUE(std::isnan(sum_of({std::nan(""), 1}).value()));
}

// Doubles of all exponents in `span` octaves about 1, of either sign.
std::vector<double> random_terms(std::uint64_t seed, std::size_t count, std::uint64_t span) {
  std::vector<double> terms;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t bits = hash(seed, i, 1);
    const auto exponent =
        static_cast<int>(below(hash(seed, i, 2), span)) - static_cast<int>(span / 2);
    const double size = std::ldexp(static_cast<double>(bits >> 11) + 0.5, exponent - 52);
    terms.push_back((bits & 1) != 0 ? -size : size);
  }
  return terms;
}

TEST(ExactSum, AnyOrderAndAnyPartsGiveTheSameBits) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<double> terms = random_terms(seed, 1 + seed, seed % 4 == 0 ? 2000 : 100);
    const ExactSum all = sum_of(terms);
    // A sum less its terms is nothing: not one bit was lost.
    ExactSum rest = all;
    for (const double term : terms) rest.add(-term);
    ASSERT_EQ(rest.value(), 0.0) << seed;
    std::sort(terms.begin(), terms.end());
    const std::size_t cut = below(hash(seed, 9), terms.size() + 1);
    ExactSum parts = sum_of({terms.begin() + static_cast<std::ptrdiff_t>(cut), terms.end()});
    parts.add(sum_of({terms.begin(), terms.begin() + static_cast<std::ptrdiff_t>(cut)}));
    for (const auto& same : {sum_of(terms), parts}) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(same.value()),
                std::bit_cast<std::uint64_t>(all.value()))
          << seed;
    }
  }
}

// In units of 2^-20 the terms are integers, which 128 bits add up exactly.
TEST(ExactSum, AgreesWithIntegers) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    ExactSum sum;
    Int128 units = 0;
    for (std::uint64_t i = 0; i <= seed; ++i) {
      const auto term = static_cast<std::int64_t>(hash(seed, i)) >> (seed % 60);
      const std::int64_t rounded = static_cast<std::int64_t>(static_cast<double>(term / 2));
      units += rounded;
      sum.add(std::ldexp(static_cast<double>(rounded), -20));
    }
    ASSERT_EQ(sum.value(), std::ldexp(static_cast<double>(units), -20)) << seed;
  }
}

TEST(ExactSum, ManyTermsCarry) {
  ExactSum sum;
  ExactSum part;
  for (int i = 0; i < 1000; ++i) part.add(0x1.FFFFFFFFFFFFFp0);
  for (int i = 0; i < 1000; ++i) sum.add(part);
  EXPECT_EQ(sum.value(), 2e6 - 1e6 * 0x1p-52);
  for (int i = 0; i < 60; ++i) sum.add(ExactSum(sum));  // 2^60 times as much
  EXPECT_EQ(sum.value(), (2e6 - 1e6 * 0x1p-52) * 0x1p60);
}

TEST(ExactSum, OfFewTerms) {
  const std::vector<double> terms = {1e16, 1.0, 1.0};
  const auto term = [&](std::size_t i) { return terms[i]; };
  EXPECT_EQ(exact_sum(0, term), 0.0);
  EXPECT_EQ(exact_sum(1, term), 1e16);
  EXPECT_EQ(exact_sum(2, term), 1e16);
  EXPECT_EQ(exact_sum(3, term), 1e16 + 2);  // one after the other they are lost
}

}  // namespace
}  // namespace hypermatch::detail::base
