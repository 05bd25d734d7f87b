// SPDX-License-Identifier: MIT
// Batched greedy where its machinery is under stress: overflowing batches, many batches, few
// distinct keys, wrong samples. That it equals greedy on ordinary instances is tested with the
// other variants in local_max_equality_test.cpp.
#include "algorithms/hypergraph_matching/local_max/batched_greedy/batched_greedy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "families.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::test {
namespace {

using detail::hypergraph_matching::batched_greedy;
using detail::order::BatchTuning;

void expect_batched_greedy(const Hypergraph& hypergraph, const OrderOptions& options,
                           const BatchTuning& tuning, const std::string& what) {
  const HypergraphView view = hypergraph.view();
  const OrderOptions order = detail::structures::resolve(view, options);
  const std::vector<EdgeId> expected =
      greedy(Context({.threads = 1}), view, {.order = order}).edges;
  for (const int threads : {1, 2, 5}) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    EXPECT_EQ(batched_greedy(context, view, order, tuning).edges, expected)
        << what << ", " << threads << " threads";
    BatchTuning reserving = tuning;
    reserving.reserve_from_threads = 2;
    EXPECT_EQ(batched_greedy(context, view, order, reserving).edges, expected)
        << what << ", by reservations, " << threads << " threads";
  }
}

Hypergraph weighted(Hypergraph hypergraph, const std::string& weights) {
  const Context context({.threads = 1});
  generate::assign_weights(context, hypergraph.weights, hypergraph.view().num_edges(), weights);
  return hypergraph;
}

TEST(BatchedGreedy, RepeatsBatchesThatOverflow) {
  // Room for 8 records: nearly every batch must be halved, by the sample and below its grain.
  const BatchTuning tight{.few = 0,
                          .sample = 16,
                          .edges_a_draw = 64,
                          .first_share = 0.5,
                          .batch_share = 0.9,
                          .capacity_share = 0,
                          .min_batch = 1,
                          .bucket = 4};
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const std::string what = "seed " + std::to_string(seed);
    for (const char* weights : {"unit", "random:1..3", "random:1..1000000"}) {
      const OrderOptions order{.rating = Rating::weight, .seed = seed};
      expect_batched_greedy(weighted(random_hypergraph({900, 600, 2, 4}, seed), weights), order,
                            tight, what + ", sparse, " + weights);
      expect_batched_greedy(weighted(random_hypergraph({50, 600, 0, 9}, seed), weights), order,
                            tight, what + ", dense, " + weights);
    }
  }
}

TEST(BatchedGreedy, TakesManyBatches) {
  const BatchTuning small{.few = 0,
                          .sample = 256,
                          .edges_a_draw = 64,
                          .first_share = 0.001,
                          .batch_share = 0.001,
                          .capacity_share = 0.3,
                          .min_batch = 16,
                          .bucket = 8};
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const Hypergraph hypergraph =
        weighted(random_hypergraph({700, 3000, 1, 6}, seed), "random:1..9");
    for (const Rating rating : {Rating::weight, Rating::weight_per_pin}) {
      expect_batched_greedy(hypergraph, {.rating = rating, .seed = seed}, small,
                            "seed " + std::to_string(seed));
    }
    const OrderOptions order{
        .rating = Rating::weight, .objective = Objective::weight, .seed = seed};
    const Context context({.threads = 1});
    EXPECT_GT(batched_greedy(context, hypergraph.view(), order, small).stats.rounds, 5U);
  }
}

// Small waves of many rounds: edges reserve again until each is taken or dropped.
TEST(BatchedGreedy, ReservesInRounds) {
  BatchTuning tuning{.few = 0,
                     .sample = 1024,
                     .edges_a_draw = 8,
                     .first_share = 0.2,
                     .batch_share = 0.3,
                     .capacity_share = 0.6,
                     .min_batch = 16,
                     .bucket = 16,
                     .reserve_from_threads = 2};
  for (const std::size_t few : {0U, 20U}) {
    tuning.few_undecided = few;
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      for (const char* weights :
           {"unit", "random:1..5", "random:1..1000000", "random:1..9000000000"}) {
        const OrderOptions order{.rating = Rating::weight, .seed = seed};
        const std::string what = "seed " + std::to_string(seed) + ", " + weights;
        expect_batched_greedy(weighted(random_hypergraph({2000, 4000, 1, 3}, seed), weights), order,
                              tuning, what + ", small edges");
        expect_batched_greedy(weighted(random_hypergraph({900, 4000, 0, 9}, seed), weights), order,
                              tuning, what + ", large edges");
      }
    }
    const Context one({.threads = 1});
    for (const double shuffle : {0.0, 1.0}) {
      expect_batched_greedy(
          generate::hypergraph(one, "chain", {{"m", 5000}, {"d", 3}, {"shuffle", shuffle}}),
          {.rating = Rating::weight}, tuning, "chain");
    }
  }
}

// More pins in a wave than there is room for reservations.
TEST(BatchedGreedy, TakesHugeEdgesInOrder) {
  const BatchTuning tuning{.few = 0,
                           .first_share = 1,
                           .batch_share = 1,
                           .capacity_share = 1,
                           .bucket = 16,
                           .reserve_from_threads = 2};
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    expect_batched_greedy(
        weighted(random_hypergraph({200'000, 300, 1500, 2500}, seed), "random:1..9"),
        {.rating = Rating::weight, .seed = seed}, tuning, "huge edges");
  }
}

TEST(BatchedGreedy, SurvivesASampleThatSeesNothing) {
  // One edge in 500 is heavy and they all share vertex 0; the light ones are disjoint. Whatever the
  // sample says of the first batch says little of the second.
  Edges edges;
  std::vector<std::int32_t> weights;
  for (VertexId e = 0; e < 40'000; ++e) {
    const bool heavy = e % 500 == 0;
    edges.push_back({heavy ? 0 : 2 * e + 1, 2 * e + 2});
    weights.push_back(heavy ? 1'000'000 : 5);
  }
  const Hypergraph hypergraph = make_hypergraph<std::int32_t>(80'002, edges, weights);
  expect_batched_greedy(hypergraph, {.rating = Rating::weight},
                        {.sample = 8,
                         .edges_a_draw = 64,
                         .first_share = 0.0001,
                         .batch_share = 0.01,
                         .capacity_share = 0.02,
                         .min_batch = 10,
                         .bucket = 64},
                        "heavy star over a perfect matching");
}

TEST(BatchedGreedy, FinishesChainsInFewBatches) {
  const Context context({.threads = 2});
  for (const double shuffle : {0.0, 1.0}) {
    const Hypergraph chain =
        generate::hypergraph(context, "chain", {{"m", 50'000}, {"d", 3}, {"shuffle", shuffle}});
    expect_batched_greedy(chain, {.rating = Rating::weight}, detail::hypergraph_matching::k_batches,
                          "chain");
    const OrderOptions order{.rating = Rating::weight, .objective = Objective::weight};
    EXPECT_LT(batched_greedy(context, chain.view(), order).stats.rounds, 30U);
  }
}

TEST(BatchedGreedy, OrdersFloatsDoublesAndWideIntegers) {
  const BatchTuning small{.few = 0,
                          .sample = 64,
                          .edges_a_draw = 64,
                          .first_share = 0.02,
                          .batch_share = 0.05,
                          .capacity_share = 0.1,
                          .min_batch = 8,
                          .bucket = 8};
  for (const NamedInstance& instance : random_instances(11)) {
    for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
      for (const Rating rating :
           {Rating::weight, Rating::weight_per_pin, Rating::weight_per_sqrt_pins}) {
        expect_batched_greedy(instance.hypergraph, {.rating = rating, .nonpositive = nonpositive},
                              small, instance.name);
      }
    }
  }
}

// make(random) for each edge.
template <class T, class Make>
void expect_greedy_with_wide_weights(Hypergraph& hypergraph, const std::string& what,
                                     const Make& make) {
  const BatchTuning small{.few = 0,
                          .sample = 256,
                          .first_share = 0.02,
                          .batch_share = 0.03,
                          .capacity_share = 0.1,
                          .min_batch = 8,
                          .bucket = 4};
  // Room for 8 records: codes of more edges than that can not be parted.
  const BatchTuning tight{.few = 0,
                          .sample = 64,
                          .first_share = 0.5,
                          .batch_share = 0.9,
                          .capacity_share = 0,
                          .min_batch = 1,
                          .bucket = 2};
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Array<T> weights;
    for (EdgeId e = 0; e < hypergraph.view().num_edges(); ++e) {
      weights.push_back(make(detail::base::hash(seed, e)));
    }
    hypergraph.weights = std::move(weights);
    for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
      const OrderOptions order{.rating = Rating::weight, .nonpositive = nonpositive, .seed = seed};
      expect_batched_greedy(hypergraph, order, small, what + ", small batches");
      expect_batched_greedy(hypergraph, order, tight, what + ", little room");
    }
  }
}

// Clusters of values that are near each other and far from the others: between the samples of two
// clusters there are few codes, so that different weights share them.
TEST(BatchedGreedy, OrdersWideWeightsThatShareCodes) {
  for (const Shape& shape : {Shape{3000, 2500, 0, 4}, Shape{60, 2500, 1, 7}}) {
    Hypergraph hypergraph = random_hypergraph(shape, 1);
    expect_greedy_with_wide_weights<std::int64_t>(
        hypergraph, "int64 clusters", [](std::uint64_t random) {
          const auto cluster = static_cast<std::int64_t>(random % 41) - 3;
          return cluster * 100'000'000'000'000'000 + static_cast<std::int64_t>(random >> 54);
        });
    expect_greedy_with_wide_weights<double>(
        hypergraph, "double clusters", [](std::uint64_t random) {
          const double cluster = std::pow(1e10, static_cast<double>(random % 41) - 20);
          return cluster * (1 + static_cast<double>(random >> 54) * 0x1p-52);
        });
  }
}

// Of frequent weights a range of codes ends between edges of one weight.
TEST(BatchedGreedy, OrdersFrequentWideWeights) {
  Hypergraph hypergraph = random_hypergraph({1000, 1200, 0, 5}, 3);
  expect_greedy_with_wide_weights<double>(hypergraph, "all equal", [](auto) { return 0.5; });
  expect_greedy_with_wide_weights<double>(hypergraph, "half one value", [](std::uint64_t random) {
    return random % 2 == 0 ? 0.5 : static_cast<double>(random >> 32);
  });
  expect_greedy_with_wide_weights<std::int64_t>(hypergraph, "both signs", [](std::uint64_t random) {
    return static_cast<std::int64_t>(random % 7) - 3;
  });
  using Limits = std::numeric_limits<std::int64_t>;
  expect_greedy_with_wide_weights<std::int64_t>(hypergraph, "extremes", [](std::uint64_t random) {
    return random % 3 == 0 ? Limits::max() : random % 3 == 1 ? Limits::min() : 1;
  });
}

// One weight is no one batch.
TEST(BatchedGreedy, PartsEdgesOfOneWideWeight) {
  Hypergraph hypergraph = random_hypergraph({100'000, 12'000, 2, 3}, 4);
  const Context context({.threads = 1});
  const OrderOptions order{.rating = Rating::weight, .objective = Objective::weight};
  const BatchTuning tuning{.few = 0, .capacity_share = 0.2, .min_batch = 64};
  hypergraph.weights = Array<std::int64_t>(12'000, 5'000'000'000);
  const std::uint64_t rounds =
      batched_greedy(context, hypergraph.view(), order, tuning).stats.rounds;
  EXPECT_GT(rounds, 2U);
  EXPECT_LE(rounds, 15U);
}

}  // namespace
}  // namespace hypermatch::test
