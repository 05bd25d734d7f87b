// SPDX-License-Identifier: MIT
// The weight of a matching as it is reported where weights are real: the doubles
// are added in ascending order of edges, each addition rounded. This definition depends on the
// order, is only ever computed by one thread, and decides nothing; what decides, or is added up in
// parts, is a `base::ExactSum`.
#pragma once

#include <cmath>

namespace hypermatch::detail::structures {

/// At most 2^33 finite terms, added as they come. Partial sums may leave the range of double: all
/// is added a second time, times 2^-64.
class AscendingSum {
 public:
  void add(double term) {
    sum_ += term;
    shrunk_sum_ += term * k_shrink;
  }

  /// Infinite only if the sum is beyond double at the end.
  [[nodiscard]] double value() const { return std::isfinite(sum_) ? sum_ : shrunk_sum_ / k_shrink; }

 private:
  static constexpr double k_shrink = 0x1p-64;

  double sum_ = 0;
  double shrunk_sum_ = 0;
};

}  // namespace hypermatch::detail::structures
