// SPDX-License-Identifier: MIT
#include "structures/edge_rating.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

namespace hypermatch::detail::structures {

namespace {
bool sizes_differ(const HypergraphView& hypergraph) {
  std::uint64_t first = 0;
  for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
    const std::uint64_t size = hypergraph.edge_size(e);
    if (size == 0 || size == first) continue;
    if (first != 0) return true;
    first = size;
  }
  return false;
}
}  // namespace

OrderOptions resolve(const HypergraphView& hypergraph, OrderOptions options) {
  if (options.objective == Objective::automatic) {
    options.objective = hypergraph.is_weighted() ? Objective::weight : Objective::cardinality;
  }
  if (options.rating == Rating::automatic) {
    options.rating = sizes_differ(hypergraph) ? Rating::weight_per_pin : Rating::weight;
  }
  return options;
}

bool may_need_scale(const HypergraphView& hypergraph, const OrderOptions& order) {
  return order.objective == Objective::weight && order.rating != Rating::weight &&
         (std::holds_alternative<std::span<const float>>(hypergraph.weights) ||
          std::holds_alternative<std::span<const double>>(hypergraph.weights));
}

double largest_rated_weight(const HypergraphView& hypergraph, const OrderOptions& order,
                            std::size_t first, std::size_t last) {
  return std::visit(
      [&](const auto& weights) -> double {
        using View = std::decay_t<decltype(weights)>;
        if constexpr (!std::is_same_v<View, std::monostate>) {
          using T = typename View::value_type;
          if constexpr (std::is_floating_point_v<T>) {
            // As integers, bits of floats >= 0 compare like them, and those below 0 are negative.
            using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
            const Bits mask = order.nonpositive == NonPositive::keep
                                  ? std::numeric_limits<Bits>::max()
                                  : Bits{-1};
            const Offset* const offsets = hypergraph.offsets.data();
            Bits largest = 0;
            for (std::size_t e = first; e < last; ++e) {
              const Bits bits = std::bit_cast<Bits>(weights[e]) & mask;
              largest = std::max(largest, offsets[e] != offsets[e + 1] ? bits : Bits{0});
            }
            return std::bit_cast<T>(largest);
          }
        }
        return 0;
      },
      hypergraph.weights);
}

double rating_scale(const HypergraphView& hypergraph, const OrderOptions& order) {
  if (!may_need_scale(hypergraph, order)) return 1;
  return scale_of(largest_rated_weight(hypergraph, order, 0, hypergraph.num_edges()));
}

}  // namespace hypermatch::detail::structures
