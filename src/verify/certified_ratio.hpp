// SPDX-License-Identifier: MIT
// What a bound on the optimum says of a matching.
#pragma once

#include <cmath>
#include <limits>

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

}  // namespace hypermatch::detail::verify
