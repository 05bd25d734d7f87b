// SPDX-License-Identifier: MIT
// What the edges of a matching weigh.
#pragma once

#include <span>

#include "hypermatch/matching.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::structures {

/// Sums of 64-bit integers: what counts is whether the sum fits, not what stands before its last
/// term.
__extension__ using Wide = __int128;

/// Beyond 64 bits it is given in double only.
void take_integer_sum(Wide sum, MatchingValue& value);

/// The sum over `edges`, in their order.
[[nodiscard]] MatchingValue value_of(const WeightsView& weights, std::span<const EdgeId> edges);
/// The same of one arc of each edge, where weights stand one per arc.
[[nodiscard]] MatchingValue value_of_arcs(const WeightsView& weights, std::span<const Offset> arcs);

}  // namespace hypermatch::detail::structures
