// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/common/answers.hpp"
#include "hypermatch/stable_ties.hpp"
#include "super_stable.hpp"

namespace hypermatch {

namespace stable = detail::stable_matching;

StableOrNone super_stable(const Context& context, const PreferencesView& preferences) {
  const stable::MutualLists mutual =
      stable::lists_for(context, preferences, "super_stable", Sides::two,
                        stable::Places::one_on_the_left, stable::TiesOfLists::keep, 0);
  const stable::DecidedMates result = stable::super_stable(context, mutual.lists);
  if (!result.exists) {
    NoSolution none{.proof =
                        "a left agent has two partners that it cannot choose from, or a right one "
                        "cannot fill its places: " +
                        stable::called(preferences, result.witness)};
    none.stats.algorithm = "super_stable";
    none.stats.stop_reason = "no such matching";
    return none;
  }
  StableMatching found = stable::answer_of("super_stable", result.left.mates);
  found.proposals = result.left.proposals;
  found.dropped = mutual.dropped;
  return found;
}

}  // namespace hypermatch
