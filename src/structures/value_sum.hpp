// SPDX-License-Identifier: MIT
// The value of a matching whose edges come one after the other, in ascending order.
#pragma once

#include <bit>
#include <cstdint>

#include "base/exact_sum.hpp"
#include "hypermatch/matching.hpp"
#include "structures/ascending_sum.hpp"
#include "structures/matching_value.hpp"

namespace hypermatch::detail::structures {

/// A weight as 64 bits: an int64, or a double. Its owner knows which of them.
using RawWeight = std::uint64_t;

/// The bits of an integer weight that becomes a double.
[[nodiscard]] inline RawWeight as_real(RawWeight integer) {
  return std::bit_cast<RawWeight>(static_cast<double>(static_cast<std::int64_t>(integer)));
}

class ValueSum {
 public:
  /// `integer`: all weights are int64.
  explicit ValueSum(bool integer) { value_.is_integer = integer; }

  void add(RawWeight weight) {
    ++value_.edges;
    if (!value_.is_integer) {
      real_sum_.add(std::bit_cast<double>(weight));
    } else {
      sum_ += static_cast<std::int64_t>(weight);
    }
  }
  [[nodiscard]] MatchingValue value() const {
    MatchingValue value = value_;
    if (value.is_integer) {
      take_integer_sum(sum_, value);
    } else {
      value.weight = real_sum_.value();
    }
    return value;
  }

 private:
  MatchingValue value_;
  base::Int128 sum_ = 0;  // of integers
  AscendingSum real_sum_;
};

}  // namespace hypermatch::detail::structures
