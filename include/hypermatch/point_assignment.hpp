// SPDX-License-Identifier: MIT
// The assignment problem between two sets of points, whose costs are a function of their
// coordinates: no matrix of costs is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/b_assignment.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// The cost of a pair of points.
enum class PointCost {
  euclidean,          ///< their distance
  squared_euclidean,  ///< its square
  inner_product,      ///< the sum of the products of their coordinates
};

template <>
struct EnumNames<PointCost> {
  static constexpr EnumName<PointCost> all[] = {{PointCost::euclidean, "euclidean"},
                                                {PointCost::squared_euclidean, "squared_euclidean"},
                                                {PointCost::inner_product, "inner_product"}};
};

/// Points of one dimension or more, one behind the other.
struct PointsView {
  std::size_t dimension = 1;
  std::span<const double> coordinates;  ///< size a multiple of `dimension`

  [[nodiscard]] std::size_t size() const { return coordinates.size() / dimension; }
};

struct PointAssignmentOptions {
  PointCost cost = PointCost::euclidean;
  Sense sense = Sense::minimize;  ///< `maximize`: the largest sum
};

/// Pairs of row points and column points, with prices that prove them. With `maximize`, prices are
/// those of the costs' negatives.
struct PointAssignment {
  std::vector<VertexId> row_mates;    ///< size rows: the column point, or k_none
  double value = 0;                   ///< the sum of the costs of the pairs, in multiples of `unit`
  std::vector<double> row_prices;     ///< size rows
  std::vector<double> column_prices;  ///< size columns
  /// Costs count in multiples of this power of two: about the largest one times 2^-40, more where
  /// prices are very large.
  double unit = 0;
  std::uint64_t searches = 0;
};

/// The assignment of all points of the smaller set to points of the other one that has the least
/// sum of costs, exact for costs as they are rounded to `unit`. Each pair costs at least its two
/// prices, those of the answer that much; a point of the larger set has a price of at most 0, and 0
/// if it is free.
///
/// Shortest augmenting paths in dense rows, as `assignment`; a row of costs is computed where it is
/// looked at, and kept if all rows take 32 MiB at most. O(n^2 (m + n) d) at worst for n and m
/// points of dimension d. One core; the same bytes always. Memory: 16 bytes per coordinate, 100 per
/// point and 32 MiB beside the answer.
/// @throws Error{invalid_input} for coordinates that are no finite numbers or too large to be
/// multiplied, for sets of different dimensions, and for 2^32 - 2 points or more;
/// Error{resources, cancelled}
[[nodiscard]] PointAssignment point_assignment(const Context& context, const PointsView& rows,
                                               const PointsView& columns,
                                               const PointAssignmentOptions& options = {});

}  // namespace hypermatch
