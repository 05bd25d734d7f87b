// SPDX-License-Identifier: MIT
// Weights of any type, picked by number.
#pragma once

#include <cstddef>
#include <type_traits>
#include <variant>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/weights.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::parallel {

/// from[source(i)] for every i below `items`, in the type that `from` holds; none of none.
template <class Source>
[[nodiscard]] Weights gather_weights(const Context& context, const WeightsView& from,
                                     std::size_t items, const Source& source) {
  return std::visit(
      [&](const auto& held) -> Weights {
        using View = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return std::monostate{};
        } else {
          Array<typename View::value_type> gathered(items);
          for_each(context, items, [&](std::size_t i) { gathered[i] = held[source(i)]; });
          return gathered;
        }
      },
      from);
}

}  // namespace hypermatch::detail::parallel
