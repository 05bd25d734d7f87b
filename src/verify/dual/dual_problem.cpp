// SPDX-License-Identifier: MIT
#include "verify/dual/dual_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <variant>

#include "verify/dual/infinity.hpp"
namespace hypermatch::detail::verify {

namespace {

constexpr double k_largest = std::numeric_limits<double>::max();

// The least double that is not below.
double round_up(std::int64_t value) {
  const auto nearest = static_cast<double>(value);
  // 2^63 itself does not convert back, and is not below anything.
  if (nearest >= 0x1p63 || static_cast<std::int64_t>(nearest) >= value) return nearest;
  return std::nextafter(nearest, k_infinity);
}
double round_up(double value) {
  return value;
}

// Multiplies by 2^exponent, both 2^exponent and its inverse being normal numbers, and rounds up
// where that loses bits below the range of normal numbers.
class ScaleUp {
 public:
  explicit ScaleUp(int exponent) : ScaleUp(std::ldexp(1.0, exponent), std::ldexp(1.0, -exponent)) {}
  ScaleUp(double factor, double inverse) : factor_(factor), inverse_(inverse) {}
  double operator()(double value) const {
    const double scaled = value * factor_;
    return scaled * inverse_ < value ? std::nextafter(scaled, k_infinity) : scaled;
  }

 private:
  double factor_, inverse_;
};

template <class T>
double gain_of(T weight) {
  using Wide = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
  return weight > 0 ? round_up(Wide{weight}) : 0.0;
}

// Calls body(gain), where gain(place) is the weight there, rounded up, or 0.
template <class Body>
auto with_gains(const WeightsView& weights, const Body& body) {
  return std::visit(
      [&](const auto& held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return body([](std::size_t) { return 1.0; });
        } else {
          return body([held](std::size_t place) { return gain_of(held[place]); });
        }
      },
      weights);
}

// Positive weights in whole units.
struct Total {
  std::uint64_t units = 0;
  std::uint64_t count = 0;
};

}  // namespace

DualWeights::DualWeights(const Context& context, const WeightsView& weights, std::size_t num_places,
                         Objective objective)
    : weights_(objective == Objective::weight ? weights : WeightsView{}) {
  is_integer_ = std::visit(
      [](const auto& held) {
        using View = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return true;
        } else {
          return std::is_integral_v<typename View::value_type>;
        }
      },
      weights_);
  with_gains(weights_, [&](const auto& gain) {
    const double largest = parallel::reduce(context, num_places, 0.0, gain,
                                            [](double a, double b) { return std::max(a, b); });
    if (largest == 0) return;
    // Exponents stay where both powers are normal numbers.
    exponent_ = std::clamp(std::ilogb(largest), -1000, 1000);
    scale_ = std::ldexp(1.0, -exponent_);
    unscale_ = std::ldexp(1.0, exponent_);
    largest_ = largest * scale_;
    // In whole units, so that the order of terms does not matter: 2^33 of them fit into 64 bits.
    constexpr double k_unit = 0x1p-29;
    const Total total = parallel::reduce(
        context, num_places, Total{},
        [&](std::size_t place) {
          const double weight = gain(place) * scale_;
          return Total{static_cast<std::uint64_t>(weight / k_unit), weight > 0 ? 1ULL : 0ULL};
        },
        [](const Total& a, const Total& b) {
          return Total{a.units + b.units, a.count + b.count};
        });
    // If all weights but the largest round to 0 units, any positive mean serves.
    mean_ = std::max(static_cast<double>(total.units), 1.0) /
            static_cast<double>(std::max<std::uint64_t>(total.count, 1)) * k_unit;
    // Each weight is less than a unit above its units. Weights beyond 2^1001 may overflow them.
    sum_at_most_ = largest_ < 2
                       ? static_cast<double>(total.units + total.count) * (k_unit * (1 + 0x1p-50))
                       : k_infinity;
    are_equal_ = mean_ > (1 - 0x1p-20) * largest * scale_;
  });
}

void DualWeights::load(std::size_t begin, std::size_t end, double* out) const {
  const ScaleUp scale(scale_, unscale_);
  with_gains(weights_, [&](const auto& gain) {
    for (std::size_t place = begin; place < end; ++place) *out++ = scale(gain(place));
  });
}

void DualWeights::load(std::size_t begin, std::size_t end, float* out) const {
  std::visit(
      [&](const auto& held) {
        for (std::size_t place = begin; place < end; ++place) {
          if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
            *out++ = 1;
          } else {
            *out++ = static_cast<float>(std::max(static_cast<double>(held[place]), 0.0) * scale_);
          }
        }
      },
      weights_);
}

double DualWeights::unscaled_bound(double bound) const {
  const double unscaled = ScaleUp(exponent_)(bound);
  return is_integer_ ? std::floor(unscaled) : unscaled;
}

double DualWeights::unscaled_lower_bound(double bound) const {
  // The power is a normal number; where the product is none, bits may be lost.
  const double unscaled = std::min(bound * std::ldexp(1.0, exponent_), k_largest);
  if (unscaled < 0x1p-1000) return 0;
  return is_integer_ ? std::ceil(unscaled) : unscaled;
}

double DualWeights::shrunk_bound(double bound) const {
  return ScaleUp(std::max(exponent_ - 64, -1000))(bound);
}

}  // namespace hypermatch::detail::verify
