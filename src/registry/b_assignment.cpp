// SPDX-License-Identifier: MIT
// From a request by name to the call of an algorithm that finds pairs within bounds.
#include "hypermatch/registry_b_assignment.hpp"

#include "find.hpp"
#include "memory.hpp"
#include "table.hpp"

namespace hypermatch::registry {

const AlgorithmInfo& find(const BAssignmentRequest& request) {
  const AlgorithmInfo& algorithm =
      find_by_name(Problem::b_assignment, request.algorithm, request.variant);
  check_parameters(algorithm, request.parameters);
  check_determinism(algorithm, request.determinism);
  return algorithm;
}

const AlgorithmInfo& find(const BAssignmentRequest& request, Place place) {
  return require(find(request), request.variant, place);
}

std::variant<BAssignment, ViolatedCut> match(const Where& where, const BipartiteView& bipartite,
                                             const BAssignmentRequest& request) {
  const auto& entry = entry_of<BAssignmentProblem>(find(request, where.place()));
  check_memory(entry.info, size_of(bipartite), where);
  return entry.solve.at(where)(where, bipartite, request);
}

}  // namespace hypermatch::registry
