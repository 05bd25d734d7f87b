// SPDX-License-Identifier: MIT
// What decides that rounds over rows stall, and what long rows keep meanwhile.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "algorithms/graph_matching/local_max/pointing_rows/falling_rows.hpp"
#include "algorithms/graph_matching/local_max/pointing_rows/round_budget.hpp"
#include "graph_cases.hpp"
#include "order/weight_bits.hpp"

namespace hypermatch::test {
namespace {

using detail::graph_matching::FallingRows;
using detail::graph_matching::RoundBudget;
using detail::graph_matching::RowTuning;

TEST(FallingRows, FindTheBestFreeNeighbourAtEachLook) {
  constexpr VertexId k_leaves = 1000;
  EdgeList star = make_graph(k_leaves + 1, star_pairs(k_leaves));
  weigh<std::int32_t>(star, 200, 1);
  const Context one({.threads = 1});
  const CompressedGraph rows = compress(one, star.view());
  const GraphOrder order{.objective = Objective::weight};
  detail::order::with_weight_bits(view_of(rows.weights), order, [&](auto weight_bits) {
    using WeightBits = decltype(weight_bits);
    const detail::order::RowScan<WeightBits> scan(rows.view(), weight_bits,
                                                  detail::base::PairMixer(0));
    const VertexId hub = scan.degree(0) > 1 ? 0 : k_leaves;
    for (const bool first_look_scans : {false, true}) {
      detail::order::MatchedVertices matched(k_leaves + 1);
      FallingRows<WeightBits> kept(first_look_scans);
      EXPECT_TRUE(FallingRows<WeightBits>::serves(scan, hub));
      std::uint64_t arcs = 0;
      // Ends: each turn matches a leaf.
      while (true) {
        const VertexId best = scan.best(hub, detail::order::Unmatched{matched});
        ASSERT_EQ(kept.best(scan, matched, hub, arcs), best);
        if (best == k_none) break;
        matched.insert(best);
        // And one that is somewhere in between.
        matched.insert((best * 7 + 1) % k_leaves + (hub == 0 ? 1 : 0));
      }
      // 16, 64, 256 and 1024 neighbours, and the first look.
      EXPECT_LE(arcs, 5 * k_leaves);
      EXPECT_GE(arcs, 2 * k_leaves);
    }
  });
}

// Rounds until walks take over, of at most 100, where round i matches share(i) of the open vertices
// and looks at some of them.
template <class Share>
int rounds_until_walks(const GraphView& rows, int threads, const Share& share) {
  RoundBudget budget(rows, threads, RowTuning{});
  double open = 100'000;
  for (int i = 0; i < 100; ++i) {
    const double left = open * (1 - share(i));
    if (left < 1000) return 100;
    budget.note({.open = static_cast<std::size_t>(open),
                 .looks = static_cast<std::size_t>(open / 8),
                 .arcs = static_cast<std::uint64_t>(open * 4)},
                static_cast<std::size_t>(left), static_cast<std::size_t>(left / 8));
    EXPECT_EQ(budget.is_slow(), share(i) < 0.12) << i;
    if (budget.is_spent()) return i + 1;
    open = left;
  }
  return 100;
}

TEST(RoundBudget, EndsRoundsThatStall) {
  const Context one({.threads = 1});
  const CompressedGraph held = compress(one, random_graph(100'000, 400'000, 1).view());
  const GraphView rows = held.view();
  for (const int threads : {1, 2, 16, 256}) {
    EXPECT_EQ(rounds_until_walks(rows, threads, [](int) { return 0.5; }), 100) << threads;
    EXPECT_EQ(rounds_until_walks(rows, threads, [](int) { return 0.25; }), 100) << threads;
    // A chain: less and less.
    EXPECT_LE(rounds_until_walks(rows, threads, [](int i) { return 0.01 * std::pow(0.7, i); }), 3)
        << threads;
    EXPECT_LE(rounds_until_walks(rows, threads, [](int) { return 0.0; }), 3) << threads;
  }
  // A first round in which all vertices look again, because their best neighbour is one hub, and
  // half of them in the next.
  RoundBudget hub(rows, 1, RowTuning{});
  hub.note({.open = 100'000, .looks = 100'000, .arcs = 800'000}, 84'000, 52'000);
  EXPECT_FALSE(hub.is_spent());
  // Slow rounds that match more and more go on where many threads share them.
  const auto faster = [](int i) { return 0.01 * std::pow(1.5, i); };
  EXPECT_LE(rounds_until_walks(rows, 1, faster), 3);
  EXPECT_EQ(rounds_until_walks(rows, 16, faster), 100);
}

}  // namespace
}  // namespace hypermatch::test
