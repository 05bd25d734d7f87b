// SPDX-License-Identifier: MIT
#include "judge.hpp"

#include <cmath>

#include "terminal.hpp"

namespace hypermatch::cli {

Uniqueness uniqueness_of(const registry::AlgorithmInfo& algorithm,
                         const registry::MatchingRequest& request) {
  // Noise reorders unequal ratings.
  if (!algorithm.greedy || request.noise > 0) return Uniqueness::none;
  return request.ties == Ties::fixed ? Uniqueness::greedy : Uniqueness::up_to_ties;
}

void demand_greedy(verify::MatchingDemands& demands, Uniqueness uniqueness) {
  demands.greedy = uniqueness != Uniqueness::none;
  demands.ties = uniqueness == Uniqueness::up_to_ties ? Ties::redraw : Ties::fixed;
}

std::string greedy_words(Uniqueness uniqueness) {
  return uniqueness == Uniqueness::up_to_ties ? "greedy up to the order of ties" : "greedy";
}

std::string ratio_words(double certified_ratio) {
  if (std::isnan(certified_ratio)) return "no share of the optimum, as it is negative";
  return "at least " + ratio(certified_ratio) + " of the optimum";
}

void check_weight(const MatchingValue& value, bool has_integer_weights) {
  if (has_integer_weights && !value.is_integer) {
    throw Error(ErrorCode::invalid_input, "the weight of the matching is beyond 64-bit integers");
  }
  if (!std::isfinite(value.weight)) {
    throw Error(ErrorCode::invalid_input, "the weight of the matching is beyond doubles");
  }
}

std::string value_words(const MatchingValue& value) {
  return counted(value.edges, "edge") + ", weight " +
         (value.is_integer ? std::to_string(value.integer_weight) : number(value.weight, 10));
}

}  // namespace hypermatch::cli
