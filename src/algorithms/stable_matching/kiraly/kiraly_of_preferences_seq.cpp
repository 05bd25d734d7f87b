// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/common/answers.hpp"
#include "hypermatch/stable_ties.hpp"
#include "kiraly.hpp"

namespace hypermatch {

namespace stable = detail::stable_matching;

StableMatching kiraly(const Context& context, const PreferencesView& preferences) {
  const stable::MutualLists mutual =
      stable::lists_for(context, preferences, "kiraly", Sides::two, stable::Places::one_on_the_left,
                        stable::TiesOfLists::keep, 0);
  return stable::answer_of("kiraly", stable::kiraly(context, mutual.lists), mutual.dropped);
}

}  // namespace hypermatch
