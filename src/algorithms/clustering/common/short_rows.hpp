// SPDX-License-Identifier: MIT
// The best community around a vertex of few arcs, without a table: all communities of the row are
// compared with each other, which takes no branch that depends on them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/types.hpp"

namespace hypermatch::detail::clustering {

/// The arcs of a short row: 32-bit sums, or 64-bit sums where these might not suffice.
template <class Sum>
inline constexpr std::size_t k_most_short = sizeof(Sum) == 4 ? 32 : 16;

/// The arcs of a vertex by the communities that they lead to.
template <class Sum>
struct ShortRow {
  VertexId vertex = 0;
  VertexId own = 0;            ///< community of the vertex
  std::uint32_t count = 0;     ///< of arcs, 1 .. k_most_short
  std::uint32_t num_other = 0; ///< of these, those to communities that are neither `own` nor k_none
  Sum own_links = 0;           ///< the weight of those to `own`
  /// What stands behind the last arc is k_none; arcs of k_none lead nowhere.
  VertexId communities[k_most_short<Sum>];
  Sum weights[k_most_short<Sum>];  ///< the sum fits the type
};

/// A community that a vertex could join.
struct Target {
  VertexId community;  ///< k_none: none
  double gain;
};

/// The community of the largest gain, of equal ones the lowest; `price` is finite. Rows of
/// weights that are all 1 have `weights` that nobody set.
[[nodiscard]] Target best_target(const ShortRow<std::int32_t>& row, double price,
                                 const std::int64_t* volumes);
[[nodiscard]] Target best_target_of_units(const ShortRow<std::int32_t>& row, double price,
                                          const std::int64_t* volumes);
[[nodiscard]] Target best_target(const ShortRow<std::int64_t>& row, double price,
                                 const std::int64_t* volumes);

}  // namespace hypermatch::detail::clustering
