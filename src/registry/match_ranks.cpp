// SPDX-License-Identifier: MIT
// From a request by name to the call of the algorithm on ranks.
#include <utility>

#include "find.hpp"
#include "hypermatch/registry_matching.hpp"
#include "table.hpp"

namespace hypermatch::registry {

RankMatching match(const Context& context, Communicator& ranks, EdgePart part,
                   const MatchingRequest& request) {
  const AlgorithmInfo& found = find(request, Place::ranks);
  RanksFunction* const function = request.problem == Problem::graph_matching
                                      ? entry_of<GraphMatchingProblem>(found).solve.ranks
                                      : entry_of<HypergraphMatchingProblem>(found).solve.ranks;
  return function(context, ranks, std::move(part), request.order);
}

}  // namespace hypermatch::registry
