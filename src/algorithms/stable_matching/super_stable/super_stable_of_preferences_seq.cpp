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
  return stable::answer_of("super_stable", result, mutual.dropped,
                           "a left agent has two partners that it cannot choose from, or a right "
                           "one cannot fill its places: " +
                               stable::called(preferences, result.witness));
}

}  // namespace hypermatch
