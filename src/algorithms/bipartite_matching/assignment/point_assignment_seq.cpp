// SPDX-License-Identifier: MIT
#include "hypermatch/point_assignment.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/bipartite_matching/assignment/dense_paths.hpp"
#include "algorithms/bipartite_matching/assignment/point_costs.hpp"
#include "base/refuse_input.hpp"

namespace hypermatch {

namespace {

using namespace detail::bipartite_matching;

void check_points(const PointsView& points, const char* side) {
  const auto refuse = [&](const std::string& what) {
    detail::base::refuse_input(std::string(side) + ": " + what);
  };
  if (points.dimension == 0 || points.coordinates.size() % points.dimension != 0) {
    refuse("there must be `dimension` coordinates per point, and at least one");
  }
  if (points.size() >= k_none - 1) refuse("there must be less than 2^32 - 2 points");
  for (std::size_t i = 0; i < points.coordinates.size(); ++i) {
    if (std::isfinite(points.coordinates[i])) continue;
    refuse("coordinate " + std::to_string(i % points.dimension) + " of point " +
           std::to_string(i / points.dimension) + " is no finite number");
  }
}

struct Range {
  double least = 0;
  double most = 0;
};

Range range_of(const PointsView& points, std::size_t d) {
  Range range{points.coordinates[d], points.coordinates[d]};
  for (std::size_t i = d; i < points.coordinates.size(); i += points.dimension) {
    range.least = std::min(range.least, points.coordinates[i]);
    range.most = std::max(range.most, points.coordinates[i]);
  }
  return range;
}

// At least the size of every cost.
double largest_cost(const PointsView& rows, const PointsView& columns, PointCost cost) {
  double sum = 0;
  for (std::size_t d = 0; d < rows.dimension; ++d) {
    const Range x = range_of(rows, d);
    const Range y = range_of(columns, d);
    if (cost == PointCost::inner_product) {
      sum += std::max(std::fabs(x.least), std::fabs(x.most)) *
             std::max(std::fabs(y.least), std::fabs(y.most));
    } else {
      const double gap = std::max(x.most - y.least, y.most - x.least);
      sum += gap * gap;
    }
  }
  if (!std::isfinite(sum)) {
    detail::base::refuse_input("the coordinates of the points are too large to be multiplied");
  }
  return cost == PointCost::euclidean ? std::sqrt(sum) : sum;
}

double largest(const Array<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::fabs(value));
  return most;
}

// From rows that are not more than columns.
PointAssignment solve(const Context& context, const PointsView& rows, const PointsView& columns,
                      const PointAssignmentOptions& options) {
  constexpr int k_most_bits = 49;  // of prices: their sums are exact in doubles
  PointCosts costs(rows, columns, options);
  int top = 0;  // costs are below 2^top
  (void)std::frexp(largest_cost(rows, columns, options.cost), &top);
  // Powers of two that doubles have.
  top = std::clamp(top, -900, 900);
  // Ends: with few bits, prices fit, since a path has less than 2^32 edges.
  for (int bits = 40;; bits -= 8) {
    const int exponent = top - bits;
    costs.round_to(exponent);
    DensePaths<PointCosts> paths(context, costs);
    PricedPairs<double> found = paths.run(rows.size() == columns.size());
    const double most = std::max(largest(found.row_prices), largest(found.column_prices));
    if (most > std::ldexp(1.0, exponent + k_most_bits) && bits > 16) continue;
    PointAssignment answer;
    for (const double price : found.row_prices) answer.value += price;
    for (const double price : found.column_prices) answer.value += price;
    if (options.sense == Sense::maximize) answer.value = -answer.value;
    answer.row_mates.assign(found.row_mates.begin(), found.row_mates.end());
    answer.row_prices.assign(found.row_prices.begin(), found.row_prices.end());
    answer.column_prices.assign(found.column_prices.begin(), found.column_prices.end());
    answer.unit = std::ldexp(1.0, exponent);
    answer.searches = paths.num_searches();
    return answer;
  }
}

}  // namespace

PointAssignment point_assignment(const Context& context, const PointsView& rows,
                                 const PointsView& columns, const PointAssignmentOptions& options) {
  detail::check_enum("cost", options.cost);
  detail::check_enum("sense", options.sense);
  check_points(rows, "rows");
  check_points(columns, "columns");
  if (rows.dimension != columns.dimension) {
    detail::base::refuse_input("rows have " + std::to_string(rows.dimension) +
                               " coordinates per point and columns " +
                               std::to_string(columns.dimension) + ", they must have as many");
  }
  if (rows.size() == 0 || columns.size() == 0) {
    return {.row_mates = std::vector<VertexId>(rows.size(), k_none),
            .row_prices = std::vector<double>(rows.size(), 0.0),
            .column_prices = std::vector<double>(columns.size(), 0.0)};
  }
  if (rows.size() <= columns.size()) return solve(context, rows, columns, options);
  PointAssignment turned = solve(context, columns, rows, options);
  PointAssignment answer = std::move(turned);
  std::swap(answer.row_prices, answer.column_prices);
  std::vector<VertexId> row_mates(rows.size(), k_none);
  for (VertexId c = 0; c < answer.row_mates.size(); ++c) row_mates[answer.row_mates[c]] = c;
  answer.row_mates = std::move(row_mates);
  return answer;
}

}  // namespace hypermatch
