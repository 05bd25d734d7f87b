// SPDX-License-Identifier: MIT
// From a request by name to the call of the algorithm, for graphs.
#include <utility>

#include "find.hpp"
#include "graph_forms.hpp"
#include "hypermatch/registry.hpp"
#include "rate_graph.hpp"
#include "table.hpp"

namespace hypermatch::registry {

namespace {

// The objective is that of the request, whatever edges were rated by; of it other ratings than the
// weight promise nothing but what every maximal matching has.
void restore_objective(GraphMatching& matching, const AlgorithmInfo& algorithm, const Graph& graph,
                       const MatchingRequest& request) {
  if (request.edge_rating == EdgeRating::weight) return;
  const bool by_weight = is_by_weight(graph, request);
  matching.stats.objective = by_weight ? Objective::weight : Objective::cardinality;
  matching.stats.guarantee = !algorithm.maximal ? "none (ordered by a rating)"
                             : by_weight        ? "maximal (ordered by a rating)"
                                                : "1/2 of the most edges";
}

}  // namespace

GraphMatching match(const Where& where, const Graph& graph, const MatchingRequest& request) {
  const auto& entry = entry_of<GraphMatchingProblem>(find(request, where.place()));
  const GraphRatings rated = rate(where.host(), graph, request);
  GraphForms forms(where.host(), rated.graph);
  GraphMatching matching = entry.solve.at(where)(where, forms, {rated.order, request});
  matching.stats.prepare_seconds += forms.prepare_seconds();
  restore_objective(matching, entry.info, graph, request);
  return matching;
}

GraphMatching apply_pass(const Where& where, std::string_view pass, const Graph& graph,
                         GraphMatching matching, const MatchingRequest& request) {
  const auto& entry = entry_of<GraphMatchingProblem>(find_pass(Problem::graph_matching, pass));
  const GraphRatings rated = rate(where.host(), graph, request);
  GraphForms forms(where.host(), rated.graph);
  GraphMatching passed = entry.pass(where, forms, matching.mates, {rated.order, request});
  matching.mates = std::move(passed.mates);
  matching.stats.rounds += passed.stats.rounds;
  return matching;
}

}  // namespace hypermatch::registry
