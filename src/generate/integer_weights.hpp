// SPDX-License-Identifier: MIT
// Whole-numbered weights in the narrowest type that holds them.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "hypermatch/context.hpp"
#include "hypermatch/weights.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::generate {

/// weight(e) for every edge, none above `most`: int32 if that fits, else int64.
template <class Weight>
[[nodiscard]] Weights integer_weights(const Context& context, std::uint64_t num_edges,
                                      std::uint64_t most, const Weight& weight) {
  const auto fill = [&](auto& weights) {
    using T = std::decay_t<decltype(weights[0])>;
    parallel::for_each(context, num_edges,
                       [&](std::size_t e) { weights[e] = static_cast<T>(weight(e)); });
  };
  if (most <= static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
    Array<std::int32_t> weights(num_edges);
    fill(weights);
    return weights;
  }
  Array<std::int64_t> weights(num_edges);
  fill(weights);
  return weights;
}

}  // namespace hypermatch::detail::generate
