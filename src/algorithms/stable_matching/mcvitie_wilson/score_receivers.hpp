// SPDX-License-Identifier: MIT
// What agents hold that are proposed to by score.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <thread>

#include "algorithms/stable_matching/mcvitie_wilson/score_rows.hpp"
#include "base/per_isa.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::stable_matching {

/// Worse than no score, so that it hides none.
template <class Score>
[[nodiscard]] constexpr Score lowest_score() {
  using Limits = std::numeric_limits<Score>;
  return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
}
template <class Score>
[[nodiscard]] constexpr Score highest_score() {
  using Limits = std::numeric_limits<Score>;
  return Limits::has_infinity ? Limits::infinity() : Limits::max();
}

/// The agents that are proposed to. With `is_shared` several threads may ask and offer at once.
template <class Score, bool is_shared>
class ScoreReceivers {
 public:
  ScoreReceivers(const Context& context, const ScoreRows<Score>& rows)
      : rows_(rows), bounds_(rows.receiving.size()) {
    parallel::for_each(context, bounds_.size(), [&](std::size_t i) { bounds_[i] = {}; });
    if (rows.all_capacities_are_1()) return;
    begins_ = Array<std::uint64_t>(bounds_.size() + 1, 0);
    counts_ = Array<std::uint32_t>(bounds_.size(), 0);
    for (std::size_t i = 0; i < bounds_.size(); ++i) {
      begins_[i + 1] = begins_[i] + rows.capacity(agent_at(i));
    }
    held_.resize(begins_[bounds_.size()]);
  }

  /// Whether an offer might be taken: never again if not, surely if no other thread offers and the
  /// receiver has places.
  [[nodiscard]] bool accepts(VertexId receiver, Score score, VertexId proposer) const {
    const Bound& bound = bounds_[receiver - rows_.first_receiver()];
    // Acquire, for the proposer: it is that of the score, or of a later one, which is no worse.
    const Score bar = load(bound.score, std::memory_order_acquire);
    if (score != bar) return score > bar;
    const VertexId held = load(bound.proposer, std::memory_order_relaxed);
    return held == k_none || is_before(receiver, proposer, held);
  }

  /// Returns the proposer if it is refused, k_none if it has a place that was free, and else the
  /// one that it displaced.
  VertexId offer(VertexId receiver, Score score, VertexId proposer) {
    const std::size_t i = receiver - rows_.first_receiver();
    lock(i);
    const VertexId back = begins_.empty() ? offer_only_place(i, {score, proposer})
                                          : offer_place(i, {score, proposer});
    unlock(i);
    return back;
  }

  /// Inlined by force: a function that only prefetches is dropped as a call.
  HYPERMATCH_ALWAYS_INLINE void prefetch(VertexId receiver) const {
    __builtin_prefetch(bounds_.data() + (receiver - rows_.first_receiver()), 1);
  }

  /// As `Receivers`.
  [[nodiscard]] VertexId only_held(VertexId receiver) const {
    return bounds_[receiver - rows_.first_receiver()].proposer;
  }
  template <class Body>
  void for_each_held(const Body& body) const {
    for (std::size_t i = 0; i < bounds_.size(); ++i) {
      for (std::uint32_t k = 0; k < counts_[i]; ++k) {
        body(agent_at(i), held_[begins_[i] + k].proposer);
      }
    }
  }

 private:
  /// The worst one that is held where there is no room.
  struct Bound {
    Score score = lowest_score<Score>();
    VertexId proposer = k_none;
    std::uint32_t is_locked = 0;
  };
  struct Held {
    Score score;
    VertexId proposer;
  };

  [[nodiscard]] VertexId agent_at(std::size_t i) const {
    return static_cast<VertexId>(rows_.first_receiver() + i);
  }
  // Of equal scores.
  [[nodiscard]] bool is_before(VertexId receiver, VertexId a, VertexId b) const {
    const TieBreak tie(rows_.seed, receiver);
    return tie(a) < tie(b);
  }

  template <class T>
  static T load(const T& word, std::memory_order order) {
    if constexpr (is_shared) {
      return std::atomic_ref(const_cast<T&>(word)).load(order);
    } else {
      return word;
    }
  }
  void set_bound(std::size_t i, const Held& held) {
    Bound& bound = bounds_[i];
    if constexpr (is_shared) {
      std::atomic_ref(bound.proposer).store(held.proposer, std::memory_order_relaxed);
      // Release: who reads the score reads this proposer, or a later one.
      std::atomic_ref(bound.score).store(held.score, std::memory_order_release);
    } else {
      bound.proposer = held.proposer;
      bound.score = held.score;
    }
  }

  VertexId offer_only_place(std::size_t i, const Held& offered) {
    if (!accepts(agent_at(i), offered.score, offered.proposer)) return offered.proposer;
    const VertexId displaced = bounds_[i].proposer;
    set_bound(i, offered);
    return displaced;
  }
  // A heap, the worst one on top.
  VertexId offer_place(std::size_t i, const Held& offered) {
    Held* const begin = held_.data() + begins_[i];
    const auto capacity = static_cast<std::uint32_t>(begins_[i + 1] - begins_[i]);
    const auto is_better = [&](const Held& a, const Held& b) {
      return a.score != b.score ? a.score > b.score
                                : is_before(agent_at(i), a.proposer, b.proposer);
    };
    VertexId displaced = k_none;
    if (counts_[i] == capacity) {
      if (capacity == 0 || !is_better(offered, *begin)) return offered.proposer;
      std::pop_heap(begin, begin + capacity, is_better);
      displaced = begin[--counts_[i]].proposer;
    }
    begin[counts_[i]++] = offered;
    std::push_heap(begin, begin + counts_[i], is_better);
    if (counts_[i] == capacity) set_bound(i, *begin);
    return displaced;
  }

  void lock(std::size_t i) {
    if constexpr (is_shared) {
      const std::atomic_ref word(bounds_[i].is_locked);
      // Ends: who holds the lock lets it go after a few steps of a heap. Acquire, and release
      // below: the next one sees what was written under it.
      while (word.exchange(1, std::memory_order_acquire) != 0) std::this_thread::yield();
    }
  }
  void unlock(std::size_t i) {
    if constexpr (is_shared) {
      std::atomic_ref(bounds_[i].is_locked).store(0, std::memory_order_release);
    }
  }

  const ScoreRows<Score>& rows_;
  Array<Bound> bounds_;
  Array<std::uint64_t> begins_;  // of capacities: where each agent's places are
  Array<std::uint32_t> counts_;  // of capacities: how many are taken
  Array<Held> held_;
};

}  // namespace hypermatch::detail::stable_matching
