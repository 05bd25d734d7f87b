// SPDX-License-Identifier: MIT
// The default algorithm where its machinery is under stress: rounds that end at once or never, rows
// shared by threads, walks that come back to a vertex, batches that overflow, wrong samples.
#include <gtest/gtest.h>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/local_max/batched_greedy/batched_greedy.hpp"
#include "algorithms/graph_matching/local_max/pointing_rows/pointing_rows.hpp"
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
  expect_greedy_everywhere(RowTuning{.few = 0, .most_visits = 1e9, .parts = 3}, "rounds");
}

TEST(PointingRows, WalksFromTheFirstRound) {
  expect_greedy_everywhere(RowTuning{.few = 1'000'000}, "walks");
}

TEST(PointingRows, StopsRoundsThatVisitTooMuch) {
  expect_greedy_everywhere(RowTuning{.few = 0, .most_visits = 0.2}, "few visits");
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
  EXPECT_GT(pointing_rows(one, rows.view(), order, {.few = 0, .most_visits = 1e9}).stats.rounds,
            2000U);
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
  expect_greedy_everywhere(BatchTuning{.sample = 16,
                                       .first_share = 0.5,
                                       .batch_share = 0.9,
                                       .capacity_share = 0,
                                       .min_batch = 4,
                                       .bucket = 4},
                           "overflow");
}

TEST(BatchedGreedy, TakesManyBatches) {
  const BatchTuning small{.sample = 256,
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
                BatchTuning{.sample = 8,
                            .first_share = 0.0001,
                            .batch_share = 0.01,
                            .capacity_share = 0.02,
                            .min_batch = 40,
                            .bucket = 64},
                "heavy star over a perfect matching");
}

}  // namespace
}  // namespace hypermatch::test
