// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/common/answers.hpp"
#include "hypermatch/stable_ties.hpp"
#include "strongly_stable.hpp"

namespace hypermatch {

namespace stable = detail::stable_matching;

StableOrNone strongly_stable(const Context& context, const PreferencesView& preferences) {
  const stable::MutualLists mutual =
      stable::lists_for(context, preferences, "strongly_stable", Sides::two, stable::Places::one,
                        stable::TiesOfLists::keep, 0);
  const stable::DecidedMates result = stable::strongly_stable(context, mutual.lists);
  return stable::answer_of(
      "strongly_stable", result, mutual.dropped,
      "every largest set of engagements leaves out a right agent that was proposed to: " +
          stable::called(preferences, result.witness));
}

}  // namespace hypermatch
