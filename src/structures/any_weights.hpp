// SPDX-License-Identifier: MIT
// Weights of any type behind one type, for code that is not worth compiling for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>

#include "hypermatch/weights.hpp"

namespace hypermatch::detail::structures {

/// body(weight) of the weight at `place`, widened to 64 bits; of 1 where there are none.
template <class Body>
[[gnu::always_inline]] inline auto with_weight(const WeightsView& weights, std::size_t place,
                                               const Body& body) {
  return std::visit(
      [&](const auto& held) {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::monostate>) {
          return body(std::int64_t{1});
        } else if constexpr (std::is_integral_v<typename Held::value_type>) {
          return body(std::int64_t{held[place]});
        } else {
          return body(double{held[place]});
        }
      },
      weights);
}

/// The weights of edges first .. first + count - 1.
[[nodiscard]] inline WeightsView subview(const WeightsView& weights, std::size_t first,
                                         std::size_t count) {
  return std::visit(
      [&](const auto& held) -> WeightsView {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return held;
        } else {
          return held.subspan(first, count);
        }
      },
      weights);
}

/// Weights as doubles, which have the same signs; 1 each where there are none.
class AnyWeights {
 public:
  explicit AnyWeights(const WeightsView& weights) : weights_(weights) {}
  [[nodiscard]] double operator()(std::size_t place) const {
    return with_weight(weights_, place, [](auto weight) { return static_cast<double>(weight); });
  }

 private:
  WeightsView weights_;
};

}  // namespace hypermatch::detail::structures
