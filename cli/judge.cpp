// SPDX-License-Identifier: MIT
#include "judge.hpp"

#include <cmath>
#include <limits>

#include "terminal.hpp"

namespace hypermatch::cli {

Uniqueness uniqueness_of(const registry::AlgorithmInfo& algorithm,
                         const registry::MatchingRequest& request) {
  const registry::ParameterValues& values = request.parameters;
  // Noise reorders unequal ratings.
  if (!algorithm.greedy || std::get<double>(values.value_of("noise")) > 0) return Uniqueness::none;
  const bool is_fixed = std::get<std::string>(values.value_of("ties")) == name_of(Ties::fixed);
  return is_fixed ? Uniqueness::greedy : Uniqueness::up_to_ties;
}

void demand_greedy(verify::MatchingDemands& demands, Uniqueness uniqueness) {
  demands.greedy = uniqueness != Uniqueness::none;
  demands.ties = uniqueness == Uniqueness::up_to_ties ? Ties::redraw : Ties::fixed;
}

std::string greedy_words(Uniqueness uniqueness) {
  return uniqueness == Uniqueness::up_to_ties ? "greedy up to the order of ties" : "greedy";
}

verify::MatchingVerdict as_matching(const verify::EdgeCoverVerdict& verdict) {
  return {.ok = verdict.ok,
          .violation = verdict.violation,
          .valid = verdict.valid,
          .maximal = verdict.minimal,
          .greedy = verdict.greedy,
          .value = verdict.value,
          .certified_ratio = verdict.certified_ratio,
          .use = verdict.use};
}

std::string maximal_words(Answer answer) {
  return answer == Answer::cover ? "minimal" : "maximal";
}

std::string ratio_words(double certified_ratio, Answer answer) {
  if (answer == Answer::cover) {
    if (std::isnan(certified_ratio)) return "no bound, as covers may weigh less than nothing";
    return "the lightest cover weighs at least " + ratio(certified_ratio) + " times as much";
  }
  if (std::isnan(certified_ratio)) return "no share of the optimum, as it is negative";
  return "at least " + ratio(certified_ratio) + " of the optimum";
}

std::string rounding_words(double unit) {
  return "weights were rounded to multiples of " + number(unit, 3);
}

void check_layout(io::MatchingLayout layout, bool is_graph) {
  if (is_graph || layout == io::MatchingLayout::pairs) return;
  throw Error(ErrorCode::unsupported,
              "--output-kind mates is for graphs; vertices of a hyperedge have no mate");
}

void check_cover(bool cover, bool is_graph) {
  if (is_graph || !cover) return;
  throw Error(ErrorCode::unsupported,
              "--cover is for graphs; covers by hyperedges are not computed");
}

void check_weight(const MatchingValue& value, Objective objective) {
  if (objective != Objective::cardinality && !std::isfinite(value.weight)) {
    throw Error(ErrorCode::invalid_input, "the weight of the matching is beyond doubles");
  }
}

double weight_at_least(const MatchingValue& value, NonPositive nonpositive) {
  // An integer is off by half a unit in the last place at most.
  if (value.is_integer) {
    constexpr double k_exact = 0x1p53;
    constexpr double k_infinity = std::numeric_limits<double>::infinity();
    return std::abs(value.weight) <= k_exact ? value.weight
                                             : std::nextafter(value.weight, -k_infinity);
  }
  if (nonpositive == NonPositive::keep) return std::numeric_limits<double>::quiet_NaN();
  // Each addition loses at most 2^-53 of what is added up; twice that leaves room for the rest.
  return value.weight * (1 - (static_cast<double>(value.edges) + 4) * 0x1p-52);
}

std::string value_words(const MatchingValue& value, const char* things, const char* sum) {
  const std::string weight = value.is_integer              ? std::to_string(value.integer_weight)
                             : std::isfinite(value.weight) ? number(value.weight, 10)
                                                           : "beyond doubles";
  return counted(value.edges, things) + ", " + sum + " " + weight;
}

}  // namespace hypermatch::cli
