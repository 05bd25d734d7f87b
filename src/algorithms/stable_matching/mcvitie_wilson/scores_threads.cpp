// SPDX-License-Identifier: MIT
// McVitie and Wilson's order of proposals on scores, of which no row is sorted as a whole.
#include <array>
#include <atomic>
#include <thread>

#include "algorithms/stable_matching/common/deferred_acceptance.hpp"
#include "algorithms/stable_matching/common/held_pairs.hpp"
#include "algorithms/stable_matching/common/scored_pairs.hpp"
#include "algorithms/stable_matching/mcvitie_wilson/score_search.hpp"
#include "base/clock.hpp"
#include "hypermatch/enum_names.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch {

using detail::base::Clock;
using detail::base::seconds_since;
using namespace detail::stable_matching;
namespace parallel = detail::parallel;

namespace {

template <class Score, bool is_shared>
class ScoreProposals {
 public:
  using Searches = ScoreSearches<Score, is_shared>;

  ScoreProposals(const Context& context, const ScoreRows<Score>& rows, ScoreSearch search)
      : rows_(rows), receivers_(context, rows), searches_(context, rows, search) {
    if (is_shared && !rows.all_capacities_are_1()) {
      locks_ = Array<std::uint8_t>(rows.proposing.size(), 0);
    }
  }

  [[nodiscard]] VertexId first() const { return rows_.first(); }
  [[nodiscard]] VertexId last() const { return rows_.last(); }
  [[nodiscard]] std::uint32_t turns(VertexId agent) const { return rows_.capacity(agent); }

  /// Serves turns until there are no more. Many are served together, so that they wait for memory
  /// together, as in `serve_turns`.
  template <class Next>
  void serve(const Context& context, const Next& next) {
    constexpr std::size_t k_together = 32;
    std::array<VertexId, k_together> turns;
    std::size_t count = 0;
    parallel::StopCheck stop(context);
    typename Searches::Scratch scratch;
    // Ends: each round asks a partner for each turn, or the agent has asked all.
    for (;;) {
      for (; count < k_together; ++count) {
        turns[count] = next();
        if (turns[count] == k_none) break;
        searches_.prefetch_agent(turns[count]);
      }
      if (count == 0) return;
      for (std::size_t i = 0; i < count; ++i) searches_.prefetch_row(turns[i]);
      std::size_t kept = 0;
      for (std::size_t i = 0; i < count; ++i) {
        stop.done(rows_.length(turns[i]) + std::uint64_t{32});
        const VertexId agent = propose(turns[i], scratch);
        if (agent == k_none) continue;
        searches_.prefetch_agent(agent);
        turns[kept++] = agent;
      }
      count = kept;
    }
  }

  [[nodiscard]] StableMatching answer(const Context& context) const {
    StableMatching found;
    found.pairs = held_pairs(context, rows_, receivers_);
    found.proposals = parallel::reduce<std::uint64_t>(
        context, rows_.proposing.size(), 0,
        [&](std::size_t i) { return searches_.num_asked(static_cast<VertexId>(first() + i)); },
        [](std::uint64_t a, std::uint64_t b) { return a + b; }, 64);
    found.dropped = rows_.dropped;
    found.stats.algorithm = "mcvitie_wilson";
    found.stats.stop_reason = "complete";
    return found;
  }

 private:
  /// Returns the agent that has the next turn: itself if it was refused, who was displaced, or
  /// k_none.
  VertexId propose(VertexId agent, typename Searches::Scratch& scratch) {
    lock(agent);
    const std::uint32_t place = searches_.next(agent, receivers_, scratch);
    unlock(agent);
    if (place == k_none) return k_none;
    const Offset entry = rows_.begin(agent) + place;
    return receivers_.offer(rows_.partners[entry], rows_.theirs[entry], agent);
  }

  // An agent of several places may have several turns at once.
  void lock(VertexId agent) {
    if (locks_.empty()) return;
    const std::atomic_ref word(locks_[agent - first()]);
    // Ends: who holds the lock lets it go after a search. Acquire, and release below: the next one
    // sees how far the agent is.
    while (word.exchange(1, std::memory_order_acquire) != 0) std::this_thread::yield();
  }
  void unlock(VertexId agent) {
    if (locks_.empty()) return;
    std::atomic_ref(locks_[agent - first()]).store(0, std::memory_order_release);
  }

  const ScoreRows<Score>& rows_;
  ScoreReceivers<Score, is_shared> receivers_;
  Searches searches_;
  Array<std::uint8_t> locks_;
};

template <class Score, bool is_shared>
StableMatching propose_all(const Context& context, const ScoreRows<Score>& rows,
                           TurnBalance balance, ScoreSearch search) {
  ScoreProposals<Score, is_shared> proposals(context, rows, search);
  share_turns(context, proposals, balance,
              [&](const auto& next) { proposals.serve(context, next); });
  return proposals.answer(context);
}

/// `began`: when the rows began to be made.
template <class Score>
StableMatching matched(const Context& context, const ScoreRows<Score>& rows, TurnBalance balance,
                       ScoreSearch search, Clock::time_point began) {
  const double prepared = seconds_since(began);
  StableMatching found = context.threads() > 1
                             ? propose_all<Score, true>(context, rows, balance, search)
                             : propose_all<Score, false>(context, rows, balance, search);
  found.stats.variant = search == ScoreSearch::partial ? "partial" : "unsorted";
  found.stats.prepare_seconds = prepared;
  return found;
}

}  // namespace

StableMatching mcvitie_wilson(const Context& context, const ScoredPairsView& pairs,
                              const StableMatchingOptions& options, ScoreSearch search) {
  detail::check_enum("search", search, ScoreSearch::unsorted);
  if (search == ScoreSearch::sorted) {
    return mcvitie_wilson(context, preferences_of_scores(context, pairs).view(), options);
  }
  const Clock::time_point began = Clock::now();
  check_pairs(context, pairs);
  return with_scores(pairs, [&](const auto& left, const auto& right) {
    return matched(context, rows_of_pairs(context, pairs, left, right, options), options.balance,
                   search, began);
  });
}

StableMatching mcvitie_wilson(const Context& context, const PreferencesView& preferences,
                              const StableMatchingOptions& options, ScoreSearch search) {
  detail::check_enum("search", search, ScoreSearch::unsorted);
  if (search == ScoreSearch::sorted) return mcvitie_wilson(context, preferences, options);
  const Clock::time_point began = Clock::now();
  return matched(context, rows_of_lists(context, preferences, options), options.balance, search,
                 began);
}

}  // namespace hypermatch
