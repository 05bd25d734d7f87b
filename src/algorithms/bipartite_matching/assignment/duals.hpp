// SPDX-License-Identifier: MIT
// The dual solution of a `BAssignment` from the prices of its parts.
#pragma once

#include <span>

#include "algorithms/bipartite_matching/assignment/part.hpp"
#include "hypermatch/b_assignment.hpp"
#include "structures/pair_values.hpp"

namespace hypermatch::detail::bipartite_matching {

/// Duals of a solved part that has all vertices which may lie in a pair; lower bounds demand its
/// rows, or none. False if prices are beyond the bonus of a pair.
[[nodiscard]] bool take_duals(const WeightedPairs& pairs, const structures::PairValues& values,
                              const PairBounds& bounds, bool are_demanded, const AssignedPart& part,
                              SolvedPart& solved, BAssignment& answer);

/// Duals of cheapest pairs of the horizontal, the square and the vertical part. False if they do
/// not fit together.
[[nodiscard]] bool take_duals_of_parts(const WeightedPairs& pairs,
                                       const structures::PairValues& values,
                                       std::span<const AssignedPart> parts,
                                       std::span<SolvedPart> solved, BAssignment& answer);

}  // namespace hypermatch::detail::bipartite_matching
