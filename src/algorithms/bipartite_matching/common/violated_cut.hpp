// SPDX-License-Identifier: MIT
// The vertices that show that no set of pairs keeps the bounds.
#pragma once

#include "algorithms/bipartite_matching/common/feasible_pairs.hpp"
#include "algorithms/bipartite_matching/common/pair_network.hpp"
#include "hypermatch/b_assignment.hpp"

namespace hypermatch::detail::bipartite_matching {

/// The cut that a search for feasible pairs without success ends with.
[[nodiscard]] ViolatedCut violated_cut(const PairNetwork& network, const PairBounds& bounds,
                                       const FeasiblePairs& found);

/// Refuses weights and bounds that do not fit the graph. @throws Error{invalid_input}
void check_pairs_call(const Context& context, const char* algorithm, const BipartiteView& graph,
                      const WeightsView& weights, const PairBounds& bounds);

}  // namespace hypermatch::detail::bipartite_matching
