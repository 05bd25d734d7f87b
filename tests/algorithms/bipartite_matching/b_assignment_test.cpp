// SPDX-License-Identifier: MIT
// Heaviest pairs within bounds, against all subsets of small graphs, with their duals and cuts.
#include "hypermatch/b_assignment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "tests/algorithms/bipartite_matching/pairs_testing.hpp"
#include "tests/algorithms/bipartite_matching/small_graphs.hpp"

namespace hypermatch {
namespace {

using testing::Bounds;
using testing::dual_bound;
using testing::graph_of;
using testing::one_thread;
using testing::random_rows;
using Side = ViolatedCut::Side;

PairBounds same(std::uint32_t lower, std::uint32_t upper) {
  return {.row_lower = {.common = lower},
          .row_upper = {.common = upper},
          .column_lower = {.common = lower},
          .column_upper = {.common = upper}};
}

template <class T>
std::variant<BAssignment, ViolatedCut> solve(const Bipartite& graph, const std::vector<T>& weights,
                                             const PairBounds& bounds) {
  return b_assignment(one_thread(), graph.view(), std::span<const T>(weights), {.bounds = bounds});
}

// The weight of the best of all subsets of the entries; nothing if none keeps the bounds.
std::optional<std::int64_t> best_of_all(const BipartiteView& graph,
                                        const std::vector<std::int64_t>& weights,
                                        const PairBounds& bounds) {
  std::vector<RowColumn> entries;
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    for (const VertexId c : graph.columns_of(r)) entries.push_back({r, c});
  }
  std::optional<std::int64_t> best;
  for (std::uint64_t set = 0; set < std::uint64_t{1} << entries.size(); ++set) {
    std::vector<std::uint32_t> row(graph.num_rows, 0), column(graph.num_columns, 0);
    std::vector<std::uint32_t> seen(graph.num_rows, 0);  // columns of each row, as bits
    std::int64_t weight = 0;
    bool valid = true;
    for (std::size_t e = 0; e < entries.size(); ++e) {
      if ((set >> e & 1) == 0) continue;
      const auto [r, c] = entries[e];
      valid = valid && (seen[r] >> c & 1) == 0;
      seen[r] |= std::uint32_t{1} << c;
      ++row[r];
      ++column[c];
      weight += weights[e];
    }
    for (std::size_t r = 0; r < row.size(); ++r) {
      valid = valid && row[r] >= bounds.row_lower[r] && row[r] <= bounds.row_upper[r];
    }
    for (std::size_t c = 0; c < column.size(); ++c) {
      valid = valid && column[c] >= bounds.column_lower[c] && column[c] <= bounds.column_upper[c];
    }
    if (valid && (!best || weight > *best)) best = weight;
  }
  return best;
}

TEST(BAssignment, IsTheBestOfAllSubsets) {
  int feasible = 0, none = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const auto draw = [&](std::uint64_t stream, std::uint64_t item, std::uint64_t below) {
      return detail::base::hash(seed, stream, item) % below;
    };
    const auto rows = static_cast<VertexId>(draw(1, 0, 5));
    const auto columns = static_cast<VertexId>(draw(1, 1, 5));
    const Bipartite graph = graph_of(columns, random_rows(rows, columns, draw(1, 2, 101), seed));
    if (graph.columns.size() > 12) continue;
    const std::int64_t spread = draw(1, 3, 3) == 0 ? 0 : 20;
    const std::int64_t lowest = draw(1, 4, 2) == 0 ? 1 : -10;
    std::vector<std::int64_t> weights;
    for (std::size_t e = 0; e < graph.columns.size(); ++e) {
      weights.push_back(
          lowest + static_cast<std::int64_t>(draw(2, e, static_cast<std::uint64_t>(spread) + 1)));
    }
    const std::uint64_t most_lower = draw(1, 5, 3);
    Bounds bounds;
    const auto take = [&](std::uint64_t stream, VertexId count, auto& lower, auto& upper) {
      for (VertexId v = 0; v < count; ++v) {
        lower.push_back(static_cast<std::uint32_t>(draw(stream, v, most_lower + 1)));
        upper.push_back(lower.back() + static_cast<std::uint32_t>(draw(stream + 1, v, 3)));
      }
    };
    take(3, rows, bounds.row_lower, bounds.row_upper);
    take(5, columns, bounds.column_lower, bounds.column_upper);
    const auto best = best_of_all(graph.view(), weights, bounds.view());
    const auto found = solve(graph, weights, bounds.view());
    if (const auto* const answer = std::get_if<BAssignment>(&found)) {
      ++feasible;
      ASSERT_TRUE(best) << seed;
      ASSERT_EQ(answer->value.integer_weight, *best) << seed;
      ASSERT_EQ(dual_bound(graph.view(), weights, bounds.view(), *answer),
                static_cast<double>(*best))
          << seed;
    } else {
      ++none;
      ASSERT_FALSE(best) << seed;
      const auto& cut = std::get<ViolatedCut>(found);
      ASSERT_GT(cut.demand, cut.supply()) << seed;
    }
  }
  EXPECT_GT(feasible, 1000);
  EXPECT_GT(none, 500);
}

TEST(BAssignment, TakesNoPairThatLosesWeight) {
  const Bipartite graph = graph_of(2, {{0, 1}, {0}});
  const auto found = solve<std::int32_t>(graph, {-1, 5, -3}, same(0, 2));
  const auto& answer = std::get<BAssignment>(found);
  EXPECT_EQ(answer.pairs, (std::vector<RowColumn>{{0, 1}}));
  EXPECT_EQ(answer.value.integer_weight, 5);
  const auto forced = solve<std::int32_t>(graph, {-1, 5, -3}, same(1, 2));
  EXPECT_EQ(std::get<BAssignment>(forced).pairs, (std::vector<RowColumn>{{0, 1}, {1, 0}}));
  EXPECT_EQ(std::get<BAssignment>(forced).value.integer_weight, 2);
}

TEST(BAssignment, NamesTheCut) {
  // Rows 0 and 1 want two pairs each; column 0 takes one, and only row 1 has another edge.
  const Bipartite graph = graph_of(2, {{0}, {0, 1}, {1}});
  Bounds bounds{{2, 2, 0}, {2, 2, 2}, {0, 0}, {1, 3}};
  const auto found = solve<std::int32_t>(graph, {1, 1, 1, 1}, bounds.view());
  const auto& cut = std::get<ViolatedCut>(found);
  EXPECT_EQ(cut.side, Side::rows);
  EXPECT_GT(cut.demand, cut.supply());
  // Columns that want more than rows give.
  bounds = {{0, 0, 0}, {1, 1, 1}, {0, 3}, {1, 3}};
  const auto other = solve<std::int32_t>(graph, {1, 1, 1, 1}, bounds.view());
  const auto& of_columns = std::get<ViolatedCut>(other);
  EXPECT_EQ(of_columns.side, Side::columns);
  EXPECT_EQ(of_columns.demanding, (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(of_columns.demand, 3u);
  EXPECT_EQ(of_columns.supply(), 2u);
}

TEST(BAssignment, ZeroCapacitiesAndNoEntries) {
  const Bipartite graph = graph_of(3, {{0, 1, 2}, {0, 1, 2}});
  const std::vector<std::int32_t> weights(6, 7);
  EXPECT_TRUE(std::get<BAssignment>(solve(graph, weights, same(0, 0))).pairs.empty());
  EXPECT_EQ(std::get<BAssignment>(solve(graph, weights, same(0, 9))).pairs.size(), 6u);
  EXPECT_EQ(std::get<BAssignment>(solve(graph, weights, same(0, 1))).pairs.size(), 2u);
  const std::vector<std::int32_t> no_weights;
  EXPECT_TRUE(std::get<BAssignment>(solve(Bipartite{}, no_weights, same(0, 1))).pairs.empty());
  const Bipartite lone = graph_of(1, {{}});
  EXPECT_TRUE(std::get<BAssignment>(solve(lone, no_weights, same(0, 1))).pairs.empty());
  EXPECT_EQ(std::get<ViolatedCut>(solve(lone, no_weights, same(1, 1))).supply(), 0u);
}

TEST(BAssignment, HugeWeightsDoNotOverflow) {
  constexpr std::int64_t k_most = std::numeric_limits<std::int64_t>::max();
  const Bipartite graph = graph_of(2, {{0, 1}, {0, 1}});
  const auto found =
      solve<std::int64_t>(graph, {k_most, k_most - 1, k_most - 1, k_most - 3}, same(1, 1));
  const auto& answer = std::get<BAssignment>(found);
  EXPECT_EQ(answer.pairs, (std::vector<RowColumn>{{0, 1}, {1, 0}}));
  EXPECT_EQ(answer.stats.price_bits, 128u);
  EXPECT_FALSE(answer.value.is_integer);
}

TEST(BAssignment, RealWeightsAreExact) {
  // 0.1 + 0.2 > 0.3 by one bit of the last place.
  const Bipartite graph = graph_of(2, {{0, 1}, {0, 1}});
  const auto found = solve<double>(graph, {0.1, 0.3, 0.0, 0.2}, same(1, 1));
  EXPECT_EQ(std::get<BAssignment>(found).pairs, (std::vector<RowColumn>{{0, 0}, {1, 1}}));
  EXPECT_EQ(std::get<BAssignment>(found).stats.weight_unit, 0.0);
  const auto wide = solve<double>(graph, {1e30, 0.3, 1e-30, 1e30}, same(1, 1));
  EXPECT_GT(std::get<BAssignment>(wide).stats.weight_unit, 0.0);
  EXPECT_EQ(std::get<BAssignment>(wide).value.weight, 2e30);
}

TEST(BAssignment, StarsTakeNoQuadraticTime) {
  constexpr VertexId k_leaves = 200000;
  testing::Rows rows(k_leaves, {0});
  std::vector<std::int32_t> weights(k_leaves);
  for (VertexId r = 0; r < k_leaves; ++r) {
    weights[r] = static_cast<std::int32_t>(detail::base::hash(1, 0, r) % 1000000);
  }
  const PairBounds bounds{.column_upper = {.common = k_leaves / 10}};
  const auto found = solve(graph_of(1, rows), weights, bounds);
  std::sort(weights.rbegin(), weights.rend());
  std::int64_t best = 0;
  for (VertexId i = 0; i < k_leaves / 10; ++i) best += weights[i];
  EXPECT_EQ(std::get<BAssignment>(found).value.integer_weight, best);
}

TEST(BAssignment, RefusesWhatDoesNotFit) {
  const Bipartite graph = graph_of(2, {{0, 1}});
  const std::vector<std::int32_t> one(1, 1), two(2, 1);
  EXPECT_THROW((void)solve(graph, one, same(0, 1)), Error);
  EXPECT_THROW((void)solve(graph, two, same(2, 1)), Error);
  const std::vector<std::uint32_t> bounds(2, 1);
  PairBounds wrong;
  wrong.row_upper.each = bounds;
  EXPECT_THROW((void)solve(graph, two, wrong), Error);
  EXPECT_THROW((void)solve<double>(graph, {1.0, std::nan("")}, same(0, 1)), Error);
}

}  // namespace
}  // namespace hypermatch
