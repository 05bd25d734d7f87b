// SPDX-License-Identifier: MIT
// The weight of a matching, and what it is at least in spite of rounding.
#pragma once

#include <span>

#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::verify {

struct ExactSum {
  MatchingValue value;  ///< an integer sum beyond int64 is given in double only (not `is_integer`)
  double lower = 0;     ///< never above the exact sum of the weights
  double shrunk_lower = 0;  ///< the same times 2^-64, for sums beyond double
};

/// Sums the weights of existing edges in the order given; every edge weighs 1 if there are none.
[[nodiscard]] ExactSum exact_sum(const WeightsView& weights, std::span<const EdgeId> edges);

}  // namespace hypermatch::detail::verify
