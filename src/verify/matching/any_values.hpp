// SPDX-License-Identifier: MIT
// Weights and ratings of rare types behind one type, so that checks are not compiled for each.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <variant>

#include "hypermatch/weights.hpp"
#include "structures/any_weights.hpp"

namespace hypermatch::detail::verify {

/// An integer that compares with others, and with 0, as the number does.
[[nodiscard]] inline std::int64_t order_word(std::int64_t value) {
  return value;
}
[[nodiscard]] inline std::int64_t order_word(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
}

/// Values of any type, 1 each where there are none.
class AnyValues {
 public:
  explicit AnyValues(const WeightsView& values) : values_(values) {}

  /// The value's `order_word`.
  [[nodiscard]] std::int64_t operator()(std::size_t place) const {
    return structures::with_weight(values_, place, [](auto value) { return order_word(value); });
  }
  [[nodiscard]] double number(std::size_t place) const {
    return structures::with_weight(values_, place,
                                   [](auto value) { return static_cast<double>(value); });
  }
  [[nodiscard]] std::string text(std::size_t place) const {
    return structures::with_weight(values_, place,
                                   [](auto value) { return std::to_string(value); });
  }

 private:
  WeightsView values_;
};

/// Calls body(value), where value(place) compares as `values` there do, with each other and with 0;
/// or is 1 where there are none or they do not count.
template <class Body>
auto with_values(const WeightsView& values, bool counts, const Body& body) {
  if (!counts || !is_weighted(values)) return body([](std::size_t) { return 1; });
  if (const auto* held = std::get_if<std::span<const std::int32_t>>(&values)) {
    return body([held = *held](std::size_t place) { return held[place]; });
  }
  return body(AnyValues(values));
}

}  // namespace hypermatch::detail::verify
