// SPDX-License-Identifier: MIT
// Weights of any type as integers in units of a power of two, exactly where their bits allow it.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <variant>

#include "base/exact_sum.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::structures {

/// Weight e is `value_of(weights, e) * 2^exponent`, up to the unit's half if it is not exact.
struct FixedPoint {
  int exponent = 0;
  int bits = 1;  ///< all values are below 2^bits in size
  bool is_exact = true;

  /// The unit, or 0 where values are exact.
  [[nodiscard]] double rounding_unit() const { return is_exact ? 0.0 : std::ldexp(1.0, exponent); }

  [[nodiscard]] base::Int128 value_of(double weight) const {
    if (weight == 0) return 0;
    int place = 0;
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(weight, &place), 53));
    const int shift = place - 53 - exponent;
    if (shift >= 0) return base::Int128{mantissa} * (base::Int128{1} << shift);
    if (shift < -60) return 0;
    // To the nearest multiple; where bits are lost, which way a half goes does not matter.
    return (base::Int128{mantissa} + (base::Int128{1} << (-shift - 1))) >> -shift;
  }
  [[nodiscard]] base::Int128 value_of(std::int64_t weight) const { return weight; }
  [[nodiscard]] base::Int128 value_of(std::int32_t weight) const { return weight; }

  [[nodiscard]] base::Int128 value_of(const WeightsView& weights, std::size_t e) const {
    return std::visit(
        [&](const auto& values) -> base::Int128 {
          if constexpr (std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
            return 1;
          } else {
            return value_of(values[e]);
          }
        },
        weights);
  }
};

/// The representation that `most_bits` (54 .. 120) allow: integers and unweighted as they are; of
/// real weights the lowest set bit of all is the unit, or, where that takes too many bits, the
/// largest weight has all of them. Nothing for weights that are no finite numbers.
[[nodiscard]] std::optional<FixedPoint> fixed_point_of(const WeightsView& weights, int most_bits);

}  // namespace hypermatch::detail::structures
