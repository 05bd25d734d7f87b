// SPDX-License-Identifier: MIT
// Sweeps over the undecided edges of a batch, in falling order. The first one takes edges from
// buckets: what is dead when its bucket comes is never sorted.
#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

#include "order/ranks/greedy_on_ranks.hpp"
#include "parallel/host/grain.hpp"

namespace hypermatch::detail::order {

namespace {

// Edges of a bucket, about.
constexpr std::size_t k_bucket = parallel::grain(std::size_t{1} << 12, 4);
constexpr std::size_t k_most_buckets = std::size_t{1} << 13;
// Edges ahead whose pins are asked for.
constexpr std::size_t k_ahead = 16;

// Buckets are cut by this: greater keys have no smaller word.
std::uint64_t word_of(NarrowKey key) {
  return key;
}
std::uint64_t word_of(const WideKey& key) {
  return key.image;
}

}  // namespace

template <class Key>
std::uint32_t GreedyOnRanks<Key>::PinList::add(std::span<const LocalId> pins, bool with_size) {
  const std::size_t place = size_ + (with_size ? 1 : 0);
  const std::size_t end = place + pins.size();
  if (pins_.size() < end) {
    if (pins_.capacity() < end) pins_.reserve(end + end / 2 + 64);
    pins_.resize(end);
  }
  const auto count = static_cast<LocalId>(pins.size());
  std::memmove(pins_.data() + place, pins.data(), pins.size_bytes());
  if (with_size) pins_[size_] = count;
  size_ = end;
  return static_cast<std::uint32_t>(place);
}

template <class Key>
void GreedyOnRanks<Key>::begin_sweep() {
  ++turn_;
  candidates_.clear();
  has_top_.clear();
  for (Tops& tops : tops_) {
    tops.keys.clear();
    tops.ghosts.clear();
  }
}

template <class Key>
void GreedyOnRanks<Key>::end_sweep() {
  for (const Record& record : undecided_) {
    for (const LocalId v : kept_pins_of(record)) is_blocked_.remove(v);
  }
}

template <class Key>
void GreedyOnRanks<Key>::sweep_batch() {
  begin_sweep();
  kept_pins_.clear();
  undecided_.resize(0);
  std::uint64_t low = ~std::uint64_t{0};
  std::uint64_t high = 0;
  for (const Record& record : batch_) {
    low = std::min(low, word_of(record.key));
    high = std::max(high, word_of(record.key));
  }
  const std::size_t wanted =
      std::clamp<std::size_t>(std::bit_ceil(batch_.size() / k_bucket + 1), 1, k_most_buckets);
  const int bits = batch_.empty() ? 0 : static_cast<int>(std::bit_width(high - low));
  // One bucket may have to span all 64 bits, which no shift passes over.
  const int shift = std::clamp(bits - static_cast<int>(std::bit_width(wanted) - 1), 0, 63);
  const auto bucket_of = [&](const Record& record) {
    return static_cast<std::size_t>((high - word_of(record.key)) >> shift);
  };
  const std::size_t count =
      batch_.empty() ? 0 : static_cast<std::size_t>((high - low) >> shift) + 1;
  buckets_.assign(count + 1, 0);
  for (const Record& record : batch_) ++buckets_[bucket_of(record) + 1];
  for (std::size_t b = 0; b < count; ++b) buckets_[b + 1] += buckets_[b];
  bucketed_.resize(batch_.size());
  for (const Record& record : batch_) bucketed_[buckets_[bucket_of(record)]++] = record;
  batch_ = {};
  std::size_t begin = 0;
  for (std::size_t b = 0; b < count; ++b) {
    sweep_bucket(bucketed_.view().subspan(begin, buckets_[b] - begin));
    begin = buckets_[b];
  }
  bucketed_ = {};
  end_sweep();
}

template <class Key>
void GreedyOnRanks<Key>::sweep_bucket(std::span<const Record> bucket) {
  bucket_pins_.clear();
  if (space_.items.size() < bucket.size()) {
    space_.items.resize(bucket.size());
    space_.sorted.resize(bucket.size());
  }
  const bool differ = size_ == 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < bucket.size(); ++i) {
    if (!differ && i + k_ahead < bucket.size()) {
      __builtin_prefetch(part_.pins.data() + std::size_t{bucket[i + k_ahead].edge} * size_);
    }
    const std::span<const LocalId> pins = pins_of(bucket[i].edge);
    if (meet(is_matched_, pins)) continue;
    space_.items[count] = bucket[i];
    space_.items[count++].pins_at = bucket_pins_.add(pins, differ);
  }
  if (count == 0) return;
  Record* sorted = space_.sorted.data();
  if constexpr (std::is_same_v<Key, NarrowKey>) {
    sort_falling(space_, count, sorted);
  } else {
    sorted = space_.items.data();
    std::sort(sorted, sorted + count,
              [](const Record& a, const Record& b) { return a.key > b.key; });
  }
  for (std::size_t i = 0; i < count; ++i) {
    look_at(sorted[i], bucket_pins_.at(sorted[i].pins_at, size_));
  }
}

template <class Key>
void GreedyOnRanks<Key>::sweep_again() {
  begin_sweep();
  std::swap(undecided_, batch_);
  undecided_.resize(0);
  // Pins move towards the front.
  kept_pins_.clear();
  for (const Record& record : batch_) look_at(record, kept_pins_of(record));
  end_sweep();
}

// Matches the edge where no other rank has a say; else it stays undecided.
template <class Key>
void GreedyOnRanks<Key>::look_at(Record record, std::span<const LocalId> pins) {
  if (meet(is_matched_, pins)) return;
  const bool is_blocked = meet(is_blocked_, pins);
  if (!is_blocked && !all_are_shared_ && !meet(is_shared_, pins)) {
    is_matched_.insert(pins);
    matched_.push_back(record.edge);
    return;
  }
  for (const LocalId v : pins) {
    if (is_blocked_.contains(v) != 0) continue;
    is_blocked_.insert(v);
    if (is_shared(v)) note_top(v, record.key);
  }
  record.pins_at = kept_pins_.add(pins, size_ == 0);
  if (!is_blocked) candidates_.push_back(record);
  undecided_.push_back(record);
}

template <class Key>
void GreedyOnRanks<Key>::note_top(LocalId v, Key key) {
  if (boundary_.is_ghost(v)) {
    const std::size_t q = boundary_.owner_of(v);
    tops_[q].keys.push_back(key);
    tops_[q].ghosts.push_back(v - boundary_.ghosts_from(q));
    return;
  }
  offer_top(boundary_.shared_place(v), key);
}

template void GreedyOnRanks<NarrowKey>::sweep_batch();
template void GreedyOnRanks<NarrowKey>::sweep_again();
template void GreedyOnRanks<WideKey>::sweep_batch();
template void GreedyOnRanks<WideKey>::sweep_again();

}  // namespace hypermatch::detail::order
