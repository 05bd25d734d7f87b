// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "base/refuse_input.hpp"
#include "hypermatch/verify_matching.hpp"
#include "hypermatch/verify_matrix_scaling.hpp"

namespace hypermatch::verify {

namespace {

constexpr double k_tolerance = 0x1p-30;  // of the logarithm of a scaled entry

std::string above_one(VertexId row, VertexId column) {
  return "the entry of row " + std::to_string(row + std::uint64_t{1}) + " and column " +
         std::to_string(column + std::uint64_t{1}) + " is above 1 after scaling";
}

}  // namespace

std::string check_product_matching(const Context& context, const BipartiteView& graph,
                                   const WeightsView& values, const ProductMatching& matching) {
  validate(context, graph);
  if (is_weighted(values) && size_of(values) != graph.num_entries()) {
    detail::base::refuse_input("there must be one value per entry");
  }
  if (matching.row_mates.size() != graph.num_rows ||
      matching.row_exponents.size() != graph.num_rows ||
      matching.column_exponents.size() != graph.num_columns) {
    return "there must be one mate per row and one factor per row and column";
  }
  // Entries of value 0 are none.
  std::vector<Offset> offsets(graph.num_rows + std::size_t{1}, 0);
  std::vector<VertexId> columns;
  std::vector<RowColumn> pairs;
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    double of_pair = -1;
    for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) {
      const VertexId c = graph.columns[e];
      const double value = std::fabs(weight_at(values, e));
      if (value == 0) continue;
      columns.push_back(c);
      const double log =
          std::log2(value) + matching.row_exponents[r] + matching.column_exponents[c];
      if (!(log <= k_tolerance)) return above_one(r, c);
      if (matching.row_mates[r] == c && log >= -k_tolerance) of_pair = 1;
    }
    offsets[r + std::size_t{1}] = columns.size();
    if (matching.row_mates[r] == k_none) continue;
    if (of_pair < 0) {
      return "the entry of the pair of row " + std::to_string(r + std::uint64_t{1}) +
             " is not 1 after scaling";
    }
    pairs.push_back({r, matching.row_mates[r]});
  }
  return check_bipartite(context, {graph.num_rows, graph.num_columns, offsets, columns}, pairs,
                         {.maximum = true})
      .violation;
}

std::string check_symmetric_pivots(const BipartiteView& graph, const WeightsView& values,
                                   const SymmetricPivots& pivots) {
  const VertexId n = graph.num_rows;
  if (graph.num_columns != n) detail::base::refuse_input("a symmetric matrix must be square");
  if (pivots.exponents.size() != n) return "there must be one factor per row";
  std::vector<VertexId> partner(n, k_none);
  std::vector<bool> is_taken(n, false);
  for (const Pivot& pivot : pivots.pivots) {
    for (const VertexId row : {pivot.first, pivot.second}) {
      if (row == k_none && row == pivot.second) continue;
      if (row >= n || is_taken[row]) return "a row of a pivot does not exist or is in another one";
      is_taken[row] = true;
    }
    if (pivot.second == k_none) continue;
    partner[pivot.first] = pivot.second;
  }
  for (VertexId r = 0; r < n; ++r) {
    if (!is_taken[r]) return "row " + std::to_string(r + std::uint64_t{1}) + " is in no pivot";
    bool has_entry = partner[r] == k_none;
    for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) {
      const VertexId c = graph.columns[e];
      const double value = std::fabs(weight_at(values, e));
      if (value == 0) continue;
      has_entry = has_entry || c == partner[r];
      if (!(std::log2(value) + pivots.exponents[r] + pivots.exponents[c] <= k_tolerance)) {
        return above_one(r, c);
      }
    }
    if (!has_entry) {
      return "the rows of the pivot of row " + std::to_string(r + std::uint64_t{1}) +
             " have no entry in common";
    }
  }
  return {};
}

}  // namespace hypermatch::verify
