// SPDX-License-Identifier: MIT
// A batch that stalls goes to one rank with all that is left, which takes its edges in order. No
// rank is handed more than an equal share of the instance at once: of what does not fit, only what
// lies above all that was held back is decided.
#include <algorithm>
#include <bit>
#include <vector>

#include "base/random.hpp"
#include "order/ranks/greedy_on_ranks.hpp"

namespace hypermatch::detail::order {

namespace {

// An edge that was handed over.
template <class Key>
struct Stalled {
  Key key;
  std::uint32_t from;   // the rank
  std::uint32_t place;  // among those of that rank
  const VertexId* pins;
  std::uint32_t num_pins;
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
  std::vector<Key> keys(count);
  std::vector<std::uint32_t> sizes(count);
  std::vector<VertexId> pins;
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<const LocalId> local = kept_pins_of(undecided_[i]);
    keys[i] = undecided_[i].key;
    sizes[i] = static_cast<std::uint32_t>(local.size());
    for (const LocalId v : local) pins.push_back(boundary_.global(v));
  }
  const std::uint64_t holds_back = is_cut && count < undecided_.size() ? 1 : 0;
  batch_stalled_ += count;
  mail_.clear();
  mail_.put<std::uint64_t>(taker, {&holds_back, 1});
  mail_.put<Key>(taker, keys);
  mail_.put<std::uint32_t>(taker, sizes);
  mail_.put<VertexId>(taker, pins);
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
  std::vector<Stalled<Key>> all;
  Key bar{};
  std::size_t num_pins = 0;
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    const bool holds_back = mail_.take<std::uint64_t>(q)[0] != 0;
    const std::span<const Key> keys = mail_.take<Key>(q);
    const std::span<const std::uint32_t> sizes = mail_.take<std::uint32_t>(q);
    const std::span<const VertexId> pins = mail_.take<VertexId>(q);
    if (holds_back) bar = std::max(bar, keys.back());
    answers[q].resize((keys.size() + 7) / 8, 0);
    const VertexId* at = pins.data();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      all.push_back(
          {keys[i], static_cast<std::uint32_t>(q), static_cast<std::uint32_t>(i), at, sizes[i]});
      at += sizes[i];
    }
    num_pins += pins.size();
  }
  std::sort(all.begin(), all.end(),
            [](const Stalled<Key>& a, const Stalled<Key>& b) { return a.key > b.key; });
  TakenVertices taken(num_pins);
  for (const Stalled<Key>& edge : all) {
    if (edge.key < bar) break;
    const std::span<const VertexId> pins(edge.pins, edge.num_pins);
    if (taken.meets(pins)) continue;
    for (const VertexId v : pins) taken.insert(v);
    answers[edge.from][edge.place / 8] |= static_cast<std::uint8_t>(1U << (edge.place % 8));
  }
}

template void GreedyOnRanks<NarrowKey>::hand_over();
template void GreedyOnRanks<WideKey>::hand_over();

}  // namespace hypermatch::detail::order
