// SPDX-License-Identifier: MIT
// Sweeps over the undecided edges of a batch, in falling order. The first one takes edges from
// buckets: what is dead when its bucket comes is never sorted.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "order/ranks/greedy_on_ranks.hpp"

namespace hypermatch::detail::order {

namespace {

// Edges ahead whose pins are asked for.
constexpr std::size_t k_ahead = 16;

}  // namespace

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
  if (boundary_.is_whole()) return;
  for (const Record& record : undecided_) {
    for (const LocalId v : kept_pins_of(record)) is_blocked_.remove(v);
  }
}

template <class Key>
void GreedyOnRanks<Key>::sweep_batch() {
  begin_sweep();
  kept_pins_.clear();
  undecided_.resize(0);
  num_taken_ = 0;
  for (const Key bar : slice_bars()) {
    take_slice(bar);
    num_taken_ += batch_.size();
    for (std::size_t b = 0; b < bucket_bars_.buckets(); ++b) sweep_bucket(b);
    above_ = bar;
    is_uppermost_ = false;
  }
  end_sweep();
}

template <class Key>
void GreedyOnRanks<Key>::sweep_bucket(std::size_t bucket) {
  const std::size_t size = batch_.bucket_size(bucket);
  if (space_.items.size() < size) {
    space_.items.resize(size + size / 4);
    space_.sorted.resize(size + size / 4);
  }
  Record* const items = space_.items.data();
  Record* end = items;
  batch_.for_pieces(bucket, [&](std::span<const Record> piece, std::uint32_t) {
    end = std::copy(piece.begin(), piece.end(), end);
  });
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (i + k_ahead < size) __builtin_prefetch(batch_pins_.data(items[i + k_ahead].pins_at));
    if (meet(is_matched_, batch_pins_.at(items[i].pins_at, size_))) continue;
    items[count++] = items[i];
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
    look_at(sorted[i], batch_pins_.at(sorted[i].pins_at, size_));
  }
}

template <class Key>
void GreedyOnRanks<Key>::sweep_again() {
  begin_sweep();
  // Records and pins move towards the front.
  const std::span<const Record> before = undecided_.view();
  undecided_.resize(0);
  kept_pins_.clear();
  for (const Record& record : before) look_at(record, kept_pins_of(record));
  end_sweep();
}

// Appends an undecided edge. Its pins may stand further back in the same list.
template <class Key>
void GreedyOnRanks<Key>::keep(Record record, std::span<const LocalId> pins) {
  record.pins_at = kept_pins_.add(pins.size(), size_ == 0);
  std::memmove(kept_pins_.data(record.pins_at), pins.data(), pins.size_bytes());
  undecided_.push_back(record);
}

// Matches the edge where no other rank has a say; else it stays undecided.
template <class Key>
void GreedyOnRanks<Key>::look_at(Record record, std::span<const LocalId> pins) {
  if (boundary_.is_whole()) return keep(record, pins);
  if (meet(is_matched_, pins)) return;
  const bool is_blocked = meet(is_blocked_, pins);
  if (!is_blocked && !meet(is_shared_, pins)) {
    is_matched_.insert(pins);
    matched_.push_back(record.edge);
    return;
  }
  for (const LocalId v : pins) {
    if (is_blocked_.contains(v) != 0) continue;
    is_blocked_.insert(v);
    if (is_shared_.contains(v) != 0) note_top(v, record.key);
  }
  keep(record, pins);
  if (!is_blocked) candidates_.push_back(undecided_[undecided_.size() - 1]);
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
template void GreedyOnRanks<NarrowKey>::keep(Record, std::span<const LocalId>);
template void GreedyOnRanks<WideKey>::sweep_batch();
template void GreedyOnRanks<WideKey>::sweep_again();
template void GreedyOnRanks<WideKey>::keep(Record, std::span<const LocalId>);

}  // namespace hypermatch::detail::order
