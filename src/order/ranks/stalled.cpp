// SPDX-License-Identifier: MIT
// A batch that stalls goes to one rank with all that is left, which takes its edges in order. No
// rank is handed more than an equal share of the instance at once: of what does not fit, only what
// lies above all that was held back is decided.
#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "order/ranks/greedy_on_ranks.hpp"

namespace hypermatch::detail::order {

namespace {

// Falling edges that one rank has handed over, and the first of them that is not decided.
template <class Key>
struct Stalled {
  std::span<const Key> keys;
  std::size_t size = 0;                  // of all edges, or 0: they differ
  std::span<const std::uint32_t> sizes;  // where they differ
  std::span<const VertexId> pins;
  std::size_t next = 0;
  std::size_t pins_at = 0;
};

// A set of vertices from all over the instance: a table with room for twice as many, by linear
// probes.
class TakenVertices {
 public:
  explicit TakenVertices(std::size_t most) : slots_(std::bit_ceil(2 * most + 1), k_none) {}
  [[nodiscard]] bool meets(std::span<const VertexId> pins) const {
    return std::any_of(pins.begin(), pins.end(), [&](VertexId v) { return slots_[find(v)] == v; });
  }
  void insert(VertexId v) { slots_[find(v)] = v; }

 private:
  // Ends: there are free slots.
  [[nodiscard]] std::size_t find(VertexId v) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = base::splitmix64(v) & mask;
    while (slots_[at] != k_none && slots_[at] != v) at = (at + 1) & mask;
    return at;
  }

  Array<VertexId> slots_;
};

}  // namespace

template <class Key>
void GreedyOnRanks<Key>::hand_over() {
  const std::uint64_t before = mail_.bytes();
  const std::uint64_t p = mail_.size();
  const std::uint64_t room = std::max(agreed_.facts.edges / p, agreed_.tuning.least_room);
  bool is_cut = false;
  const std::size_t count = count_above_bar(room, is_cut);
  const std::size_t taker = static_cast<std::size_t>(batches_ % p);
  // Whether edges are held back, and the size of all of this rank's, or 0.
  const std::uint64_t facts[] = {is_cut && count < undecided_.size() ? 1U : 0U, size_};
  batch_stalled_ += count;
  mail_.clear();
  mail_.put<std::uint64_t>(taker, facts);
  put_stalled(taker, count);
  mail_.exchange();
  std::vector<std::vector<std::uint8_t>> answers(mail_.size());
  if (taker == mail_.rank()) decide_stalled(answers);
  mail_.clear();
  for (std::size_t q = 0; q < mail_.size(); ++q) mail_.put<std::uint8_t>(q, answers[q]);
  mail_.exchange();
  const std::span<const std::uint8_t> bits = mail_.take<std::uint8_t>(taker);
  for (std::size_t i = 0; i < count; ++i) {
    if ((bits[i / 8] >> (i % 8) & 1) != 0) match(undecided_[i]);
  }
  stalled_bytes_ += mail_.bytes() - before;
  tell_matched();
}

// The uppermost undecided edges: keys, sizes where they differ, pins.
template <class Key>
void GreedyOnRanks<Key>::put_stalled(std::size_t taker, std::size_t count) {
  {
    std::vector<Key> keys(count);
    for (std::size_t i = 0; i < count; ++i) keys[i] = undecided_[i].key;
    mail_.put<Key>(taker, keys);
  }
  std::vector<std::uint32_t> sizes;
  std::vector<VertexId> pins;
  pins.reserve(count * size_);
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<const LocalId> local = kept_pins_of(undecided_[i]);
    if (size_ == 0) sizes.push_back(static_cast<std::uint32_t>(local.size()));
    for (const LocalId v : local) pins.push_back(boundary_.global(v));
  }
  mail_.put<std::uint32_t>(taker, sizes);
  mail_.put<VertexId>(taker, pins);
}

// How many of the uppermost undecided edges of this rank are handed over: those above the lowest
// splitter that leaves room for those of all ranks, or else, `is_cut`, an equal share of the room.
template <class Key>
std::size_t GreedyOnRanks<Key>::count_above_bar(std::uint64_t room, bool& is_cut) {
  std::vector<std::uint64_t> counts(splitters_.size() + 1, 0);
  for (const Record& record : undecided_) ++counts[interval_of(record.key)];
  std::vector<std::uint64_t> own = counts;
  mail_.reduce(counts, Reduction::sum);
  std::uint64_t all = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (all + counts[i] > room) break;
    all += counts[i];
    count += own[i];
  }
  is_cut = all == 0;
  if (!is_cut) return count;
  const std::uint64_t p = mail_.size();
  return std::min<std::size_t>(undecided_.size(), (room + p - 1) / p);
}

template <class Key>
void GreedyOnRanks<Key>::decide_stalled(std::vector<std::vector<std::uint8_t>>& answers) {
  std::vector<Stalled<Key>> lists(mail_.size());
  std::vector<std::pair<Key, std::size_t>> heap;  // the next edge of each rank
  Key bar{};
  std::size_t num_pins = 0;
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    const std::span<const std::uint64_t> facts = mail_.take<std::uint64_t>(q);
    Stalled<Key>& list = lists[q];
    list.size = static_cast<std::size_t>(facts[1]);
    list.keys = mail_.take<Key>(q);
    list.sizes = mail_.take<std::uint32_t>(q);
    list.pins = mail_.take<VertexId>(q);
    if (facts[0] != 0) bar = std::max(bar, list.keys.back());
    answers[q].resize((list.keys.size() + 7) / 8, 0);
    if (!list.keys.empty()) heap.emplace_back(list.keys[0], q);
    num_pins += list.pins.size();
  }
  std::make_heap(heap.begin(), heap.end());
  TakenVertices taken(num_pins);
  // Ends: each turn takes an edge from a list.
  while (!heap.empty() && heap.front().first >= bar) {
    std::pop_heap(heap.begin(), heap.end());
    const std::size_t q = heap.back().second;
    heap.pop_back();
    Stalled<Key>& list = lists[q];
    const std::size_t place = list.next++;
    const std::size_t size = list.size != 0 ? list.size : list.sizes[place];
    const std::span<const VertexId> pins = list.pins.subspan(list.pins_at, size);
    list.pins_at += size;
    if (list.next < list.keys.size()) {
      heap.emplace_back(list.keys[list.next], q);
      std::push_heap(heap.begin(), heap.end());
    }
    if (taken.meets(pins)) continue;
    for (const VertexId v : pins) taken.insert(v);
    answers[q][place / 8] |= static_cast<std::uint8_t>(1U << (place % 8));
  }
}

template void GreedyOnRanks<NarrowKey>::hand_over();
template void GreedyOnRanks<WideKey>::hand_over();

}  // namespace hypermatch::detail::order
