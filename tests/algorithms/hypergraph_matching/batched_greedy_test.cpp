// SPDX-License-Identifier: MIT
// Filtered local max where its machinery is under stress: overflowing batches, many batches, few
// distinct keys, wrong samples. That it equals greedy on ordinary instances is tested with the
// other variants in local_max_equality_test.cpp.
#include "algorithms/hypergraph_matching/local_max/batched_greedy/filtered.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/batched_greedy/filtered_records.hpp"
#include "algorithms/hypergraph_matching/local_max/batched_greedy/filtered_sort.hpp"
#include "families.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::test {
namespace {

using detail::hypergraph_matching::FilteredRecord;
using detail::hypergraph_matching::FilteredSortSpace;
using detail::hypergraph_matching::FilteredStore;
using detail::hypergraph_matching::FilteredTuning;
using detail::hypergraph_matching::local_max_filtered;
using detail::order::KeySplitters;

void expect_greedy(const Hypergraph& hypergraph, const OrderOptions& options,
                   const FilteredTuning& tuning, const std::string& what) {
  const HypergraphView view = hypergraph.view();
  const OrderOptions order = detail::structures::resolve(view, options);
  const std::vector<EdgeId> expected =
      greedy(Context({.threads = 1}), view, {.order = order}).edges;
  for (const int threads : {1, 2, 5}) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    EXPECT_EQ(local_max_filtered(context, view, order, tuning).edges, expected)
        << what << ", " << threads << " threads";
  }
}

Hypergraph weighted(Hypergraph hypergraph, const std::string& weights) {
  const Context context({.threads = 1});
  generate::assign_weights(context, hypergraph.weights, hypergraph.view().num_edges(), weights);
  return hypergraph;
}

TEST(Filtered, RepeatsBatchesThatOverflow) {
  // Room for 8 records: nearly every batch must be halved, by the sample and below its grain.
  const FilteredTuning tight{.sample = 16,
                             .first_share = 0.5,
                             .batch_share = 0.9,
                             .capacity_share = 0,
                             .min_batch = 1,
                             .bucket = 4};
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const std::string what = "seed " + std::to_string(seed);
    for (const char* weights : {"unit", "random:1..3", "random:1..1000000"}) {
      const OrderOptions order{.rating = Rating::weight, .seed = seed};
      expect_greedy(weighted(random_hypergraph({900, 600, 2, 4}, seed), weights), order, tight,
                    what + ", sparse, " + weights);
      expect_greedy(weighted(random_hypergraph({50, 600, 0, 9}, seed), weights), order, tight,
                    what + ", dense, " + weights);
    }
  }
}

TEST(Filtered, TakesManyBatches) {
  const FilteredTuning small{.sample = 256,
                             .first_share = 0.001,
                             .batch_share = 0.001,
                             .capacity_share = 0.3,
                             .min_batch = 16,
                             .bucket = 8};
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const Hypergraph hypergraph =
        weighted(random_hypergraph({700, 3000, 1, 6}, seed), "random:1..9");
    for (const Rating rating : {Rating::weight, Rating::weight_per_pin}) {
      expect_greedy(hypergraph, {.rating = rating, .seed = seed}, small,
                    "seed " + std::to_string(seed));
    }
    const OrderOptions order{
        .rating = Rating::weight, .objective = Objective::weight, .seed = seed};
    const Context context({.threads = 1});
    EXPECT_GT(local_max_filtered(context, hypergraph.view(), order, small).stats.rounds, 5U);
  }
}

TEST(Filtered, SurvivesASampleThatSeesNothing) {
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
  expect_greedy(hypergraph, {.rating = Rating::weight},
                {.sample = 8,
                 .first_share = 0.0001,
                 .batch_share = 0.01,
                 .capacity_share = 0.02,
                 .min_batch = 10,
                 .bucket = 64},
                "heavy star over a perfect matching");
}

TEST(Filtered, FinishesChainsInFewBatches) {
  const Context context({.threads = 2});
  for (const double shuffle : {0.0, 1.0}) {
    const Hypergraph chain =
        generate::hypergraph(context, "chain", {{"m", 50'000}, {"d", 3}, {"shuffle", shuffle}});
    expect_greedy(chain, {.rating = Rating::weight}, {}, "chain");
    const OrderOptions order{.rating = Rating::weight, .objective = Objective::weight};
    EXPECT_LT(local_max_filtered(context, chain.view(), order).stats.rounds, 30U);
  }
}

TEST(Filtered, OrdersFloatsDoublesAndWideIntegers) {
  const FilteredTuning small{.sample = 64,
                             .first_share = 0.02,
                             .batch_share = 0.05,
                             .capacity_share = 0.1,
                             .min_batch = 8,
                             .bucket = 8};
  for (const NamedInstance& instance : random_instances(11)) {
    for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
      for (const Rating rating :
           {Rating::weight, Rating::weight_per_pin, Rating::weight_per_sqrt_pins}) {
        expect_greedy(instance.hypergraph, {.rating = rating, .nonpositive = nonpositive}, small,
                      instance.name);
      }
    }
  }
}

TEST(KeySplitters, FindTheBucketOfEveryKey) {
  KeySplitters splitters;
  EXPECT_EQ(splitters.bucket_of(7), 0U);
  const std::vector<std::uint64_t> falling = {90, 70, 50, 30, 10};
  splitters.assign(falling);
  for (std::uint64_t key = 0; key <= 100; ++key) {
    std::uint32_t above = 0;
    for (const std::uint64_t splitter : falling) above += splitter > key ? 1 : 0;
    EXPECT_EQ(splitters.bucket_of(key), above) << key;
  }
}

TEST(FilteredStore, KeepsEveryRecordInItsBucket) {
  KeySplitters splitters;
  splitters.assign(std::vector<std::uint64_t>{3000, 2000, 1000});
  FilteredStore store(20'000, 2);
  FilteredStore::Stage stage;
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const std::uint64_t key = detail::base::hash(1, i) % 4000;
    sum += key;
    stage.records[stage.size++] = {key, {i, i, i}, 0};
    if (stage.full()) store.flush(stage, splitters);
  }
  store.flush(stage, splitters);
  ASSERT_FALSE(store.overflowed());
  ASSERT_EQ(store.size(), 20'000U);
  std::size_t count = 0;
  for (std::size_t bucket = 0; bucket < splitters.buckets(); ++bucket) {
    std::size_t in_bucket = 0;
    store.for_pieces(bucket, [&](std::span<const FilteredRecord> piece, std::uint32_t first) {
      for (std::size_t i = 0; i < piece.size(); ++i) {
        EXPECT_EQ(splitters.bucket_of(piece[i].key), bucket);
        EXPECT_EQ(&store[first + i], &piece[i]);
        sum -= piece[i].key;
      }
      in_bucket += piece.size();
    });
    EXPECT_EQ(store.bucket_size(bucket), in_bucket);
    count += in_bucket;
  }
  EXPECT_EQ(count, 20'000U);
  EXPECT_EQ(sum, 0U);

  stage.records[0] = {5, {0, 0, 0}, 0};
  stage.size = 1;
  store.flush(stage, splitters);
  EXPECT_TRUE(store.overflowed());
  store.clear();
  EXPECT_FALSE(store.overflowed());
}

TEST(FilteredSort, SortsEvenAndCrowdedKeys) {
  for (const std::size_t count : {0U, 1U, 2U, 32U, 33U, 1000U, 40'000U}) {
    for (const int kind : {0, 1, 2, 3}) {
      FilteredSortSpace space;
      space.items.resize(count);
      space.sorted.resize(count);
      std::vector<std::uint64_t> expected;
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t bits = detail::base::hash(9, i);
        const std::uint64_t key = kind == 0   ? bits                   // all of 64 bits
                                  : kind == 1 ? bits >> (bits % 64)    // crowded at 0
                                  : kind == 2 ? (1ULL << 40) + i       // rising
                                              : (bits & 1) << 63 | i;  // two far clusters
        space.items[i] = {key, static_cast<std::uint32_t>(i), 0};
        expected.push_back(key);
      }
      std::sort(expected.rbegin(), expected.rend());
      detail::order::sort_falling(space, count);
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(space.sorted[i].key, expected[i]);
    }
  }
}

}  // namespace
}  // namespace hypermatch::test
