// SPDX-License-Identifier: MIT
// The state of an assignment in sparse rows, and what is done to it without searches for shortest
// paths: prices of columns from their cheapest entries, augmenting row reduction (Jonker and
// Volgenant 1987, doi:10.1007/BF02278710), in which each free row takes its best column at the
// price that makes its second best one as good, and matching along tight entries, those that cost
// their two prices.
//
// Prices of columns only fall, so entries only get dearer: of each row the few cheapest entries
// stand first, with the cost of the best of the others when they were chosen, and these are looked
// at only where that much counts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/bipartite_matching/assignment/row_costs.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::bipartite_matching {

template <class T>
class SparseRows {
 public:
  static constexpr std::size_t k_first = 16;
  static constexpr VertexId k_stays_free = k_none - 1;  // as a mate

  struct Column {
    T price = 0;
    T distance = k_far<T>;  // -k_far: final
    VertexId mate = k_none;
    VertexId from = k_none;  // the row before it on the path
    VertexId root = k_none;  // the free row that the path begins at
  };
  // A free column, or a row that stays free instead of `root`.
  struct End {
    VertexId root = k_none;
    VertexId column = k_none;
    VertexId row = k_none;
  };

  SparseRows(const Context& context, RowCosts<T>& row_costs)
      : costs(row_costs),
        stop(context),
        columns(costs.num_columns, Column{}),
        row_mates(costs.num_rows, k_none),
        row_prices(costs.num_rows, T{0}),
        others(costs.num_rows),
        seen_(costs.num_columns, 0),
        tight_at_(costs.num_rows, 0) {}

  /// As many rows as columns, which are all assigned.
  void reduce_columns() {
    for (Column& column : columns) column.price = k_far<T>;
    for (const CostEntry<T>& entry : costs.entries) {
      T& price = columns[entry.column].price;
      price = std::min(price, entry.cost);
    }
    for (Column& column : columns) {
      if (column.price == k_far<T>) column.price = 0;
    }
  }

  /// Makes all rows free.
  void free_all() {
    free.resize(costs.num_rows);
    for (VertexId r = 0; r < costs.num_rows; ++r) {
      free[r] = r;
      choose_first(r);
    }
  }

  struct TwoBest {
    T first = k_far<T>;
    T second = k_far<T>;
    VertexId column = k_none;
    VertexId other = k_none;
  };
  [[nodiscard]] std::span<CostEntry<T>> entries_of(VertexId row) {
    return costs.entries.span().subspan(costs.begin[row], costs.size_of(row));
  }
  [[nodiscard]] T cost_now(const CostEntry<T>& entry) const {
    return entry.cost - columns[entry.column].price;
  }

  // Brings the cheapest entries of a row to its front.
  void choose_first(VertexId row) {
    const std::span<CostEntry<T>> entries = entries_of(row);
    T least = k_far<T>;
    if (entries.size() > k_first) {
      T now[k_first];
      std::size_t dearest = 0;
      const auto find_dearest = [&] {
        dearest = 0;
        for (std::size_t k = 1; k < k_first; ++k) dearest = now[k] > now[dearest] ? k : dearest;
      };
      for (std::size_t k = 0; k < k_first; ++k) now[k] = cost_now(entries[k]);
      find_dearest();
      for (std::size_t i = k_first; i < entries.size(); ++i) {
        const T cost = cost_now(entries[i]);
        if (cost >= now[dearest]) {
          least = std::min(least, cost);
          continue;
        }
        least = std::min(least, now[dearest]);
        std::swap(entries[i], entries[dearest]);
        now[dearest] = cost;
        find_dearest();
      }
      stop.done(entries.size());
    }
    others[row] = least;
  }

  [[nodiscard]] TwoBest two_best(VertexId row) {
    TwoBest best = two_first(row);
    if (best.second <= others[row]) return best;
    choose_first(row);
    return two_first(row);
  }
  [[nodiscard]] TwoBest two_first(VertexId row) {
    TwoBest best;
    if (costs.is_optional(row)) best.first = best.second = 0;
    const std::span<const CostEntry<T>> entries = entries_of(row);
    for (std::size_t k = 0; k < std::min(entries.size(), k_first); ++k) {
      const T cost = cost_now(entries[k]);
      if (cost >= best.second) continue;
      if (cost < best.first) {
        best.second = std::exchange(best.first, cost);
        best.other = std::exchange(best.column, entries[k].column);
      } else {
        best.second = cost;
        best.other = entries[k].column;
      }
    }
    return best;
  }

  // One pass over the free rows; those that lose their column at no gain are left for the next one.
  void reduce_rows() {
    std::vector<VertexId> left;
    std::uint64_t budget = k_steps_per_row * costs.num_rows;
    // Ends: each step uses up some of the budget, or puts a row into `left` for good.
    for (std::size_t at = 0; at < free.size();) {
      const VertexId row = free[at++];
      const TwoBest best = two_best(row);
      stop.done(k_first);
      if (best.column == k_none && best.first != k_far<T>) {
        stay_free(row);
        continue;
      }
      if (best.second == k_far<T> || budget == 0) {
        left.push_back(row);
        continue;
      }
      --budget;
      VertexId column = best.column;
      const T lowered = columns[column].price - (best.second - best.first);
      const bool gains = lowered < columns[column].price;
      if (gains) {
        columns[column].price = lowered;
      } else if (columns[column].mate != k_none && best.other != k_none) {
        column = best.other;
      }
      const VertexId loser = columns[column].mate;
      row_mates[row] = column;
      row_prices[row] = best.second;
      columns[column].mate = row;
      if (loser == k_none) continue;
      row_mates[loser] = k_none;
      (gains ? free : left).push_back(loser);
    }
    free = std::move(left);
  }
  void stay_free(VertexId row) {
    row_mates[row] = k_stays_free;
    row_prices[row] = 0;
  }

  // Rounds of disjoint searches along tight entries, while they match a part of the free rows.
  void match_tight() {
    std::size_t before = 0;
    do {
      before = free.size();
      ++round_;
      for (std::size_t& next : tight_at_) next = 0;
      std::erase_if(free, [&](VertexId r) { return find_tight(r); });
    } while (!free.empty() && (before - free.size()) * 16 >= before);
  }
  bool find_tight(VertexId start) {
    path_.assign(1, start);
    // Ends: each step enters a column for the first time in this round, or leaves a row.
    while (!path_.empty()) {
      const VertexId row = path_.back();
      if (costs.is_optional(row) && row_prices[row] >= 0) {
        End end{.root = start, .row = row};
        exchange_along_path(end);
        return true;
      }
      const VertexId column = step_tight(row);
      if (column == k_none) {
        path_.pop_back();
        continue;
      }
      columns[column].from = row;
      if (columns[column].mate == k_none) {
        exchange_along_path({.root = start, .column = column});
        return true;
      }
      path_.push_back(columns[column].mate);
    }
    return false;
  }
  // A free column that is tight, or the next one that no search of this round has seen.
  VertexId step_tight(VertexId row) {
    std::span<const CostEntry<T>> entries = entries_of(row);
    if (others[row] > row_prices[row]) entries = entries.first(std::min(entries.size(), k_first));
    std::size_t& next = tight_at_[row];
    const auto is_tight = [&](const CostEntry<T>& entry) {
      return cost_now(entry) <= row_prices[row];
    };
    if (next == 0) {
      for (const CostEntry<T>& entry : entries) {
        if (columns[entry.column].mate == k_none && is_tight(entry)) {
          seen_[entry.column] = round_;
          return entry.column;
        }
      }
    }
    while (next < entries.size()) {
      const CostEntry<T>& entry = entries[next++];
      if (seen_[entry.column] == round_ || !is_tight(entry)) continue;
      seen_[entry.column] = round_;
      return entry.column;
    }
    stop.done(entries.size() + 1);
    return k_none;
  }

  // Pairs along the path, from its end back to its root.
  void exchange_along_path(const End& end) {
    VertexId column = end.column;
    if (column == k_none) {
      column = row_mates[end.row];
      stay_free(end.row);
      if (end.row == end.root) return;
    }
    // Ends: the path is finite.
    while (true) {
      const VertexId row = columns[column].from;
      const VertexId before = std::exchange(row_mates[row], column);
      columns[column].mate = row;
      if (row == end.root) return;
      column = before;
    }
  }

  RowCosts<T>& costs;
  parallel::StopCheck stop;
  Array<Column> columns;
  Array<VertexId> row_mates;
  Array<T> row_prices;
  Array<T> others;             // of a row: at most what its entries behind the first ones cost
  std::vector<VertexId> free;  // rows that are to be assigned

 private:
  static constexpr std::uint64_t k_steps_per_row = 4;  // of a reduction, at most

  VertexId round_ = 0;           // along tight entries
  Array<VertexId> seen_;         // of a column: in this round
  Array<std::size_t> tight_at_;  // of a row: its next entry in this round
  std::vector<VertexId> path_;
};

}  // namespace hypermatch::detail::bipartite_matching
