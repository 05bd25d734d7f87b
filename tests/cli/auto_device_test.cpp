// SPDX-License-Identifier: MIT
// The estimates of `--device auto`: what they prefer, and that they rise with the instance.
#include "cli/auto_device.hpp"

#include <gtest/gtest.h>

namespace hypermatch::cli {
namespace {

RunSize graph_of(std::uint64_t edges, int threads) {
  return {.vertices = edges / 8,
          .edges = edges,
          .pins = 2 * edges,
          .is_graph = true,
          .threads = threads,
          .start_seconds = k_device_start};
}

TEST(AutoDevice, PrefersCoresForSmallInstancesAndADeviceForLargeOnes) {
  for (const int threads : {1, 4, 16, 200}) {
    EXPECT_FALSE(estimate(graph_of(1'000'000, threads)).prefers_device()) << threads;
    EXPECT_TRUE(estimate(graph_of(1'000'000'000, threads)).prefers_device()) << threads;
    RunSize pins = {.edges = 1, .pins = 1'000'000, .threads = threads, .start_seconds = 0.2};
    EXPECT_FALSE(estimate(pins).prefers_device()) << threads;
    pins.pins = 2'000'000'000;
    EXPECT_TRUE(estimate(pins).prefers_device()) << threads;
  }
  // Where a device has started, it pays sooner.
  RunSize size = graph_of(20'000'000, 1);
  EXPECT_FALSE(estimate(size).prefers_device());
  size.start_seconds = 0;
  EXPECT_TRUE(estimate(size).prefers_device());
}

TEST(AutoDevice, PrefersADeviceForCommunitiesOfLargeGraphsOrManyRuns) {
  for (const int threads : {1, 16}) {
    EXPECT_FALSE(estimate_communities(graph_of(100'000, threads)).prefers_device());
    EXPECT_TRUE(estimate_communities(graph_of(1'000'000'000, threads)).prefers_device());
    // However many, runs of a small graph stay on cores.
    EXPECT_FALSE(estimate_communities(graph_of(100'000, threads), 1000).prefers_device());
  }
  // Runs share one start.
  const RunSize size = graph_of(10'000'000, 4);
  EXPECT_FALSE(estimate_communities(size).prefers_device());
  EXPECT_TRUE(estimate_communities(size, 10).prefers_device());
}

TEST(AutoDevice, MoreThreadsMakeTheHostFasterUpToSixteen) {
  const double one = estimate(graph_of(100'000'000, 1)).host;
  const double four = estimate(graph_of(100'000'000, 4)).host;
  const double sixteen = estimate(graph_of(100'000'000, 16)).host;
  EXPECT_LT(four, one / 2);
  EXPECT_LT(sixteen, four);
  EXPECT_EQ(estimate(graph_of(100'000'000, 64)).host, sixteen);
}

TEST(AutoDevice, StartsEarlyForFilesThatPayOnly) {
  constexpr std::uint64_t k_mebi = std::uint64_t{1} << 20;
  EXPECT_FALSE(may_pay(0, 1));
  EXPECT_FALSE(may_pay(64 * k_mebi, 1));
  EXPECT_TRUE(may_pay(1024 * k_mebi, 1));
  EXPECT_FALSE(may_pay(1024 * k_mebi, 16));
  EXPECT_TRUE(may_pay(16 * 1024 * k_mebi, 16));
}

}  // namespace
}  // namespace hypermatch::cli
