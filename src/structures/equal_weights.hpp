// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <type_traits>
#include <variant>

#include "hypermatch/weights.hpp"

namespace hypermatch::detail::structures {

/// Whether two edges or arcs weigh the same, in the weights' own type; true where there are none.
[[nodiscard]] inline bool equal_weights(const WeightsView& weights, std::size_t a, std::size_t b) {
  return std::visit(
      [a, b](const auto& held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return true;
        } else {
          return held[a] == held[b];
        }
      },
      weights);
}

}  // namespace hypermatch::detail::structures
