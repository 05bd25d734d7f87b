// SPDX-License-Identifier: MIT
// The default algorithm where its machinery is under stress: rounds that end at once or never, rows
// shared by threads, walks that come back to a vertex, batches that overflow, wrong samples.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/local_max/batched_greedy/batched_greedy.hpp"
#include "algorithms/graph_matching/local_max/pointing_rows/pointing_rows.hpp"
#include "base/random.hpp"
#include "graph_cases.hpp"

namespace hypermatch::test {
namespace {

using detail::graph_matching::batched_greedy;
using detail::graph_matching::pointing_rows;
using detail::graph_matching::resolve;
using detail::graph_matching::RowTuning;
using detail::order::BatchTuning;

template <class Tuning>
void expect_greedy(const EdgeList& graph, const GraphOrder& options, const Tuning& tuning,
                   const std::string& what) {
  const Context one({.threads = 1});
  const GraphOrder order = resolve(options, graph.view().is_weighted());
  const std::vector<VertexId> expected = greedy(one, graph.view(), order).mates;
  const CompressedGraph rows = compress(one, graph.view());
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    if constexpr (std::is_same_v<Tuning, RowTuning>) {
      EXPECT_EQ(pointing_rows(context, rows.view(), order, tuning).mates, expected)
          << what << ", " << threads << " threads";
    } else {
      EXPECT_EQ(batched_greedy(context, graph.view(), order, tuning).mates, expected)
          << what << ", " << threads << " threads";
      BatchTuning reserving = tuning;
      reserving.reserve_from_threads = 2;
      EXPECT_EQ(batched_greedy(context, graph.view(), order, reserving).mates, expected)
          << what << ", by reservations, " << threads << " threads";
    }
  }
}

template <class Tuning>
void expect_greedy_everywhere(const Tuning& tuning, const std::string& what) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    for (const auto& [n, m] :
         {std::pair{300U, 400U}, std::pair{60U, 900U}, std::pair{700U, 650U}}) {
      for (const NamedGraph& named : weighted_in_all_ways(random_graph(n, m, seed), seed)) {
        expect_greedy(named.graph, {.seed = seed}, tuning, what + ", " + named.name);
        expect_greedy(named.graph, {.nonpositive = NonPositive::keep, .seed = seed}, tuning,
                      what + ", all weights kept, " + named.name);
      }
    }
  }
}

TEST(PointingRows, RunsRoundsToTheEnd) {
  expect_greedy_everywhere(RowTuning{.few = 0, .round_cost_factor = 1e9, .parts = 3}, "rounds");
}

TEST(PointingRows, WalksFromTheFirstRound) {
  expect_greedy_everywhere(RowTuning{.few = 1'000'000}, "walks");
}

TEST(PointingRows, StopsRoundsThatVisitTooMuch) {
  expect_greedy_everywhere(RowTuning{.few = 0, .round_cost_factor = 0.01}, "few visits");
  const EdgeList path = path_graph<std::int32_t>(std::vector<std::int32_t>(5000, 1));
  Array<std::int32_t> rising(5000);
  for (std::size_t e = 0; e < rising.size(); ++e) rising[e] = static_cast<std::int32_t>(e + 1);
  EdgeList weighted = make_graph(path.num_vertices, {});
  weighted.edges = path.edges.clone();
  weighted.weights = std::move(rising);
  expect_greedy(weighted, {}, RowTuning{.few = 0}, "rising path");
  const Context one({.threads = 1});
  const CompressedGraph rows = compress(one, weighted.view());
  const GraphOrder order{.objective = Objective::weight};
  // A round matches one edge; with no end of visits it takes all of them.
  EXPECT_LT(pointing_rows(one, rows.view(), order, {.few = 0}).stats.rounds, 20U);
  EXPECT_GT(
      pointing_rows(one, rows.view(), order, {.few = 0, .round_cost_factor = 1e9}).stats.rounds,
      2000U);
}

// Rounds that match their share of the vertices go on to the end.
TEST(PointingRows, DoesNotStopRoundsThatMatchMany) {
  EdgeList graph = random_graph(20'000, 80'000, 3);
  weigh<std::int32_t>(graph, 100'000, 1);
  const GraphOrder order{.objective = Objective::weight};
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    const CompressedGraph rows = compress(context, graph.view());
    const auto rounds = [&](double round_cost_factor) {
      return pointing_rows(context, rows.view(), order,
                           {.few = 300, .round_cost_factor = round_cost_factor})
          .stats.rounds;
    };
    EXPECT_EQ(rounds(1), rounds(1e9)) << threads;
    EXPECT_GT(rounds(1), 4U) << threads;
  }
}

// Slow rounds, in which long rows keep their uppermost neighbours; walks from either end.
TEST(PointingRows, MatchesWeightsThatFollowTheNumbering) {
  for (const auto& size : {std::pair{40'000U, 50'000U}, std::pair{3'000U, 200'000U}}) {
    EdgeList graph = random_graph(size.first, size.second, 4);
    const auto expect_both = [&](const std::string& what) {
      for (const double round_cost_factor : {0.01, 1.0, 1e9}) {
        expect_greedy(graph, {}, RowTuning{.few = 0, .round_cost_factor = round_cost_factor}, what);
        expect_greedy(graph, {},
                      RowTuning{.few = 0, .round_cost_factor = round_cost_factor, .many = 1}, what);
      }
    };
    weigh_each<std::int32_t>(graph, [](std::size_t e) { return 1 + e; });
    expect_both("rising");
    weigh_each<double>(graph, [&](std::size_t e) { return size.second - e; });
    expect_both("falling");
    weigh_each<std::int64_t>(graph, [](std::size_t e) { return 1 + e / 3; });
    expect_both("rising, with ties");
  }
}

TEST(PointingRows, SharesLongRows) {
  expect_greedy_everywhere(RowTuning{.few = 0, .parts = 3, .long_row = 4}, "long rows");
  // Longer than what one thread reads at a time.
  EdgeList star = make_graph(30'001, star_pairs(30'000));
  expect_greedy(star, {}, RowTuning{.few = 0, .long_row = 100}, "star");
  weigh<float>(star, 7, 1);
  expect_greedy(star, {}, RowTuning{.few = 0, .long_row = 100}, "star, few weights");
}

// A hub whose best neighbour is taken again and again, one walk after the other: for each spoke a
// path on which the third edge is matched first, then the first, so that the hub has lost it.
TEST(PointingRows, SortsRowsThatAreLookedAtOften) {
  constexpr VertexId k_spokes = 400;
  Pairs pairs;
  std::vector<std::int32_t> weights;
  for (VertexId i = 0; i < k_spokes; ++i) {
    const VertexId first = 2 + 4 * i;
    const VertexId ends[] = {0, first, first + 1, first + 2, first + 3};
    for (int step = 0; step < 4; ++step) {
      pairs.emplace_back(ends[step], ends[step + 1]);
      // Spokes in pairs of equal weight.
      weights.push_back(static_cast<std::int32_t>(i / 2 + 1) + 1000 * step);
    }
  }
  pairs.emplace_back(0, 1);  // what the hub is left with
  weights.push_back(1);
  const EdgeList graph = make_graph(2 + 4 * k_spokes, pairs, weights);
  expect_greedy(graph, {}, RowTuning{.few = 1'000'000}, "hub");
  const Context one({.threads = 1});
  const CompressedGraph rows = compress(one, graph.view());
  EXPECT_EQ(local_max(one, rows.view()).mates[0], 1U);
}

TEST(BatchedGreedy, RepeatsBatchesThatOverflow) {
  // Room for 32 records: nearly every batch must be halved, by the sample and below its grain;
  // where many edges have one key, room is made for all.
  expect_greedy_everywhere(BatchTuning{.few = 0,
                                       .sample = 16,
                                       .first_share = 0.5,
                                       .batch_share = 0.9,
                                       .capacity_share = 0,
                                       .min_batch = 4,
                                       .bucket = 4},
                           "overflow");
}

TEST(BatchedGreedy, TakesManyBatches) {
  const BatchTuning small{.few = 0,
                          .sample = 256,
                          .first_share = 0.001,
                          .batch_share = 0.001,
                          .capacity_share = 0.3,
                          .min_batch = 16,
                          .bucket = 8};
  expect_greedy_everywhere(small, "many batches");
  const Context one({.threads = 1});
  EdgeList graph = random_graph(700, 3000, 1);
  weigh<std::int32_t>(graph, 100'000, 1);
  const GraphOrder order{.objective = Objective::weight};
  EXPECT_GT(batched_greedy(one, graph.view(), order, small).stats.rounds, 5U);
  EXPECT_EQ(batched_greedy(one, graph.view(), order).stats.rounds, 1U);
}

template <class T>
void expect_greedy_with_frequent_weights(EdgeList& graph, const std::string& type) {
  using Limits = std::numeric_limits<T>;
  const T highest = std::is_integral_v<T> ? Limits::max() : Limits::infinity();
  const T lowest = std::is_integral_v<T> ? Limits::lowest() : -Limits::infinity();
  const auto random = [](std::size_t e) { return detail::base::hash(9, e) >> 2; };
  const auto expect = [&](const std::string& what, const auto& value) {
    weigh_each<T>(graph, value);
    for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
      const GraphOrder order{.nonpositive = nonpositive, .seed = 3};
      expect_greedy(graph, order, BatchTuning{}, type + ", " + what);
      expect_greedy(graph, order,
                    BatchTuning{.few = 0, .sample = 16, .batch_share = 0.01, .min_batch = 64},
                    type + ", small batches, " + what);
    }
  };
  expect("all equal", [](std::size_t) { return 5; });
  expect("few", [&](std::size_t e) { return random(e) % 3; });
  expect("few beside many", [&](std::size_t e) {
    return e % 2 == 0 ? static_cast<T>(1 + random(e) % 3) : static_cast<T>(random(e) % 100'000);
  });
  // Neighbours of a frequent weight that no sample sees.
  expect("few rare ones",
         [&](std::size_t e) { return static_cast<T>(random(e) % 400 == 0 ? 998 + e % 5 : 1000); });
  expect("extremes", [&](std::size_t e) {
    const std::uint64_t r = random(e) % 1000;
    return r == 0 ? highest : r == 1 ? lowest : static_cast<T>(static_cast<T>(r % 9) - T{4});
  });
  expect("largest", [&](std::size_t e) { return random(e) % 3 == 0 ? T{1} : highest; });
  expect("both signs", [&](std::size_t e) {
    return static_cast<T>(static_cast<T>(random(e) % 21) - T{10}) * (e % 2 == 0 ? T{1} : T{-1});
  });
}

// Weights of 64 bits, of which some are frequent: their keys hold the hash.
TEST(BatchedGreedy, TakesFrequentWeights) {
  EdgeList graph = random_graph(4'000, 12'000, 2);
  expect_greedy_with_frequent_weights<std::int64_t>(graph, "int64");
  expect_greedy_with_frequent_weights<double>(graph, "double");
}

// A range of keys is cut between edges of one weight, too, and not halved until it has one key.
TEST(BatchedGreedy, PartsEdgesOfOneWeight) {
  const BatchTuning tuning{.few = 0, .min_batch = 64};
  const Context one({.threads = 1});
  EdgeList graph = random_graph(2'000, 12'000, 2);
  const GraphOrder order{.objective = Objective::weight};
  weigh_each<double>(graph, [](std::size_t) { return 0.5; });
  EXPECT_LE(batched_greedy(one, graph.view(), order, tuning).stats.rounds, 15U);
  weigh_each<std::int64_t>(graph, [](std::size_t e) { return 1 + e % 2; });
  EXPECT_LE(batched_greedy(one, graph.view(), order, tuning).stats.rounds, 15U);
}

// Small waves of many rounds: edges reserve again until each is taken or dropped.
TEST(BatchedGreedy, ReservesInRounds) {
  for (const std::size_t few : {0U, 20U}) {
    expect_greedy_everywhere(BatchTuning{.few = 0,
                                         .sample = 256,
                                         .edges_a_draw = 4,
                                         .first_share = 0.3,
                                         .batch_share = 0.3,
                                         .capacity_share = 0.7,
                                         .min_batch = 16,
                                         .bucket = 8,
                                         .reserve_from_threads = 2,
                                         .few_undecided = few},
                             "few " + std::to_string(few));
  }
}

TEST(BatchedGreedy, ScansListsThatAreSorted) {
  const Context one({.threads = 1});
  EdgeList graph = random_graph(700, 3'000, 2);
  const auto rounds = [&] {
    const GraphOrder order{.objective = Objective::weight};
    // Small batches, so that a scan is told from them.
    return batched_greedy(one, graph.view(), order,
                          {.few = 0, .batch_share = 0.01, .min_batch = 64})
        .stats.rounds;
  };
  const auto expect_all = [&](const std::string& what) {
    for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
      expect_greedy(graph, {.nonpositive = nonpositive}, BatchTuning{.few = 0, .least_scanned = 2},
                    what);
    }
  };
  // One edge in ten weighs as much as the one before it, which it mostly meets.
  const auto rising = [](std::size_t e) {
    return static_cast<double>(e - (e % 10 == 0 && e != 0 ? 1 : 0)) - 500;
  };
  weigh_each<std::int32_t>(graph, rising);
  expect_all("int32, rising");
  EXPECT_EQ(rounds(), 1U);
  weigh_each<float>(graph, [&](std::size_t e) { return -rising(e); });
  expect_all("float, falling");
  EXPECT_EQ(rounds(), 1U);
  weigh_each<std::int64_t>(graph, rising);
  expect_all("int64, rising");
  EXPECT_EQ(rounds(), 1U);
  weigh_each<double>(graph, [&](std::size_t e) { return -rising(e); });
  expect_all("double, falling");
  EXPECT_EQ(rounds(), 1U);
  // One edge that stands elsewhere.
  weigh_each<double>(graph, [&](std::size_t e) { return e == 2'500 ? 7 : rising(e); });
  expect_all("nearly rising");
  EXPECT_GT(rounds(), 1U);
}

// One step down where the blocks end that are looked at together, and beside it.
TEST(BatchedGreedy, SeesEachStepOfAList) {
  EdgeList graph = random_graph(3'000, 36'000, 2);
  for (const std::size_t place : {16'383U, 16'384U, 16'385U, 32'768U}) {
    weigh_each<std::int32_t>(
        graph, [&](std::size_t e) { return static_cast<double>(e < place ? 50'000 + e : e + 1); });
    expect_greedy(graph, {}, BatchTuning{.few = 0}, "down before " + std::to_string(place));
  }
}

TEST(BatchedGreedy, SurvivesASampleThatSeesNothing) {
  // One edge in 200 is heavy and they all share vertex 0; the light ones are disjoint. Whatever the
  // sample says of the first batch says little of the second.
  Pairs pairs;
  std::vector<std::int32_t> weights;
  for (VertexId e = 0; e < 8'000; ++e) {
    const bool heavy = e % 200 == 0;
    pairs.emplace_back(heavy ? 0 : 2 * e + 1, 2 * e + 2);
    weights.push_back(heavy ? 1'000'000 : 5);
  }
  expect_greedy(make_graph(16'002, pairs, weights), {},
                BatchTuning{.few = 0,
                            .sample = 8,
                            .first_share = 0.0001,
                            .batch_share = 0.01,
                            .capacity_share = 0.02,
                            .min_batch = 40,
                            .bucket = 64},
                "heavy star over a perfect matching");
}

}  // namespace
}  // namespace hypermatch::test
