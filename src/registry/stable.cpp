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
  const AlgorithmInfo& algorithm =
      find_by_name(Problem::stable_matching, request.algorithm, request.variant);
  check_parameters(algorithm, request.parameters);
  check_determinism(algorithm, request.determinism);
  return algorithm;
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
  return place == Place::host && algorithm.shared_lists != SharedListsUse::copied;
}

StableResult match(const Where& where, const SharedPreferencesView& preferences,
                   const StableRequest& request) {
  const AlgorithmInfo& algorithm = find(request, where.place());
  if (!keeps_shared_lists(algorithm, where.place())) {
    return match(where, expand(preferences).view(), request);
  }
  return stable::run_shared(where, preferences, request, algorithm.shared_lists);
}

bool keeps_scores(const AlgorithmInfo& algorithm, Place place) {
  return place == Place::host && algorithm.scores != ScoreSearch::sorted;
}

StableResult match(const Where& where, const ScoredPairsView& pairs, const StableRequest& request) {
  const AlgorithmInfo& algorithm = find(request, where.place());
  if (!keeps_scores(algorithm, where.place())) {
    return match(where, preferences_of_scores(where.host(), pairs).view(), request);
  }
  check_memory(algorithm, {.vertices = pairs.num_agents, .edges = 2 * pairs.partners.size()},
               where);
  return stable::run_scores(where, pairs, request, algorithm.scores);
}

}  // namespace hypermatch::registry
