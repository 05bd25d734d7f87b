// SPDX-License-Identifier: MIT
// What a matching is held to by `match --verify` and by `verify`, and how the verdict reads.
#pragma once

#include <string>

#include "hypermatch/instance_io.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/verify_cover.hpp"
#include "hypermatch/verify_matching.hpp"

namespace hypermatch::cli {

/// How far an algorithm's answer is fixed by the order.
enum class Uniqueness {
  none,        ///< any matching, or any maximal one
  up_to_ties,  ///< greedy, equal ratings in any order
  greedy,      ///< the greedy matching itself
};

/// What `algorithm` promises for this request.
[[nodiscard]] Uniqueness uniqueness_of(const registry::AlgorithmInfo& algorithm,
                                       const registry::MatchingRequest& request);

/// Demands greedy-ness as far as `uniqueness` says.
void demand_greedy(verify::MatchingDemands& demands, Uniqueness uniqueness);

/// "greedy" or "greedy up to the order of ties".
[[nodiscard]] std::string greedy_words(Uniqueness uniqueness);

/// What edges are chosen for.
enum class Answer { matching, cover };

/// The verdict of a cover in the members of a matching's: `maximal` says that it is minimal.
[[nodiscard]] verify::MatchingVerdict as_matching(const verify::EdgeCoverVerdict& verdict);

/// "maximal" or "minimal".
[[nodiscard]] std::string maximal_words(Answer answer);

/// "at least 0.9312 of the optimum", or that the lightest cover weighs that share of this one.
[[nodiscard]] std::string ratio_words(double certified_ratio, Answer answer = Answer::matching);

/// "weights were rounded to multiples of 128"
[[nodiscard]] std::string rounding_words(double unit);

/// Refuses mates of a hypergraph. @throws Error{unsupported}
void check_layout(io::MatchingLayout layout, bool is_graph);

/// Refuses a cover of a hypergraph. @throws Error{unsupported}
void check_cover(bool cover, bool is_graph);

/// Refuses a weight beyond doubles, where weights count. @throws Error{invalid_input}
void check_weight(const MatchingValue& value, Objective objective);

/// What the matched edges weigh at least, in spite of rounding; NaN where that is not known: sums
/// of doubles of which some may be negative.
[[nodiscard]] double weight_at_least(const MatchingValue& value, NonPositive nonpositive);

/// "12 edges, weight 345".
[[nodiscard]] std::string value_words(const MatchingValue& value, const char* things = "edge",
                                      const char* sum = "weight");

}  // namespace hypermatch::cli
