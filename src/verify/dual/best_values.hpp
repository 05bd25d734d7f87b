// SPDX-License-Identifier: MIT
// The best value of one vertex in the dual of b-matchings, all others fixed, is any between the
// residual weights of rank capacity and capacity + 1 at the vertex.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <type_traits>

#include "hypermatch/array.hpp"

namespace hypermatch::detail::verify {

using DualValues = Array<double>;

/// Room for the values at one vertex; most need no memory of their own.
template <class Value>
class RowScratch {
 public:
  /// `size` values, not initialised, the caller's until the next call. @throws Error{resources}
  [[nodiscard]] std::span<Value> of(std::size_t size) {
    if (size <= short_.size()) return std::span(short_).first(size);
    if (long_.size() < size) long_.resize(size);
    return long_.span().first(size);
  }

 private:
  std::array<Value, 512> short_;
  Array<Value> long_;
};

/// Up to this rank the best values are kept while residual weights are looked at.
inline constexpr std::size_t k_few = 4;

/// The best values of a vertex: any between these.
template <class Value>
struct BestValues {
  Value most = 0;
  Value least = 0;

  /// From `value` beyond the middle of them, times `relaxation` of the way, not below 0.
  [[nodiscard]] Value reached_from(Value value, double relaxation) const {
    const Value way = least + (most - least) / 2 - value;
    return std::max<Value>(0, value + static_cast<Value>(static_cast<double>(way) * relaxation));
  }
};

/// The values of rank `rank` and `rank` + 1 from the top. There are more than `rank` values, all of
/// them integers.
template <std::size_t rank, class Value>
BestValues<Value> around_rank(std::span<const Value> values) {
  std::array<Value, rank + 1> top;  // by falling value
  top.fill(std::numeric_limits<Value>::lowest());
  for (const Value value : values) {
    // No branch: most rows are short, and which values are among the best is hard to foresee.
    Value sinking = value;
    for (Value& held : top) {
      const Value larger = sinking > held ? sinking : held;
      sinking = sinking > held ? held : sinking;
      held = larger;
    }
  }
  return {top[rank - 1], top[rank]};
}
template <class Value>
BestValues<Value> around_few(std::span<const Value> values, std::size_t rank) {
  switch (rank) {
    case 1:
      return around_rank<1>(values);
    case 2:
      return around_rank<2>(values);
    case 3:
      return around_rank<3>(values);
    default:
      return around_rank<k_few>(values);
  }
}
/// The values of rank `rank` and `rank` + 1 for any rank. Reorders the values.
template <class Value>
BestValues<Value> around_any(std::span<Value> values, std::size_t rank) {
  if (rank <= k_few) return around_few(std::span<const Value>(values), rank);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(values.begin(), at, values.end(), std::greater<>());
  return {*std::min_element(values.begin(), at), *at};
}

/// The values of rank `rank` and `rank` + 1 of numbers >= 0; fast if about `rank` of them lie above
/// `guess`.
template <class Value>
BestValues<Value> around(std::span<Value> values, std::size_t rank, Value guess) {
  static_assert(std::is_integral_v<Value>);  // loops of floating point are not run on vectors
  if (rank <= k_few) return around_few(std::span<const Value>(values), rank);
  Value above = 0;
  Value not_below = 0;
  Value least_above = std::numeric_limits<Value>::max();
  Value most_below = 0;
  for (const Value value : values) {
    above += value > guess ? 1 : 0;
    not_below += value >= guess ? 1 : 0;
    const Value if_above = value > guess ? value : std::numeric_limits<Value>::max();
    const Value if_below = value < guess ? value : 0;
    least_above = if_above < least_above ? if_above : least_above;
    most_below = if_below > most_below ? if_below : most_below;
  }
  const auto num_above = static_cast<std::size_t>(above);
  const auto num_not_below = static_cast<std::size_t>(not_below);
  if (num_above <= rank && rank <= num_not_below) {
    return {num_above == rank ? least_above : guess, num_not_below == rank ? most_below : guess};
  }
  // Both lie above the guess, or both below it. The rest is taken out.
  std::size_t count = 0;
  if (num_above > rank) {
    // Negated, so that the least come first.
    for (const Value value : values) {
      values[count] = -value;
      count += value > guess ? 1 : 0;
    }
    const auto found = around_any(values.first(count), num_above - rank);
    return {-found.least, -found.most};
  }
  for (const Value value : values) {
    values[count] = value;
    count += value < guess ? 1 : 0;
  }
  return around_any(values.first(count), rank - num_not_below);
}

/// The best values of a vertex with these residual weights, negative ones raised to 0, which are
/// reordered. `guess`: where they may lie. @pre capacity >= 1
template <class Value>
BestValues<Value> best_values(std::span<Value> residuals, std::size_t capacity, Value guess) {
  if (residuals.size() <= capacity) return {};
  return around(residuals, capacity, guess);
}

}  // namespace hypermatch::detail::verify
