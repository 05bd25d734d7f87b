// SPDX-License-Identifier: MIT
#include <chrono>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/stable_matching/common/deferred_acceptance.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch {

using namespace detail::stable_matching;
namespace parallel = detail::parallel;
using Clock = std::chrono::steady_clock;

namespace {

// The turns of some agents.
template <bool is_shared>
std::vector<VertexId> turns_of(const Proposals<is_shared>& proposals, VertexId first,
                               VertexId last) {
  std::vector<VertexId> turns;
  turns.reserve(last - first);
  for (VertexId agent = first; agent < last; ++agent) {
    turns.insert(turns.end(), proposals.turns(agent), agent);
  }
  return turns;
}

// Those that wait are served in turn; who is displaced waits behind them.
template <bool is_shared>
void serve_queue(const Context& context, Proposals<is_shared>& proposals, VertexId first,
                 VertexId last) {
  std::vector<VertexId> waiting = turns_of(proposals, first, last);
  std::vector<VertexId> displaced;
  parallel::StopCheck stop(context);
  // Ends: each turn asks at least one entry, or its list has ended.
  while (!waiting.empty()) {
    displaced.clear();
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      stop.done(16);
      proposals.look_ahead(waiting, i);
      const VertexId other = proposals.settle(waiting[i]);
      if (other != k_none) displaced.push_back(other);
    }
    std::swap(waiting, displaced);
  }
}

// Each of a round asks one entry; who is refused or displaced belongs to the next one. Returns the
// number of rounds.
template <bool is_shared>
std::uint64_t serve_rounds(const Context& context, Proposals<is_shared>& proposals) {
  std::vector<VertexId> turns = turns_of(proposals, proposals.first(), proposals.last());
  std::vector<VertexId> next(turns.size());
  std::uint64_t rounds = 0;
  // Ends: each round asks one entry per turn, or ends it.
  while (!turns.empty()) {
    ++rounds;
    context.check_cancelled();
    parallel::for_each(context, turns.size(), [&](std::size_t i) {
      const auto asked = proposals.propose(turns[i]);
      next[i] = asked.is_refused ? turns[i] : asked.displaced;
    });
    turns.resize(parallel::select(
        context, turns.size(), [&](std::size_t i) { return next[i] != k_none; },
        [&](std::size_t place, std::size_t i) { turns[place] = next[i]; }));
    next.resize(turns.size());
  }
  return rounds;
}

}  // namespace

StableMatching gale_shapley(const Context& context, const PreferencesView& preferences,
                            const StableMatchingOptions& options) {
  const Clock::time_point began = Clock::now();
  const ProposalLists lists(context, preferences, options);
  const double prepared = std::chrono::duration<double>(Clock::now() - began).count();
  const bool in_rounds = options.variant == GaleShapleyVariant::rounds;
  const std::string_view variant = in_rounds ? "rounds" : "queue";
  std::uint64_t rounds = 0;
  StableMatching found;
  if (context.threads() > 1) {
    Proposals<true> proposals(context, lists);
    if (in_rounds) {
      rounds = serve_rounds(context, proposals);
    } else {
      // Each piece has a queue of its own.
      for_each_piece(context, proposals, [&](VertexId first, VertexId last) {
        serve_queue(context, proposals, first, last);
      });
    }
    found = proposals.answer("gale_shapley", variant);
  } else {
    Proposals<false> proposals(context, lists);
    if (in_rounds) {
      rounds = serve_rounds(context, proposals);
    } else {
      serve_queue(context, proposals, proposals.first(), proposals.last());
    }
    found = proposals.answer("gale_shapley", variant);
  }
  found.stats.rounds = rounds;
  found.stats.prepare_seconds = prepared;
  return found;
}

}  // namespace hypermatch
