// SPDX-License-Identifier: MIT
#include <algorithm>

#include "algorithms/stable_matching/common/deferred_acceptance.hpp"

namespace hypermatch {

using namespace detail::stable_matching;

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
  const MutualLists mutual = two_sided_lists(context, preferences, options);
  if (context.threads() > 1) {
    Proposals<true> proposals(mutual.lists, options.optimal);
    for_each_piece(context, proposals,
                   [&](VertexId first, VertexId last) { settle_chains(proposals, first, last); });
    return proposals.answer(mutual, "mcvitie_wilson", "");
  }
  Proposals<false> proposals(mutual.lists, options.optimal);
  constexpr VertexId k_piece = 4096;
  // Ends: `first` grows.
  for (VertexId first = proposals.first(); first < proposals.last();) {
    context.check_cancelled();
    const VertexId last = first + std::min(k_piece, proposals.last() - first);
    settle_chains(proposals, first, last);
    first = last;
  }
  return proposals.answer(mutual, "mcvitie_wilson", "");
}

}  // namespace hypermatch
