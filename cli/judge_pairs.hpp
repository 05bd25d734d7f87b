// SPDX-License-Identifier: MIT
// What `verify` says of pairs of a graph.
#pragma once

#include "judge.hpp"

namespace hypermatch::cli {

/// What pairs are held to.
struct PairDemands {
  OrderOptions order = {};
  EdgeRating edge_rating = EdgeRating::weight;
  Ties ties = Ties::fixed;
  bool maximal = false;
  bool greedy = false;
  Answer answer = Answer::matching;
  Capacities capacities = {};
};

/// @throws as the verifier, and as `registry::rate`
[[nodiscard]] verify::MatchingVerdict judge_pairs(const Context& context,
                                                  const PairDemands& demands, const Graph& graph,
                                                  const io::VertexLabels& labels,
                                                  const io::VertexPairs& pairs);

/// The verdict on hyperedges with the weights that stand behind them, of all or of none.
[[nodiscard]] verify::MatchingVerdict with_weights(verify::MatchingVerdict verdict,
                                                   const Hypergraph& hypergraph,
                                                   const std::vector<std::uint64_t>& edges,
                                                   const std::vector<double>& weights);

/// Whether each number stands once in front and once behind, and some number in both places: a
/// vertex cannot be in two pairs of a graph, but a row and a column may have one number.
[[nodiscard]] bool are_rows_and_columns(const io::VertexPairs& matching);

}  // namespace hypermatch::cli
