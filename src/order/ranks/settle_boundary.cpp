// SPDX-License-Identifier: MIT
// The messages of a round: the uppermost undecided edges of shared vertices go to the owners, which
// answer; matched vertices are told.
#include <span>
#include <vector>

#include "order/ranks/greedy_on_ranks.hpp"
#include "order/ranks/packed_keys.hpp"

namespace hypermatch::detail::order {

template <class Key>
void GreedyOnRanks<Key>::settle_boundary() {
  answer_tops();
  take_answers();
  for (const Record& record : candidates_) {
    if (is_top_everywhere(record)) match(record);
  }
  tell_matched();
}

// Sends the uppermost edges of ghosts to the owners, and answers those that come here, a bit each.
template <class Key>
void GreedyOnRanks<Key>::answer_tops() {
  mail_.clear();
  std::vector<std::uint8_t> bytes;
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    const PackedKeys<Key> packed = pack(std::span<const Key>(tops_[q].keys), bytes);
    mail_.put<PackedKeys<Key>>(q, {&packed, 1});
    mail_.put<std::uint32_t>(q, tops_[q].ghosts);
    mail_.put<std::uint8_t>(q, bytes);
  }
  mail_.exchange();
  struct Letter {
    PackedKeys<Key> packed;
    std::span<const std::uint32_t> ghosts;
    std::span<const std::uint8_t> bytes;
  };
  // Letters name ghosts in order of keys, so that their places lie anywhere: these are looked up
  // first, and the tops there asked for ahead.
  constexpr std::size_t k_ahead = 16;
  std::vector<std::vector<std::uint32_t>> places(mail_.size());
  const auto for_each_top = [&](std::size_t q, const auto& body) {
    for (std::size_t i = 0; i < places[q].size(); ++i) {
      if (i + k_ahead < places[q].size()) {
        __builtin_prefetch(tops_here_.data() + places[q][i + k_ahead]);
      }
      body(i, places[q][i]);
    }
  };
  std::vector<Letter> letters(mail_.size());
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    if (q == mail_.rank()) continue;
    Letter& letter = letters[q];
    letter.packed = mail_.take<PackedKeys<Key>>(q)[0];
    letter.ghosts = mail_.take<std::uint32_t>(q);
    letter.bytes = mail_.take<std::uint8_t>(q);
    places[q].resize(letter.ghosts.size());
    for (std::size_t i = 0; i < places[q].size(); ++i) {
      places[q][i] = boundary_.place_of_ghost(q, letter.ghosts[i]);
    }
    for_each_top(q, [&](std::size_t i, std::uint32_t place) {
      offer_top(place, unpack(letter.packed, letter.bytes, i));
    });
  }
  std::vector<std::vector<std::uint8_t>> answers(mail_.size());
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    const Letter& letter = letters[q];
    answers[q].resize((letter.ghosts.size() + 7) / 8, 0);
    for_each_top(q, [&](std::size_t i, std::uint32_t place) {
      const bool is_top = tops_here_[place] == unpack(letter.packed, letter.bytes, i);
      answers[q][i / 8] |= static_cast<std::uint8_t>(is_top ? 1U << (i % 8) : 0U);
    });
  }
  mail_.clear();
  for (std::size_t q = 0; q < mail_.size(); ++q) mail_.put<std::uint8_t>(q, answers[q]);
  mail_.exchange();
}

// An undecided edge at a shared own vertex, here or on another rank.
template <class Key>
void GreedyOnRanks<Key>::offer_top(std::uint32_t place, Key key) {
  if (has_top_.contains(place) != 0 && tops_here_[place] >= key) return;
  has_top_.insert(place);
  tops_here_[place] = key;
}

template <class Key>
void GreedyOnRanks<Key>::take_answers() {
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    if (q == mail_.rank()) continue;
    const std::span<const std::uint8_t> bits = mail_.take<std::uint8_t>(q);
    const std::size_t first = boundary_.ghosts_from(q) - boundary_.num_own();
    for (std::size_t i = 0; i < tops_[q].ghosts.size(); ++i) {
      is_top_.put(static_cast<VertexId>(first + tops_[q].ghosts[i]), bits[i / 8] >> (i % 8) & 1);
    }
  }
}

// A candidate is the uppermost edge of this rank at each of its vertices.
template <class Key>
bool GreedyOnRanks<Key>::is_top_everywhere(const Record& record) const {
  for (const LocalId v : kept_pins_of(record)) {
    if (boundary_.is_ghost(v)) {
      if (is_top_.contains(static_cast<VertexId>(v - boundary_.num_own())) == 0) return false;
    } else if (is_shared_.contains(v) != 0) {
      if (tops_here_[boundary_.shared_place(v)] != record.key) return false;
    }
  }
  return true;
}

// Notes what the other ranks must be told.
template <class Key>
void GreedyOnRanks<Key>::match(const Record& record) {
  matched_.push_back(record.edge);
  for (const LocalId v : kept_pins_of(record)) {
    is_matched_.insert(v);
    if (boundary_.is_ghost(v)) {
      const std::size_t q = boundary_.owner_of(v);
      up_[q].push_back(v - boundary_.ghosts_from(q));
    } else if (is_shared_.contains(v) != 0) {
      boundary_.for_each_sharer(
          v, [&](std::size_t q, std::uint32_t ghost) { down_[q].push_back(ghost); });
    }
  }
}

// Matched vertices become known to their owners, and by these to all that share them.
template <class Key>
void GreedyOnRanks<Key>::tell_matched() {
  mail_.clear();
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    mail_.put<std::uint32_t>(q, up_[q]);
    up_[q].clear();
  }
  mail_.exchange();
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    if (q == mail_.rank()) continue;
    for (const std::uint32_t ghost : mail_.take<std::uint32_t>(q)) {
      const LocalId v = boundary_.shared()[boundary_.place_of_ghost(q, ghost)];
      is_matched_.insert(v);
      boundary_.for_each_sharer(v, [&](std::size_t other, std::uint32_t there) {
        if (other != q) down_[other].push_back(there);
      });
    }
  }
  mail_.clear();
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    mail_.put<std::uint32_t>(q, down_[q]);
    down_[q].clear();
  }
  mail_.exchange();
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    if (q == mail_.rank()) continue;
    for (const std::uint32_t ghost : mail_.take<std::uint32_t>(q)) {
      is_matched_.insert(boundary_.ghosts_from(q) + ghost);
    }
  }
  mail_.clear();
}

template void GreedyOnRanks<NarrowKey>::offer_top(std::uint32_t, NarrowKey);
template void GreedyOnRanks<WideKey>::offer_top(std::uint32_t, WideKey);
template void GreedyOnRanks<NarrowKey>::settle_boundary();
template void GreedyOnRanks<WideKey>::settle_boundary();
template void GreedyOnRanks<NarrowKey>::match(const Record&);
template void GreedyOnRanks<WideKey>::match(const Record&);
template void GreedyOnRanks<NarrowKey>::tell_matched();
template void GreedyOnRanks<WideKey>::tell_matched();

}  // namespace hypermatch::detail::order
