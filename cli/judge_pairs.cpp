// SPDX-License-Identifier: MIT
#include "judge_pairs.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "terminal.hpp"

namespace hypermatch::cli {

namespace {

verify::MatchingVerdict refused(verify::MatchingVerdict verdict, const std::string& what,
                                double in_file, double weight, const char* hint = "") {
  verdict.ok = verdict.valid = false;
  verdict.violation = what + " has weight " + number(weight, 17) + ", the matching says " +
                      number(in_file, 17) + hint;
  return verdict;
}

// The verdict on pairs that exist, with the weights that stand behind them.
verify::MatchingVerdict pairs_with_weights(verify::MatchingVerdict verdict,
                                           const EdgeListView& graph, const io::VertexPairs& pairs,
                                           const std::function<std::string(std::uint64_t)>& name) {
  if (!verdict.valid) return verdict;
  using Ends = std::array<std::uint64_t, 2>;
  std::map<Ends, std::size_t> places;
  const auto ends_of = [](std::uint64_t u, std::uint64_t v) {
    return Ends{std::min(u, v), std::max(u, v)};
  };
  for (std::size_t i = 0; i < pairs.pairs.size(); ++i) {
    places.emplace(ends_of(pairs.pairs[i][0], pairs.pairs[i][1]), i);
  }
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto found = places.find(ends_of(graph.edges[e].u, graph.edges[e].v));
    if (found == places.end()) continue;
    const double weight = is_weighted(graph.weights) ? weight_at(graph.weights, e) : 1;
    const std::size_t i = found->second;
    if (pairs.weights[i] == weight) continue;
    return refused(std::move(verdict),
                   "the pair of " + name(pairs.pairs[i][0]) + " and " + name(pairs.pairs[i][1]),
                   pairs.weights[i], weight,
                   " (a line per vertex is read with --output-kind mates)");
  }
  return verdict;
}

}  // namespace

verify::MatchingVerdict with_weights(verify::MatchingVerdict verdict, const Hypergraph& hypergraph,
                                     const std::vector<std::uint64_t>& edges,
                                     const std::vector<double>& weights) {
  const HypergraphView view = hypergraph.view();
  for (std::size_t i = 0; verdict.valid && i < weights.size(); ++i) {
    const double weight = view.is_weighted() ? weight_at(view.weights, edges[i]) : 1;
    if (weights[i] == weight) continue;
    return refused(std::move(verdict), "line " + std::to_string(i + 1) + " of the matching",
                   weights[i], weight);
  }
  return verdict;
}

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
  const verify::MatchingVerdict verdict = by_rows ? check(forms.rows()) : check(forms.edges());
  return pairs.weights.empty() ? verdict
                               : pairs_with_weights(verdict, forms.edges(), pairs, demands.name);
}

bool are_rows_and_columns(const io::VertexPairs& matching) {
  std::vector<std::uint64_t> sides[2];
  for (const auto& pair : matching.pairs) {
    for (std::size_t side = 0; side < 2; ++side) sides[side].push_back(pair[side]);
  }
  for (std::vector<std::uint64_t>& side : sides) {
    std::sort(side.begin(), side.end());
    if (std::adjacent_find(side.begin(), side.end()) != side.end()) return false;
  }
  std::vector<std::uint64_t> both;
  std::set_intersection(sides[0].begin(), sides[0].end(), sides[1].begin(), sides[1].end(),
                        std::back_inserter(both));
  return !both.empty();
}

}  // namespace hypermatch::cli
