// SPDX-License-Identifier: MIT

#include "algorithms/stable_matching/common/mcvitie_wilson.hpp"
#include "algorithms/stable_matching/common/shared_lists.hpp"
#include "algorithms/stable_matching/common/shared_proposals.hpp"
#include "algorithms/stable_matching/mcvitie_wilson/shared_ways.hpp"
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
  detail::stable_matching::mcvitie_wilson(context, proposals, balance);
  return proposals.answer(context, "mcvitie_wilson", "");
}

template <bool is_shared>
StableMatching propose_by_number(const Context& context, const SharedLists& lists,
                                 TurnBalance balance) {
  SharedProposals<is_shared> proposals(context, lists, Refusals::skipped);
  detail::stable_matching::mcvitie_wilson(context, proposals, balance);
  return proposals.answer(context);
}

StableMatching match_lists(const Context& context, const SharedLists& lists,
                           const StableMatchingOptions& options) {
  if (options.proposal_order == ProposalOrder::given) {
    return match_by_number(context, lists, options.balance);
  }
  const bool has_one_each = have_one_list(lists.given(), lists.proposing()) &&
                            have_one_list(lists.given(), lists.receiving());
  return has_one_each ? match_one_list_each(context, lists) : match_by_scans(context, lists);
}

}  // namespace

StableMatching detail::stable_matching::match_by_number(const Context& context,
                                                        const SharedLists& lists,
                                                        TurnBalance balance) {
  return context.threads() > 1 ? propose_by_number<true>(context, lists, balance)
                               : propose_by_number<false>(context, lists, balance);
}

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

StableMatching mcvitie_wilson(const Context& context, const SharedPreferencesView& preferences,
                              const StableMatchingOptions& options) {
  return match_shared(
      context, preferences, proposers_of(options), "mcvitie_wilson", "",
      [&](const PreferencesView& copies) { return mcvitie_wilson(context, copies, options); },
      [&](const SharedLists& lists) { return match_lists(context, lists, options); });
}

}  // namespace hypermatch
