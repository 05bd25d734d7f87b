// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/device_filtered_codes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace hypermatch::test {
namespace {

using detail::base::splitmix64;
using detail::hypergraph_matching::RoundCodes;

constexpr std::uint64_t k_largest = ~std::uint64_t{0};

// Keys in and around an interval, and over the whole range, rising.
std::vector<std::uint64_t> keys_around(std::uint64_t smallest, std::uint64_t largest) {
  std::vector<std::uint64_t> keys = {0, 1, smallest, largest, k_largest, k_largest - 1};
  const std::uint64_t width = largest - smallest;
  for (std::uint64_t i = 0; i < 3'000; ++i) {
    const std::uint64_t h = splitmix64(i);
    keys.push_back(h);
    keys.push_back(smallest + (width == 0 ? 0 : h % width));
    keys.push_back(smallest - std::min(smallest, splitmix64(h) % (width | 1) * 2));
    keys.push_back(largest + std::min(k_largest - largest, splitmix64(h) % (width | 1) * 2));
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

struct Interval {
  std::uint64_t smallest;
  std::uint64_t largest;
};
constexpr Interval k_intervals[] = {{0, 0},
                                    {0, 0xFFFFFFFF},
                                    {0x8000000100000000, 0x80000064FFFFFFFF},
                                    {0x3F00000000000000, 0xC2C80000FFFFFFFF},
                                    {5, 6},
                                    {k_largest, k_largest},
                                    {0, k_largest}};

TEST(RoundCodes, NeverFallAndFitTheirBits) {
  for (const Interval& interval : k_intervals) {
    const RoundCodes code(interval.smallest, interval.largest, 0);
    std::uint64_t last = 0;
    for (const std::uint64_t key : keys_around(interval.smallest, interval.largest)) {
      ASSERT_GE(code(key), last) << interval.smallest << " " << interval.largest << " " << key;
      last = code(key);
    }
    EXPECT_LT(last, std::uint64_t{1} << RoundCodes::k_bits);
  }
}

TEST(RoundCodes, TellKeysOfANarrowIntervalApart) {
  for (const Interval& interval : {k_intervals[1], k_intervals[2], k_intervals[4]}) {
    const RoundCodes code(interval.smallest, interval.largest, 0);
    for (std::uint64_t i = 0; i < 1'000; ++i) {
      const std::uint64_t key =
          interval.smallest + splitmix64(i) % (interval.largest - interval.smallest);
      EXPECT_LT(code(key), code(key + 1));
    }
  }
}

TEST(RoundCodes, WordsOfLaterRoundsAreAbove) {
  const RoundCodes code(0, k_largest, 0);
  for (std::uint32_t round = 1; round + 1 < RoundCodes::k_rounds; ++round) {
    EXPECT_LT(RoundCodes::word(round, code(k_largest)), RoundCodes::word(round + 1, code(0)));
  }
  EXPECT_GT(RoundCodes::word(1, code(0)), 0U) << "a cleared slot is below every word";
}

}  // namespace
}  // namespace hypermatch::test
