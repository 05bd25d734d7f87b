// SPDX-License-Identifier: MIT
// Light b-edge covers of graphs: each vertex lies in at least as many chosen edges as it asks for.
//
// What a cover leaves out is a b-matching, with degree - b as capacities. So the complement of the
// heaviest b-matching is the lightest cover, and that of the greedy one weighs at most twice as
// much as the lightest cover if no weight is negative: an edge e that is chosen, though the
// lightest cover leaves it out, has an end that is full of left-out edges before it, of which the
// lightest cover chooses one for e; each is chosen for two such edges at most. Khan, Pothen and
// Ferdous (Parallel Algorithms through Approximation: b-Edge Cover, IPDPS 2018) compute covers so,
// under the name MCE. Ties are those of graph_matching.hpp.
#pragma once

#include <cstdint>

#include "hypermatch/array.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/results.hpp"

namespace hypermatch {

/// A light set of edges such that each vertex v lies in at least min(least[v], degree(v)) of them:
/// the complement of the greedy b-matching. Edges of weight 0 or less are all chosen, unless
/// `order.nonpositive` is `keep`: then no edge is chosen that could be left out. With objective
/// cardinality the edges are few instead of light. By `local_max`; the same bytes on any number of
/// threads. O(n + m) expected.
/// @throws Error{invalid_input} if sizes do not fit each other, Error{invalid_option, resources,
/// cancelled}
[[nodiscard]] Partners b_edge_cover(const Context& context, const AnyGraphView& graph,
                                    const Capacities& least, const GraphOrder& order = {});

/// The number of edges that a cover may leave out at each vertex, size n: max(degree(v) - least[v],
/// 0). O(n + m). @throws Error{invalid_input} if sizes do not fit each other, Error{resources}
[[nodiscard]] Array<std::uint32_t> complement_capacities(const Context& context,
                                                         const AnyGraphView& graph,
                                                         const Capacities& least);

/// The edges that a b-matching leaves out. Statistics are those of the matching, but for the
/// guarantee, which is that of the cover. O(n + m log(capacity)).
/// @throws Error{invalid_input} as `matched_pairs`, Error{resources, cancelled}
[[nodiscard]] Partners complement(const Context& context, const AnyGraphView& graph,
                                  const Partners& matching);

}  // namespace hypermatch
