// SPDX-License-Identifier: MIT
// From a request by name to the call of an algorithm that matches rows and columns.
#include <algorithm>
#include <string>

#include "find.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/registry_matching.hpp"
#include "memory.hpp"
#include "table.hpp"

namespace hypermatch::registry {

namespace {

bool keeps(const AlgorithmInfo& algorithm, Determinism level) {
  // Levels are declared from the strictest to the loosest.
  return algorithm.determinism <= level;
}

// The default, or the first that keeps the level if that does not.
std::string_view default_name(Determinism level) {
  const AlgorithmList all = algorithms(Problem::bipartite_matching);
  auto found = std::find_if(all.begin(), all.end(), [&](const AlgorithmInfo& algorithm) {
    return algorithm.is_default && keeps(algorithm, level);
  });
  if (found == all.end()) {
    found = std::find_if(all.begin(), all.end(),
                         [&](const AlgorithmInfo& algorithm) { return keeps(algorithm, level); });
  }
  if (found == all.end()) {
    refuse("no algorithm for " + std::string(name_of(Problem::bipartite_matching)) +
           " keeps determinism " + std::string(name_of(level)));
  }
  return found->name;
}

}  // namespace

const AlgorithmInfo& find(const BipartiteRequest& request) {
  const std::string_view name =
      request.algorithm.empty() ? default_name(request.determinism) : request.algorithm;
  return find_asked(Problem::bipartite_matching, request, name);
}

const AlgorithmInfo& find(const BipartiteRequest& request, Place place) {
  if (place == Place::device && request.algorithm.empty()) {
    // The default of the host may not run on a device.
    for (const AlgorithmInfo& algorithm : algorithms(Problem::bipartite_matching)) {
      if (algorithm.runs_on_cuda() && keeps(algorithm, request.determinism)) return algorithm;
    }
  }
  return require(find(request), request.variant, place);
}

BipartiteMatching match(const Where& where, const BipartiteView& bipartite,
                        const BipartiteRequest& request) {
  const auto& entry = entry_of<BipartiteMatchingProblem>(find(request, where.place()));
  check_memory(entry.info, size_of(bipartite), where);
  return entry.solve.at(where)(where, bipartite, request);
}

}  // namespace hypermatch::registry
