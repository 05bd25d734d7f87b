// SPDX-License-Identifier: MIT
#include "base/noise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>

namespace hypermatch::detail::base {
namespace {

// Park and Miller 1988 give the 10000th number after seed 1 to check implementations by.
TEST(Noise, ParkMillerPassesThePublishedCheck) {
  std::uint32_t state = 1;
  for (int i = 0; i < 10'000; ++i) (void)park_miller_step(state);
  EXPECT_EQ(state, 1043618065U);
}

// The published initial state of xorwow; the expected number is d + 362437 plus the new last word,
// worked out from the published recurrence.
TEST(Noise, XorwowFollowsThePublishedRecurrence) {
  XorwowState state{123456789U, 362436069U, 521288629U, 88675123U, 5783321U, 6615241U};
  const std::uint32_t t = 123456789U ^ (123456789U / 4);
  const std::uint32_t last = (5783321U ^ (5783321U * 16)) ^ (t ^ (t * 2));
  EXPECT_EQ(xorwow_step(state), last + 6615241U + 362437U);
  EXPECT_EQ(state.x, 362436069U);
  EXPECT_EQ(state.w, 5783321U);
  EXPECT_EQ(state.v, last);
}

// From state 1 the shifts can be followed by hand: 1, then 2^25 + 1, then 2^25 + 1 again.
TEST(Noise, XorshiftFollowsThePublishedRecurrence) {
  std::uint64_t state = 1;
  const std::uint32_t word = xorshift_step(state);
  EXPECT_EQ(state, (std::uint64_t{1} << 25) + 1);
  EXPECT_EQ(word, static_cast<std::uint32_t>(
                      (((std::uint64_t{1} << 25) + 1) * 0x2545F4914F6CDD1DULL) >> 32));
}

TEST(Noise, NoSeedIsAFixedPoint) {
  for (const std::uint64_t seed :
       {std::uint64_t{0}, std::uint64_t{0x7FFFFFFE}, ~std::uint64_t{0}}) {
    EXPECT_NE(xorwow(seed), xorwow(seed + 1));
    EXPECT_NE(xorshift(seed), xorshift(seed + 1));
    EXPECT_NE(park_miller(seed), park_miller(seed + 1));
    EXPECT_NE(xorshift(seed), 0U);
    EXPECT_NE(park_miller(seed), 0U);
  }
}

// Seeded by hash(seed, round, edge), neighbours must look independent: mean and each high bit near
// one half, nearly all numbers different. 5 standard deviations of a fair coin are allowed.
TEST(Noise, HashedSeedsFillTheRange) {
  constexpr int k_count = 100'000;
  for (const auto generator : {xorwow, xorshift, park_miller}) {
    int ones[32] = {};
    double sum = 0;
    std::set<std::uint32_t> different;
    for (int e = 0; e < k_count; ++e) {
      const std::uint32_t word = generator(hash(7, 3, static_cast<std::uint64_t>(e)));
      for (unsigned bit = 1; bit < 32; ++bit) ones[bit] += (word >> bit) & 1U ? 1 : 0;
      const double u = unit_interval_of_word(word);
      EXPECT_GE(u, 0.0);
      EXPECT_LT(u, 1.0);
      sum += u;
      different.insert(word);
    }
    EXPECT_NEAR(sum / k_count, 0.5, 5 * std::sqrt(1.0 / 12 / k_count));
    for (unsigned bit = 1; bit < 32; ++bit) {
      EXPECT_NEAR(ones[bit], k_count / 2, 5 * std::sqrt(k_count / 4.0)) << bit;
    }
    EXPECT_GT(different.size(), k_count - 20U);
  }
}

// Rounded to the nearest float, sums reached ratings that were larger by the amplitude.
TEST(Noise, NeverReachesARatingThatIsLargerByTheAmplitude) {
  std::size_t close = 0;
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    const std::uint64_t h = hash(5, i);
    // Whole numbers around each power of two up to 2^24, and of both signs.
    const double size = std::ldexp(1.0, static_cast<int>(h % 25));
    const double rating =
        ((h >> 8) % 2 == 0 ? 1 : -1) * (size - 1 - static_cast<double>((h >> 16) % 4));
    const double amplitude =
        (h >> 24) % 2 == 0
            ? 1.0
            : 0.75 + 0.25 * unit_interval_of_word(static_cast<std::uint32_t>(h >> 32));
    for (const std::uint32_t word : {0xFFFFFFFFU, 0xFF000000U, static_cast<std::uint32_t>(h)}) {
      EXPECT_LT(noisy_key(rating, amplitude, word), noisy_key(rating + 1, amplitude, 0))
          << rating << " " << amplitude << " " << word;
      EXPECT_GE(noisy_key(rating, amplitude, word) >> 32,
                priority_image(static_cast<float>(rating)));
      close += static_cast<float>(rating + amplitude * unit_interval_of_word(word)) ==
                       static_cast<float>(rating + 1)
                   ? 1
                   : 0;
    }
  }
  EXPECT_GT(close, 1000U);
}

TEST(Noise, UnitIntervalReachesItsEnds) {
  EXPECT_EQ(unit_interval_of_word(0), 0.0);
  EXPECT_EQ(unit_interval_of_word(0x80000000U), 0.5);
  EXPECT_EQ(unit_interval_of_word(0xFFFFFFFFU), 1.0 - 0x1p-32);
}

}  // namespace
}  // namespace hypermatch::detail::base
