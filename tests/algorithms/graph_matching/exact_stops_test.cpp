// SPDX-License-Identifier: MIT
// Exact matchings look at short intervals whether they shall stop.
#include <gtest/gtest.h>

#include <algorithm>

#include "hypermatch/exact_matching.hpp"
#include "hypermatch/generate.hpp"
#include "tests/sizes.hpp"
#include "tests/stopping.hpp"

namespace hypermatch::test {
namespace {

// Preparations are as long as searches: no part of the work goes without a look.
TEST(Exact, LooksInEachPartOfItsWork) {
  constexpr double k_longest_gap = 0.3;
  constexpr double k_points = by_build(150'000.0, 60'000.0);
  const EdgeList graph =
      generate::graph(Context({.threads = 1}), "delaunay", {{"n", k_points}, {"weights", 2}}, 1);
  for (const MatchingSize size : {MatchingSize::any, MatchingSize::largest}) {
    const StoppedCall call = [&](const Context& context) {
      (void)exact(context, graph.view(), {.size = size});
    };
    double gap = 1.0;
    for (int attempt = 0; attempt < 5 && gap > k_longest_gap; ++attempt) {
      gap = std::min(gap, WatchedCall(call, 1, 0).longest_gap());
    }
    EXPECT_LE(gap, k_longest_gap);
    expect_stops(call, 1, {0.1, 0.5, 0.9});
  }
}

}  // namespace
}  // namespace hypermatch::test
