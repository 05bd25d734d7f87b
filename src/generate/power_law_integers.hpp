// SPDX-License-Identifier: MIT
// Whole numbers by a power law.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "generate/sampling.hpp"

namespace hypermatch::detail::generate {

/// Numbers k in low .. high with probabilities proportional to k^-exponent. Divisions, products and
/// sums only, which are rounded exactly: the same numbers on every machine. 8 bytes per number of
/// the range; O(log(high - low)) per draw.
class PowerLawIntegers {
 public:
  /// 1 <= low <= high
  PowerLawIntegers(std::uint64_t low, std::uint64_t high, std::uint64_t exponent) : low_(low) {
    up_to_.reserve(high - low + 1);
    double sum = 0.0;
    for (std::uint64_t k = low; k <= high; ++k) {
      double share = 1.0;
      for (std::uint64_t i = 0; i < exponent; ++i) share /= static_cast<double>(k);
      sum += share;
      up_to_.push_back(sum);
    }
  }

  [[nodiscard]] std::uint64_t draw(Draws& draws) const {
    const double at = base::unit_interval(draws.bits()) * up_to_.back();
    const auto found = std::upper_bound(up_to_.begin(), up_to_.end() - 1, at);
    return low_ + static_cast<std::uint64_t>(found - up_to_.begin());
  }

 private:
  std::uint64_t low_;
  std::vector<double> up_to_;  // sums of the probabilities up to each number, not normalised
};

}  // namespace hypermatch::detail::generate
