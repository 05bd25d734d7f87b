// SPDX-License-Identifier: MIT

#include "algorithms/stable_matching/common/deferred_acceptance.hpp"
#include "base/clock.hpp"

namespace hypermatch {

using detail::base::Clock;
using detail::base::seconds_since;
using namespace detail::stable_matching;

namespace {

template <bool is_shared>
StableMatching propose_in_chains(const Context& context, const ProposalLists& lists,
                                 TurnBalance balance) {
  Proposals<is_shared> proposals(context, lists);
  settle_chains(context, proposals, balance);
  return proposals.answer(context, "mcvitie_wilson", "");
}

}  // namespace

StableMatching mcvitie_wilson(const Context& context, const PreferencesView& preferences,
                              const StableMatchingOptions& options) {
  const Clock::time_point began = Clock::now();
  const ProposalLists lists(context, preferences, proposers_of(options), options.seed);
  const double prepared = seconds_since(began);
  StableMatching found = context.threads() > 1
                             ? propose_in_chains<true>(context, lists, options.balance)
                             : propose_in_chains<false>(context, lists, options.balance);
  found.stats.prepare_seconds = prepared;
  return found;
}

}  // namespace hypermatch
