// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/refuse_input.hpp"
#include "hypermatch/b_assignment.hpp"
#include "hypermatch/verify_point_assignment.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::verify {

namespace {

long double cost_of(std::span<const double> x, std::span<const double> y, PointCost cost) {
  long double sum = 0;
  for (std::size_t d = 0; d < x.size(); ++d) {
    const long double gap = static_cast<long double>(x[d]) - y[d];
    sum += cost == PointCost::inner_product ? static_cast<long double>(x[d]) * y[d] : gap * gap;
  }
  return cost == PointCost::euclidean ? std::sqrt(sum) : sum;
}

// The partners of the smaller set are all there, and different.
std::string check_mates(std::size_t num_columns, const std::vector<VertexId>& row_mates) {
  std::vector<bool> is_taken(num_columns, false);
  std::size_t pairs = 0;
  for (const VertexId mate : row_mates) {
    if (mate == k_none) continue;
    if (mate >= num_columns || is_taken[mate]) return "a column does not exist or has two rows";
    is_taken[mate] = true;
    ++pairs;
  }
  if (pairs != std::min(num_columns, row_mates.size())) return "a point has no partner";
  return {};
}

// Prices of the larger set are at most 0.
std::string check_signs(const std::vector<double>& prices, const std::vector<double>& others) {
  const bool is_larger = prices.size() > others.size();
  const auto is_wrong = [&](double price) {
    return !std::isfinite(price) || (is_larger && price > 0);
  };
  return std::any_of(prices.begin(), prices.end(), is_wrong)
             ? "a price is no number, or above 0 in the larger set"
             : "";
}

}  // namespace

std::string check_point_assignment(const Context& context, const PointsView& rows,
                                   const PointsView& columns, const PointAssignmentOptions& options,
                                   const PointAssignment& answer) {
  const std::size_t dimension = rows.dimension;
  if (dimension == 0 || columns.dimension != dimension) {
    detail::base::refuse_input("both sets of points must have one dimension");
  }
  if (answer.row_mates.size() != rows.size() || answer.row_prices.size() != rows.size() ||
      answer.column_prices.size() != columns.size()) {
    return "there must be one mate per row and one price per point";
  }
  if (const std::string wrong = check_mates(columns.size(), answer.row_mates); !wrong.empty()) {
    return wrong;
  }
  for (const std::string& wrong : {check_signs(answer.row_prices, answer.column_prices),
                                   check_signs(answer.column_prices, answer.row_prices)}) {
    if (!wrong.empty()) return wrong;
  }
  const long double sign = options.sense == Sense::minimize ? 1 : -1;
  long double gap = 0;
  for (const double price : answer.row_prices) gap -= price;
  for (const double price : answer.column_prices) gap -= price;
  detail::parallel::StopCheck stop(context);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto x = rows.coordinates.subspan(r * dimension, dimension);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto y = columns.coordinates.subspan(c * dimension, dimension);
      const long double cost = sign * cost_of(x, y, options.cost);
      if (cost + answer.unit <
          static_cast<long double>(answer.row_prices[r]) + answer.column_prices[c]) {
        return "row " + std::to_string(r + 1) + " and column " + std::to_string(c + 1) +
               " cost less than their prices";
      }
      if (answer.row_mates[r] == c) gap += cost;
    }
    stop.done(columns.size() * dimension);
  }
  const auto pairs = static_cast<long double>(std::min(rows.size(), columns.size()));
  if (gap > 2 * pairs * answer.unit) return "other pairs may cost less: prices do not prove it";
  return {};
}

double point_gap(const PointAssignment& answer) {
  const auto pairs = static_cast<double>(pairs_of_rows(answer.row_mates).size());
  return 3 * pairs * answer.unit;
}

}  // namespace hypermatch::verify
