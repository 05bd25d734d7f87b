// SPDX-License-Identifier: MIT
// What agents hold that are proposed to: of each partner its place in the agent's list. That word
// says how good the partner is, and who it is.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "algorithms/stable_matching/common/pair_lists.hpp"

namespace hypermatch::detail::stable_matching {

/// No place of a list.
inline constexpr std::uint32_t k_no_place = ~std::uint32_t{0};

/// The agents `first` .. `last` - 1. With `is_shared` several threads may offer at once.
template <bool is_shared>
class Receivers {
 public:
  Receivers(const PairLists& lists, VertexId first, VertexId last)
      : lists_(lists), first_(first), last_(last) {
    const std::size_t count = last - first;
    if (lists.capacities.empty()) {
      held_.assign(count, k_no_place);
      return;
    }
    begins_.reserve(count + 1);
    begins_.push_back(0);
    for (VertexId r = first; r < last; ++r) begins_.push_back(begins_.back() + lists.capacity(r));
    held_.assign(begins_.back(), k_no_place);
    counts_.assign(count, 0);
    worst_.assign(count, k_no_place);
    for (std::size_t i = 0; i < count; ++i) {
      if (begins_[i] == begins_[i + 1]) worst_[i] = 0;  // has no room, not even for its best one
    }
    if constexpr (is_shared) locks_.assign(count, 0);
  }

  /// The proposer that stands at this place of r's list proposes. Returns `place` if it is refused,
  /// `k_no_place` if it has a place that was free, and else the place of the one that it displaced.
  std::uint32_t offer(VertexId r, std::uint32_t place) {
    const std::size_t i = r - first_;
    if (begins_.empty()) return offer_only_place(held_[i], place);
    if constexpr (is_shared) {
      // Relaxed: the worst one only becomes better, and is looked at again under the lock.
      if (place >= std::atomic_ref(worst_[i]).load(std::memory_order_relaxed)) return place;
      lock(i);
      const std::uint32_t back = offer_alone(i, place);
      unlock(i);
      return back;
    } else {
      return offer_alone(i, place);
    }
  }

  /// body(receiver, place in its list) for each partner that is held, receivers ascending.
  template <class Body>
  void for_each_held(const Body& body) const {
    for (VertexId r = first_; r < last_; ++r) {
      const std::size_t i = r - first_;
      if (begins_.empty()) {
        if (held_[i] != k_no_place) body(r, held_[i]);
        continue;
      }
      for (std::uint32_t k = 0; k < counts_[i]; ++k) body(r, held_[begins_[i] + k]);
    }
  }

 private:
  static std::uint32_t offer_only_place(std::uint32_t& word, std::uint32_t place) {
    if constexpr (is_shared) {
      // Relaxed: the word is all that threads share, and is read by others after the region.
      const std::atomic_ref<std::uint32_t> held(word);
      std::uint32_t seen = held.load(std::memory_order_relaxed);
      // Ends: the word falls whenever an exchange fails.
      while (place < seen) {
        if (held.compare_exchange_weak(seen, place, std::memory_order_relaxed)) return seen;
      }
      return place;
    } else {
      const std::uint32_t seen = word;
      if (place >= seen) return place;
      word = place;
      return seen;
    }
  }

  // A heap, the worst one on top.
  std::uint32_t offer_alone(std::size_t i, std::uint32_t place) {
    const auto begin = held_.begin() + static_cast<std::ptrdiff_t>(begins_[i]);
    const auto capacity = static_cast<std::uint32_t>(begins_[i + 1] - begins_[i]);
    if (counts_[i] < capacity) {
      begin[counts_[i]++] = place;
      std::push_heap(begin, begin + counts_[i]);
      if (counts_[i] == capacity) set_worst(i, *begin);
      return k_no_place;
    }
    if (place >= worst_[i]) return place;
    std::pop_heap(begin, begin + capacity);
    const std::uint32_t displaced = begin[capacity - 1];
    begin[capacity - 1] = place;
    std::push_heap(begin, begin + capacity);
    set_worst(i, *begin);
    return displaced;
  }
  void set_worst(std::size_t i, std::uint32_t place) {
    if constexpr (is_shared) {
      // Relaxed: who reads it without the lock looks again.
      std::atomic_ref(worst_[i]).store(place, std::memory_order_relaxed);
    } else {
      worst_[i] = place;
    }
  }

  void lock(std::size_t i) {
    const std::atomic_ref<std::uint8_t> word(locks_[i]);
    // Ends: who holds the lock lets it go after a few steps of a heap. Acquire, and release below:
    // the next one sees what was written under it.
    while (word.exchange(1, std::memory_order_acquire) != 0) std::this_thread::yield();
  }
  void unlock(std::size_t i) {
    std::atomic_ref(locks_[i]).store(std::uint8_t{0}, std::memory_order_release);
  }

  const PairLists& lists_;
  VertexId first_;
  VertexId last_;
  std::vector<std::uint32_t> held_;    // per place of an agent
  std::vector<std::uint64_t> begins_;  // of capacities: where each agent's places are
  std::vector<std::uint32_t> counts_;  // of capacities: how many are taken
  std::vector<std::uint32_t> worst_;   // of capacities: the worst one held by who is full
  std::vector<std::uint8_t> locks_;
};

}  // namespace hypermatch::detail::stable_matching
