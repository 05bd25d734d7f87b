// SPDX-License-Identifier: MIT
#include "verify/matching/weight_sum.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <variant>

#include "base/exact_sum.hpp"
#include "structures/matching_value.hpp"
#include "verify/dual/infinity.hpp"

namespace hypermatch::detail::verify {

namespace {

using base::Int128;
constexpr double k_shrink = 0x1p-64;

// A lower bound on the exact sum of at most 2^33 finite doubles: the sum in the given order less
// the largest possible rounding error. Reported ratios depend on every bit of it; an exact sum
// would raise some in the 13th digit.
class SumFromBelow {
 public:
  void add(double term) {
    exact_ &= base::add_exactly(sum_, term);
    sizes_ += std::fabs(term);
    shrunk_sum_ += term * k_shrink;
    shrunk_sizes_ += std::fabs(term) * k_shrink;
    ++terms_;
  }

  /// -infinity where nothing better is known.
  [[nodiscard]] double lower() const {
    if (exact_) return sum_;
    if (std::isfinite(sizes_)) return sum_ - error_of(sizes_);
    const double lower = shrunk_lower() / k_shrink;
    return lower == k_infinity ? std::numeric_limits<double>::max() : lower;
  }
  /// Never below the exact sum; infinity where nothing better is known.
  [[nodiscard]] double upper() const {
    if (exact_) return sum_;
    return std::isfinite(sizes_) ? sum_ + error_of(sizes_) : k_infinity;
  }
  /// `lower` times 2^-64, for sums beyond double. Below 2^-958 it is not exact.
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

// At most 2^32 integers below 2^63, so that doubles convert back.
void take_limits(Int128 sum, WeightSum& result) {
  const double nearest = result.value.weight;
  const bool above = static_cast<Int128>(nearest) > sum;
  const bool below = static_cast<Int128>(nearest) < sum;
  result.lower = above ? std::nextafter(nearest, -k_infinity) : nearest;
  result.upper = below ? std::nextafter(nearest, k_infinity) : nearest;
  result.shrunk_lower = result.lower * k_shrink;
}

template <class Place>
WeightSum sum_over(const WeightsView& weights, std::span<const Place> places) {
  WeightSum result;
  result.value = structures::value_of(weights, places);
  std::visit(
      [&](const auto& held) {
        using View = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          take_limits(static_cast<Int128>(places.size()), result);
        } else if constexpr (std::is_integral_v<typename View::value_type>) {
          Int128 sum = 0;
          for (const Place place : places) sum += held[place];
          take_limits(sum, result);
        } else {
          SumFromBelow sum;
          for (const Place place : places) sum.add(static_cast<double>(held[place]));
          result.lower = sum.lower();
          result.upper = sum.upper();
          result.shrunk_lower = sum.shrunk_lower();
        }
      },
      weights);
  return result;
}

}  // namespace

WeightSum weight_of(const WeightsView& weights, std::span<const EdgeId> places) {
  return sum_over(weights, places);
}

WeightSum weight_of(const WeightsView& weights, std::span<const Offset> places) {
  return sum_over(weights, places);
}

WeightSum count_of(std::size_t edges) {
  WeightSum result;
  result.value.edges = edges;
  structures::take_integer_sum(static_cast<Int128>(edges), result.value);
  take_limits(static_cast<Int128>(edges), result);
  return result;
}

}  // namespace hypermatch::detail::verify
