// SPDX-License-Identifier: MIT
// Upper bounds on the weight of every matching, by feasible duals of the fractional matching.
#pragma once

#include <span>

#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::detail::verify {

/// A bound, and the same times 2^-64, which is finite where the bound is beyond double.
struct DualBound {
  double value = 0;
  double shrunk = 0;
};

/// An upper bound on the objective (weight or cardinality, resolved) of every matching of a valid
/// hypergraph, edges of weight <= 0 never gaining anything. `matching`, distinct disjoint edges,
/// is where the dual starts. Never below the optimum whatever was rounded; a whole number where
/// weights are. Infinity only where the optimum itself may be beyond the range of double.
[[nodiscard]] DualBound dual_bound(const Context& context, const HypergraphView& hypergraph,
                                   Objective objective, std::span<const EdgeId> matching);

}  // namespace hypermatch::detail::verify
