// SPDX-License-Identifier: MIT
#include "structures/fixed_point.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "base/per_isa.hpp"

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

// The largest of the sizes, and the smallest of the lowest set bits, by their values; 0 and
// infinity without weights other than 0.
struct Spread {
  double most = 0;
  double lowest = std::numeric_limits<double>::infinity();
  bool are_finite = true;
};

// The value of the lowest set bit: what is lost without it. That of a power of two is itself.
HYPERMATCH_ALWAYS_INLINE double lowest_bit(double size) {
  constexpr std::uint64_t k_mantissa = (std::uint64_t{1} << 52) - 1;
  const auto bits = std::bit_cast<std::uint64_t>(size);
  const double rest = std::bit_cast<double>(bits & (bits - 1));
  const double low = (bits & k_mantissa) != 0 ? size - rest : size;
  return low > 0 ? low : std::numeric_limits<double>::infinity();
}

// Several weights at a time, by one result per place in a block.
template <class T>
HYPERMATCH_ALWAYS_INLINE Spread spread_in(const T* weights, std::size_t size) {
  constexpr std::size_t k_block = 16;
  double most[k_block], lowest[k_block], wrong[k_block];
  for (std::size_t k = 0; k < k_block; ++k) {
    most[k] = wrong[k] = 0;
    lowest[k] = std::numeric_limits<double>::infinity();
  }
  const auto take = [&](double weight, std::size_t k) HYPERMATCH_INLINE_BODY {
    const double value = std::fabs(weight);
    const double low = lowest_bit(value);
    most[k] = value > most[k] ? value : most[k];
    lowest[k] = low < lowest[k] ? low : lowest[k];
    wrong[k] += value - value;  // not 0 of what is not finite
  };
  std::size_t i = 0;
  for (; i + k_block <= size; i += k_block) {
    for (std::size_t k = 0; k < k_block; ++k) take(weights[i + k], k);
  }
  for (; i < size; ++i) take(weights[i], 0);
  Spread spread;
  for (std::size_t k = 0; k < k_block; ++k) {
    spread.most = std::max(spread.most, most[k]);
    spread.lowest = std::min(spread.lowest, lowest[k]);
    spread.are_finite = spread.are_finite && wrong[k] == 0;
  }
  return spread;
}
HYPERMATCH_PER_ISA Spread spread_of(const double* weights, std::size_t size) noexcept {
  return spread_in(weights, size);
}
HYPERMATCH_PER_ISA Spread spread_of(const float* weights, std::size_t size) noexcept {
  return spread_in(weights, size);
}

template <class T>
std::optional<FixedPoint> of_reals(std::span<const T> weights, int most_bits) {
  const Spread spread = spread_of(weights.data(), weights.size());
  if (!spread.are_finite) return std::nullopt;
  if (spread.most == 0) return FixedPoint{};
  const int top = std::ilogb(spread.most) + 1;  // above the highest bit
  const int lowest = std::ilogb(spread.lowest);
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
