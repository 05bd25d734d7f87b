// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/competing_batches/codes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace hypermatch::test {
namespace {

using detail::base::splitmix64;
using detail::hypergraph_matching::code_piece;
using detail::hypergraph_matching::CodePiece;
using detail::hypergraph_matching::codes_of_batch;
using detail::hypergraph_matching::k_codes;
using detail::hypergraph_matching::k_round_tags;
using detail::hypergraph_matching::slot_word;

constexpr std::uint64_t k_largest = ~std::uint64_t{0};

// Keys in an interval, and over the whole range, rising.
std::vector<std::uint64_t> keys_around(std::uint64_t low, std::uint64_t high) {
  std::vector<std::uint64_t> keys = {0, 1, low, high, k_largest, k_largest - 1};
  for (std::uint64_t i = 0; i < 3'000; ++i) {
    const std::uint64_t h = splitmix64(i);
    keys.push_back(h);
    keys.push_back(high == low ? low : low + h % (high - low));
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

struct Interval {
  std::uint64_t low;
  std::uint64_t high;
};
constexpr Interval k_intervals[] = {{0, 0},
                                    {0, 0xFFFFFFFF},
                                    {0x8000000100000000, 0x80000064FFFFFFFF},
                                    {0x3F00000000000000, 0xC2C80000FFFFFFFF},
                                    {5, 6},
                                    {k_largest, k_largest},
                                    {0, k_largest}};

TEST(CodePiece, NeverFallsAndStaysWithinItsCodes) {
  for (const Interval& interval : k_intervals) {
    for (const std::uint32_t codes : {2U, 3U, 1'000U, k_codes}) {
      const std::uint32_t first = k_codes - codes;
      const CodePiece piece = code_piece(interval.low, interval.high, first, codes);
      std::uint32_t last = first;
      for (const std::uint64_t key : keys_around(interval.low, interval.high)) {
        ASSERT_GE(piece(key), last) << interval.low << " " << interval.high << " " << key;
        last = piece(key);
      }
      EXPECT_LT(last, first + codes);
    }
  }
}

TEST(CodePiece, UsesMoreThanHalfOfItsCodes) {
  for (const Interval& interval : k_intervals) {
    for (const std::uint32_t codes : {2U, 3U, 1'000U, k_codes}) {
      const CodePiece piece = code_piece(interval.low, interval.high, 0, codes);
      const std::uint64_t width = interval.high - interval.low;
      if (width >= codes) {
        EXPECT_GE(piece(interval.high), codes / 2);
      } else {
        EXPECT_EQ(piece(interval.high), width);  // each key has its own
      }
    }
  }
}

TEST(CodesOfBatch, AreThereAndLeaveSome) {
  for (const std::uint32_t free : {2U, 3U, 100U, k_codes}) {
    for (const std::uint32_t taken : {0U, 1U, 40U, 2'048U}) {
      const std::uint32_t codes = codes_of_batch(free, taken, 2'048, 2.5F);
      EXPECT_GE(codes, 2U);
      EXPECT_LE(codes, free);
    }
    EXPECT_EQ(codes_of_batch(free, 2'048, 2'048, 2.5F), free) << "the last batch takes all";
  }
  EXPECT_LE(codes_of_batch(k_codes, 10, 2'048, 2.5F), k_codes / 4);
  EXPECT_GE(codes_of_batch(k_codes, 1, 2'048, 0.5F), k_codes / 64) << "batches that fall";
}

TEST(SlotWord, OfALaterRoundIsAbove) {
  for (std::uint32_t round = 1; round + 1 < k_round_tags; ++round) {
    EXPECT_LT(slot_word(round, k_codes - 1), slot_word(round + 1, 0));
  }
  EXPECT_GT(slot_word(1, 0), 0U) << "a cleared slot is below every word";
}

}  // namespace
}  // namespace hypermatch::test
