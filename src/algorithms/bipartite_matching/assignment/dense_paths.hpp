// SPDX-License-Identifier: MIT
// Assignment by shortest augmenting paths in a dense matrix, whose weights are read where they are
// (Jonker and Volgenant 1987, doi:10.1007/BF02278710).
//
// Prices of columns begin with their cheapest entries where all columns are assigned, else with 0;
// then augmenting row reduction as in `SparsePaths`, and a shortest path per row that is left, by
// Dijkstra's algorithm on arrays: one pass of `reach` per row that is looked through. A column that
// is final has price -infinity in the prices of the search, so it is never reached again. O(rows^2
// columns) at worst. Ties: a free column counts before others, then the first one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/bipartite_matching/assignment/dense_rows.hpp"
#include "algorithms/bipartite_matching/assignment/row_costs.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::bipartite_matching {

template <class W>
struct DenseCosts {
  VertexId num_rows = 0;
  VertexId num_columns = 0;
  std::span<const W> weights;  ///< by rows
  double sign = 1.0;
  std::span<const std::uint8_t> may_stay_free = {};  ///< as in `RowCosts`

  [[nodiscard]] bool is_optional(VertexId row) const {
    return !may_stay_free.empty() && may_stay_free[row] != 0;
  }
  [[nodiscard]] DenseRow<W> row(VertexId r) const {
    return {weights.data() + std::size_t{r} * num_columns, sign, num_columns};
  }
};

/// `Costs`: `DenseCosts`, or other rows that are asked for one by one.
template <class Costs>
class DensePaths {
 public:
  DensePaths(const Context& context, const Costs& costs)
      : context_(context),
        costs_(costs),
        stop_(context),
        prices_(costs.num_columns, 0.0),
        column_mates_(costs.num_columns, k_none),
        row_mates_(costs.num_rows, k_none),
        row_prices_(costs.num_rows, 0.0),
        distances_(costs.num_columns),
        from_(costs.num_columns),
        search_prices_(costs.num_columns) {}

  /// `all_assigned`: there are as many rows as columns, and no row may stay free.
  PricedPairs<double> run(bool all_assigned) {
    if (all_assigned) reduce_columns();
    free_.resize(costs_.num_rows);
    for (VertexId r = 0; r < costs_.num_rows; ++r) free_[r] = r;
    for (int pass = 0; pass < k_reductions && !free_.empty(); ++pass) reduce_rows();
    for (std::size_t c = 0; c < column_mates_.size(); ++c) {
      if (column_mates_[c] == k_none) free_columns_.push_back(c);
    }
    for (std::size_t i = 0; i < free_.size(); ++i) {
      context_.report({"solve", costs_.num_rows - free_.size() + i, costs_.num_rows});
      search_from(free_[i]);
    }
    return {.row_mates = std::move(row_mates_),
            .row_prices = std::move(row_prices_),
            .column_prices = std::move(prices_),
            .is_complete = true};
  }
  [[nodiscard]] std::uint64_t num_searches() const { return num_searches_; }

 private:
  static constexpr int k_reductions = 2;
  static constexpr std::uint64_t k_steps_per_row = 4;  // of a reduction, at most

  struct Scanned {
    std::size_t column;
    double distance;
    VertexId row;   // its mate
    double offset;  // of the row, as `reach` took it
  };

  void reduce_columns() {
    std::fill(prices_.begin(), prices_.end(), k_far<double>);
    for (VertexId r = 0; r < costs_.num_rows; ++r) lower_to(costs_.row(r), prices_.data());
  }

  // A free column as good as this, or the first other one; num_columns: there is none.
  [[nodiscard]] std::size_t other_column(VertexId r, double value, std::size_t but) const {
    const auto row = costs_.row(r);
    std::size_t other = row.size;
    // Ends: columns rise.
    for (std::size_t c = 0; c < row.size; ++c) {
      c = first_within(row, prices_.data(), value, c);
      if (c == row.size) break;
      if (c == but) continue;
      if (column_mates_[c] == k_none) return c;
      if (other == row.size) other = c;
    }
    return other;
  }

  void reduce_rows() {
    std::vector<VertexId> left;
    std::uint64_t budget = k_steps_per_row * costs_.num_rows;
    // Ends: each step uses up some of the budget, or puts a row into `left` for good.
    for (std::size_t at = 0; at < free_.size();) {
      const VertexId row = free_[at++];
      TwoLeast best = two_least(costs_.row(row), prices_.data());
      stop_.done(costs_.num_columns);
      if (costs_.is_optional(row)) {
        if (best.first >= 0) {
          row_prices_[row] = 0;  // stays free
          continue;
        }
        best.second = std::min(best.second, 0.0);
      }
      if (best.second == k_far<double> || budget == 0) {
        left.push_back(row);
        continue;
      }
      --budget;
      std::size_t column = best.column;
      const double lowered = prices_[column] - (best.second - best.first);
      const bool gains = lowered < prices_[column];
      if (gains) {
        prices_[column] = lowered;
      } else if (column_mates_[column] != k_none) {
        const std::size_t other = other_column(row, best.first, column);
        if (other != costs_.num_columns) column = other;
      }
      const VertexId loser = std::exchange(column_mates_[column], row);
      row_mates_[row] = static_cast<VertexId>(column);
      row_prices_[row] = best.second;
      if (loser == k_none) continue;
      row_mates_[loser] = k_none;
      if (gains) {
        free_[--at] = loser;
      } else {
        left.push_back(loser);
      }
    }
    free_ = std::move(left);
  }

  // A free column at this distance instead of a matched one, if one of the first few is.
  [[nodiscard]] std::size_t free_column_at(const Nearest& nearest) const {
    if (column_mates_[nearest.column] == k_none) return nearest.column;
    for (std::size_t i = 0; i < std::min<std::size_t>(free_columns_.size(), 64); ++i) {
      if (distances_[free_columns_[i]] == nearest.distance) return free_columns_[i];
    }
    return nearest.column;
  }

  void search_from(VertexId root) {
    ++num_searches_;
    std::copy(prices_.begin(), prices_.end(), search_prices_.begin());
    std::fill(distances_.begin(), distances_.end(), k_far<double>);
    scanned_.clear();
    row_prices_[root] = two_least(costs_.row(root), prices_.data()).first;
    if (costs_.is_optional(root)) row_prices_[root] = std::min(row_prices_[root], 0.0);
    VertexId row = root;
    double distance = 0;
    double end_distance = k_far<double>;  // of a row that stays free
    VertexId end_row = k_none;
    std::size_t column = costs_.num_columns;
    scanned_.push_back({column, 0, root, -row_prices_[root]});
    // Ends: a column is scanned once.
    while (true) {
      const double offset = scanned_.back().offset;
      if (costs_.is_optional(row) && offset < end_distance) {
        end_distance = offset;
        end_row = row;
      }
      const Nearest nearest =
          reach(costs_.row(row), search_prices_.data(), offset,
                static_cast<double>(scanned_.size() - 1), distances_.data(), from_.data());
      stop_.done(costs_.num_columns);
      if (nearest.column == costs_.num_columns || end_distance <= nearest.distance) {
        distance = end_distance;
        column = costs_.num_columns;
        break;
      }
      distance = nearest.distance;
      column = free_column_at(nearest);
      row = column_mates_[column];
      if (row == k_none) break;
      scanned_.push_back({column, distance, row, distance - row_prices_[row]});
      search_prices_[column] = -k_far<double>;
      distances_[column] = k_far<double>;
    }
    assign_along_path(root, column, column == costs_.num_columns ? end_row : k_none, distance);
  }

  void assign_along_path(VertexId root, std::size_t column, VertexId end_row, double distance) {
    // The path from its end back, by places in `scanned_`; the column that each row gets.
    const std::size_t end_column = column;
    std::size_t place = 0;
    path_.clear();
    if (end_row == k_none) {
      place = static_cast<std::size_t>(from_[column]);
    } else {
      // Ends: the row was scanned.
      while (scanned_[place].row != end_row) ++place;
      row_mates_[end_row] = k_none;
      if (place > 0) {
        column = scanned_[place].column;
        place = static_cast<std::size_t>(from_[column]);
      }
    }
    if (end_row == k_none || end_row != root) {
      // Ends: places fall.
      while (true) {
        path_.push_back({scanned_[place].row, column});
        if (place == 0) break;
        column = scanned_[place].column;
        place = static_cast<std::size_t>(from_[column]);
      }
    }
    adjust_prices(distance);
    for (const auto& [row, gets] : path_) {
      row_mates_[row] = static_cast<VertexId>(gets);
      column_mates_[gets] = row;
    }
    if (end_row != k_none) {
      row_prices_[end_row] = 0;
    } else {
      std::erase(free_columns_, end_column);
    }
  }
  void adjust_prices(double distance) {
    for (const Scanned& scanned : scanned_) {
      const double gap = distance - scanned.distance;
      row_prices_[scanned.row] += gap;
      if (scanned.column != costs_.num_columns) prices_[scanned.column] -= gap;
    }
  }

  const Context& context_;
  const Costs& costs_;
  parallel::StopCheck stop_;
  std::uint64_t num_searches_ = 0;
  Array<double> prices_;
  Array<VertexId> column_mates_;
  Array<VertexId> row_mates_;
  Array<double> row_prices_;
  std::vector<VertexId> free_;
  std::vector<std::size_t> free_columns_;

  // The search under way:
  Array<double> distances_;      // infinite for columns that are final
  Array<double> from_;           // the place in `scanned_` of the row that reached the column
  Array<double> search_prices_;  // -infinity for these
  std::vector<Scanned> scanned_;
  std::vector<std::pair<VertexId, std::size_t>> path_;
};

}  // namespace hypermatch::detail::bipartite_matching
