// SPDX-License-Identifier: MIT
// Matchings that the search for augmenting paths starts from.
#pragma once

#include <cstdint>

#include "algorithms/bipartite_matching/common/problem.hpp"

namespace hypermatch::detail::bipartite_matching {

/// Makes the start `start` (not `automatic`) into the empty matching of `problem`, on all threads
/// of its context, and adds its time to the stats. @throws Error{invalid_input} for an initial
/// matching that is none
void run_start(Problem& problem, BipartiteStart start, const BipartiteOptions& options);

/// On one core: always the same matching.
void cheap_seq(Problem& problem);
void karp_sipser_seq(Problem& problem);

/// On all threads: which edges are matched depends on timing.
void cheap_threads(Problem& problem);
void karp_sipser_threads(Problem& problem);

/// On all threads; with one, always the same matching for the same seed.
void two_sided(Problem& problem, std::uint64_t seed);

/// Half of Karp and Sipser's, without the transpose, on one core; always the same matching.
void least_degree_seq(Problem& problem);

}  // namespace hypermatch::detail::bipartite_matching
