// SPDX-License-Identifier: MIT
// From the findings of a checker of a matching, of a graph or a hypergraph, to the verdict.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/verify_matching.hpp"
#include "verify/dual/certified_ratio.hpp"
#include "verify/matching/weight_sum.hpp"

namespace hypermatch::detail::verify {

/// The first edges that tell against a valid matching.
template <class Witness>
struct Counterexamples {
  Witness addable;   ///< all its vertices have room: the matching is not maximal
  Witness dominant;  ///< no vertex of it is full of edges above it: it is not greedy
};

/// The first ones of all parts, in which edges behind an addable one were not looked at.
template <class Witness>
[[nodiscard]] Counterexamples<Witness> first_of(
    const std::vector<Counterexamples<Witness>>& parts) {
  Counterexamples<Witness> found;
  for (const auto& part : parts) {
    if (!found.dominant.is_there()) found.dominant = part.dominant;
    found.addable = part.addable;
    if (found.addable.is_there()) break;
  }
  return found;
}

/// `violation`: what was found when the checker took the answer over, or nothing.
template <class Checker>
hypermatch::verify::MatchingVerdict judge(const Context& context, Checker& checker,
                                          std::string violation, bool wants_bound) {
  hypermatch::verify::MatchingVerdict verdict;
  verdict.violation = violation.empty() ? checker.check_edges(context) : std::move(violation);
  verdict.valid = verdict.violation.empty();
  if (verdict.valid) {
    const auto found = checker.check_unmatched(context);
    verdict.maximal = !found.addable.is_there();
    verdict.greedy = verdict.maximal && !found.dominant.is_there();
    verdict.violation = checker.violation(found);
    verdict.use = checker.use(context);
  }
  const WeightSum sum = checker.weight();
  verdict.value = sum.value;
  verdict.ok = verdict.violation.empty();
  if (!verdict.ok || !wants_bound) return verdict;
  const DualBound bound = checker.bound(context);
  verdict.upper_bound = bound.value;
  verdict.certified_ratio = certified_ratio(
      checker.objective() == Objective::weight ? sum : count_of(checker.num_matched()), bound);
  return verdict;
}

}  // namespace hypermatch::detail::verify
