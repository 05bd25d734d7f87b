// SPDX-License-Identifier: MIT
// Keys of arcs, narrow and wide, at the ends of their parts.
#include "algorithms/graph_matching/b_suitor/arc_keys.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace hypermatch::detail::graph_matching {
namespace {

constexpr std::uint32_t k_all = ~std::uint32_t{0};

bool are_equal(const WideKey& a, const WideKey& b) {
  return !(a < b) && !(b < a);
}

TEST(ArcKeys, WideOnesCompareByImageThenHash) {
  EXPECT_TRUE(key_of(std::uint64_t{1}, k_all) < key_of(std::uint64_t{2}, 0));
  EXPECT_TRUE(key_of(std::uint64_t{2}, 0) < key_of(std::uint64_t{2}, 1));
  EXPECT_FALSE(key_of(std::uint64_t{2}, 1) < key_of(std::uint64_t{2}, 1));
  EXPECT_FALSE(key_of(std::uint64_t{3}, 0) < key_of(std::uint64_t{2}, k_all));
  EXPECT_TRUE(highest_key<WideKey>() > key_of(~std::uint64_t{0}, k_all - 1));
}

TEST(ArcKeys, StepDownToTheKeyRightBelow) {
  WideKey wide = key_of(std::uint64_t{5}, 1);
  EXPECT_TRUE(step_down(wide));
  EXPECT_TRUE(are_equal(wide, key_of(std::uint64_t{5}, 0)));
  EXPECT_TRUE(step_down(wide));
  EXPECT_TRUE(are_equal(wide, key_of(std::uint64_t{4}, k_all)));
  wide = {};
  EXPECT_FALSE(step_down(wide));
  NarrowKey narrow = key_of(std::uint32_t{5}, 0);
  EXPECT_TRUE(step_down(narrow));
  EXPECT_EQ(narrow, key_of(std::uint32_t{4}, k_all));
  narrow = 0;
  EXPECT_FALSE(step_down(narrow));
}

TEST(ArcKeys, BarsLetPassWhatIsAbove) {
  const NarrowKey narrow = key_of(std::uint32_t{7}, 3);
  EXPECT_FALSE(passes(narrow, bar_above(narrow)));
  EXPECT_TRUE(passes(narrow + 1, bar_above(narrow)));
  EXPECT_EQ(bar_above(highest_key<NarrowKey>()), highest_key<NarrowKey>());
  // Those of equal image have to be compared as a whole.
  const WideKey wide = key_of(std::uint64_t{7}, 3);
  EXPECT_TRUE(passes(wide, bar_above(wide)));
  EXPECT_TRUE(passes(key_of(std::uint64_t{7}, 0), bar_above(wide)));
  EXPECT_FALSE(passes(key_of(std::uint64_t{6}, k_all), bar_above(wide)));
}

}  // namespace
}  // namespace hypermatch::detail::graph_matching
