// SPDX-License-Identifier: MIT
// The members of `result` for the kinds of results that no verb prints yet.
#include "cli/result_json.hpp"

#include <gtest/gtest.h>

#include "hypermatch/error.hpp"

namespace hypermatch::cli {
namespace {

TEST(ResultJson, OfPartnersHasWhatAMatchingHasAndCountsPartners) {
  Partners matching;
  matching.offsets = {0, 2, 3, 4, 4};
  matching.partners = {1, 2, 0, 0};
  matching.stats.rounds = 3;
  matching.stats.guarantee = "1/2 of the weight";
  MatchingValue value;
  value.edges = 2;
  value.weight = 0.75;
  value.is_integer = false;
  EXPECT_EQ(to_json(matching, value).dump(),
            R"({"edges":2,"weight":0.75,"rounds":3,"guarantee":"1/2 of the weight",)"
            R"("certified_ratio":null,"hints":[],"matched_vertices":3,"max_partners":2})");
}

TEST(ResultJson, OfPartnersOfNoVertexCountsNone) {
  EXPECT_EQ(to_json(Partners{}, MatchingValue{}).dump(),
            R"({"edges":0,"weight":0,"rounds":0,"guarantee":"","certified_ratio":null,"hints":[],)"
            R"("matched_vertices":0,"max_partners":0})");
}

TEST(ResultJson, OfLabelsCountsCommunitiesOfEachLevel) {
  const Labels labels{{0, 1, 1, 3, 3, 3},
                      {{0, 0, 0, 5, 5, 5}, {2, 2, 2, 2, 2, 2}},
                      {.algorithm = "louvain", .rounds = 7, .stop_reason = "complete"}};
  EXPECT_EQ(to_json(labels).dump(),
            R"({"communities":3,"largest":3,"levels":[{"communities":3},{"communities":2},)"
            R"({"communities":1}],"rounds":7,"algorithm":"louvain","stop_reason":"complete"})");
}

TEST(ResultJson, OfLabelsRefusesACommunityThatIsSplitLater) {
  const Labels labels{{0, 0}, {{0, 1}}, {}};
  EXPECT_THROW((void)to_json(labels), Error);
}

TEST(ResultJson, OfNoSolutionHasTheProof) {
  const NoSolution none{"odd party: 1 2 3", {.algorithm = "irving", .rounds = 2}};
  EXPECT_EQ(to_json(none).dump(),
            R"({"exists":false,"proof":"odd party: 1 2 3","rounds":2,"algorithm":"irving",)"
            R"("stop_reason":""})");
}

}  // namespace
}  // namespace hypermatch::cli
