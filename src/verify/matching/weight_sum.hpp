// SPDX-License-Identifier: MIT
// The weight of a matching, and what it is at least in spite of rounding.
#pragma once

#include <cstddef>
#include <span>

#include "hypermatch/matching.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::verify {

struct WeightSum {
  MatchingValue value;  ///< an integer sum beyond int64 is given in double only (not `is_integer`)
  double lower = 0;     ///< never above the exact sum of the weights
  double upper = 0;     ///< never below it; may be infinity
  double shrunk_lower = 0;  ///< the same times 2^-64, for sums beyond double
};

/// Sums the weights at existing places in the order given; each is 1 if there are none.
[[nodiscard]] WeightSum weight_of(const WeightsView& weights, std::span<const EdgeId> places);
[[nodiscard]] WeightSum weight_of(const WeightsView& weights, std::span<const Offset> places);

/// The sum of `edges` edges of weight 1.
[[nodiscard]] WeightSum count_of(std::size_t edges);

}  // namespace hypermatch::detail::verify
