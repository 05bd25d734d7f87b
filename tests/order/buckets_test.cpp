// SPDX-License-Identifier: MIT
// The parts of batched greedy: splitters, the store of records, the sort of a bucket.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "order/bucket_store.hpp"
#include "order/edge_records.hpp"
#include "order/sort_falling.hpp"

namespace hypermatch::test {
namespace {

using detail::order::EdgeRecord;
using detail::order::KeySortSpace;
using detail::order::KeySplitters;
using detail::order::sort_falling;
using Store = detail::order::BucketStore<EdgeRecord>;

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

TEST(BucketStore, KeepsEveryRecordInItsBucket) {
  KeySplitters splitters;
  splitters.assign(std::vector<std::uint64_t>{3000, 2000, 1000});
  Store store(20'000, 2);
  Store::Stage stage;
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const std::uint64_t key = detail::base::hash(1, i) % 4000;
    sum += key;
    stage.records[stage.size++] = {key, i, i};
    if (stage.full()) store.flush(stage, splitters);
  }
  store.flush(stage, splitters);
  ASSERT_FALSE(store.overflowed());
  ASSERT_EQ(store.size(), 20'000U);
  std::size_t count = 0;
  for (std::size_t bucket = 0; bucket < splitters.buckets(); ++bucket) {
    std::size_t in_bucket = 0;
    store.for_pieces(bucket, [&](std::span<const EdgeRecord> piece, std::uint32_t first) {
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

  stage.records[0] = {5, 0, 0};
  stage.size = 1;
  store.flush(stage, splitters);
  EXPECT_TRUE(store.overflowed());
  store.clear();
  EXPECT_FALSE(store.overflowed());
}

TEST(SortFalling, SortsEvenAndCrowdedKeys) {
  for (const std::size_t count : {0U, 1U, 2U, 32U, 33U, 1000U, 40'000U}) {
    for (const int kind : {0, 1, 2, 3}) {
      KeySortSpace<EdgeRecord> space;
      space.items.resize(count);
      space.sorted.resize(count);
      std::vector<std::uint64_t> expected;
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t bits = detail::base::hash(9, i);
        const std::uint64_t key = kind == 0   ? bits                   // all of 64 bits
                                  : kind == 1 ? bits >> (bits % 64)    // crowded at 0
                                  : kind == 2 ? (1ULL << 40) + i       // rising
                                              : (bits & 1) << 63 | i;  // two far clusters
        space.items[i] = {key, static_cast<VertexId>(i), 0};
        expected.push_back(key);
      }
      std::sort(expected.rbegin(), expected.rend());
      sort_falling(space, count);
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(space.sorted[i].key, expected[i]);
    }
  }
}

}  // namespace
}  // namespace hypermatch::test
