// SPDX-License-Identifier: MIT
#include "kiraly.hpp"

#include <algorithm>

#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {
namespace {

/// Where a left agent stands in its list. In each tie, places that are free come first.
struct Cursor {
  std::uint32_t tie_begin = 0, tie_end = 0;
  std::uint32_t free_place = 0;  ///< all before it in the tie were full when looked at
  std::uint32_t full_place = 0;  ///< proposals to full agents of the tie, in order
  bool second_chance = false;
};

/// An agent that a right agent holds. The heap's top is given up first: of the worst tie, one in
/// its first chance, the one with the largest number.
struct Held {
  std::uint32_t rank;
  bool second_chance;
  VertexId agent;

  friend bool operator<(const Held& a, const Held& b) {
    if (a.rank != b.rank) return a.rank < b.rank;
    if (a.second_chance != b.second_chance) return a.second_chance;
    return a.agent < b.agent;
  }
};

class TwoChanceProposals {
 public:
  TwoChanceProposals(const Context& context, const PairLists& lists)
      : stop_(context),
        lists_(lists),
        cursors_(lists.num_left),
        mates_(lists.num_left, k_none),
        held_(lists.num_agents() - lists.num_left),
        num_held_(held_.size(), 0),
        unsure_(held_.size()) {}

  LeftMates run() {
    for (VertexId x = 0; x < lists_.num_left; ++x) {
      // Ends: an agent goes twice down its list, and once more to who had a free place.
      for (VertexId active = x; active != k_none;) active = propose(active);
    }
    return {.mates = std::move(mates_), .proposals = proposals_};
  }

 private:
  [[nodiscard]] bool is_full(VertexId y) const {
    return num_held_[y - lists_.num_left] >= lists_.capacity(y);
  }

  /// The next place in the tie whose agent has room, or the tie's end. Agents never get room again.
  std::uint32_t find_free(VertexId x) {
    Cursor& cursor = cursors_[x];
    while (cursor.free_place < cursor.tie_end && is_full(lists_.partner(x, cursor.free_place))) {
      ++cursor.free_place;
    }
    return cursor.free_place;
  }

  /// x, which is held, could as well take a free place.
  [[nodiscard]] bool is_unsure(VertexId x) { return find_free(x) < cursors_[x].tie_end; }

  /// False where x has had both chances.
  bool enter_next_tie(VertexId x) {
    Cursor& cursor = cursors_[x];
    if (cursor.tie_end == lists_.length(x)) {
      if (cursor.second_chance || lists_.length(x) == 0) return false;
      cursor.second_chance = true;
      cursor.tie_end = 0;
    }
    cursor.tie_begin = cursor.free_place = cursor.full_place = cursor.tie_end;
    const std::uint32_t rank = lists_.rank(x, cursor.tie_begin);
    while (cursor.tie_end < lists_.length(x) && lists_.rank(x, cursor.tie_end) == rank) {
      ++cursor.tie_end;
    }
    return true;
  }

  /// x proposes until it is held. Returns who was displaced, or k_none.
  VertexId propose(VertexId x) {
    stop_.done(16);
    Cursor& cursor = cursors_[x];
    for (;;) {
      if (find_free(x) < cursor.tie_end) {
        ++proposals_;
        hold(x, cursor.free_place);
        return k_none;
      }
      if (cursor.full_place < cursor.tie_end) {
        ++proposals_;
        const std::uint32_t place = cursor.full_place++;
        const VertexId displaced = displace(x, place);
        if (displaced != x) {
          hold(x, place);
          return displaced;
        }
      } else if (!enter_next_tie(x)) {
        return k_none;
      }
    }
  }

  void hold(VertexId x, std::uint32_t place) {
    const VertexId y = lists_.partner(x, place);
    const std::size_t right = y - lists_.num_left;
    mates_[x] = y;
    auto& heap = held_[right];
    heap.push_back(
        {lists_.rank(y, lists_.place_at_partner(x, place)), cursors_[x].second_chance, x});
    std::push_heap(heap.begin(), heap.end());
    ++num_held_[right];
    if (is_unsure(x)) unsure_[right].push_back(x);
  }

  /// Who gives way to x at the full agent: one that is unsure, else the worst, else x itself.
  VertexId displace(VertexId x, std::uint32_t place) {
    const VertexId y = lists_.partner(x, place);
    const std::size_t right = y - lists_.num_left;
    auto& unsure = unsure_[right];
    while (!unsure.empty()) {
      const VertexId other = unsure.back();
      unsure.pop_back();
      if (mates_[other] != y || !is_unsure(other)) continue;
      mates_[other] = k_none;
      --num_held_[right];
      // Its entry stays in the heap, and its agent no longer points here.
      return other;
    }
    auto& heap = held_[right];
    const auto drop_top = [&] {
      std::pop_heap(heap.begin(), heap.end());
      heap.pop_back();
    };
    while (!heap.empty() && is_stale(heap.front(), y)) drop_top();
    const Held mine{lists_.rank(y, lists_.place_at_partner(x, place)), cursors_[x].second_chance,
                    x};
    if (heap.empty()) return x;  // no places at all
    const Held worst = heap.front();
    const bool better = mine.rank != worst.rank ? mine.rank < worst.rank
                                                : mine.second_chance && !worst.second_chance;
    if (!better) return x;
    drop_top();
    mates_[worst.agent] = k_none;
    --num_held_[right];
    return worst.agent;
  }

  /// The entry of an agent that left as unsure, and may have returned in its second chance.
  [[nodiscard]] bool is_stale(const Held& held, VertexId y) const {
    return mates_[held.agent] != y || held.second_chance != cursors_[held.agent].second_chance;
  }

  parallel::StopCheck stop_;
  const PairLists& lists_;
  std::vector<Cursor> cursors_;
  std::vector<VertexId> mates_;
  std::vector<std::vector<Held>> held_;        ///< heaps, per right agent
  std::vector<std::uint32_t> num_held_;        ///< per right agent
  std::vector<std::vector<VertexId>> unsure_;  ///< per right agent: were unsure when they came
  std::uint64_t proposals_ = 0;
};

}  // namespace

LeftMates kiraly(const Context& context, const PairLists& lists) {
  return TwoChanceProposals(context, lists).run();
}

}  // namespace hypermatch::detail::stable_matching
