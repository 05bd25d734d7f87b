// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>

#include "algorithms/stable_matching/common/deferred_acceptance.hpp"

namespace hypermatch {

using namespace detail::stable_matching;
using Clock = std::chrono::steady_clock;

namespace {

// The turns of some agents, each followed by those that are displaced on its way.
template <bool is_shared>
void settle_chains(Proposals<is_shared>& proposals, VertexId first, VertexId last) {
  for (VertexId agent = first; agent < last; ++agent) {
    for (std::uint32_t turn = 0; turn < proposals.turns(agent); ++turn) {
      // Ends: each agent on the way asks at least one more entry.
      for (VertexId next = agent; next != k_none;) next = proposals.settle(next);
    }
  }
}

}  // namespace

StableMatching mcvitie_wilson(const Context& context, const PreferencesView& preferences,
                              const StableMatchingOptions& options) {
  const Clock::time_point began = Clock::now();
  const ProposalLists lists(context, preferences, options);
  const double prepared = std::chrono::duration<double>(Clock::now() - began).count();
  StableMatching found;
  if (context.threads() > 1) {
    Proposals<true> proposals(context, lists);
    for_each_piece(context, proposals,
                   [&](VertexId first, VertexId last) { settle_chains(proposals, first, last); });
    found = proposals.answer("mcvitie_wilson", "");
  } else {
    Proposals<false> proposals(context, lists);
    constexpr VertexId k_piece = 4096;
    // Ends: `first` grows.
    for (VertexId first = proposals.first(); first < proposals.last();) {
      context.check_cancelled();
      const VertexId last = first + std::min(k_piece, proposals.last() - first);
      settle_chains(proposals, first, last);
      first = last;
    }
    found = proposals.answer("mcvitie_wilson", "");
  }
  found.stats.prepare_seconds = prepared;
  return found;
}

}  // namespace hypermatch
