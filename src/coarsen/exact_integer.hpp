// SPDX-License-Identifier: MIT
// An exact sum of up to 2^64 integers of 64 bits; may be added up in any order.
#pragma once

#include <cstdint>

namespace hypermatch::detail::coarsen {

struct ExactInteger {
  std::uint64_t low = 0;
  std::int64_t high = 0;

  /// The integer with its sign in the upper word.
  [[nodiscard]] static constexpr ExactInteger of(std::int64_t value) {
    return {static_cast<std::uint64_t>(value), value < 0 ? -1 : 0};
  }
  constexpr ExactInteger& operator+=(const ExactInteger& other) {
    low += other.low;
    high += other.high + (low < other.low ? 1 : 0);
    return *this;
  }
  [[nodiscard]] constexpr bool fits() const { return high == (value() < 0 ? -1 : 0); }
  /// The sum where it fits 64 bits.
  [[nodiscard]] constexpr std::int64_t value() const { return static_cast<std::int64_t>(low); }
};

}  // namespace hypermatch::detail::coarsen
