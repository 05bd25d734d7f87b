// SPDX-License-Identifier: MIT
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/stable_matching/common/deferred_acceptance.hpp"
#include "algorithms/stable_matching/common/shared_lists.hpp"
#include "algorithms/stable_matching/common/shared_proposals.hpp"
#include "algorithms/stable_matching/gale_shapley/serve_shared.hpp"
#include "base/clock.hpp"

namespace hypermatch {

using detail::base::Clock;
using detail::base::seconds_since;
using namespace detail::stable_matching;
namespace parallel = detail::parallel;

namespace {

// Those that wait are served in turn; who is displaced waits behind them. Each thread has a queue
// of its own.
template <class Source>
void serve_queues(const Context& context, Source& proposals, TurnBalance balance) {
  constexpr std::size_t k_ahead = 24;
  share_turns(context, proposals, balance, [&](const auto& next_first_turn) {
    parallel::StopCheck stop(context);  // of all queues: each may be short
    std::vector<VertexId> waiting;
    std::vector<VertexId> displaced;
    const auto displace = [&](VertexId agent) {
      displaced.push_back(agent);
      return k_none;
    };
    serve_turns(stop, proposals, next_first_turn, displace);
    // Ends: each turn asks at least one entry, or its list has ended.
    while (!displaced.empty()) {
      std::swap(waiting, displaced);
      displaced.clear();
      std::size_t i = 0;
      const auto next_waiting = [&]() -> VertexId {
        if (i == waiting.size()) return k_none;
        if (i + k_ahead < waiting.size()) proposals.prefetch_agent(waiting[i + k_ahead]);
        return waiting[i++];
      };
      serve_turns(stop, proposals, next_waiting, displace);
    }
  });
}

// Each of a round asks one entry; who is refused or displaced belongs to the next one. Returns the
// number of rounds.
template <class Source>
std::uint64_t serve_rounds(const Context& context, Source& proposals) {
  std::vector<VertexId> turns;
  turns.reserve(proposals.last() - proposals.first());
  for (VertexId agent = proposals.first(); agent < proposals.last(); ++agent) {
    turns.insert(turns.end(), proposals.turns(agent), agent);
  }
  std::vector<VertexId> next(turns.size());
  std::uint64_t rounds = 0;
  // Ends: each round asks one entry per turn, or ends it.
  while (!turns.empty()) {
    ++rounds;
    context.check_cancelled();
    parallel::for_each(context, turns.size(), [&](std::size_t i) {
      parallel::StopCheck stop(context);
      const auto entry = proposals.take_next(turns[i], stop);
      const bool is_over = !entry || entry->partner == k_none;
      next[i] = is_over ? k_none : proposals.ask(turns[i], *entry);
    });
    turns.resize(parallel::select(
        context, turns.size(), [&](std::size_t i) { return next[i] != k_none; },
        [&](std::size_t place, std::size_t i) { turns[place] = next[i]; }));
    next.resize(turns.size());
  }
  return rounds;
}

// Returns the number of rounds; of queues 0.
template <class Source>
std::uint64_t serve(const Context& context, Source& proposals,
                    const StableMatchingOptions& options) {
  if (options.variant == GaleShapleyVariant::rounds) return serve_rounds(context, proposals);
  serve_queues(context, proposals, options.balance);
  return 0;
}

std::string_view name_of_variant(const StableMatchingOptions& options) {
  return options.variant == GaleShapleyVariant::queue ? "queue" : "rounds";
}

template <bool is_shared>
StableMatching serve_proposals(const Context& context, const ProposalLists& lists,
                               const StableMatchingOptions& options) {
  Proposals<is_shared> proposals(context, lists);
  const std::uint64_t rounds = serve(context, proposals, options);
  StableMatching found = proposals.answer(context, "gale_shapley", name_of_variant(options));
  found.stats.rounds = rounds;
  return found;
}

template <bool is_shared>
StableMatching propose_from_shared(const Context& context, const SharedLists& lists,
                                   const StableMatchingOptions& options) {
  const bool by_rounds = options.variant == GaleShapleyVariant::rounds;
  SharedProposals<is_shared> proposals(context, lists,
                                       by_rounds ? Refusals::asked : Refusals::skipped);
  const std::uint64_t rounds = serve(context, proposals, options);
  StableMatching found = proposals.answer(context);
  found.stats.rounds = rounds;
  return found;
}

}  // namespace

StableMatching detail::stable_matching::serve_shared(const Context& context,
                                                     const SharedLists& lists,
                                                     const StableMatchingOptions& options) {
  return context.threads() > 1 ? propose_from_shared<true>(context, lists, options)
                               : propose_from_shared<false>(context, lists, options);
}

StableMatching gale_shapley(const Context& context, const PreferencesView& preferences,
                            const StableMatchingOptions& options) {
  const Clock::time_point began = Clock::now();
  const ProposalLists lists(context, preferences, proposers_of(options), options.seed);
  const double prepared = seconds_since(began);
  StableMatching found = context.threads() > 1 ? serve_proposals<true>(context, lists, options)
                                               : serve_proposals<false>(context, lists, options);
  found.stats.prepare_seconds = prepared;
  return found;
}

StableMatching gale_shapley(const Context& context, const SharedPreferencesView& preferences,
                            const StableMatchingOptions& options) {
  const OnCopies queue = [&](const PreferencesView& copies) {
    return gale_shapley(context, copies, options);
  };
  // Copies lack entries that are not mutual, by which rounds are counted.
  const bool by_rounds = options.variant == GaleShapleyVariant::rounds;
  return match_shared(
      context, preferences, proposers_of(options), "gale_shapley", name_of_variant(options),
      by_rounds ? OnCopies() : queue,
      [&](const SharedLists& lists) { return serve_shared(context, lists, options); });
}

}  // namespace hypermatch
