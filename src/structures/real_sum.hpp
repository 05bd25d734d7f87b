// SPDX-License-Identifier: MIT
// Sums of doubles, with a number that is never above the exact one.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace hypermatch::detail::structures {

/// At most 2^33 finite terms, added as they come. Partial sums may leave the range of double: all
/// is added a second time, times 2^-64.
class RealSum {
 public:
  /// What the numbers of the second sum are multiplied by.
  static constexpr double k_shrink = 0x1p-64;

  void add(double term) {
    const double before = sum_;
    sum_ += term;
    // Knuth's two-sum: the rounding error of one addition, exactly; NaN where it overflowed.
    const double part = sum_ - before;
    exact_ = exact_ && (before - (sum_ - part)) + (term - part) == 0;
    sizes_ += std::fabs(term);
    shrunk_sum_ += term * k_shrink;
    shrunk_sizes_ += std::fabs(term) * k_shrink;
    ++terms_;
  }

  /// The sum in the order of the terms, each addition rounded; infinite only if it is beyond double
  /// at the end.
  [[nodiscard]] double value() const { return std::isfinite(sum_) ? sum_ : shrunk_sum_ / k_shrink; }
  /// Never above the exact sum; -infinity where nothing better is known.
  [[nodiscard]] double lower() const {
    if (exact_) return sum_;
    if (std::isfinite(sizes_)) return sum_ - error_of(sizes_);
    const double lower = shrunk_lower() / k_shrink;
    constexpr double k_infinity = std::numeric_limits<double>::infinity();
    return lower == k_infinity ? std::numeric_limits<double>::max() : lower;
  }
  /// The same times 2^-64, for sums beyond double. Below 2^-958 it is not exact.
  [[nodiscard]] double shrunk_lower() const {
    if (std::isfinite(sizes_)) return lower() * k_shrink;
    return shrunk_sum_ - error_of(shrunk_sizes_);
  }

 private:
  // The error of the sum is at most (terms - 1) 2^-53 times the sum of sizes (Higham 2002, sec.
  // 4.2), and nothing as long as every addition was exact.
  [[nodiscard]] double error_of(double sizes) const {
    return sizes * (static_cast<double>(terms_) + 4) * 0x1p-52;
  }

  double sum_ = 0;
  double sizes_ = 0;
  double shrunk_sum_ = 0;
  double shrunk_sizes_ = 0;
  std::uint64_t terms_ = 0;
  bool exact_ = true;
};

}  // namespace hypermatch::detail::structures
