// SPDX-License-Identifier: MIT
// Certified ratio of a matching: objective over a bound on the optimum.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "verify/dual/dual_bound.hpp"
#include "verify/matching/weight_sum.hpp"

namespace hypermatch::detail::verify {

/// objective / bound, rounded down, 0 .. 1; 1 if nothing can be gained, NaN of a negative
/// objective, which is no share of anything. `objective` is a lower bound on what the matching is
/// worth.
[[nodiscard]] inline double certified_ratio(double objective, double bound) {
  if (objective < 0) return std::numeric_limits<double>::quiet_NaN();
  if (bound <= 0) return 1;
  if (objective == 0) return 0;
  if (objective >= bound) return 1;
  const double quotient = objective / bound;
  // The sign of an exact residual tells whether it was rounded up; near the smallest numbers the
  // residual itself may vanish.
  const bool above = std::fma(quotient, bound, -objective) > 0 || objective < 0x1p-900;
  return above ? std::nextafter(quotient, 0.0) : quotient;
}

/// The certified ratio of the sum of a matching. A lower bound that rounding makes negative counts
/// as 0. Beyond the range of double, sum and bound are compared times 2^-64.
[[nodiscard]] inline double certified_ratio(const WeightSum& sum, const DualBound& bound) {
  if (sum.value.weight < 0) return std::numeric_limits<double>::quiet_NaN();
  return std::isfinite(bound.value)
             ? certified_ratio(std::max(sum.lower, 0.0), bound.value)
             : certified_ratio(std::max(sum.shrunk_lower, 0.0), bound.shrunk);
}

}  // namespace hypermatch::detail::verify
