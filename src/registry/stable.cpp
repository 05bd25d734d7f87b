// SPDX-License-Identifier: MIT
// From a request by name to the call of an algorithm for stable matchings.
#include <algorithm>

#include "find.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_stable.hpp"
#include "memory.hpp"
#include "stable_table.hpp"
#include "table.hpp"

namespace hypermatch::registry {

const AlgorithmInfo& find(const StableRequest& request) {
  return find_asked(Problem::stable_matching, request, request.algorithm);
}

const AlgorithmInfo& find(const StableRequest& request, Place place) {
  return require(find(request), request.variant, place);
}

StableRequest for_preferences(StableRequest request, const PreferencesView& preferences) {
  if (!request.algorithm.empty() || !request.variant.empty() || preferences.sides == Sides::two) {
    return request;
  }
  const auto& capacities = preferences.capacities;
  const bool single = std::all_of(capacities.begin(), capacities.end(),
                                  [](std::uint32_t places) { return places <= 1; });
  for (const AlgorithmInfo& row : algorithms(Problem::stable_matching)) {
    if (!row.one_sided || (!single && !row.any_capacity)) continue;
    request.algorithm = row.name;
    break;
  }
  return request;
}

StableResult match(const Where& where, const PreferencesView& preferences,
                   const StableRequest& request) {
  const StableRequest asked = for_preferences(request, preferences);
  const auto& entry = entry_of<StableMatchingProblem>(find(asked, where.place()));
  check_memory(entry.info,
               {.vertices = preferences.num_agents, .edges = preferences.partners.size()}, where);
  return entry.solve.at(where)(where, preferences, asked);
}

bool keeps_shared_lists(const AlgorithmInfo& algorithm, Place place) {
  return place == Place::host && algorithm.keeps_shared_lists;
}

StableResult match(const Where& where, const SharedPreferencesView& preferences,
                   const StableRequest& request) {
  const AlgorithmInfo& algorithm = find(request, where.place());
  if (!keeps_shared_lists(algorithm, where.place())) {
    return match(where, expand(preferences).view(), request);
  }
  // Their memory is that of lists of as many entries as the shared ones have, or less.
  check_memory(algorithm,
               {.vertices = preferences.lists.size(), .edges = preferences.partners.size()}, where);
  return entry_of<StableMatchingProblem>(algorithm).solve.shared_lists(where.host(), preferences,
                                                                       request);
}

bool keeps_scores(const AlgorithmInfo& algorithm, Place place) {
  return place == Place::host && algorithm.keeps_scores;
}

StableResult match(const Where& where, const ScoredPairsView& pairs, const StableRequest& request) {
  const AlgorithmInfo& algorithm = find(request, where.place());
  if (!keeps_scores(algorithm, where.place())) {
    return match(where, preferences_of_scores(where.host(), pairs).view(), request);
  }
  check_memory(algorithm, {.vertices = pairs.num_agents, .edges = 2 * pairs.partners.size()},
               where);
  return entry_of<StableMatchingProblem>(algorithm).solve.scores(where.host(), pairs, request);
}

}  // namespace hypermatch::registry
