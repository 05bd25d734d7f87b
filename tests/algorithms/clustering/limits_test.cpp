// SPDX-License-Identifier: MIT
// Moves under limits, on graphs whose pinned vertices stand for communities.
#include "algorithms/clustering/common/constraints/limits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/algorithms/clustering/clustering_testing.hpp"

namespace hypermatch::detail::clustering {
namespace {

struct Edge {
  VertexId u;
  VertexId v;
  std::int32_t weight;
};

// The communities after sweeps of one sub-round each, in which all vertices decide at once.
std::vector<VertexId> moved(VertexId n, const std::vector<Edge>& edges,
                            const std::vector<VertexId>& pinned, VertexId max_size,
                            std::vector<VertexId> communities = {}, std::uint32_t sub_rounds = 1,
                            std::uint32_t max_sweeps = 100) {
  EdgeList list;
  list.num_vertices = n;
  Array<std::int32_t> weights;
  for (const Edge& edge : edges) {
    list.edges.push_back({edge.u, edge.v});
    weights.push_back(edge.weight);
  }
  list.weights = std::move(weights);
  const Context context({.threads = 1});
  const Graph graph(std::move(list));
  const auto rows = graph.rows(context);
  const FinestLevel finest(context, rows.view(), {}, {.resolution = 0.01});
  Limits limits{Array<std::uint8_t>(n, 0), Array<VertexId>(n, 1), max_size};
  for (const VertexId v : pinned) limits.pinned[v] = 1;
  Partition partition = communities.empty() ? singletons(context, finest.view())
                                            : partition_of(context, finest.view(), communities);
  (void)move_within_limits(
      context, finest.view(), finest.objective(), limits, partition,
      {.threshold = 0.0, .max_sweeps = max_sweeps, .num_sub_rounds = sub_rounds});
  return {partition.community.begin(), partition.community.end()};
}

using Numbers = std::vector<VertexId>;

TEST(MovesWithinLimits, TheLargestGainsAreAdmittedThenTheLowestNumbers) {
  const std::vector<Edge> star = {{0, 1, 1}, {0, 2, 3}, {0, 3, 3}, {0, 4, 2}};
  EXPECT_EQ(moved(5, star, {0}, 2), (Numbers{0, 1, 0, 3, 4}));
  EXPECT_EQ(moved(5, star, {0}, 3), (Numbers{0, 1, 0, 0, 4}));
  EXPECT_EQ(moved(5, star, {0}, 4), (Numbers{0, 1, 0, 0, 0}));
  EXPECT_EQ(moved(5, star, {0}, 0), (Numbers{0, 0, 0, 0, 0}));
}

TEST(MovesWithinLimits, VerticesThatAreLeftOutTakeTheNextCommunity) {
  EXPECT_EQ(moved(4, {{0, 1, 9}, {0, 2, 5}, {2, 3, 1}}, {0, 3}, 2), (Numbers{0, 0, 3, 3}));
}

TEST(MovesWithinLimits, VerticesPassOverFullCommunities) {
  // 0 and 1 are one community from the start.
  EXPECT_EQ(moved(4, {{0, 1, 9}, {0, 2, 5}, {2, 3, 1}}, {0, 1, 3}, 2, {0, 0, 2, 3}),
            (Numbers{0, 0, 3, 3}));
}

TEST(MovesWithinLimits, VerticesThatLeaveMakeRoom) {
  // 1 leaves 0 for 3, and 2 takes its place.
  EXPECT_EQ(moved(4, {{0, 1, 1}, {1, 3, 9}, {0, 2, 5}}, {0, 3}, 2, {0, 0, 2, 3}),
            (Numbers{0, 3, 0, 3}));
}

// All vertices of a clique want to join the one of the lowest number.
TEST(MovesWithinLimits, OneSweepOfACliqueFillsCommunities) {
  constexpr VertexId n = 240;
  std::vector<Edge> clique;
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = 0; v < u; ++v) clique.push_back({v, u, 1});
  }
  for (const VertexId max_size : {2U, 3U, 10U}) {
    const Numbers found = moved(n, clique, {}, max_size, {}, 8, 1);
    std::vector<VertexId> sizes(n, 0);
    for (const VertexId c : found) ++sizes[c];
    const auto communities = n - std::count(sizes.begin(), sizes.end(), 0U);
    EXPECT_LE(*std::max_element(sizes.begin(), sizes.end()), max_size);
    EXPECT_LE(communities, n / max_size + n / 8);
  }
}

TEST(MovesWithinLimits, PinnedVerticesStay) {
  EXPECT_EQ(moved(3, {{0, 1, 1}, {1, 2, 1}}, {0, 2}, 0), (Numbers{0, 0, 2}));
}

}  // namespace
}  // namespace hypermatch::detail::clustering
