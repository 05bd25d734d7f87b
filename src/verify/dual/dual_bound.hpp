// SPDX-License-Identifier: MIT
// Upper bounds on the weight of every matching, by feasible duals of the fractional matching. Edges
// is HyperedgePins, ListEdges or RowEdges.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "parallel/host/grain.hpp"
#include "verify/dual/dual_problem.hpp"
#include "verify/matching/graph_edges.hpp"

namespace hypermatch::detail::verify {

/// A bound, and the same times 2^-64, which is finite where the bound is beyond double.
struct DualBound {
  double value = 0;
  double shrunk = 0;
};

/// Up to so many pins vertices are improved one at a time.
inline constexpr std::uint64_t k_small_dual = parallel::threshold(1ULL << 19);

/// An upper bound on the objective (weight or cardinality, resolved) of every matching of valid
/// edges; those of weight <= 0 never gain anything. `matched`: of each vertex the place of the
/// matched edge at it, or the largest value. Never below the optimum whatever was rounded; a whole
/// number where weights are; the same for every number of threads. Infinity only where the optimum
/// itself may be beyond the range of double. 40 bytes per vertex, 48 where edges differ in size; up
/// to `small` pins 32 per vertex, 4 per pin and 20 per edge.
/// @throws Error{resources, cancelled}
template <class Edges>
[[nodiscard]] DualBound dual_bound(const Context& context, const Edges& edges, Objective objective,
                                   std::span<const typename Edges::Place> matched,
                                   std::uint64_t small = k_small_dual);

/// As sure a bound on every b-matching: for any y >= 0 and z(e) = max(0, w(e) - sum
/// of y over the pins of e), which is feasible for the dual of the fractional problem, the sum of
/// capacity(v) y(v) and of z(e) is a bound. `lowest`: of each full vertex the place of its matched
/// edge of least weight, or the largest value. y starts from these, or from the first weight at
/// each vertex that does not fit, shared evenly, and is improved by sweeps over the vertices.
/// @throws Error{resources, cancelled}
template <class Edges>
[[nodiscard]] DualBound dual_bound(const Context& context, const Edges& edges, Objective objective,
                                   const Capacities& capacities,
                                   std::span<const typename Edges::Place> lowest);

}  // namespace hypermatch::detail::verify
