// SPDX-License-Identifier: MIT
// 32-bit priorities of edges or arcs, for code that compares them by `base::graph_key`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "order/dense_ranks.hpp"
#include "order/weight_images.hpp"

namespace hypermatch::detail::order {

/// Calls body(priority, eligible), two callables on places in `weights` (edges or arcs):
/// `std::uint32_t priority(i)` and `bool eligible(i)`. Priorities of 64-bit weights are dense
/// ranks, made by a radix sort (36 bytes each while it runs); `with_images` costs nothing. `order`
/// must be resolved. @throws Error{unsupported} for 2^32 weights of 64 bits or more
template <class Body>
decltype(auto) with_priorities(const Context& context, const WeightsView& weights,
                               const GraphOrder& order, Body&& body) {
  return with_images(weights, order, [&](auto images) -> decltype(auto) {
    const auto eligible = [images](std::size_t i) { return images(i) >= images.lowest(); };
    if constexpr (!std::is_same_v<decltype(images), WideImages>) {
      return body([images](std::size_t i) { return images(i); }, eligible);
    } else {
      const Array<std::uint32_t> ranks =
          std::holds_alternative<std::span<const double>>(weights)
              ? dense_ranks(context, std::get<std::span<const double>>(weights))
              : dense_ranks(context, std::get<std::span<const std::int64_t>>(weights));
      const std::uint32_t* rank = ranks.data();
      return body([rank](std::size_t i) { return rank[i]; }, eligible);
    }
  });
}

}  // namespace hypermatch::detail::order
