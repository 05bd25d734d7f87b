// SPDX-License-Identifier: MIT
// Lower bounds on the weight of every b-edge cover. For any y >= 0 and z(e) = max(0, sum of y over
// the ends of e - w(e)), which is feasible for the dual of the fractional problem, the sum of
// b(v) y(v) less that of z(e) is one.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "verify/matching/graph_edges.hpp"

namespace hypermatch::detail::verify {

/// Numbers of edges that a cover must choose and may leave out at each vertex; size n each.
struct CoverNeeds {
  std::span<const std::uint32_t> needed;  ///< min(b(v), degree(v))
  std::span<const std::uint32_t> spare;   ///< degree(v) less that
};

/// A lower bound on the objective (weight or cardinality, resolved) of every cover. `lightest`: of
/// each vertex without an edge too many the place of the lightest edge that it leaves out, or the
/// largest value. Never above the optimum whatever was rounded; a whole number where weights are;
/// the same for every number of threads. The y are found as those of `dual_bound` under capacities,
/// for the b-matching that a cover leaves out. @throws Error{resources, cancelled}
template <class Edges>
[[nodiscard]] double cover_lower_bound(const Context& context, const Edges& edges,
                                       Objective objective, const CoverNeeds& needs,
                                       std::span<const typename Edges::Place> lightest);

}  // namespace hypermatch::detail::verify
