// SPDX-License-Identifier: MIT
// Costs of pairs of points as a dense matrix whose rows are computed where they are looked at, and
// kept where the matrix is small.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "algorithms/bipartite_matching/assignment/dense_rows.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/point_assignment.hpp"

namespace hypermatch::detail::bipartite_matching {

class PointCosts {
 public:
  PointCosts(const PointsView& rows, const PointsView& columns,
             const PointAssignmentOptions& options)
      : num_rows(static_cast<VertexId>(rows.size())),
        num_columns(static_cast<VertexId>(columns.size())),
        rows_(rows),
        cost_(options.cost),
        sign_(options.sense == Sense::minimize ? 1.0 : -1.0),
        columns_(columns.coordinates.size()),
        keeps_all_(rows.size() <= k_most_kept / std::max<std::size_t>(columns.size(), 1)),
        costs_(keeps_all_ ? rows.size() * columns.size() : columns.size()),
        is_kept_(keeps_all_ ? rows.size() : 0) {
    for (std::size_t c = 0; c < num_columns; ++c) {
      for (std::size_t d = 0; d < columns.dimension; ++d) {
        columns_[d * num_columns + c] = columns.coordinates[c * columns.dimension + d];
      }
    }
  }

  const VertexId num_rows;
  const VertexId num_columns;

  /// Costs are rounded to multiples of 2^exponent; they are below 2^(exponent + 51) in size.
  void round_to(int exponent) {
    rounding_ = std::ldexp(1.5, exponent + 52);
    row_at_ = k_none;
    for (std::uint8_t& is_kept : is_kept_) is_kept = 0;
  }

  [[nodiscard]] static bool is_optional(VertexId /*row*/) { return false; }
  /// Valid until the next row is asked for.
  [[nodiscard]] DenseRow<double> row(VertexId r) const {
    double* const costs = costs_.data() + (keeps_all_ ? std::size_t{r} * num_columns : 0);
    if (keeps_all_ ? is_kept_[r] == 0 : r != row_at_) {
      compute(r, costs);
      row_at_ = r;
      if (keeps_all_) is_kept_[r] = 1;
    }
    return {costs, sign_, num_columns};
  }

 private:
  static constexpr std::size_t k_most_kept = std::size_t{1} << 22;  // costs: 32 MiB

  void compute(VertexId r, double* costs) const {
    const std::size_t n = num_columns;
    for (std::size_t c = 0; c < n; ++c) costs[c] = 0;
    for (std::size_t d = 0; d < rows_.dimension; ++d) {
      const double x = rows_.coordinates[std::size_t{r} * rows_.dimension + d];
      const double* const y = columns_.data() + d * n;
      if (cost_ == PointCost::inner_product) {
        for (std::size_t c = 0; c < n; ++c) costs[c] += x * y[c];
      } else {
        for (std::size_t c = 0; c < n; ++c) costs[c] += (x - y[c]) * (x - y[c]);
      }
    }
    if (cost_ == PointCost::euclidean) {
      for (std::size_t c = 0; c < n; ++c) costs[c] = std::sqrt(costs[c]);
    }
    // To the nearest multiple: the sum has no bits below it.
    const double rounding = rounding_;
    for (std::size_t c = 0; c < n; ++c) costs[c] = (costs[c] + rounding) - rounding;
  }

  const PointsView rows_;
  const PointCost cost_;
  const double sign_;
  double rounding_ = 0;
  Array<double> columns_;  // by dimension
  const bool keeps_all_;
  mutable Array<double> costs_;  // of all rows, or of the row that was looked at last
  mutable Array<std::uint8_t> is_kept_;
  mutable VertexId row_at_ = k_none;
};

}  // namespace hypermatch::detail::bipartite_matching
