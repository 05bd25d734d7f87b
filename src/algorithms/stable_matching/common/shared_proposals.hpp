// SPDX-License-Identifier: MIT
// Deferred acceptance from lists that agents share, in the order in which the algorithm has its
// turns: `Proposals` without a copy of a list per agent.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/stable_matching/common/held_pairs.hpp"
#include "algorithms/stable_matching/common/places_by_partner.hpp"
#include "algorithms/stable_matching/common/receivers.hpp"
#include "algorithms/stable_matching/common/shared_lists.hpp"
#include "base/per_isa.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/stable_matching.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {

/// How a turn goes on along a list.
enum class Refusals {
  skipped,  ///< it passes partners that would refuse the agent, which then count as asked
  asked,    ///< it asks the next partner in any case: rounds are those of explicit lists
};

/// The proposing side, and what the other one holds. Memory 16 bytes per entry of the lists, 4 per
/// agent, and what `Receivers` have.
template <bool is_shared>
class SharedProposals {
 public:
  SharedProposals(const Context& context, const SharedLists& lists, Refusals refusals)
      : lists_(lists),
        skips_(refusals == Refusals::skipped),
        receivers_(context, lists),
        groups_(lists.receiving().size()),
        cursors_(lists.proposing().size(), 0) {
    const SharedPreferencesView& given = lists.given();
    std::vector<std::uint32_t> group_of_list(given.num_lists(), k_none);
    for (VertexId r = lists.first_receiver(); r < lists.last_receiver(); ++r) {
      std::uint32_t& group = group_of_list[given.lists[r]];
      if (group == k_none) {
        group = static_cast<std::uint32_t>(places_.size());
        places_.push_back(places_in(given.list_of(r), lists.proposing()));
      }
      groups_[r - lists.first_receiver()] = group;
    }
  }

  [[nodiscard]] VertexId first() const { return lists_.first(); }
  [[nodiscard]] VertexId last() const { return lists_.last(); }
  [[nodiscard]] std::uint32_t turns(VertexId agent) const { return lists_.turns(agent); }

  /// The agent's next entry of a partner that lists it, which it takes, and all before it; none
  /// behind the last one.
  [[nodiscard]] std::optional<ProposalEntry> take_next(VertexId agent, parallel::StopCheck& stop) {
    const std::span<const VertexId> list = lists_.given().list_of(agent);
    std::uint32_t& cursor = cursors_[agent - first()];
    // Ends: the cursor rises whenever it has left where this turn began.
    for (std::uint32_t from = load(cursor);;) {
      const auto [at, place] = next_accepting(agent, list, from);
      stop.done(at - from + 1);
      const bool is_over = at == list.size();
      if (!move(cursor, from, static_cast<std::uint32_t>(is_over ? at : at + 1))) continue;
      if (is_over) return std::nullopt;
      return ProposalEntry{list[at], place};
    }
  }
  /// Asks the partner of an entry. Returns the agent that has the next turn: itself if it was
  /// refused, who was displaced, or none.
  VertexId ask(VertexId agent, const ProposalEntry& entry) {
    const Proposal back = receivers_.offer(entry.partner, proposal_of(agent, entry.place));
    return back == k_no_proposal ? k_none : proposer_of(back);
  }

  HYPERMATCH_ALWAYS_INLINE void prefetch_agent(VertexId agent) const {
    __builtin_prefetch(cursors_.data() + (agent - first()), 1);
  }
  HYPERMATCH_ALWAYS_INLINE void prefetch_entry(const std::optional<ProposalEntry>&) const {}
  HYPERMATCH_ALWAYS_INLINE void prefetch_partner(const ProposalEntry& entry) const {
    receivers_.prefetch(entry.partner);
  }

  [[nodiscard]] StableMatching answer(const Context& context) const {
    StableMatching found;
    found.pairs = held_pairs(context, lists_, receivers_);
    found.proposals = parallel::reduce<std::uint64_t>(
        context, cursors_.size(), 0,
        [&](std::size_t i) { return count_asked(static_cast<VertexId>(first() + i)); },
        [](std::uint64_t a, std::uint64_t b) { return a + b; });
    return found;
  }

 private:
  [[nodiscard]] std::uint32_t group_of(VertexId receiver) const {
    return groups_[receiver - lists_.first_receiver()];
  }
  [[nodiscard]] std::uint32_t place_in(std::uint32_t group, VertexId agent) const {
    const ProposalEntry entry = places_[group].find(agent);
    return entry.partner == k_none ? k_none : entry.place;
  }

  struct Accepting {
    std::size_t at;  // in the agent's list; its end if none is
    std::uint32_t place;
  };
  [[nodiscard]] Accepting next_accepting(VertexId agent, std::span<const VertexId> list,
                                         std::size_t at) {
    if (places_.size() == 1) {
      const std::uint32_t place = place_in(0, agent);
      while (at < list.size() && !accepts(list[at], place)) ++at;
      return {at, place};
    }
    std::uint32_t group = k_none;
    std::uint32_t place = k_none;
    for (; at < list.size(); ++at) {
      if (group != group_of(list[at])) {
        group = group_of(list[at]);
        place = place_in(group, agent);
      }
      if (accepts(list[at], place)) break;
    }
    return {at, place};
  }
  [[nodiscard]] bool accepts(VertexId receiver, std::uint32_t place) {
    return skips_ ? place < receivers_.bound(receiver) : place != k_none;
  }

  [[nodiscard]] static std::uint32_t load(std::uint32_t& cursor) {
    // Relaxed: each turn takes another entry. An agent of several places may have several turns.
    if constexpr (is_shared) return std::atomic_ref(cursor).load(std::memory_order_relaxed);
    return cursor;
  }
  // Whether the cursor stood at `from`, which becomes where it stands.
  [[nodiscard]] static bool move(std::uint32_t& cursor, std::uint32_t& from, std::uint32_t to) {
    if constexpr (is_shared) {
      return std::atomic_ref(cursor).compare_exchange_strong(from, to, std::memory_order_relaxed);
    }
    cursor = to;
    return true;
  }

  // Entries of partners that do not list the agent are passed, and not asked.
  [[nodiscard]] std::uint64_t count_asked(VertexId agent) const {
    const std::uint32_t passed = cursors_[agent - first()];
    bool all_have_it = places_.size() <= k_few_groups;
    for (std::uint32_t group = 0; all_have_it && group < places_.size(); ++group) {
      all_have_it = place_in(group, agent) != k_none;
    }
    if (all_have_it) return passed;
    const std::span<const VertexId> taken = lists_.given().list_of(agent).first(passed);
    return static_cast<std::uint64_t>(std::count_if(taken.begin(), taken.end(), [&](VertexId y) {
      return place_in(group_of(y), agent) != k_none;
    }));
  }

  static constexpr std::size_t k_few_groups = 32;

  const SharedLists& lists_;
  const bool skips_;
  Receivers<is_shared> receivers_;
  Array<std::uint32_t> groups_;          // per receiver: those of one list are a group
  std::vector<PlacesByPartner> places_;  // per group
  Array<std::uint32_t> cursors_;         // per proposer, how many entries were taken
};

}  // namespace hypermatch::detail::stable_matching
