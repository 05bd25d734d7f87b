// SPDX-License-Identifier: MIT
// What both algorithms share: proposals, in which order an agent makes them, and the answer.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string_view>
#include <vector>

#include "algorithms/stable_matching/common/proposal_lists.hpp"
#include "algorithms/stable_matching/common/receivers.hpp"
#include "base/per_isa.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/stable_matching.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::stable_matching {

/// The pairs that are held, ascending, and what the answer says beside.
template <bool is_shared>
[[nodiscard]] std::vector<GraphEdge> pairs_of(const ProposalLists& lists,
                                              const Receivers<is_shared>& receivers) {
  // By left agent: a counting sort. Of one left agent they come in the order of the right ones,
  // unless the left side was proposed to.
  const bool left_proposed = lists.first() == 0;
  const VertexId num_left = left_proposed ? lists.last() : lists.last_receiver();
  std::vector<std::uint64_t> next(num_left + std::size_t{1}, 0);
  receivers.for_each_held(
      [&](VertexId receiver, VertexId proposer) { ++next[left_proposed ? proposer : receiver]; });
  std::uint64_t total = 0;
  for (std::uint64_t& begin : next) {
    const std::uint64_t count = begin;
    begin = total;
    total += count;
  }
  std::vector<GraphEdge> pairs(total);
  receivers.for_each_held([&](VertexId receiver, VertexId proposer) {
    const GraphEdge pair =
        left_proposed ? GraphEdge{proposer, receiver} : GraphEdge{receiver, proposer};
    pairs[next[pair.u]++] = pair;
  });
  if (left_proposed) return pairs;
  std::uint64_t begin = 0;
  for (VertexId left = 0; left < num_left; ++left) {
    const std::uint64_t end = next[left];
    std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(begin),
              pairs.begin() + static_cast<std::ptrdiff_t>(end),
              [](const GraphEdge& a, const GraphEdge& b) { return a.v < b.v; });
    begin = end;
  }
  return pairs;
}

/// The proposing side, and what the other one holds. An agent of capacity c has c turns at first,
/// and one more whenever it is displaced.
template <bool is_shared>
class Proposals {
 public:
  Proposals(const Context& context, const ProposalLists& lists)
      : lists_(lists), receivers_(context, lists), next_(lists.last() - lists.first(), 0) {}

  [[nodiscard]] VertexId first() const { return lists_.first(); }
  [[nodiscard]] VertexId last() const { return lists_.last(); }
  [[nodiscard]] std::uint32_t turns(VertexId agent) const {
    return lists_.all_capacities_are_1() ? 1 : lists_.capacity(agent);
  }

  /// An agent's next entry.
  struct Asked {
    bool is_over = false;  ///< the list has ended, no agent was asked
    bool is_refused = false;
    VertexId displaced = k_none;
  };
  Asked propose(VertexId agent) {
    const std::span<const ProposalEntry> list = lists_.list_of(agent);
    const std::uint32_t place = take_next(agent);
    if (place >= list.size()) return {.is_over = true};
    const ProposalEntry entry = list[place];
    if (entry.partner == k_none) return {.is_over = true};
    const Proposal mine = proposal_of(agent, entry.place);
    const Proposal back = receivers_.offer(entry.partner, mine);
    if (back == mine) return {.is_refused = true};
    return {.displaced = back == k_no_proposal ? k_none : proposer_of(back)};
  }
  /// Asks until the agent has a place, or its list ends. Returns the agent that was displaced.
  VertexId settle(VertexId agent) {
    Asked asked{.is_refused = true};
    // Ends: each turn asks the next entry of a list.
    while (asked.is_refused) asked = propose(agent);
    return asked.displaced;
  }

  /// Asks for what the turns after turn i read first: places in lists, then entries, then what the
  /// partners hold. Inlined by force: a function that only prefetches is dropped as a call.
  HYPERMATCH_ALWAYS_INLINE void look_ahead(std::span<const VertexId> turns, std::size_t i) const {
    constexpr std::size_t k_places = 24;
    constexpr std::size_t k_entries = 16;
    constexpr std::size_t k_partners = 8;
    if (i + k_places >= turns.size()) return;
    const VertexId later = turns[i + k_places];
    __builtin_prefetch(next_.data() + (later - first()), 1);
    lists_.prefetch(later);
    const auto entry_of = [&](VertexId agent) {
      const std::span<const ProposalEntry> list = lists_.list_of(agent);
      const std::uint32_t place = next_place(agent);
      return place < list.size() ? list.data() + place : nullptr;
    };
    if (const ProposalEntry* const entry = entry_of(turns[i + k_entries])) {
      __builtin_prefetch(entry);
    }
    if (const ProposalEntry* const entry = entry_of(turns[i + k_partners])) {
      if (entry->partner != k_none) receivers_.prefetch(entry->partner);
    }
  }

  [[nodiscard]] StableMatching answer(std::string_view algorithm, std::string_view variant) const {
    StableMatching found;
    found.pairs = pairs_of(lists_, receivers_);
    for (VertexId x = first(); x < last(); ++x) {
      found.proposals += std::min(next_[x - first()], lists_.num_mutual(x));
    }
    found.dropped = lists_.dropped();
    found.stats.algorithm = algorithm;
    found.stats.variant = variant;
    found.stats.stop_reason = "complete";
    return found;
  }

 private:
  std::uint32_t take_next(VertexId agent) {
    std::uint32_t& next = next_[agent - first()];
    if constexpr (is_shared) {
      // Relaxed: each turn takes another entry. An agent of several places may have several turns.
      return std::atomic_ref(next).fetch_add(1, std::memory_order_relaxed);
    } else {
      return next++;
    }
  }
  [[nodiscard]] std::uint32_t next_place(VertexId agent) const {
    const std::uint32_t& next = next_[agent - first()];
    if constexpr (is_shared) {
      // Relaxed: only a guess. A reference to a constant has no atomic one in C++20.
      return std::atomic_ref(const_cast<std::uint32_t&>(next)).load(std::memory_order_relaxed);
    } else {
      return next;
    }
  }

  const ProposalLists& lists_;
  Receivers<is_shared> receivers_;
  Array<std::uint32_t> next_;  // per proposing agent: the entry that it asks next
};

/// body(first, last) for pieces of the proposing side, on all threads.
template <class Body>
void for_each_piece(const Context& context, Proposals<true>& proposals, const Body& body) {
  constexpr std::size_t k_chunk = 512;
  const std::size_t count = proposals.last() - proposals.first();
  const std::size_t tasks =
      std::min(static_cast<std::size_t>(context.threads()), (count + k_chunk - 1) / k_chunk);
  std::atomic<std::size_t> next = 0;
  parallel::run_tasks(context, tasks, [&](std::size_t) {
    // Relaxed: the counter hands out chunks and orders nothing else. Ends: it grows.
    for (std::size_t begin = next.fetch_add(k_chunk, std::memory_order_relaxed); begin < count;
         begin = next.fetch_add(k_chunk, std::memory_order_relaxed)) {
      context.check_cancelled();
      const auto first = static_cast<VertexId>(proposals.first() + begin);
      body(first, static_cast<VertexId>(first + std::min(k_chunk, count - begin)));
    }
  });
}

}  // namespace hypermatch::detail::stable_matching
