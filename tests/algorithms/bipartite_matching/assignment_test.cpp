// SPDX-License-Identifier: MIT
// Assignments against all choices in small graphs, and by their duals in families that are hard.
#include "hypermatch/assignment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "tests/algorithms/bipartite_matching/assignment_testing.hpp"
#include "tests/sizes.hpp"
#include "tests/stopping.hpp"

namespace hypermatch {
namespace {

using testing::Bounds;
using testing::CostOf;
using testing::draw_instance;
using testing::Drawn;
using testing::graph_of;
using testing::matrix_of;
using testing::one_thread;
using testing::random_rows;

// Pairs and their weight; the larger one is the better answer.
using Worth = std::pair<std::int64_t, std::int64_t>;

// The best of all choices of a free column, or of none, per row. `pairs_first`: more pairs are
// better whatever they weigh.
std::optional<Worth> best_of_all(const Bipartite& graph, const std::vector<std::int64_t>& weights,
                                 const Bounds& bounds, bool pairs_first) {
  std::optional<Worth> best;
  const std::function<void(VertexId, std::uint32_t, Worth)> choose = [&](VertexId r,
                                                                         std::uint32_t taken,
                                                                         Worth worth) {
    if (r == graph.num_rows) {
      for (std::size_t c = 0; c < graph.num_columns; ++c) {
        if (bounds.column_lower[c] != 0 && (taken >> c & 1) == 0) return;
      }
      if (!pairs_first) worth.first = 0;
      if (!best || worth > *best) best = worth;
      return;
    }
    if (bounds.row_lower[r] == 0) choose(r + 1, taken, worth);
    if (bounds.row_upper[r] == 0) return;
    for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) {
      const VertexId c = graph.columns[e];
      if ((taken >> c & 1) != 0 || bounds.column_upper[c] == 0) continue;
      choose(r + 1, taken | std::uint32_t{1} << c, {worth.first + 1, worth.second + weights[e]});
    }
  };
  choose(0, 0, {0, 0});
  return best;
}

using Answer = std::variant<BAssignment, ViolatedCut>;
using Solve = std::function<Answer(const Context&, const BipartiteView&, const WeightsView&,
                                   const BAssignmentOptions&)>;

// Pairs and weight of the answer, after a look at cut or proof.
template <class W>
std::optional<Worth> judged(const Drawn& drawn, const std::vector<W>& weights, Sense sense,
                            double unit, const Answer& found) {
  const BAssignmentOptions options{.bounds = drawn.bounds.view(), .sense = sense};
  const BipartiteView graph = drawn.graph.view();
  if (const auto* const cut = std::get_if<ViolatedCut>(&found)) {
    EXPECT_EQ(verify::check_violated_cut(graph, options.bounds, *cut), "");
    return std::nullopt;
  }
  const auto& answer = std::get<BAssignment>(found);
  const auto verdict =
      verify::check_b_assignment(one_thread(), graph, std::span<const W>(weights), answer.pairs,
                                 {.bounds = options.bounds,
                                  .maximum = true,
                                  .sense = sense,
                                  .row_duals = answer.row_duals,
                                  .column_duals = answer.column_duals});
  EXPECT_TRUE(verdict.ok) << verdict.violation;
  EXPECT_EQ(verdict.value.weight, answer.value.weight);
  const double worth = std::nearbyint(answer.value.weight / unit);
  return Worth{static_cast<std::int64_t>(answer.pairs.size()),
               static_cast<std::int64_t>(std::clamp(worth, -9e18, 9e18))};
}

// By both algorithms, which agree.
template <class W>
std::optional<Worth> solved(const Drawn& drawn, const std::vector<W>& weights, Sense sense,
                            double unit) {
  const BAssignmentOptions options{.bounds = drawn.bounds.view(), .sense = sense};
  const std::span<const W> costs(weights);
  const Answer found = assignment(one_thread(), drawn.graph.view(), costs, options);
  const Answer bid = auction(one_thread(), drawn.graph.view(), costs, options);
  const auto name_of = [](const auto& answer) { return answer.stats.algorithm; };
  EXPECT_EQ(std::visit(name_of, found), "assignment");
  EXPECT_EQ(std::visit(name_of, bid), "auction");
  const auto worth = judged(drawn, weights, sense, unit, found);
  const auto other = judged(drawn, weights, sense, unit, bid);
  EXPECT_EQ(other.has_value(), worth.has_value());
  if (worth && other) {
    EXPECT_EQ(other->second, worth->second);
    // Pairs of weight 0 are of no worth where weights are to be large.
    if (sense == Sense::minimize) {
      EXPECT_EQ(other->first, worth->first);
    }
  }
  return worth;
}

TEST(Assignment, IsTheBestOfAllChoices) {
  int served = 0, none = 0;
  for (std::uint64_t seed = 0; seed < test::by_build(6000U, 3000U); ++seed) {
    SCOPED_TRACE(seed);
    const Drawn drawn = draw_instance(seed);
    const Sense sense = seed % 2 == 0 ? Sense::maximize : Sense::minimize;
    const BAssignmentOptions options{.bounds = drawn.bounds.view(), .sense = sense};
    if (!is_assignment(drawn.graph.view(), options)) {
      EXPECT_THROW((void)assignment(one_thread(), drawn.graph.view(), {}, options), Error);
      EXPECT_THROW((void)auction(one_thread(), drawn.graph.view(), {}, options), Error);
      continue;
    }
    ++served;
    std::vector<std::int64_t> worths = drawn.weights;
    if (sense == Sense::minimize) {
      for (std::int64_t& worth : worths) worth = -worth;
    }
    const auto best = best_of_all(drawn.graph, worths, drawn.bounds, sense == Sense::minimize);
    none += best ? 0 : 1;
    const auto same = [&](std::optional<Worth> found) {
      ASSERT_EQ(found.has_value(), best.has_value());
      if (!found) return;
      EXPECT_EQ(found->second, sense == Sense::minimize ? -best->second : best->second);
      if (sense == Sense::minimize) {
        EXPECT_EQ(found->first, best->first);
      }
    };
    same(solved(drawn, drawn.weights, sense, 1));
    // Tenths are no sums of few bits: prices are made exact behind the doubles.
    std::vector<double> tenths;
    for (const std::int64_t weight : drawn.weights)
      tenths.push_back(0.1 * static_cast<double>(weight));
    same(solved(drawn, tenths, sense, 0.1));
    std::vector<std::int32_t> narrow(drawn.weights.begin(), drawn.weights.end());
    same(solved(drawn, narrow, sense, 1));
  }
  EXPECT_GT(served, 2000);
  EXPECT_GT(none, 300);
}

TEST(Assignment, DualsOfHeaviestPairsLeaveNoGap) {
  for (std::uint64_t seed = 0; seed < 1000; seed += 2) {
    SCOPED_TRACE(seed);
    const Drawn drawn = draw_instance(seed);
    const BAssignmentOptions options{.bounds = drawn.bounds.view()};
    if (!is_assignment(drawn.graph.view(), options)) continue;
    const std::span<const std::int64_t> weights(drawn.weights);
    for (const Answer& found : {assignment(one_thread(), drawn.graph.view(), weights, options),
                                auction(one_thread(), drawn.graph.view(), weights, options)}) {
      const auto* const answer = std::get_if<BAssignment>(&found);
      if (answer == nullptr) continue;
      EXPECT_EQ(testing::dual_bound(drawn.graph.view(), drawn.weights, options.bounds, *answer),
                answer->value.weight);
    }
  }
}

TEST(Assignment, DenseFamiliesAreProven) {
  const auto draw = [](VertexId r, VertexId c) { return detail::base::hash(3, r, c); };
  const std::pair<const char*, CostOf> families[] = {
      {"products", [](VertexId r, VertexId c) { return (r + 1.0) * (c + 1.0); }},
      {"equal", [](VertexId, VertexId) { return 7.0; }},
      {"few values", [&](VertexId r, VertexId c) { return static_cast<double>(draw(r, c) % 3); }},
      {"tenths", [&](VertexId r, VertexId c) { return 0.1 * static_cast<double>(draw(r, c) % 9); }},
      {"real",
       [&](VertexId r, VertexId c) { return static_cast<double>(draw(r, c) >> 11) * 0x1p-53; }},
      {"one heavy row", [](VertexId r, VertexId c) { return r == 0 ? 1e15 + c : 1.0 * c; }},
      {"distances",
       [](VertexId r, VertexId c) { return std::hypot(r % 7 - 0.3 * c, r / 7 - c % 5); }},
      {"far apart",
       [&](VertexId r, VertexId c) { return std::ldexp(1.0, static_cast<int>(draw(r, c) % 80)); }},
  };
  constexpr std::pair<VertexId, VertexId> k_shapes[] = {{70, 70}, {33, 80}, {80, 33}, {1, 65}};
  for (const auto& [name, cost] : families) {
    for (const auto& [rows, columns] : k_shapes) {
      for (const Sense sense : {Sense::minimize, Sense::maximize}) {
        SCOPED_TRACE(std::string(name) + " " + std::to_string(rows));
        std::vector<double> weights;
        const Drawn drawn = matrix_of(rows, columns, cost, weights);
        const auto worth = solved(drawn, weights, sense, 1);
        ASSERT_TRUE(worth.has_value());
        EXPECT_EQ(worth->first, std::min(rows, columns));
      }
    }
  }
}

// Rows that meet few columns, ends of long paths, parts that cannot be assigned as a whole.
TEST(Assignment, SparseFamiliesAreProven) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const auto rows = static_cast<VertexId>(50 + 13 * (seed % 5));
    const auto columns = static_cast<VertexId>(50 + 13 * (seed % 3));
    testing::Rows lists = random_rows(rows, columns, 2 + seed % 7, seed);
    const bool is_chain = seed % 4 == 0;
    for (VertexId r = 0; is_chain && r < rows; ++r) lists[r] = {r % columns, (r + 1) % columns};
    Drawn drawn;
    drawn.graph = graph_of(columns, lists);
    std::vector<float> weights;
    for (std::size_t e = 0; e < drawn.graph.columns.size(); ++e) {
      const std::uint64_t draw = detail::base::hash(seed, 9, e);
      weights.push_back(seed % 3 == 0 ? static_cast<float>(draw % 4)
                                      : static_cast<float>(draw >> 40) * 0.001F);
    }
    drawn.bounds = {std::vector<std::uint32_t>(rows, 0), std::vector<std::uint32_t>(rows, 1),
                    std::vector<std::uint32_t>(columns, 0), std::vector<std::uint32_t>(columns, 1)};
    const auto cheapest = solved(drawn, weights, Sense::minimize, 1);
    ASSERT_TRUE(cheapest.has_value());
    EXPECT_EQ(static_cast<std::size_t>(cheapest->first), testing::simple_rank(columns, lists));
    EXPECT_TRUE(solved(drawn, weights, Sense::maximize, 1).has_value());
  }
}

TEST(Assignment, RefusesOtherBoundsAndNumbers) {
  const Bipartite graph = graph_of(2, {{0, 1}});
  const std::vector<double> weights = {1, std::nan("")};
  EXPECT_THROW((void)assignment(one_thread(), graph.view(), std::span<const double>(weights)),
               Error);
  EXPECT_THROW(
      (void)assignment(one_thread(), graph.view(), {}, {.bounds = {.row_upper = {.common = 2}}}),
      Error);
  EXPECT_FALSE(is_assignment(graph.view(), {.bounds = {.column_upper = {.common = 2}}}));
}

// Enough rows for all threads to share rounds.
TEST(Auction, AnswersTheSameOnAnyNumberOfThreads) {
  const Context contexts[] = {Context({.threads = 2}), Context({.threads = 5})};
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE(seed);
    const auto rows = static_cast<VertexId>(1500 + 400 * (seed % 2));
    const VertexId columns = 1700;
    testing::Rows lists(rows);
    for (VertexId r = 0; r < rows; ++r) {
      for (std::uint64_t i = 0; i < 9; ++i) {
        lists[r].push_back(static_cast<VertexId>(detail::base::hash(seed, r, i) % columns));
      }
    }
    const Bipartite graph = graph_of(columns, lists);
    std::vector<std::int32_t> weights;
    for (std::size_t e = 0; e < graph.columns.size(); ++e) {
      weights.push_back(
          static_cast<std::int32_t>(detail::base::hash(seed, e) % (seed < 4 ? 1000 : 4)));
    }
    const BAssignmentOptions options{.sense = seed % 4 < 2 ? Sense::minimize : Sense::maximize};
    const std::span<const std::int32_t> costs(weights);
    const auto expected =
        std::get<BAssignment>(auction(one_thread(), graph.view(), costs, options));
    const auto best = std::get<BAssignment>(assignment(one_thread(), graph.view(), costs, options));
    EXPECT_EQ(expected.value.weight, best.value.weight);
    EXPECT_EQ(expected.pairs.size(), best.pairs.size());
    for (const Context& context : contexts) {
      const auto found = std::get<BAssignment>(auction(context, graph.view(), costs, options));
      EXPECT_EQ(found.pairs, expected.pairs);
      EXPECT_EQ(found.row_duals, expected.row_duals);
      EXPECT_EQ(found.column_duals, expected.column_duals);
      EXPECT_EQ(found.stats.pivots, expected.stats.pivots);
    }
  }
}

TEST(Assignment, StopsWhileItWorks) {
  constexpr VertexId k_rows = test::by_build(600U, 300U);
  std::vector<double> weights;
  const Drawn drawn = matrix_of(
      k_rows, k_rows, [](VertexId r, VertexId c) { return (r + 1.0) * (c + 1.0); }, weights);
  for (const Solve& solve :
       {Solve(assignment), Solve([](const auto&... arguments) { return auction(arguments...); })}) {
    test::expect_stops(
        [&](const Context& stopped) {
          (void)solve(stopped, drawn.graph.view(), std::span<const double>(weights),
                      {.sense = Sense::minimize});
        },
        1, {0.5});
  }
}

}  // namespace
}  // namespace hypermatch
