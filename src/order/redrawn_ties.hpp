// SPDX-License-Identifier: MIT
// Checks of ties and noise that local max has on graphs and hypergraphs.
#pragma once

#include <type_traits>
#include <variant>

#include "hypermatch/matching.hpp"

namespace hypermatch::detail::order {

/// `in_batches`: the variant is `filtered`. `variants`: those that redraw ties, for the message.
/// @throws Error{invalid_option, unsupported}
void check_ties(Ties ties, double noise, bool in_batches, const char* variants);

/// The noise that is added to edges that are rated by their weights. Whole weights are a unit apart
/// or equal, so that noise of up to a unit orders the equal ones alone, as their ties do: none is
/// added, and no sum is rounded. `weights`: a view in host or in device memory.
template <class Weights>
[[nodiscard]] double noise_in_force(const Weights& weights, double noise) {
  const bool are_whole = std::visit(
      [](const auto& items) {
        using Items = std::decay_t<decltype(items)>;
        if constexpr (std::is_same_v<Items, std::monostate>) {
          return false;
        } else {
          return std::is_integral_v<std::decay_t<decltype(*items.data())>>;
        }
      },
      weights);
  return are_whole && noise <= 1.0 ? 0.0 : noise;
}

}  // namespace hypermatch::detail::order
