// SPDX-License-Identifier: MIT
// Worth of pairs to a solver that maximises: their weight; or, where as many pairs as possible are
// to cost as little as possible, a bonus per pair less its cost. The bonus is more than what two
// sets of pairs can differ by in cost.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "hypermatch/b_assignment.hpp"
#include "structures/fixed_point.hpp"

namespace hypermatch::detail::structures {

/// At least the number of pairs of any set within the bounds.
[[nodiscard]] inline std::uint64_t most_pairs(const PairBounds& bounds,
                                              const BipartiteView& graph) {
  const auto sum = [&](const Capacities& upper, VertexId count) {
    std::uint64_t pairs = 0;
    for (VertexId v = 0; v < count && pairs < graph.num_entries(); ++v) pairs += upper[v];
    return std::min(pairs, graph.num_entries());
  };
  return std::min(sum(bounds.row_upper, graph.num_rows),
                  sum(bounds.column_upper, graph.num_columns));
}

/// Bits that values may have, so that sums over all vertices and their differences fit 128.
[[nodiscard]] inline int pair_value_bits(const BipartiteView& graph) {
  const std::size_t vertices = std::size_t{graph.num_rows} + graph.num_columns;
  return 117 - static_cast<int>(std::bit_width(vertices + 2));
}

struct PairValues {
  FixedPoint fixed;
  int bits = 1;  ///< all values are below 2^bits in size
  base::Int128 bonus = 0;
  Sense sense = Sense::maximize;

  template <class... Which>
  [[nodiscard]] base::Int128 value_of(const Which&... which) const {
    const base::Int128 weight = fixed.value_of(which...);
    return sense == Sense::minimize ? bonus - weight : weight;
  }
};

/// As `fixed_point_of`; with a bonus, weights have so many bits less than `most_bits`.
[[nodiscard]] inline std::optional<PairValues> pair_values(const WeightsView& weights, Sense sense,
                                                           std::uint64_t pairs, int most_bits) {
  constexpr int k_fewest_bits = 54;
  const auto pair_bits = static_cast<int>(std::bit_width(2 * pairs + 1));
  const bool minimizes = sense == Sense::minimize;
  const int left = minimizes ? std::max(k_fewest_bits, most_bits - pair_bits - 1) : most_bits;
  const std::optional<FixedPoint> fixed = fixed_point_of(weights, left);
  if (!fixed) return std::nullopt;
  PairValues values{.fixed = *fixed, .bits = fixed->bits, .sense = sense};
  if (minimizes) {
    values.bonus = static_cast<base::Int128>(2 * pairs + 1) << fixed->bits;
    values.bits += pair_bits + 1;
  }
  return values;
}

}  // namespace hypermatch::detail::structures
