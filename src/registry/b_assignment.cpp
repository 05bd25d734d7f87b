// SPDX-License-Identifier: MIT
// From a request by name to the call of an algorithm that finds pairs within bounds.
#include "hypermatch/registry_b_assignment.hpp"

#include "find.hpp"
#include "hypermatch/assignment.hpp"
#include "memory.hpp"
#include "table.hpp"

namespace hypermatch::registry {

const AlgorithmInfo& find(const BAssignmentRequest& request) {
  return find_asked(Problem::b_assignment, request, request.algorithm);
}

const AlgorithmInfo& find(const BAssignmentRequest& request, Place place) {
  return require(find(request), request.variant, place);
}

const AlgorithmInfo& find(const BAssignmentRequest& request, Place place,
                          const BipartiteView& bipartite) {
  if (!request.algorithm.empty() || is_assignment(bipartite, request.options)) {
    return find(request, place);
  }
  // The first one behind the default takes any bounds.
  BAssignmentRequest any = request;
  any.algorithm = algorithms(Problem::b_assignment)[1].name;
  return find(any, place);
}

std::variant<BAssignment, ViolatedCut> match(const Where& where, const BipartiteView& bipartite,
                                             const BAssignmentRequest& request) {
  const auto& entry = entry_of<BAssignmentProblem>(find(request, where.place(), bipartite));
  check_memory(entry.info, size_of(bipartite), where);
  return entry.solve.at(where)(where, bipartite, request);
}

}  // namespace hypermatch::registry
