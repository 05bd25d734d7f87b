// SPDX-License-Identifier: MIT
// The share of the best value that an answer with a gap is certain to have.
#pragma once

#include <algorithm>

#include "hypermatch/matching.hpp"

namespace hypermatch::verify {

/// The share of the best value that is certain where another answer may be better by `gap` at most:
/// 1 without a gap, else less, however small the gap is.
[[nodiscard]] constexpr double certain_share(double value, double gap, Sense sense) {
  if (gap <= 0) return 1.0;
  const double least = sense == Sense::minimize ? value - gap : value;
  const double most = sense == Sense::minimize ? value : value + gap;
  constexpr double k_below_one = 1 - 0x1p-53;
  return least > 0 ? std::min(least / most, k_below_one) : 0.0;
}

}  // namespace hypermatch::verify
