// SPDX-License-Identifier: MIT
// The natural logarithm with the same bits on all machines.
#pragma once

#include <cmath>

namespace hypermatch::detail::generate {

/// From additions, multiplications and divisions only, which are rounded exactly:
/// ln m = 2 artanh((m - 1) / (m + 1)) for m between the square roots of 1/2 and 2. `value` > 0.
[[nodiscard]] inline double natural_log(double value) {
  constexpr double k_ln_2 = 0x1.62E42FEFA39EFp-1;
  int exponent = 0;
  double m = std::frexp(value, &exponent);
  if (m < 0x1.6A09E667F3BCDp-1) {
    m *= 2;
    --exponent;
  }
  const double z = (m - 1) / (m + 1), square = z * z;
  double sum = 0;
  // z^25 is below 2^-63.
  for (int power = 25; power > 0; power -= 2) sum = sum * square + 1.0 / power;
  return exponent * k_ln_2 + 2 * z * sum;
}

}  // namespace hypermatch::detail::generate
