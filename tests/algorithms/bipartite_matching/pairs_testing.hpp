// SPDX-License-Identifier: MIT
// Bounds of pairs that own their numbers, and what dual solutions prove.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hypermatch/b_assignment.hpp"

namespace hypermatch::testing {

inline const Context& one_thread() {
  static const Context one({.threads = 1});
  return one;
}

struct Bounds {
  std::vector<std::uint32_t> row_lower, row_upper, column_lower, column_upper;

  [[nodiscard]] PairBounds view() const {
    PairBounds bounds;
    bounds.row_lower.each = row_lower;
    bounds.row_upper.each = row_upper;
    bounds.column_lower.each = column_lower;
    bounds.column_upper.each = column_upper;
    return bounds;
  }
};

/// The bound on all sets of pairs that the duals prove.
inline double dual_bound(const BipartiteView& graph, const std::vector<std::int64_t>& weights,
                         const PairBounds& bounds, const BAssignment& answer) {
  double sum = 0;
  for (std::size_t r = 0; r < graph.num_rows; ++r) {
    const double y = answer.row_duals[r];
    sum += y * (y > 0 ? bounds.row_upper[r] : bounds.row_lower[r]);
  }
  for (std::size_t c = 0; c < graph.num_columns; ++c) {
    const double y = answer.column_duals[c];
    sum += y * (y > 0 ? bounds.column_upper[c] : bounds.column_lower[c]);
  }
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    std::vector<double> excess(graph.num_columns, 0);  // of repeated entries the largest
    for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) {
      const VertexId c = graph.columns[e];
      const double above =
          static_cast<double>(weights[e]) - answer.row_duals[r] - answer.column_duals[c];
      excess[c] = std::max(excess[c], above);
    }
    for (const double above : excess) sum += above;
  }
  return sum;
}

}  // namespace hypermatch::testing
