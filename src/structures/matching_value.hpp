// SPDX-License-Identifier: MIT
// The weight of the edges of a matching.
#pragma once

#include <span>

#include "base/exact_sum.hpp"
#include "hypermatch/matching.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::structures {

/// Takes a sum over in 64 bits where it fits; beyond, in double only.
void take_integer_sum(base::Int128 sum, MatchingValue& value);

/// The sum over `places`, in their order: integers exactly, real weights as `AscendingSum` does.
[[nodiscard]] MatchingValue value_of(const WeightsView& weights, std::span<const EdgeId> places);
/// Sums weights at positions that differ from the edge numbers, as in rows.
[[nodiscard]] MatchingValue value_of(const WeightsView& weights, std::span<const Offset> places);

}  // namespace hypermatch::detail::structures
