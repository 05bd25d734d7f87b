// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/common/answers.hpp"
#include "hypermatch/allocation.hpp"
#include "top_trading_cycles.hpp"

namespace hypermatch {

namespace stable = detail::stable_matching;

StableMatching top_trading_cycles(const Context& context, const PreferencesView& preferences) {
  const stable::WishLists lists =
      stable::wishes_for(preferences, "top_trading_cycles", stable::Places::one);
  context.check_cancelled();
  return stable::answer_of_items("top_trading_cycles", preferences.num_left,
                                 stable::top_trading_cycles(lists));
}

}  // namespace hypermatch
