// SPDX-License-Identifier: MIT
// Upper bounds on the weight of every matching, by feasible duals of the fractional matching.
#pragma once

#include <cstdint>
#include <span>

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
[[nodiscard]] DualBound dual_bound(const Context& context, const HyperedgePins& edges,
                                   Objective objective, std::span<const EdgeId> matched,
                                   std::uint64_t small = k_small_dual);
[[nodiscard]] DualBound dual_bound(const Context& context, const ListEdges& edges,
                                   Objective objective, std::span<const EdgeId> matched,
                                   std::uint64_t small = k_small_dual);
[[nodiscard]] DualBound dual_bound(const Context& context, const RowEdges& edges,
                                   Objective objective, std::span<const Offset> matched,
                                   std::uint64_t small = k_small_dual);

}  // namespace hypermatch::detail::verify
