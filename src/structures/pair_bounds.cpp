// SPDX-License-Identifier: MIT
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/b_assignment.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch {

namespace {

struct NamedBound {
  const char* name;
  const Capacities& bound;

  void check_size(const char* side, std::size_t count) const {
    if (bound.each.empty() || bound.each.size() == count) return;
    throw Error(ErrorCode::invalid_input, std::string(name) + " has " +
                                              detail::base::counted(bound.each.size(), "number") +
                                              " for " + detail::base::counted(count, side));
  }
};

void check_side(const char* side, const NamedBound& lower, const NamedBound& upper,
                std::size_t count) {
  lower.check_size(side, count);
  upper.check_size(side, count);
  for (std::size_t v = 0; v < count; ++v) {
    if (lower.bound[v] <= upper.bound[v]) continue;
    throw Error(ErrorCode::invalid_input, std::string(lower.name) + "[" + std::to_string(v) +
                                              "] is " + std::to_string(lower.bound[v]) +
                                              ", must be at most its upper bound, " +
                                              std::to_string(upper.bound[v]));
  }
}

}  // namespace

void check_bounds(const PairBounds& bounds, const BipartiteView& graph,
                  const PairBoundNames& names) {
  check_side("row", {names.row_lower, bounds.row_lower}, {names.row_upper, bounds.row_upper},
             graph.num_rows);
  check_side("column", {names.column_lower, bounds.column_lower},
             {names.column_upper, bounds.column_upper}, graph.num_columns);
}

SmallerSides smaller_sides(const PairBounds& bounds, const BipartiteView& graph) {
  const auto room = [](const Capacities& upper, VertexId count) {
    std::uint64_t sum = 0;
    for (VertexId v = 0; v < count; ++v) sum += upper[v];
    return sum;
  };
  const std::uint64_t of_rows = room(bounds.row_upper, graph.num_rows);
  const std::uint64_t of_columns = room(bounds.column_upper, graph.num_columns);
  return {of_rows <= of_columns, of_columns <= of_rows};
}

std::vector<RowColumn> pairs_of_rows(std::span<const VertexId> row_mates) {
  std::vector<RowColumn> pairs;
  for (std::size_t r = 0; r < row_mates.size(); ++r) {
    if (row_mates[r] != k_none) pairs.push_back({r, row_mates[r]});
  }
  return pairs;
}

CapacityUse use_of(const PairBounds& bounds, const BipartiteView& graph,
                   std::span<const RowColumn> pairs) {
  Array<EdgeId> degrees(graph.num_rows);
  Array<EdgeId> matched(graph.num_rows, 0);
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    degrees[r] = static_cast<EdgeId>(graph.row_size(r));
  }
  for (const RowColumn& pair : pairs) ++matched[pair.row];
  const CapacityUse rows = use_of(bounds.row_upper, degrees.view(), matched.view());
  degrees = Array<EdgeId>(graph.num_columns, 0);
  matched = Array<EdgeId>(graph.num_columns, 0);
  for (const VertexId c : graph.columns) ++degrees[c];
  for (const RowColumn& pair : pairs) ++matched[pair.column];
  const CapacityUse columns = use_of(bounds.column_upper, degrees.view(), matched.view());
  return {rows.capacity + columns.capacity, rows.saturated + columns.saturated};
}

}  // namespace hypermatch
