// SPDX-License-Identifier: MIT
// Heavy b-matchings in graphs: each vertex lies in at most as many matched edges as its capacity.
//
// All of these return the greedy b-matching of the order that graph_matching.hpp describes (edges
// from the top, each taken if both ends have room), to the byte, on any number of threads. It weighs
// at least half of the heaviest b-matching (Mestre 2006, doi:10.1007/11841036_49). With capacity 1
// everywhere the plain algorithm runs, and its mates are the partners.
// All of these throw Error{invalid_input} as those of graph_matching.hpp, and where there is neither
// one capacity nor one per vertex.
#pragma once

#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/results.hpp"

namespace hypermatch {

/// Sorted greedy, the baseline: `std::sort` of the edges, then one scan. O(m log m), one thread
/// whatever the context. @throws Error{invalid_option, resources, cancelled}
[[nodiscard]] Partners greedy(const Context& context, const EdgeListView& graph,
                              const Capacities& capacities, const GraphOrder& order = {});

/// The matched edges as pairs, as `matched_pairs` of a matching has them, and what they weigh. O(n +
/// m). @throws Error{invalid_input} unless partners ascend, are mutual, and one edge joins each pair
[[nodiscard]] MatchedPairs matched_pairs(const Context& context, const AnyGraphView& graph,
                                         const Partners& matching);

/// A matching as the b-matching that it is. O(n).
[[nodiscard]] Partners partners_of(GraphMatching matching);

}  // namespace hypermatch
