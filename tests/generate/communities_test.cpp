// SPDX-License-Identifier: MIT
// Families with planted communities against their definitions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/generate.hpp"

namespace hypermatch::generate {
namespace {

using Values = std::map<std::string, double>;

// A graph, what it planted, and what is counted of both.
struct Planted {
  EdgeList graph;
  Array<VertexId> community;
  std::vector<std::uint32_t> degree, inside;  // of each vertex
  std::vector<std::uint32_t> size;            // of each community
  std::uint64_t edges_inside = 0;

  Planted(const std::string& family, const Values& values, std::uint64_t seed) {
    const Context context({.threads = 2, .backend = HostBackend::std_threads});
    graph = generate::graph(context, family, values, seed);
    community = communities(context, family, values, seed);
    EXPECT_EQ(community.size(), graph.num_vertices);
    degree.resize(community.size());
    inside.resize(community.size());
    for (const VertexId c : community) {
      if (c >= size.size()) size.resize(c + 1);
      ++size[c];
    }
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const auto [u, v] = graph.edges[e];
      EXPECT_TRUE(u < v && v < graph.num_vertices) << family << " edge " << e;
      if (e != 0) {
        const GraphEdge before = graph.edges[e - 1];
        EXPECT_TRUE(std::pair(before.u, before.v) < std::pair(u, v)) << family << " edge " << e;
      }
      ++degree[u];
      ++degree[v];
      if (community[u] != community[v]) continue;
      ++edges_inside;
      ++inside[u];
      ++inside[v];
    }
  }
};

TEST(PlantedPartition, HasTheNumbersOfEdgesItIsAskedFor) {
  for (const double shuffle : {0, 1}) {
    const Planted planted("planted_partition",
                          {{"n", 1003},
                           {"communities", 10},
                           {"degree_in", 9},
                           {"degree_out", 3},
                           {"shuffle", shuffle}},
                          4);
    ASSERT_EQ(planted.size.size(), 10U);
    std::uint64_t expected = 0;
    for (const std::uint32_t size : planted.size) {
      EXPECT_TRUE(size == 100 || size == 101) << size;
      expected += size * 9 / 2;
    }
    EXPECT_EQ(planted.edges_inside, expected);
    EXPECT_EQ(planted.graph.edges.size(), expected + 1003 * 3 / 2);
  }
}

TEST(PlantedPartition, TakesAllPairsWhereItMust) {
  const Planted inside("planted_partition",
                       {{"n", 70}, {"communities", 10}, {"degree_in", 6}, {"degree_out", 0}}, 1);
  EXPECT_EQ(inside.graph.edges.size(), 10U * 21);
  EXPECT_EQ(inside.edges_inside, inside.graph.edges.size());
  const Planted between("planted_partition",
                        {{"n", 70}, {"communities", 10}, {"degree_in", 0}, {"degree_out", 63}}, 1);
  EXPECT_EQ(between.graph.edges.size(), 70U * 63 / 2);
  EXPECT_EQ(between.edges_inside, 0U);
  const Planted one("planted_partition",
                    {{"n", 9}, {"communities", 1}, {"degree_in", 8}, {"degree_out", 0}}, 1);
  EXPECT_EQ(one.graph.edges.size(), 36U);
  const Planted alone("planted_partition",
                      {{"n", 9}, {"communities", 9}, {"degree_in", 0}, {"degree_out", 8}}, 1);
  EXPECT_EQ(alone.graph.edges.size(), 36U);
}

TEST(PlantedPartition, DrawsEveryPairBetweenWithTheSameChance) {
  std::map<std::pair<VertexId, VertexId>, int> count;
  constexpr int k_seeds = 4000;
  for (int seed = 0; seed < k_seeds; ++seed) {
    const Planted planted(
        "planted_partition",
        {{"n", 8}, {"communities", 3}, {"degree_in", 0}, {"degree_out", 2}, {"shuffle", 0}},
        static_cast<std::uint64_t>(seed));
    for (const auto [u, v] : planted.graph.edges) ++count[{u, v}];
  }
  // Sizes 2, 3, 3: 21 of the 28 pairs, of which 8 are drawn each time; six standard deviations.
  ASSERT_EQ(count.size(), 21U);
  for (const auto& [pair, times] : count) {
    EXPECT_NEAR(times, k_seeds * 8.0 / 21, 6 * std::sqrt(k_seeds * 8.0 / 21 * 13 / 21));
  }
}

TEST(BlockModel, HasItsDegreesAndItsShareBetweenCommunities) {
  const Planted planted(
      "block_model",
      {{"n", 40'000}, {"communities", 8}, {"min_degree", 4}, {"max_degree", 100}, {"mixing", 20}},
      3);
  ASSERT_EQ(planted.size.size(), 8U);
  EXPECT_EQ(planted.size, std::vector<std::uint32_t>(8, 5000));
  const auto edges = static_cast<double>(planted.graph.edges.size());
  EXPECT_NEAR(1 - static_cast<double>(planted.edges_inside) / edges, 0.2, 0.01);
  // The mean of k^-2 on 4 .. 100: sum of 1/k over sum of 1/k^2.
  double one = 0, two = 0;
  for (int k = 4; k <= 100; ++k) {
    one += 1.0 / k;
    two += 1.0 / k / k;
  }
  EXPECT_NEAR(2 * edges / 40'000 / (one / two), 1, 0.02);
  EXPECT_GT(*std::max_element(planted.degree.begin(), planted.degree.end()), 80U);
}

TEST(BlockModel, KeepsToItsCommunitiesOrLeavesThem) {
  const Values values = {{"n", 3000}, {"communities", 3}, {"max_degree", 50}};
  Values all = values, none = values;
  all["mixing"] = 0;
  none["mixing"] = 100;
  const Planted inside("block_model", all, 2), between("block_model", none, 2);
  EXPECT_EQ(inside.edges_inside, inside.graph.edges.size());
  EXPECT_GT(inside.graph.edges.size(), 10'000U);
  EXPECT_EQ(between.edges_inside, 0U);
  EXPECT_GT(between.graph.edges.size(), 10'000U);
}

TEST(Lfr, HasDegreesAndSizesByTheirLaws) {
  const Planted planted("lfr", {{"n", 50'000}}, 6);
  EXPECT_EQ(std::accumulate(planted.size.begin(), planted.size.end(), 0U), 50'000U);
  EXPECT_GE(*std::min_element(planted.size.begin(), planted.size.end()), 20U);
  EXPECT_LE(*std::max_element(planted.size.begin(), planted.size.end()), 1000U);
  EXPECT_LE(*std::max_element(planted.degree.begin(), planted.degree.end()), 200U);
  // Of k^-2 on 8 .. 200; few edges are left out, so that counts move down by little.
  double sum = 0, mean = 0;
  for (int k = 8; k <= 200; ++k) sum += 1.0 / k / k;
  for (int k = 8; k <= 200; ++k) mean += 1.0 / k / sum;
  EXPECT_NEAR(2 * static_cast<double>(planted.graph.edges.size()) / 50'000 / mean, 1, 0.01);
  for (const auto& bounds : {std::pair(8, 15), {16, 40}, {41, 200}}) {
    const int low = bounds.first, high = bounds.second;
    double share = 0;
    for (int k = low; k <= high; ++k) share += 1.0 / k / k / sum;
    const auto count = std::count_if(planted.degree.begin(), planted.degree.end(), [&](auto d) {
      return static_cast<int>(d) >= low && static_cast<int>(d) <= high;
    });
    EXPECT_NEAR(static_cast<double>(count) / 50'000, share, 0.015) << low;
  }
}

TEST(Lfr, GivesEachVertexItsShareBetweenCommunities) {
  for (const double mixing : {0, 10, 50, 80, 100}) {
    const Planted planted("lfr", {{"n", 20'000}, {"mixing", mixing}}, 9);
    std::uint64_t off = 0, stubs = 0;
    for (std::size_t v = 0; v < planted.degree.size(); ++v) {
      const auto degree = static_cast<double>(planted.degree[v]);
      // Half a stub by rounding, and what was left out.
      off += std::fabs(degree - planted.inside[v] - degree * mixing / 100) > 1.0 ? 1 : 0;
      stubs += planted.degree[v];
    }
    EXPECT_LE(off, planted.degree.size() / 100) << mixing;
    if (mixing == 0) {
      EXPECT_EQ(planted.edges_inside * 2, stubs);
    } else if (mixing == 100) {
      EXPECT_EQ(planted.edges_inside, 0U);
    }
  }
}

// No loop, no repeated edge, and hardly an edge is lost; where nothing fits, what fits is made.
TEST(Lfr, MakesWhatFits) {
  const Planted dense("lfr",
                      {{"n", 60},
                       {"min_degree", 9},
                       {"max_degree", 9},
                       {"min_size", 10},
                       {"max_size", 10},
                       {"mixing", 0}},
                      1);
  EXPECT_EQ(dense.size, std::vector<std::uint32_t>(6, 10));
  EXPECT_GE(dense.graph.edges.size(), 6U * 38);
  EXPECT_LE(dense.graph.edges.size(), 6U * 45);
  const Planted one(
      "lfr", {{"n", 30}, {"min_degree", 3}, {"max_degree", 5}, {"min_size", 30}, {"max_size", 30}},
      1);
  EXPECT_EQ(one.size, std::vector<std::uint32_t>(1, 30));
  EXPECT_EQ(one.edges_inside, one.graph.edges.size());
  const Planted alone(
      "lfr", {{"n", 40}, {"min_degree", 3}, {"max_degree", 5}, {"min_size", 1}, {"max_size", 1}},
      1);
  EXPECT_EQ(alone.size, std::vector<std::uint32_t>(40, 1));
  EXPECT_EQ(alone.edges_inside, 0U);
  EXPECT_GE(alone.graph.edges.size(), 40U * 3 / 2);
  const Planted single(
      "lfr", {{"n", 1}, {"min_degree", 1}, {"max_degree", 1}, {"min_size", 1}, {"max_size", 1}}, 1);
  EXPECT_TRUE(single.graph.edges.empty());
}

}  // namespace
}  // namespace hypermatch::generate
