// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/common/answers.hpp"

#include <string>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::stable_matching {

void check_served(const PreferencesView& preferences, std::string_view algorithm, Sides sides,
                  Places places) {
  const std::string name(algorithm);
  if (preferences.sides != sides) {
    throw Error(ErrorCode::invalid_option,
                name + (sides == Sides::one ? " wants lists of one side, and these are of two"
                                            : " wants lists of two sides, and these are of one"));
  }
  if (places == Places::any) return;
  const VertexId checked =
      places == Places::one_on_the_left ? preferences.num_left : preferences.num_agents;
  for (VertexId agent = 0; agent < checked; ++agent) {
    if (preferences.capacity(agent) <= 1) continue;
    throw Error(ErrorCode::invalid_option,
                name + " serves capacities of 1" +
                    (places == Places::one_on_the_left ? " on the left side" : "") + ", and " +
                    called(preferences, agent) + " has " +
                    std::to_string(preferences.capacity(agent)));
  }
}

MutualLists lists_for(const Context& context, const PreferencesView& preferences,
                      std::string_view algorithm, Sides sides, Places places, TiesOfLists ties,
                      std::uint64_t seed) {
  check_preferences(preferences);
  check_served(preferences, algorithm, sides, places);
  MutualLists mutual = mutual_lists(context, preferences, ties, seed);
  // The places of an agent without a list are of no use, and those of all others are 1.
  if (places == Places::one) mutual.lists.capacities.clear();
  return mutual;
}

WishLists wishes_for(const PreferencesView& preferences, std::string_view algorithm,
                     Places places) {
  check_preferences(preferences);
  check_served(preferences, algorithm, Sides::two, Places::any);
  WishLists lists;
  lists.num_items = preferences.num_right();
  for (VertexId agent = preferences.num_left; agent < preferences.num_agents; ++agent) {
    if (places == Places::any || preferences.capacity(agent) == 1) continue;
    throw Error(ErrorCode::invalid_option, std::string(algorithm) +
                                               " serves capacities of 1 on the right side, and " +
                                               called(preferences, agent) + " has " +
                                               std::to_string(preferences.capacity(agent)));
  }
  for (VertexId agent = 0; agent < preferences.num_left; ++agent) {
    const auto list = preferences.list_of(agent);
    for (std::size_t place = 0; place < list.size(); ++place) {
      lists.items.push_back(list[place] - preferences.num_left);
      lists.ranks.push_back(preferences.tie(agent, place));
    }
    lists.offsets.push_back(lists.items.size());
  }
  if (places == Places::any && !preferences.capacities.empty()) {
    const auto right = preferences.capacities.subspan(preferences.num_left);
    const auto left = preferences.capacities.first(preferences.num_left);
    lists.capacities.assign(right.begin(), right.end());
    lists.agent_capacities.assign(left.begin(), left.end());
  }
  return lists;
}

StableMatching answer_of(std::string_view algorithm, const std::vector<VertexId>& mates) {
  StableMatching found;
  for (VertexId agent = 0; agent < mates.size(); ++agent) {
    if (mates[agent] != k_none) found.pairs.push_back({agent, mates[agent]});
  }
  found.stats.algorithm = algorithm;
  found.stats.stop_reason = "complete";
  return found;
}

StableMatching answer_of(std::string_view algorithm, const LeftMates& left, std::uint64_t dropped) {
  StableMatching found = answer_of(algorithm, left.mates);
  found.proposals = left.proposals;
  found.dropped = dropped;
  return found;
}

StableOrNone answer_of(std::string_view algorithm, const DecidedMates& decided,
                       std::uint64_t dropped, const std::string& proof) {
  if (decided.exists) return answer_of(algorithm, decided.left, dropped);
  NoSolution none{.proof = proof};
  none.stats.algorithm = algorithm;
  none.stats.stop_reason = "no such matching";
  return none;
}

StableMatching answer_of_items(std::string_view algorithm, VertexId num_left,
                               const std::vector<VertexId>& mates) {
  std::vector<VertexId> partners = mates;
  for (VertexId& partner : partners) {
    if (partner != k_none) partner += num_left;
  }
  return answer_of(algorithm, partners);
}

std::string called(const PreferencesView& preferences, VertexId agent) {
  if (preferences.sides == Sides::one) return "a " + std::to_string(std::uint64_t{agent} + 1);
  const bool left = agent < preferences.num_left;
  return (left ? "l " : "r ") +
         std::to_string(std::uint64_t{left ? agent : agent - preferences.num_left} + 1);
}

}  // namespace hypermatch::detail::stable_matching
