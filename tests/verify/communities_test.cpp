// SPDX-License-Identifier: MIT
// Wrong communities are refused with the first violated fact.
#include "hypermatch/verify_communities.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/graph_forms.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"

namespace hypermatch::test {
namespace {

using Labels6 = std::vector<VertexId>;

// Two triangles, 1 2 3 and 4 5 6 in numbers from 1, and a bridge from 3 to 4.
verify::CommunitiesVerdict judge(const Labels6& labels, const verify::CommunitiesDemands& demands) {
  const Context context({.threads = 1});
  const Graph graph(make_graph(6, {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {4, 5}, {3, 5}}));
  const auto rows = graph.rows(context);
  return verify::check_communities(context, rows.view(), LabelsView(labels), demands);
}

std::string violation(const Labels6& labels, const CommunityConstraints& constraints) {
  const auto verdict = judge(labels, {.constraints = constraints});
  EXPECT_EQ(verdict.ok, verdict.violation.empty());
  return verdict.violation;
}

TEST(VerifyCommunities, NumberAndLargestSize) {
  const Labels6 triangles = {0, 0, 0, 5, 5, 5};
  EXPECT_EQ(violation(triangles, {.communities = 2, .max_size = 3}), "");
  EXPECT_EQ(violation(triangles, {.communities = 1}), "there are 2 communities, not 1");
  EXPECT_EQ(violation(triangles, {.communities = 3}), "there are 2 communities, not 3");
  EXPECT_EQ(violation(triangles, {.max_size = 2}),
            "the community of vertex 1 has 3 vertices, more than 2");
  EXPECT_EQ(violation({0, 1, 1, 1, 1, 2}, {.max_size = 3}),
            "the community of vertex 2 has 4 vertices, more than 3");
  // Small ones are no violation.
  EXPECT_EQ(violation(triangles, {.min_size = 4}), "");
}

TEST(VerifyCommunities, FixedVertices) {
  const std::vector<VertexId> fixed = {2, k_none, 2, k_none, 4, k_none};
  EXPECT_EQ(violation({0, 0, 0, 1, 1, 1}, {.fixed = fixed}), "");
  EXPECT_EQ(violation({0, 1, 0, 1, 2, 2}, {.fixed = fixed}), "");
  EXPECT_EQ(violation({0, 0, 1, 1, 1, 1}, {.fixed = fixed}),
            "vertices 1 and 3 are fixed in one community, and are in two");
  EXPECT_EQ(violation({0, 0, 0, 0, 0, 0}, {.fixed = fixed}),
            "vertices 1 and 5 are fixed in two communities, and are in one");
  const std::vector<VertexId> few = {0};
  EXPECT_THROW((void)violation({0, 0, 0, 1, 1, 1}, {.fixed = few}), Error);
}

TEST(VerifyCommunities, ConnectedOnesWhereTheyAreDemanded) {
  const Labels6 apart = {0, 1, 1, 1, 0, 0};
  EXPECT_FALSE(judge(apart, {}).connected);
  EXPECT_TRUE(judge(apart, {}).ok);
  EXPECT_EQ(judge(apart, {.connected = true}).violation,
            "the community of vertex 1 is not connected");
  EXPECT_TRUE(judge({0, 0, 1, 1, 1, 1}, {.connected = true}).ok);
}

// Two triangles {1 2 3} {4 5 6} and the edge 3 4.
TEST(VerifyCommunities, NamesNoChangesThatConstraintsForbid) {
  const Labels6 pairs = {0, 0, 1, 1, 2, 2};
  ASSERT_TRUE(judge(pairs, {}).best_move);
  ASSERT_TRUE(judge(pairs, {}).best_merge);
  // Sizes of at most two, or of at least two.
  for (const CommunityConstraints& asked :
       {CommunityConstraints{.max_size = 2}, CommunityConstraints{.min_size = 2, .max_size = 3}}) {
    const auto full = judge(pairs, {.constraints = asked});
    EXPECT_TRUE(full.ok);
    EXPECT_FALSE(full.best_move);
    EXPECT_FALSE(full.best_merge);
  }
  // Three at most: 3 may join 1 and 2.
  const auto roomy = judge(pairs, {.constraints = {.max_size = 3}});
  EXPECT_TRUE(roomy.best_move);
  EXPECT_FALSE(roomy.best_merge);
  // A merge changes the number, a move between communities does not.
  const auto counted = judge(pairs, {.constraints = {.communities = 3}});
  EXPECT_TRUE(counted.best_move);
  EXPECT_FALSE(counted.best_merge);
  const auto alone = judge({0, 0, 0, 1, 1, 2}, {.constraints = {.communities = 3}});
  EXPECT_FALSE(alone.best_move && alone.best_move->from == 5);
  const auto finer = judge({0, 0, 0, 1, 1, 1},
                           {.quality = {.resolution = 10.0}, .constraints = {.communities = 2}});
  EXPECT_FALSE(finer.best_move && finer.best_move->from == finer.best_move->to);
}

TEST(VerifyCommunities, NamesNoChangesThatLabelsForbid) {
  const Labels6 communities = {0, 0, 1, 1, 1, 1};
  // Vertex 3 is to be with 6, and apart from 1.
  const std::vector<VertexId> together = {k_none, k_none, 4, k_none, k_none, 4};
  const std::vector<VertexId> apart = {3, k_none, 4, k_none, k_none, k_none};
  const std::vector<VertexId> alone = {k_none, k_none, 4, k_none, k_none, k_none};
  const auto joins_1 = [&](const std::vector<VertexId>& fixed) {
    const auto move = judge(communities, {.constraints = {.fixed = fixed}}).best_move;
    return move && move->from == 2 && move->to == 0;
  };
  EXPECT_TRUE(joins_1(alone));
  EXPECT_FALSE(joins_1(together));
  EXPECT_FALSE(joins_1(apart));
  const Labels6 pairs = {0, 0, 1, 1, 2, 2};
  const std::vector<VertexId> all = {0, k_none, 1, k_none, 2, k_none};
  EXPECT_FALSE(judge(pairs, {.constraints = {.fixed = all}}).best_merge);
}

TEST(VerifyCommunities, TellsTheLargestGains) {
  // Of 14 ends of edges. Vertex 3 leaves the second triangle for the first one: 2 - 1 links, and
  // the product of its degree with the degrees of both sides, 3 (7 - 4) / 14.
  const auto moved = judge({0, 0, 1, 1, 1, 1}, {});
  ASSERT_TRUE(moved.best_move);
  EXPECT_EQ(moved.best_move->from, 2U);
  EXPECT_EQ(moved.best_move->to, 0U);
  EXPECT_NEAR(moved.best_move->gain, (1.0 + 3 * 3 / 14.0) / 7, 1e-15);
  // A local optimum.
  const auto optimum = judge({0, 0, 0, 1, 1, 1}, {});
  EXPECT_FALSE(optimum.best_move);
  EXPECT_FALSE(optimum.best_merge);
  // At a high resolution a vertex had better be alone, the one of the largest degree.
  const auto finer = judge({0, 0, 0, 1, 1, 1}, {.quality = {.resolution = 10.0}});
  ASSERT_TRUE(finer.best_move);
  EXPECT_EQ(finer.best_move->from, 2U);
  EXPECT_EQ(finer.best_move->to, finer.best_move->from);
  EXPECT_NEAR(finer.best_move->gain, (10.0 * 3 * 4 / 14 - 2) / 7, 1e-15);
  // Each vertex alone: the merge of 1 and 2 gains most, before that of 5 and 6.
  const auto merged = judge({0, 1, 2, 3, 4, 5}, {});
  ASSERT_TRUE(merged.best_merge);
  EXPECT_EQ(merged.best_merge->from, 0U);
  EXPECT_EQ(merged.best_merge->to, 1U);
  EXPECT_NEAR(merged.best_merge->gain, (1 - 2 * 2 / 14.0) / 7, 1e-15);
}

}  // namespace
}  // namespace hypermatch::test
