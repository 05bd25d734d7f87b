// SPDX-License-Identifier: MIT
#include "judge_pairs.hpp"

#include <string>

namespace hypermatch::cli {

verify::MatchingVerdict judge_pairs(const Context& context, const PairDemands& asked,
                                    const Graph& graph, const io::VertexLabels& labels,
                                    const io::VertexPairs& pairs) {
  registry::MatchingRequest request;
  request.problem = registry::Problem::graph_matching;
  request.order = asked.order;
  request.edge_rating = asked.edge_rating;
  (void)registry::find(request);
  GraphForms forms(context, graph);
  const registry::GraphRatings ratings = registry::rate(context, forms, request);
  verify::GraphMatchingDemands demands;
  demands.order = {.objective = asked.order.objective,
                   .nonpositive = asked.order.nonpositive,
                   .seed = asked.order.seed};
  demands.maximal = asked.maximal;
  demands.greedy = asked.greedy;
  demands.ties = asked.ties;
  demands.capacities = asked.capacities;
  demands.ratings = ratings.values.view();
  demands.name = [&](std::uint64_t v) {
    const std::uint64_t n = graph.num_vertices();
    if (v < n) return labels.of(static_cast<VertexId>(v));
    if (labels.empty()) return std::to_string(v + labels.first);
    return pairs.unknown.at(v - n);
  };
  if (!pairs.violation.empty()) {
    verify::MatchingVerdict verdict;
    verdict.violation = pairs.violation;
    return verdict;
  }
  const auto check = [&](const auto& form) {
    return asked.answer == Answer::cover
               ? as_matching(verify::check_edge_cover(context, form, pairs.pairs, demands))
               : verify::check_graph_matching(context, form, pairs.pairs, demands);
  };
  const bool by_rows = forms.graph().has_rows() && demands.ratings.empty();
  return by_rows ? check(forms.rows()) : check(forms.edges());
}

}  // namespace hypermatch::cli
