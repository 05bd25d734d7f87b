// SPDX-License-Identifier: MIT
// Undecided edges that are handed over, and taken in order. A batch that stalls goes to one rank;
// where all ranks know all vertices, each batch goes to all of them. No rank is handed more than a
// share of the instance at once: of what does not fit, only what lies above all that was held back
// is decided.
#include <algorithm>
#include <utility>
#include <vector>

#include "order/ranks/falling_lists.hpp"
#include "order/ranks/greedy_on_ranks.hpp"

namespace hypermatch::detail::order {

template <class Key>
void GreedyOnRanks<Key>::hand_over() {
  const std::uint64_t before = mail_.bytes();
  const std::uint64_t p = mail_.size();
  const std::uint64_t room = std::max(agreed_.facts.edges / p, agreed_.tuning.least_room);
  bool is_cut = false;
  const std::size_t count = count_above_bar(room, is_cut);
  const std::size_t taker = static_cast<std::size_t>(batches_ % p);
  batch_stalled_ += count;
  put_undecided(taker, taker, count, is_cut);
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

// Sends the uppermost undecided edges to ranks first_taker .. last_taker.
template <class Key>
void GreedyOnRanks<Key>::put_undecided(std::size_t first_taker, std::size_t last_taker,
                                       std::size_t count, bool is_cut) {
  const std::uint64_t facts[] = {is_cut && count < undecided_.size() ? 1U : 0U, size_};
  std::vector<Key> keys(count);
  std::vector<std::uint32_t> sizes;
  std::vector<VertexId> pins;
  pins.reserve(count * size_);
  for (std::size_t i = 0; i < count; ++i) {
    keys[i] = undecided_[i].key;
    const std::span<const LocalId> local = kept_pins_of(undecided_[i]);
    if (size_ == 0) sizes.push_back(static_cast<std::uint32_t>(local.size()));
    for (const LocalId v : local) pins.push_back(boundary_.global(v));
  }
  mail_.clear();
  for (std::size_t q = first_taker; q <= last_taker; ++q) {
    mail_.put<std::uint64_t>(q, facts);
    mail_.put<Key>(q, keys);
    mail_.put<std::uint32_t>(q, sizes);
    mail_.put<VertexId>(q, pins);
  }
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
  FallingLists<Key> lists(mail_);
  for (std::size_t q = 0; q < mail_.size(); ++q) answers[q].resize((lists.num_edges(q) + 7) / 8, 0);
  TakenVertices vertices(lists.num_pins());
  lists.take(vertices, [&](std::size_t q, std::size_t i) {
    answers[q][i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
  });
}

// A batch where all ranks know all vertices: all of its free edges go to all ranks, and each takes
// them in order.
template <class Key>
void GreedyOnRanks<Key>::settle_by_all() {
  sweep_batch();
  const std::uint64_t all = agreed_.facts.edges;
  const std::uint64_t room = std::max(2 * (all / mail_.size()), agreed_.tuning.least_room);
  // Ends: each turn decides the uppermost undecided edge at least.
  while (true) {
    std::uint64_t words[] = {undecided_.size(), is_stopped(context_) ? 1U : 0U};
    mail_.reduce(words, Reduction::sum);
    check_stop(words[1]);
    context_.report({"solve", all - std::min(all, left_edges_ + words[0]), all});
    if (words[0] == 0) return;
    bool is_cut = false;
    const std::size_t count = words[0] <= room ? undecided_.size() : count_above_bar(room, is_cut);
    put_undecided(0, mail_.size() - 1, count, is_cut);
    mail_.exchange();
    FallingLists<Key>(mail_).take(is_matched_, [&](std::size_t q, std::size_t i) {
      if (q == mail_.rank()) matched_.push_back(undecided_[i].edge);
    });
    mail_.clear();
    keep_free();
  }
}

// Forgets the edges that are decided.
template <class Key>
void GreedyOnRanks<Key>::keep_free() {
  const std::span<const Record> before = undecided_.view();
  undecided_.resize(0);
  kept_pins_.clear();
  for (const Record& record : before) {
    const std::span<const LocalId> pins = kept_pins_of(record);
    if (!meet(is_matched_, pins)) keep(record, pins);
  }
}

template void GreedyOnRanks<NarrowKey>::hand_over();
template void GreedyOnRanks<NarrowKey>::settle_by_all();
template void GreedyOnRanks<WideKey>::hand_over();
template void GreedyOnRanks<WideKey>::settle_by_all();

}  // namespace hypermatch::detail::order
