// SPDX-License-Identifier: MIT
// Records of the edges of one batch, collected by several threads and grouped by buckets of falling
// key: what algorithms that take edges in batches share.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/assert.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/array.hpp"

namespace hypermatch::detail::order {

/// The part of a key that tells its bucket; greater keys have no smaller one.
[[nodiscard]] inline std::uint64_t bucket_word(std::uint64_t key) {
  return key;
}

/// Splitters of falling key; bucket b holds the keys below splitter b - 1 and at or above
/// splitter b.
class KeySplitters {
 public:
  static constexpr std::size_t k_max_buckets = 256;

  /// Takes falling, distinct bucket words of keys, at most k_max_buckets - 1 of them.
  void assign(std::span<const std::uint64_t> falling) {
    std::size_t buckets = 1;
    while (buckets < falling.size() + 1) buckets *= 2;
    // Padding with 0 leaves the last buckets empty: no key is below 0.
    keys_.assign(buckets, 0);
    std::copy(falling.begin(), falling.end(), keys_.begin());
  }
  /// A power of two.
  [[nodiscard]] std::size_t buckets() const { return keys_.size(); }

  /// Branch-free binary search: counts the splitters above `key`.
  [[nodiscard]] std::uint32_t bucket_of(std::uint64_t key) const {
    const std::uint64_t* keys = keys_.data();
    std::size_t bucket = 0;
    for (std::size_t step = keys_.size() / 2; step != 0; step /= 2) {
      bucket += keys[bucket + step - 1] > key ? step : 0;
    }
    return static_cast<std::uint32_t>(bucket);
  }

 private:
  std::vector<std::uint64_t> keys_ = {0};
};

/// Collects records, which have a member `key`, from several threads at once. Each thread fills a
/// stage that fits its cache; a full stage is grouped by bucket and appended as one block. What
/// does not fit sets `overflowed`, and the batch is repeated with fewer keys, or one thread makes
/// room before it flushes.
template <class Record>
class BucketStore {
 public:
  static constexpr std::size_t k_stage_records = 8192;
  /// Most records that are appended to a stage between two looks at whether it is full. Stages rely
  /// on it, so tests of data races have it, too.
  static constexpr std::size_t k_most_appended = 512;

  struct Stage {
    [[nodiscard]] bool full() const { return size + k_most_appended > k_stage_records; }

    Array<Record> records{k_stage_records};
    Array<std::uint8_t> buckets{k_stage_records};
    std::size_t size = 0;
  };

  BucketStore(std::size_t capacity, std::size_t threads)
      : records_(capacity),
        // Blocks are full but for one per thread, and a full one may lack what is appended at once.
        starts_((capacity / (k_stage_records - k_most_appended) + threads + 1) *
                (KeySplitters::k_max_buckets + 1)) {}

  /// For one thread: room for so many records more, grown geometrically.
  void make_room(std::size_t records) {
    const std::size_t needed = size() + records;
    if (needed > records_.size()) records_.resize(std::max(needed, size() + size() / 2));
    const std::size_t rows = (num_blocks_.load() + 1) * (KeySplitters::k_max_buckets + 1);
    if (rows > starts_.size()) starts_.resize(rows + rows / 2);
  }

  [[nodiscard]] std::size_t capacity() const { return records_.size(); }
  [[nodiscard]] bool overflowed() const { return used_.load() > records_.size(); }
  [[nodiscard]] std::size_t size() const { return used_.load(); }

  void clear() {
    used_ = 0;
    num_blocks_ = 0;
  }

  /// Parts of the memory of the first `records`, each as large as a huge page.
  [[nodiscard]] std::size_t memory_parts(std::size_t records) const {
    return std::min(records, records_.size()) / k_part;
  }
  /// Asks for the pages of a part, which else several threads may come to ask for at once.
  void populate(std::size_t part) {
    populate_pages(records_.data() + part * k_part, k_part * sizeof(Record));
  }

  /// Moves a stage into the store. Stages of different threads may be flushed at once.
  void flush(Stage& stage, const KeySplitters& splitters) {
    const std::size_t count = stage.size;
    stage.size = 0;
    if (count == 0) return;
    // Relaxed suffices for both counters: they only hand out disjoint places, and the end of the
    // parallel phase publishes what is written there.
    const std::size_t begin = used_.fetch_add(count, std::memory_order_relaxed);
    if (begin + count > records_.size()) return;
    const std::size_t buckets = splitters.buckets();
    const std::size_t number = num_blocks_.fetch_add(1, std::memory_order_relaxed);
    HYPERMATCH_ASSERT_LIGHT((number + 1) * (KeySplitters::k_max_buckets + 1) <= starts_.size());
    std::uint32_t* starts = block(number);
    std::fill(starts, starts + buckets + 1, 0U);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t bucket = splitters.bucket_of(bucket_word(stage.records[i].key));
      stage.buckets[i] = static_cast<std::uint8_t>(bucket);
      ++starts[bucket];
    }
    std::uint32_t sum = static_cast<std::uint32_t>(begin);
    std::uint32_t next[KeySplitters::k_max_buckets];
    for (std::size_t b = 0; b < buckets; ++b) {
      const std::uint32_t size = starts[b];
      starts[b] = next[b] = sum;
      sum += size;
    }
    starts[buckets] = sum;
    for (std::size_t i = 0; i < count; ++i) {
      records_[next[stage.buckets[i]]++] = stage.records[i];
    }
  }

  /// body(records, first) for each piece of a bucket; `first` is the number of its first record.
  template <class Body>
  void for_pieces(std::size_t bucket, const Body& body) const {
    const std::size_t blocks = num_blocks_.load(std::memory_order_relaxed);
    for (std::size_t b = 0; b < blocks; ++b) {
      const std::uint32_t* starts = block(b);
      const std::uint32_t begin = starts[bucket];
      const std::uint32_t end = starts[bucket + 1];
      if (begin != end) {
        body(std::span<const Record>(records_.data() + begin, end - begin), begin);
      }
    }
  }
  [[nodiscard]] std::size_t bucket_size(std::size_t bucket) const {
    std::size_t size = 0;
    for_pieces(bucket, [&](std::span<const Record> piece, std::uint32_t) { size += piece.size(); });
    return size;
  }
  [[nodiscard]] const Record& operator[](std::size_t i) const { return records_[i]; }

 private:
  [[nodiscard]] std::uint32_t* block(std::size_t b) {
    return starts_.data() + b * (KeySplitters::k_max_buckets + 1);
  }
  [[nodiscard]] const std::uint32_t* block(std::size_t b) const {
    return starts_.data() + b * (KeySplitters::k_max_buckets + 1);
  }

  static constexpr std::size_t k_part = (std::size_t{2} << 20) / sizeof(Record);

  Array<Record> records_;
  Array<std::uint32_t> starts_;  // a row per block: where each bucket's records start
  std::atomic<std::size_t> used_ = 0;
  std::atomic<std::size_t> num_blocks_ = 0;
};

}  // namespace hypermatch::detail::order
