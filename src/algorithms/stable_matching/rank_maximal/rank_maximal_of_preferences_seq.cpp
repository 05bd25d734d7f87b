// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/common/answers.hpp"
#include "hypermatch/allocation.hpp"
#include "rank_maximal.hpp"

namespace hypermatch {

namespace stable = detail::stable_matching;

StableMatching rank_maximal(const Context& context, const PreferencesView& preferences) {
  const stable::WishLists lists =
      stable::wishes_for(preferences, "rank_maximal", stable::Places::one);
  return stable::answer_of_items("rank_maximal", preferences.num_left,
                                 stable::rank_maximal(context, lists));
}

}  // namespace hypermatch
