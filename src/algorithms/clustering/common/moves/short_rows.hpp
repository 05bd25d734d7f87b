// SPDX-License-Identifier: MIT
// The best community around a vertex of few arcs, without a table: all communities of the row are
// compared with each other, which takes no branch that depends on them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/types.hpp"

namespace hypermatch::detail::clustering {

/// The arcs of a short row.
inline constexpr std::size_t k_most_short = 32;

/// The arcs of a vertex by the communities that they lead to; `Sum` is int32 where sums fit, else
/// int64.
template <class Sum>
struct ShortRow {
  VertexId vertex = 0;
  VertexId own = 0;         ///< community of the vertex
  std::uint32_t count = 0;  ///< of arcs, 1 .. k_most_short
  bool all_own = false;     ///< whether all arcs lead to `own`
  std::int64_t sum = 0;     ///< of all weights, where there are any
  /// As many as `count`, and `own` up to a multiple of 8.
  VertexId communities[k_most_short];
  /// As many as `count`, and 0 up to a multiple of 8; where their sum does not fit, nothing.
  Sum weights[k_most_short];
};

/// A community that a vertex could join, where that is worth more than minus infinity.
struct Target {
  VertexId community = k_none;  ///< k_none: none
  double gain = 0.0;
};

/// What the arcs of a row are worth.
struct RowValue {
  Target best;                 ///< of the largest gain, of equal ones the lowest; not `own`
  std::int64_t own_links = 0;  ///< the weight of the arcs to `own`
};

/// `volumes`: of communities; `price` is finite.
[[nodiscard]] RowValue value_of(const ShortRow<std::int32_t>& row, double price,
                                const std::int64_t* volumes) noexcept;
/// The same where each weight is 1; `weights` are not read.
[[nodiscard]] RowValue value_of_units(const ShortRow<std::int32_t>& row, double price,
                                      const std::int64_t* volumes) noexcept;
[[nodiscard]] RowValue value_of(const ShortRow<std::int64_t>& row, double price,
                                const std::int64_t* volumes) noexcept;

}  // namespace hypermatch::detail::clustering
