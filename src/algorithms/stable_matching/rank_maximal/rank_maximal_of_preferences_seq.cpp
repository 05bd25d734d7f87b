// SPDX-License-Identifier: MIT
#include <algorithm>

#include "algorithms/stable_matching/common/answers.hpp"
#include "hypermatch/allocation.hpp"
#include "rank_maximal.hpp"

namespace hypermatch {

namespace stable = detail::stable_matching;

StableMatching rank_maximal(const Context& context, const PreferencesView& preferences) {
  const stable::WishLists lists =
      stable::wishes_for(preferences, "rank_maximal", stable::Places::any);
  StableMatching found = stable::answer_of("rank_maximal", {});
  VertexId agent = 0;
  for (const std::uint64_t entry : stable::rank_maximal(context, lists)) {
    // Ends: entries ascend.
    while (entry >= lists.offsets[agent + std::size_t{1}]) ++agent;
    found.pairs.push_back({agent, preferences.num_left + lists.items[entry]});
  }
  std::sort(found.pairs.begin(), found.pairs.end(), [](const GraphEdge& a, const GraphEdge& b) {
    return a.u != b.u ? a.u < b.u : a.v < b.v;
  });
  return found;
}

}  // namespace hypermatch
