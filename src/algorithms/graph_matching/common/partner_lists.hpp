// SPDX-License-Identifier: MIT
// From the pairs of a b-matching, in any order, to the partners of each vertex in ascending order.
#pragma once

#include <span>

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/results.hpp"

namespace hypermatch::detail::graph_matching {

/// `stats` is left to the caller. O(n + pairs log(capacity)).
[[nodiscard]] Partners partner_lists(const Context& context, VertexId num_vertices,
                                     std::span<const GraphEdge> pairs);

/// Puts the partners of each vertex into ascending order.
void sort_partners(const Context& context, Partners& lists);

}  // namespace hypermatch::detail::graph_matching
