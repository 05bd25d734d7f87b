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

}  // namespace hypermatch::cli
