// SPDX-License-Identifier: MIT
// Ties on either side against all matchings of small instances.
#include <gtest/gtest.h>

#include <string>

#include "algorithms/stable_matching/kiraly/kiraly.hpp"
#include "algorithms/stable_matching/strongly_stable/strongly_stable.hpp"
#include "algorithms/stable_matching/super_stable/super_stable.hpp"
#include "tests/algorithms/stable_matching/small_lists.hpp"
#include "verify/preferences/ranked_rows.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::test;
using namespace hypermatch::detail::stable_matching;

SmallLists two_sided(std::uint64_t seed, std::uint32_t max_right) {
  const auto num_left = static_cast<VertexId>(1 + seed % 5);
  const auto num_right = static_cast<VertexId>(1 + seed / 5 % 5);
  return random_lists({.num_left = num_left,
                       .num_agents = num_left + num_right,
                       .density = static_cast<std::uint32_t>(35 + 15 * (seed % 4)),
                       .left_ties = static_cast<std::uint32_t>(seed / 3 % 4 * 30),
                       .right_ties = static_cast<std::uint32_t>(seed / 7 % 4 * 30),
                       .max_right = max_right},
                      seed);
}

bool contains(const std::vector<Pairs>& all, const Pairs& pairs) {
  return std::find(all.begin(), all.end(), pairs) != all.end();
}

TEST(Kiraly, IsWithinTwoThirdsOfTheLargest) {
  std::uint64_t below = 0, ties_on_both = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small = two_sided(seed, 1 + static_cast<std::uint32_t>(seed % 3));
    const LeftMates result = kiraly(Context(), pair_lists(small));
    const auto stable = all_stable(small);
    std::size_t largest = 0;
    for (const Pairs& pairs : stable) largest = std::max(largest, pairs.size());
    const Pairs pairs = pairs_of_mates(result.mates);
    ASSERT_TRUE(contains(stable, pairs));
    EXPECT_GE(3 * pairs.size(), 2 * largest);
    if (pairs.size() < largest) ++below;
    if (seed / 3 % 4 > 0 && seed / 7 % 4 > 0) ++ties_on_both;
  }
  EXPECT_GT(ties_on_both, 1000U);
  EXPECT_LT(below, 8U);  // 2 today; a seeded order of the ties misses far more of the largest
}

void expect_decided(Stability stability, DecidedMates (*run)(const Context&, const PairLists&),
                    std::uint32_t max_right) {
  std::uint64_t with = 0, without = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small = two_sided(seed, 1 + static_cast<std::uint32_t>(seed % max_right));
    const DecidedMates result = run(Context(), pair_lists(small));
    const auto stable = all_stable(small, stability);
    ASSERT_EQ(result.exists, !stable.empty());
    (result.exists ? with : without) += 1;
    if (result.exists) {
      EXPECT_TRUE(contains(stable, pairs_of_mates(result.left.mates)));
    }
  }
  EXPECT_GT(with, 1000U);
  EXPECT_GT(without, 300U);
}

TEST(SuperStable, IsDecidedAsByExhaustion) {
  expect_decided(Stability::super, super_stable, 3);
}

TEST(StronglyStable, IsDecidedAsByExhaustion) {
  expect_decided(Stability::strong, strongly_stable, 1);
}

namespace verifiers = hypermatch::detail::verify;

verifiers::RankedRows rows_of(const SmallLists& small, const PairLists& lists, bool two_sided) {
  return {small.num_left, two_sided, lists.offsets, lists.partners, lists.ranks, lists.capacities};
}

TEST(BlockingPairs, AreFoundInEveryMatchingThatHasOne) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const bool two = seed % 2 == 0;
    const SmallLists small =
        two ? two_sided(seed, 2)
            : random_lists(
                  {.num_agents = static_cast<VertexId>(seed % 6), .left_ties = 30, .max_left = 2},
                  seed);
    const PairLists lists = pair_lists(small);
    for_each_matching(small, [&](const Pairs& pairs) {
      for (const auto& [stability, blocking] :
           {std::pair(Stability::weak, verifiers::Blocking::weak),
            std::pair(Stability::strong, verifiers::Blocking::strong),
            std::pair(Stability::super, verifiers::Blocking::super)}) {
        EXPECT_EQ(
            verifiers::blocking_violation(rows_of(small, lists, two), pairs, blocking).empty(),
            is_stable(small, pairs, stability));
      }
    });
  }
}

TEST(BlockingPairs, OfPairsThatAreNoMatching) {
  const SmallLists small = random_lists({.num_left = 2, .num_agents = 4}, 1);
  const PairLists lists = pair_lists(small);
  const auto violation = [&](const Pairs& pairs) {
    return verifiers::blocking_violation(rows_of(small, lists, true), pairs,
                                         verifiers::Blocking::weak);
  };
  EXPECT_EQ(violation({{0, 2}, {0, 3}}), "l 1 has more partners than its capacity, which is 1");
  EXPECT_EQ(violation({{0, 1}}), "l 1 has a partner that it does not list");
  EXPECT_EQ(violation({{0, 2}, {0, 2}}), "l 1 and r 1 are matched twice");
  EXPECT_EQ(violation({{0, 4}}), "agent 4 does not exist, there are 4");
  EXPECT_EQ(violation({{1, 1}}), "l 2 is matched to itself");
}

}  // namespace
}  // namespace hypermatch
