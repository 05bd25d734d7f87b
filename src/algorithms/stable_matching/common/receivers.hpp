// SPDX-License-Identifier: MIT
// What agents hold that are proposed to: of each partner one word, its place in the agent's list in
// front of its number. The word says how good the partner is, and who it is.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>

#include "base/per_isa.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::stable_matching {

/// A proposer and its place in the list of the agent that it proposes to; smaller is better.
using Proposal = std::uint64_t;
/// Worse than any.
inline constexpr Proposal k_no_proposal = ~Proposal{0};

[[nodiscard]] constexpr Proposal proposal_of(VertexId proposer, std::uint32_t place) {
  return (Proposal{place} << 32) | proposer;
}
[[nodiscard]] constexpr VertexId proposer_of(Proposal proposal) {
  return static_cast<VertexId>(proposal);
}

/// The agents that are proposed to. With `is_shared` several threads may offer at once.
template <bool is_shared>
class Receivers {
 public:
  /// `lists` as `ProposalLists`.
  template <class Lists>
  Receivers(const Context& context, const Lists& lists)
      : first_(lists.first_receiver()), last_(lists.last_receiver()) {
    const std::size_t count = last_ - first_;
    std::size_t places = count;
    if (!lists.all_capacities_are_1()) {
      begins_.resize(count + 1);
      counts_ = Array<std::uint32_t>(count, 0);
      worst_.resize(count);
      if constexpr (is_shared) locks_ = Array<std::uint8_t>(count, 0);
      places = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t capacity = lists.capacity(static_cast<VertexId>(first_ + i));
        begins_[i] = places;
        places += capacity;
        worst_[i] = capacity == 0 ? 0 : k_no_proposal;  // without room none is better
      }
      begins_[count] = places;
    }
    held_.resize(places);
    parallel::for_each(context, places, [&](std::size_t i) { held_[i] = k_no_proposal; });
  }

  /// Returns `proposal` if it is refused, `k_no_proposal` if it has a place that was free, and else
  /// the proposal that it displaced.
  Proposal offer(VertexId receiver, Proposal proposal) {
    const std::size_t i = receiver - first_;
    if (begins_.empty()) return offer_only_place(held_[i], proposal);
    if constexpr (is_shared) {
      // Relaxed: the worst one only becomes better, and is looked at again under the lock.
      if (proposal >= std::atomic_ref(worst_[i]).load(std::memory_order_relaxed)) return proposal;
      lock(i);
      const Proposal back = offer_alone(i, proposal);
      unlock(i);
      return back;
    } else {
      return offer_alone(i, proposal);
    }
  }

  /// Asks for what an offer reads first. Inlined by force: a function that only prefetches is
  /// dropped as a call.
  HYPERMATCH_ALWAYS_INLINE void prefetch(VertexId receiver) const {
    const std::size_t i = receiver - first_;
    __builtin_prefetch(begins_.empty() ? held_.data() + i : worst_.data() + i, 1);
  }

  /// A proposal is accepted if its place is better than this one: that of the worst one held by who
  /// has no room, k_none where there is room, 0 without places. Other threads may have lowered it
  /// since.
  [[nodiscard]] std::uint32_t bound(VertexId receiver) {
    const std::size_t i = receiver - first_;
    Proposal& word = begins_.empty() ? held_[i] : worst_[i];
    if constexpr (is_shared) {
      // Relaxed: bounds only fall, and who may be accepted offers, which looks again.
      return static_cast<std::uint32_t>(std::atomic_ref(word).load(std::memory_order_relaxed) >>
                                        32);
    } else {
      return static_cast<std::uint32_t>(word >> 32);
    }
  }
  /// The proposer that a receiver holds, or k_none; where all capacities are 1.
  [[nodiscard]] VertexId only_held(VertexId receiver) const {
    const Proposal held = held_[receiver - first_];
    return held == k_no_proposal ? k_none : proposer_of(held);
  }
  /// body(receiver, proposer) for each partner that is held, receivers ascending.
  template <class Body>
  void for_each_held(const Body& body) const {
    for (VertexId r = first_; r < last_; ++r) {
      const std::size_t i = r - first_;
      if (begins_.empty()) {
        if (held_[i] != k_no_proposal) body(r, proposer_of(held_[i]));
        continue;
      }
      for (std::uint32_t k = 0; k < counts_[i]; ++k) body(r, proposer_of(held_[begins_[i] + k]));
    }
  }

 private:
  static Proposal offer_only_place(Proposal& word, Proposal proposal) {
    if constexpr (is_shared) {
      // Relaxed: the word is all that threads share, and is read by others after the region.
      const std::atomic_ref<Proposal> held(word);
      Proposal seen = held.load(std::memory_order_relaxed);
      // Ends: the word falls whenever an exchange fails.
      while (proposal < seen) {
        if (held.compare_exchange_weak(seen, proposal, std::memory_order_relaxed)) return seen;
      }
      return proposal;
    } else {
      const Proposal seen = word;
      if (proposal >= seen) return proposal;
      word = proposal;
      return seen;
    }
  }

  // A heap, the worst one on top.
  Proposal offer_alone(std::size_t i, Proposal proposal) {
    Proposal* const begin = held_.data() + begins_[i];
    const auto capacity = static_cast<std::uint32_t>(begins_[i + 1] - begins_[i]);
    if (counts_[i] < capacity) {
      begin[counts_[i]++] = proposal;
      std::push_heap(begin, begin + counts_[i]);
      if (counts_[i] == capacity) set_worst(i, *begin);
      return k_no_proposal;
    }
    if (proposal >= worst_[i]) return proposal;
    std::pop_heap(begin, begin + capacity);
    const Proposal displaced = begin[capacity - 1];
    begin[capacity - 1] = proposal;
    std::push_heap(begin, begin + capacity);
    set_worst(i, *begin);
    return displaced;
  }
  void set_worst(std::size_t i, Proposal proposal) {
    if constexpr (is_shared) {
      // Relaxed: who reads it without the lock looks again.
      std::atomic_ref(worst_[i]).store(proposal, std::memory_order_relaxed);
    } else {
      worst_[i] = proposal;
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

  VertexId first_;
  VertexId last_;
  Array<Proposal> held_;         // per place of an agent
  Array<std::uint64_t> begins_;  // of capacities: where each agent's places are
  Array<std::uint32_t> counts_;  // of capacities: how many are taken
  Array<Proposal> worst_;        // of capacities: the worst one held by who is full
  Array<std::uint8_t> locks_;
};

}  // namespace hypermatch::detail::stable_matching
