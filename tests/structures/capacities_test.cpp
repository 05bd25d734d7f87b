// SPDX-License-Identifier: MIT
#include "hypermatch/capacities.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "hypermatch/error.hpp"

namespace hypermatch {
namespace {

TEST(CapacityUses, CountNoMoreThanTheDegree) {
  const std::vector<EdgeId> degrees = {3, 1, 0, 2};
  const std::vector<EdgeId> matched = {2, 1, 0, 1};
  const CapacityUse common = use_of({.common = 2}, degrees, matched);
  EXPECT_EQ(common.capacity, 5U);
  EXPECT_EQ(common.saturated, 3U);  // all but the last one
  const std::vector<std::uint32_t> each = {~std::uint32_t{0}, 0, 5, 1};
  const CapacityUse own = use_of({.each = each}, degrees, matched);
  EXPECT_EQ(own.capacity, 4U);
  EXPECT_EQ(own.saturated, 2U);  // the one without edges, and the last one
}

TEST(Capacities, AreOneForAllOrOnePerVertex) {
  const std::vector<std::uint32_t> ones = {1, 1, 1};
  const std::vector<std::uint32_t> others = {1, 1, 0};
  const Context context({.threads = 1});
  EXPECT_TRUE(are_ones(context, {}));
  EXPECT_TRUE(are_ones(context, {.each = ones}));
  EXPECT_FALSE(are_ones(context, {.each = others}));
  EXPECT_FALSE(are_ones(context, {.common = 0}));
  EXPECT_NO_THROW(check_capacities({.each = ones}, 3));
  EXPECT_THROW(check_capacities({.each = ones}, 4), Error);
  EXPECT_THROW(check_capacities({.each = ones}, 2), Error);
}

}  // namespace
}  // namespace hypermatch
