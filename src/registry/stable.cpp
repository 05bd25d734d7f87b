// SPDX-License-Identifier: MIT
// From a request by name to the call of an algorithm for stable matchings.
#include "find.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_stable.hpp"
#include "memory.hpp"
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

StableResult match(const Where& where, const PreferencesView& preferences,
                   const StableRequest& request) {
  const auto& entry = entry_of<StableMatchingProblem>(find(request, where.place()));
  check_memory(entry.info,
               {.vertices = preferences.num_agents, .edges = preferences.partners.size()}, where);
  return entry.solve.at(where)(where, preferences, request);
}

}  // namespace hypermatch::registry
