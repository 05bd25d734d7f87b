// SPDX-License-Identifier: MIT
// Priorities of hyperedges: from a resolved order to a small callable per weight type, so that hot
// loops see no variant and no branch on the rating.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "base/edge_order.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "parallel/dense_ranks.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Calls body(priority, eligible), two callables on edge numbers: `std::uint32_t priority(e)` and
/// `bool eligible(e)`. They take std::size_t, so that loops over edges vectorise. `order` must be
/// resolved. `priority` is defined for eligible edges only.
template <class Body>
decltype(auto) with_priorities(const Context& context, const HypergraphView& hypergraph,
                               const OrderOptions& order, Body&& body) {
  const std::span<const Offset> offsets = hypergraph.offsets;
  const auto size = [offsets](std::size_t e) { return offsets[e + 1] - offsets[e]; };
  const auto with_rating = [&](auto weight, auto eligible) -> decltype(auto) {
    if (order.rating == Rating::weight_per_pin) {
      return body(
          [weight, size](std::size_t e) {
            return base::priority_image(structures::weight_per_pin(weight(e), size(e)));
          },
          eligible);
    }
    return body(
        [weight, size](std::size_t e) {
          return base::priority_image(structures::weight_per_sqrt_pins(weight(e), size(e)));
        },
        eligible);
  };

  const bool by_weight = order.objective == Objective::weight && hypergraph.is_weighted();
  if (!by_weight) {
    const auto eligible = [size](std::size_t e) { return size(e) != 0; };
    if (order.rating == Rating::weight) return body([](std::size_t) { return 0U; }, eligible);
    return with_rating([](std::size_t) { return 1.0; }, eligible);
  }

  return std::visit(
      [&](const auto& weights) -> decltype(auto) {
        using View = std::decay_t<decltype(weights)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          // Not reached: `by_weight` holds.
          return body([](std::size_t) { return 0U; },
                      [size](std::size_t e) { return size(e) != 0; });
        } else {
          using T = typename View::value_type;
          const bool keep = order.nonpositive == NonPositive::keep;
          const auto eligible = [weights, size, keep](std::size_t e) {
            return size(e) != 0 && (keep || weights[e] > T{0});
          };
          if (order.rating != Rating::weight) {
            return with_rating([weights](std::size_t e) { return static_cast<double>(weights[e]); },
                               eligible);
          }
          if constexpr (sizeof(T) == 4) {
            return body([weights](std::size_t e) { return base::priority_image(weights[e]); },
                        eligible);
          } else {
            const Array<std::uint32_t> ranks = parallel::dense_ranks(context, weights);
            const std::uint32_t* rank = ranks.data();
            return body([rank](std::size_t e) { return rank[e]; }, eligible);
          }
        }
      },
      hypergraph.weights);
}

}  // namespace hypermatch::detail::hypergraph_matching
