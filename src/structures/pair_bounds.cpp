// SPDX-License-Identifier: MIT
#include <cstddef>
#include <string>

#include "base/counted.hpp"
#include "hypermatch/b_assignment.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch {

namespace {

void check_side(const char* side, const Capacities& lower, const Capacities& upper,
                std::size_t count) {
  const auto check_size = [&](const char* name, const Capacities& capacities) {
    if (capacities.each.empty() || capacities.each.size() == count) return;
    throw Error(ErrorCode::invalid_input,
                std::string(side) + "_" + name + " has " +
                    detail::base::counted(capacities.each.size(), "number") + " for " +
                    detail::base::counted(count, side));
  };
  check_size("lower", lower);
  check_size("upper", upper);
  for (std::size_t v = 0; v < count; ++v) {
    if (lower[v] <= upper[v]) continue;
    throw Error(ErrorCode::invalid_input, std::string(side) + "_lower[" + std::to_string(v) +
                                              "] is " + std::to_string(lower[v]) +
                                              ", must be at most its upper bound, " +
                                              std::to_string(upper[v]));
  }
}

}  // namespace

void check_bounds(const PairBounds& bounds, const BipartiteView& graph) {
  check_side("row", bounds.row_lower, bounds.row_upper, graph.num_rows);
  check_side("column", bounds.column_lower, bounds.column_upper, graph.num_columns);
}

}  // namespace hypermatch
