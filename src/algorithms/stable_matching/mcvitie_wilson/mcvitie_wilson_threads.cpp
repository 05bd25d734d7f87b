// SPDX-License-Identifier: MIT
#include <chrono>

#include "algorithms/stable_matching/common/deferred_acceptance.hpp"

namespace hypermatch {

using namespace detail::stable_matching;
using Clock = std::chrono::steady_clock;

namespace {

template <bool is_shared>
StableMatching propose(const Context& context, const ProposalLists& lists, TurnBalance balance) {
  Proposals<is_shared> proposals(context, lists);
  settle_chains(context, proposals, balance);
  return proposals.answer(context, "mcvitie_wilson", "");
}

}  // namespace

StableMatching mcvitie_wilson(const Context& context, const PreferencesView& preferences,
                              const StableMatchingOptions& options) {
  const Clock::time_point began = Clock::now();
  const ProposalLists lists(context, preferences, proposers_of(options), options.seed);
  const double prepared = std::chrono::duration<double>(Clock::now() - began).count();
  StableMatching found = context.threads() > 1 ? propose<true>(context, lists, options.balance)
                                               : propose<false>(context, lists, options.balance);
  found.stats.prepare_seconds = prepared;
  return found;
}

}  // namespace hypermatch
