// SPDX-License-Identifier: MIT
// The parts of batched greedy: splitters, the store of records, the sort of a bucket.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <stop_token>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/error.hpp"
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

// Keys of which the sorts see every kind: spread, crowded, in clusters, in few classes, all equal.
std::uint64_t key_of_kind(int kind, std::size_t i) {
  const std::uint64_t bits = detail::base::hash(9, i);
  switch (kind) {
    case 0:
      return bits;  // all of 64 bits
    case 1:
      return bits >> (bits % 64);  // crowded at 0
    case 2:
      return (1ULL << 40) + i;  // rising
    case 3:
      return (bits & 1) << 63 | i;  // two far clusters
    case 4:
      return (bits % 3) << 32 | (bits >> 32);  // three classes, ties by a mix
    case 5:
      return bits % 5 == 0 ? ~0ULL - i : 7;  // one key most often
    default:
      return 42;
  }
}

std::vector<EdgeRecord> records_of_kind(int kind, std::size_t count) {
  std::vector<EdgeRecord> records;
  for (std::size_t i = 0; i < count; ++i) {
    records.push_back({key_of_kind(kind, i), static_cast<VertexId>(i), 0});
  }
  return records;
}

// Whether `sorted` holds records 0 .. size - 1 of that kind, with falling keys.
void expect_sorted(int kind, std::span<const EdgeRecord> sorted) {
  std::vector<bool> seen(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    ASSERT_TRUE(i == 0 || sorted[i - 1].key >= sorted[i].key) << "kind " << kind << " at " << i;
    ASSERT_EQ(sorted[i].key, key_of_kind(kind, sorted[i].u));
    ASSERT_FALSE(seen[sorted[i].u]);
    seen[sorted[i].u] = true;
  }
}

TEST(SortFalling, SortsEvenAndCrowdedKeys) {
  for (const std::size_t count : {0U, 1U, 2U, 32U, 33U, 1000U, 40'000U}) {
    for (int kind = 0; kind < 7; ++kind) {
      KeySortSpace<EdgeRecord> space;
      space.items.resize(count);
      space.sorted.resize(count);
      const std::vector<EdgeRecord> records = records_of_kind(kind, count);
      std::copy(records.begin(), records.end(), space.items.begin());
      sort_falling(space, count);
      expect_sorted(kind, {space.sorted.data(), count});
    }
  }
}

TEST(SortFalling, SortsAllByCountingInPlace) {
  const Context context({.threads = 1});
  for (const std::size_t count : {0U, 1U, 33U, 16'384U, 16'385U, 100'000U}) {
    for (int kind = 0; kind < 7; ++kind) {
      KeySortSpace<EdgeRecord> space;
      std::vector<EdgeRecord> records = records_of_kind(kind, count);
      detail::order::sort_all_falling(context, std::span(records), space);
      expect_sorted(kind, records);
    }
  }
  std::stop_source stopped;
  stopped.request_stop();
  const Context stopping({.threads = 1, .stop = stopped.get_token()});
  KeySortSpace<EdgeRecord> space;
  std::vector<EdgeRecord> records = records_of_kind(0, 100'000);
  EXPECT_THROW(detail::order::sort_all_falling(stopping, std::span(records), space), Error);
}

}  // namespace
}  // namespace hypermatch::test
