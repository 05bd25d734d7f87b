// SPDX-License-Identifier: MIT
// What both algorithms share: proposals, in which order an agent makes them, and the answer.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/stable_matching/common/mutual_lists.hpp"
#include "algorithms/stable_matching/common/receivers.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/stable_matching.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::stable_matching {

/// The proposing side of mutual strict lists, and what the other one holds. An agent of capacity c
/// has c turns at first, and one more whenever it is displaced.
template <bool is_shared>
class Proposals {
 public:
  Proposals(const PairLists& lists, OptimalSide optimal)
      : lists_(lists),
        first_(optimal == OptimalSide::left ? 0 : lists.num_left),
        last_(optimal == OptimalSide::left ? lists.num_left : lists.num_agents()),
        receivers_(lists, optimal == OptimalSide::left ? lists.num_left : 0,
                   optimal == OptimalSide::left ? lists.num_agents() : lists.num_left),
        next_(last_ - first_, 0) {}

  [[nodiscard]] VertexId first() const { return first_; }
  [[nodiscard]] VertexId last() const { return last_; }
  [[nodiscard]] std::uint32_t turns(VertexId agent) const { return lists_.capacity(agent); }

  /// An agent's next entry.
  struct Asked {
    bool is_over = false;  ///< the list has ended, no agent was asked
    bool is_refused = false;
    VertexId displaced = k_none;
  };
  Asked propose(VertexId agent) {
    const std::uint32_t place = take_next(agent);
    if (place >= lists_.length(agent)) return {.is_over = true};
    const VertexId receiver = lists_.partner(agent, place);
    const std::uint32_t mine = lists_.place_at_partner(agent, place);
    const std::uint32_t back = receivers_.offer(receiver, mine);
    if (back == mine) return {.is_refused = true};
    return {.displaced = back == k_no_place ? k_none : lists_.partner(receiver, back)};
  }
  /// Asks until the agent has a place, or its list ends. Returns the agent that was displaced.
  VertexId settle(VertexId agent) {
    Asked asked{.is_refused = true};
    // Ends: each turn asks the next entry of a list.
    while (asked.is_refused) asked = propose(agent);
    return asked.displaced;
  }

  [[nodiscard]] StableMatching answer(const MutualLists& mutual, std::string_view algorithm,
                                      std::string_view variant) const {
    StableMatching found;
    receivers_.for_each_held([&](VertexId receiver, std::uint32_t place) {
      const VertexId proposer = lists_.partner(receiver, place);
      found.pairs.push_back({std::min(receiver, proposer), std::max(receiver, proposer)});
    });
    std::sort(found.pairs.begin(), found.pairs.end(), [](const GraphEdge& a, const GraphEdge& b) {
      return std::pair(a.u, a.v) < std::pair(b.u, b.v);
    });
    for (VertexId x = first_; x < last_; ++x) {
      found.proposals += std::min(next_[x - first_], lists_.length(x));
    }
    found.dropped = mutual.dropped;
    found.stats.algorithm = algorithm;
    found.stats.variant = variant;
    found.stats.stop_reason = "complete";
    return found;
  }

 private:
  std::uint32_t take_next(VertexId agent) {
    std::uint32_t& next = next_[agent - first_];
    if constexpr (is_shared) {
      // Relaxed: each turn takes another entry. An agent of several places may have several turns.
      return std::atomic_ref(next).fetch_add(1, std::memory_order_relaxed);
    } else {
      return next++;
    }
  }

  const PairLists& lists_;
  VertexId first_;
  VertexId last_;
  Receivers<is_shared> receivers_;
  std::vector<std::uint32_t> next_;  // per proposing agent: the entry that it asks next
};

/// The lists with ties broken. @throws Error{invalid_option} for those of one side
[[nodiscard]] inline MutualLists two_sided_lists(const Context& context,
                                                 const PreferencesView& preferences,
                                                 const StableMatchingOptions& options) {
  if (preferences.sides != Sides::two) {
    throw Error(ErrorCode::invalid_option, "agents of one side are matched as roommates");
  }
  return mutual_lists(context, preferences, TiesOfLists::by_order, options.seed);
}

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
