// SPDX-License-Identifier: MIT
// Upper bounds on the weight of every b-matching. For any y >= 0 and z(e) = max(0, w(e) - sum of y
// over the pins of e), which is feasible for the dual of the fractional problem, the sum of
// capacity(v) y(v) and of z(e) is one.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "verify/dual/dual_bound.hpp"
#include "verify/matching/graph_edges.hpp"

namespace hypermatch::detail::verify {

/// An upper bound on the objective (weight or cardinality, resolved) of every b-matching of valid
/// edges. `lowest`: of each full vertex the place of its matched edge of least weight, or the
/// largest value. Never below the optimum whatever was rounded; a whole number where weights are;
/// the same for every number of threads. y starts from `lowest`, or from the first weight at each
/// vertex that does not fit, shared evenly, and is improved by sweeps over the vertices.
/// @throws Error{resources, cancelled}
[[nodiscard]] DualBound b_dual_bound(const Context& context, const HyperedgePins& edges,
                                     const HypergraphView& hypergraph, Objective objective,
                                     const Capacities& capacities, std::span<const EdgeId> lowest);
[[nodiscard]] DualBound b_dual_bound(const Context& context, const ListEdges& edges,
                                     Objective objective, const Capacities& capacities,
                                     std::span<const EdgeId> lowest);
[[nodiscard]] DualBound b_dual_bound(const Context& context, const RowEdges& edges,
                                     Objective objective, const Capacities& capacities,
                                     std::span<const Offset> lowest);

}  // namespace hypermatch::detail::verify
