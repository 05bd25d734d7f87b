// SPDX-License-Identifier: MIT
#include "structures/edge_rating.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>

#include "hypermatch/resolve.hpp"

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
  options.objective = hypermatch::resolve(options.objective, hypergraph.is_weighted());
  check_enum("nonpositive", options.nonpositive);
  if (options.tie_order != TieOrder::hash) {
    throw Error(ErrorCode::unsupported, "ties of hyperedges are ordered by hash only");
  }
  const bool is_open = options.rating == Rating::automatic;
  options.rating = resolve_rating(options.rating, is_open && sizes_differ(hypergraph));
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
            // Those below 0 compare like their sizes.
            constexpr Bits k_minus_zero = std::numeric_limits<Bits>::min();
            const Offset* const offsets = hypergraph.offsets.data();
            Bits largest = 0;
            Bits largest_negative = k_minus_zero;
            for (std::size_t e = first; e < last; ++e) {
              const Bits bits =
                  offsets[e] != offsets[e + 1] ? std::bit_cast<Bits>(weights[e]) : Bits{0};
              largest = std::max(largest, bits);
              largest_negative = std::max(largest_negative, bits < 0 ? bits : k_minus_zero);
            }
            if (largest > 0 || order.nonpositive == NonPositive::drop) {
              return std::bit_cast<T>(largest);
            }
            return std::bit_cast<T>(largest_negative);
          }
        }
        return 0;
      },
      hypergraph.weights);
}

std::uint64_t load_of(const HypergraphView& hypergraph, const Capacities& capacities, EdgeId e) {
  if (capacities.each.empty()) return hypergraph.edge_size(e) * load_of_pin(capacities.common);
  std::uint64_t load = 0;
  for (const VertexId v : hypergraph.pins_of(e)) load += load_of_pin(capacities.each[v]);
  return load;
}

double larger_rated_weight(double a, double b) {
  const double largest = std::max(a, b);
  return largest > 0 ? largest : std::min(a, b);
}

double rating_scale(const HypergraphView& hypergraph, const OrderOptions& order) {
  if (!may_need_scale(hypergraph, order)) return 1;
  return scale_of(std::abs(largest_rated_weight(hypergraph, order, 0, hypergraph.num_edges())));
}

}  // namespace hypermatch::detail::structures
