// SPDX-License-Identifier: MIT
#include "hypermatch/did_you_mean.hpp"

#include <gtest/gtest.h>

namespace hypermatch {
namespace {

TEST(DidYouMean, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("greedy", "gredy"), 1U);
  EXPECT_EQ(edit_distance("match", "mtach"), 2U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(DidYouMean, ProposesTheFirstOfTheNearestNames) {
  EXPECT_EQ(did_you_mean("gredy", "local_max|greedy"), "; did you mean greedy?");
  EXPECT_EQ(did_you_mean("unifrom", "uniform, sizes"), "; did you mean uniform?");
  EXPECT_EQ(did_you_mean("--threds", "--threads --seed "), "; did you mean --threads?");
  EXPECT_EQ(did_you_mean("ab", "ax ay"), "; did you mean ax?");
  EXPECT_EQ(did_you_mean("greedy", "greedy"), "; did you mean greedy?");
}

TEST(DidYouMean, ProposesNothingThatIsAnotherName) {
  EXPECT_EQ(did_you_mean("suitor", "local_max|greedy"), "");
  EXPECT_EQ(did_you_mean("", "a b"), "");
  EXPECT_EQ(did_you_mean("x", "y"), "");  // one edit makes any letter of any other
  EXPECT_EQ(did_you_mean("abc", ""), "");
  EXPECT_EQ(did_you_mean(std::string(100000, 'a'), "a|b"), "");
}

}  // namespace
}  // namespace hypermatch
