// SPDX-License-Identifier: MIT
#include <string>

#include "algorithms/stable_matching/common/answers.hpp"
#include "hypermatch/allocation.hpp"
#include "popular.hpp"

namespace hypermatch {

namespace stable = detail::stable_matching;

std::variant<StableMatching, NoSolution> popular(const Context& context,
                                                 const PreferencesView& preferences) {
  const stable::WishLists lists = stable::wishes_for(preferences, "popular", stable::Places::one);
  const stable::PopularResult result = stable::largest_popular(context, lists);
  if (result.exists) {
    return stable::answer_of_items("popular", preferences.num_left, result.mates);
  }
  NoSolution none;
  none.proof = "agents";
  for (const VertexId agent : result.agents) {
    none.proof += ' ' + std::to_string(std::uint64_t{agent} + 1);
  }
  none.proof += "\nitems";
  for (const VertexId item : result.items) {
    none.proof += ' ' + std::to_string(std::uint64_t{item} + 1);
  }
  none.stats.algorithm = "popular";
  none.stats.stop_reason = "more agents than items that they must have";
  return none;
}

}  // namespace hypermatch
