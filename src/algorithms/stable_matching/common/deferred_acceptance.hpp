// SPDX-License-Identifier: MIT
// What both algorithms share: proposals, in which order an agent makes them, and the answer.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>
#include <utility>

#include "algorithms/stable_matching/common/held_pairs.hpp"
#include "algorithms/stable_matching/common/proposal_lists.hpp"
#include "algorithms/stable_matching/common/receivers.hpp"
#include "base/per_isa.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/stable_matching.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {

[[nodiscard]] inline Proposers proposers_of(const StableMatchingOptions& options) {
  check_enum("optimal", options.optimal);
  check_enum("variant", options.variant, GaleShapleyVariant::rounds);
  check_enum("balance", options.balance);
  check_enum("proposal_order", options.proposal_order);
  return options.optimal == OptimalSide::left ? Proposers::left : Proposers::right;
}

/// The proposing side, and what the other one holds. An agent of capacity c has c turns at first,
/// and one more whenever it is displaced.
template <bool is_shared>
class Proposals {
 public:
  Proposals(const Context& context, const ProposalLists& lists)
      : lists_(lists), receivers_(context, lists), cursors_(lists.last() - lists.first()) {
    parallel::for_each(context, cursors_.size(), [&](std::size_t i) {
      const std::span<const ProposalEntry> list = lists.list_of(static_cast<VertexId>(first() + i));
      cursors_[i] = {list.data(), list.data() + list.size()};
    });
  }

  [[nodiscard]] VertexId first() const { return lists_.first(); }
  [[nodiscard]] VertexId last() const { return lists_.last(); }
  [[nodiscard]] std::uint32_t turns(VertexId agent) const {
    return lists_.all_capacities_are_1() ? 1 : lists_.capacity(agent);
  }

  /// The agent's next entry, which it takes; null behind the last one.
  [[nodiscard]] const ProposalEntry* take_next(VertexId agent, parallel::StopCheck&) {
    Cursor& cursor = cursors_[agent - first()];
    if constexpr (is_shared) {
      // Relaxed: each turn takes another entry. An agent of several places may have several turns.
      const std::atomic_ref next(cursor.next);
      if (next.load(std::memory_order_relaxed) >= cursor.end) return nullptr;
      const ProposalEntry* const entry = next.fetch_add(1, std::memory_order_relaxed);
      return entry < cursor.end ? entry : nullptr;
    } else {
      return cursor.next == cursor.end ? nullptr : cursor.next++;
    }
  }
  /// Asks the partner of an entry. Returns the agent that has the next turn: itself if it was
  /// refused, who was displaced, or none.
  VertexId ask(VertexId agent, const ProposalEntry& entry) {
    const Proposal back = receivers_.offer(entry.partner, proposal_of(agent, entry.place));
    return back == k_no_proposal ? k_none : proposer_of(back);
  }

  /// What the next calls read first. Inlined by force: a function that only prefetches is dropped
  /// as a call.
  HYPERMATCH_ALWAYS_INLINE void prefetch_agent(VertexId agent) const {
    __builtin_prefetch(cursors_.data() + (agent - first()), 1);
  }
  HYPERMATCH_ALWAYS_INLINE void prefetch_entry(const ProposalEntry* entry) const {
    __builtin_prefetch(entry);
  }
  HYPERMATCH_ALWAYS_INLINE void prefetch_partner(const ProposalEntry& entry) const {
    receivers_.prefetch(entry.partner);
  }

  [[nodiscard]] const Receivers<is_shared>& receivers() const { return receivers_; }
  /// How many entries were taken.
  [[nodiscard]] std::uint64_t count(const Context& context) const {
    return parallel::reduce<std::uint64_t>(
        context, cursors_.size(), 0,
        [&](std::size_t i) {
          const auto agent = static_cast<VertexId>(first() + i);
          const auto taken =
              static_cast<std::uint64_t>(cursors_[i].next - lists_.list_of(agent).data());
          return std::min(taken, std::uint64_t{lists_.num_mutual(agent)});
        },
        [](std::uint64_t a, std::uint64_t b) { return a + b; });
  }
  [[nodiscard]] StableMatching answer(const Context& context, std::string_view algorithm,
                                      std::string_view variant) const {
    StableMatching found;
    found.pairs = held_pairs(context, lists_, receivers_);
    found.proposals = count(context);
    found.dropped = lists_.dropped();
    found.stats.algorithm = algorithm;
    found.stats.variant = variant;
    found.stats.stop_reason = "complete";
    return found;
  }

 private:
  // Where an agent goes on in its list.
  struct Cursor {
    const ProposalEntry* next;
    const ProposalEntry* end;
  };

  const ProposalLists& lists_;
  Receivers<is_shared> receivers_;
  Array<Cursor> cursors_;  // per proposing agent
};

/// Serves turns until there are no more. Many are served together, so that they wait for memory
/// together: each step asks for what the next one reads (group prefetching: Chen, Ailamaki,
/// Gibbons, Mowry 2004). `next()` returns the agent of another turn, or k_none; `displaced(agent)`
/// whose turn is in the place of the one that displaced it, or k_none. `Source`: `Proposals`, or
/// what has its functions.
template <class Source, class Next, class Displaced>
void serve_turns(parallel::StopCheck& stop, Source& proposals, const Next& next,
                 const Displaced& displaced) {
  using Taken = decltype(proposals.take_next(VertexId{}, stop));
  struct Turn {
    VertexId agent;
    Taken entry;
  };
  constexpr std::size_t k_together = 32;
  std::array<Turn, k_together> turns;
  std::size_t count = 0;
  // Ends: each round asks an entry of each turn, or the agent's list has ended.
  for (;;) {
    for (; count < k_together; ++count) {
      const VertexId agent = next();
      if (agent == k_none) break;
      turns[count] = {agent, Taken()};
    }
    if (count == 0) return;
    stop.done(32 * count);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const VertexId agent = turns[i].agent;
      const Taken entry = proposals.take_next(agent, stop);
      if (!entry) continue;
      proposals.prefetch_entry(entry);
      turns[kept++] = {agent, entry};
    }
    count = kept;
    kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Turn turn = turns[i];
      if (turn.entry->partner == k_none) continue;
      proposals.prefetch_partner(*turn.entry);
      turns[kept++] = turn;
    }
    count = kept;
    kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Turn turn = turns[i];
      VertexId agent = proposals.ask(turn.agent, *turn.entry);
      if (agent != turn.agent && agent != k_none) {
        agent = displaced(agent);
        if (agent != k_none) proposals.prefetch_agent(agent);
      }
      if (agent != k_none) turns[kept++] = {agent, Taken()};
    }
    count = kept;
  }
}

/// body(next) on all threads; `next()` hands out the first turns of all agents of the proposing
/// side, then k_none.
template <class Turns, class Body>
void share_turns(const Context& context, const Turns& proposals, TurnBalance balance,
                 const Body& body) {
  constexpr std::size_t k_chunk = parallel::grain(512);
  const std::size_t count = proposals.last() - proposals.first();
  const std::size_t tasks =
      std::min(static_cast<std::size_t>(context.threads()), (count + k_chunk - 1) / k_chunk);
  if (tasks == 0) return;
  const std::size_t chunk = balance == TurnBalance::dynamic ? k_chunk : (count + tasks - 1) / tasks;
  std::atomic<std::size_t> next_chunk = 0;
  parallel::run_tasks(context, tasks, [&](std::size_t task) {
    VertexId agent = proposals.first();
    VertexId end = agent;
    std::uint32_t left = 0;  // turns of the agent
    bool is_through = false;
    const auto begin_of_next = [&]() -> std::size_t {
      // Relaxed: the counter hands out chunks and orders nothing else.
      if (balance == TurnBalance::dynamic) {
        return next_chunk.fetch_add(chunk, std::memory_order_relaxed);
      }
      return std::exchange(is_through, true) ? count : task * chunk;
    };
    body([&]() -> VertexId {
      // Ends: the thread gets other chunks until there are no more.
      while (left == 0) {
        if (end - agent <= 1) {
          context.check_cancelled();
          const std::size_t begin = begin_of_next();
          if (begin >= count) {
            agent = end;
            return k_none;
          }
          agent = static_cast<VertexId>(proposals.first() + begin);
          end = static_cast<VertexId>(agent + std::min(chunk, count - begin));
        } else {
          ++agent;
        }
        left = proposals.turns(agent);
      }
      --left;
      return agent;
    });
  });
}

}  // namespace hypermatch::detail::stable_matching
