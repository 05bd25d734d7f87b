// SPDX-License-Identifier: MIT
#include "structures/fixed_point.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace hypermatch::detail::structures {

namespace {

template <class T>
std::optional<FixedPoint> of_integers(std::span<const T> weights) {
  std::uint64_t most = 1;
  for (const T weight : weights) {
    const auto value = static_cast<std::int64_t>(weight);
    const auto bits = static_cast<std::uint64_t>(value);
    most = std::max(most, value < 0 ? 0 - bits : bits);
  }
  return FixedPoint{.exponent = 0, .bits = static_cast<int>(std::bit_width(most))};
}

template <class T>
std::optional<FixedPoint> of_reals(std::span<const T> weights, int most_bits) {
  int top = std::numeric_limits<int>::min();     // above the highest bit
  int lowest = std::numeric_limits<int>::max();  // the lowest set bit
  for (const double weight : weights) {
    if (!std::isfinite(weight)) return std::nullopt;
    if (weight == 0) continue;
    int place = 0;
    const double fraction = std::ldexp(std::fabs(std::frexp(weight, &place)), 53);
    top = std::max(top, place);
    lowest = std::min(lowest, place - 53 + std::countr_zero(static_cast<std::uint64_t>(fraction)));
  }
  if (lowest > top) return FixedPoint{};
  if (top - lowest <= most_bits) return FixedPoint{.exponent = lowest, .bits = top - lowest};
  // Rounding up may carry into one bit more.
  return FixedPoint{.exponent = top - most_bits + 1, .bits = most_bits, .is_exact = false};
}

}  // namespace

std::optional<FixedPoint> fixed_point_of(const WeightsView& weights, int most_bits) {
  return std::visit(
      [&](const auto& values) -> std::optional<FixedPoint> {
        using Values = std::decay_t<decltype(values)>;
        if constexpr (std::is_same_v<Values, std::monostate>) {
          return FixedPoint{};
        } else if constexpr (std::is_integral_v<typename Values::value_type>) {
          return of_integers(values);
        } else {
          return of_reals(values, most_bits);
        }
      },
      weights);
}

}  // namespace hypermatch::detail::structures
