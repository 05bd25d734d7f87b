// SPDX-License-Identifier: MIT
// Matchings that the search for augmenting paths starts from.
#pragma once

#include <cstdint>

#include "algorithms/bipartite_matching/problem.hpp"

namespace hypermatch::detail::bipartite_matching {

/// Makes the start `start` (not `automatic`) into the empty matching of `problem`, on all threads
/// of its context, and adds its time to the stats.
void run_start(Problem& problem, BipartiteStart start, std::uint64_t seed);

void cheap_seq(Problem& problem);

}  // namespace hypermatch::detail::bipartite_matching
