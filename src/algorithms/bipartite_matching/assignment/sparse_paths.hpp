// SPDX-License-Identifier: MIT
// Assignment by shortest augmenting paths in sparse rows (Tomizawa 1971,
// doi:10.1002/net.3230010206; Jonker and Volgenant 1987, doi:10.1007/BF02278710).
//
// Rows that the start leaves free get the ends of shortest paths: many rows at once while there are
// many, by one search from all of them, and then one by one, by searches that stop at the first
// free column and enter nothing beyond the nearest one that was seen. O(rows (entries + columns
// log(columns))) at worst. Ties: by the order of rows and of their entries.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/bipartite_matching/assignment/nearest_queue.hpp"
#include "algorithms/bipartite_matching/assignment/sparse_rows.hpp"

namespace hypermatch::detail::bipartite_matching {

template <class T>
class SparsePaths {
 public:
  /// Puts the entries of rows into another order.
  SparsePaths(const Context& context, RowCosts<T>& costs)
      : context_(context), rows_(context, costs), offsets_(costs.num_rows) {}

  /// `all_assigned`: there are as many rows as columns, and no row may stay free.
  PricedPairs<T> run(bool all_assigned) {
    all_assigned_ = all_assigned;
    if (all_assigned) rows_.reduce_columns();
    rows_.free_all();
    for (int pass = 0; pass < k_reductions && !rows_.free.empty(); ++pass) rows_.reduce_rows();
    const bool is_complete = match_rest();
    PricedPairs<T> answer{.row_mates = std::move(rows_.row_mates),
                          .row_prices = std::move(rows_.row_prices),
                          .column_prices = Array<T>(rows_.columns.size()),
                          .is_complete = is_complete};
    for (std::size_t c = 0; c < rows_.columns.size(); ++c) {
      answer.column_prices[c] = rows_.columns[c].price;
    }
    for (VertexId& mate : answer.row_mates) mate = mate == Rows::k_stays_free ? k_none : mate;
    return answer;
  }
  /// By Dijkstra's algorithm.
  [[nodiscard]] std::uint64_t num_searches() const { return num_searches_; }

 private:
  using Rows = SparseRows<T>;
  using Column = typename Rows::Column;
  using End = typename Rows::End;
  using Reached = typename NearestQueue<T>::Item;
  static constexpr int k_reductions = 2;
  static constexpr std::size_t k_many = 16;         // rows that one search is worth while for
  static constexpr VertexId k_others = k_none - 1;  // in the queue: the entries behind the first

  // False: a row cannot be assigned beside the others.
  bool match_rest() {
    for (const VertexId r : rows_.free) {
      rows_.row_prices[r] = rows_.two_best(r).first;
      if (rows_.row_prices[r] == k_far<T>) return false;
    }
    rows_.match_tight();
    // Ends: each search matches a row.
    while (rows_.free.size() > k_many) {
      report(rows_.free.size());
      if (!search_from_all()) return false;
      rows_.match_tight();
    }
    for (std::size_t i = 0; i < rows_.free.size(); ++i) {
      report(rows_.free.size() - i);
      if (!search_from(rows_.free[i])) return false;
    }
    return true;
  }

  void report(std::size_t left) const {
    context_.report({"solve", rows_.costs.num_rows - left, rows_.costs.num_rows});
  }

  void begin_search() {
    ++num_searches_;
    nearest_ = k_far<T>;
    tight_.clear();
    next_tight_ = 0;
    queue_.clear();
    touched_.clear();
    scanned_.clear();
  }

  // Looks through the first entries of a row at this distance; the others wait in the queue. Of a
  // search from one row, ends are not entered.
  template <bool from_all>
  void look(VertexId row, VertexId root, T distance) {
    const T offset = distance - rows_.row_prices[row];
    if (rows_.costs.is_optional(row) && offset < nearest_) {
      if constexpr (from_all) {
        queue_.push({offset, k_none, row});
      } else {
        nearest_ = offset;
        end_ = {.root = root, .row = row};
      }
    }
    const std::span<const CostEntry<T>> entries = rows_.entries_of(row);
    const std::size_t first = std::min(entries.size(), Rows::k_first);
    for (std::size_t k = 0; k < first; ++k)
      enter<from_all>(entries[k], row, root, distance, offset);
    if (rows_.others[row] != k_far<T> && rows_.others[row] + offset < nearest_) {
      offsets_[row] = offset;
      queue_.push({rows_.others[row] + offset, k_others, row});
    }
    rows_.stop.done(2 * Rows::k_first);
  }
  template <bool from_all>
  void enter(const CostEntry<T>& entry, VertexId row, VertexId root, T distance, T offset) {
    Column& column = rows_.columns[entry.column];
    const T reached = entry.cost - column.price + offset;
    if (reached >= column.distance || (!from_all && reached >= nearest_)) return;
    column.from = row;
    if (!from_all && column.mate == k_none) {
      nearest_ = reached;
      end_ = {.root = root, .column = entry.column};
      return;
    }
    if (column.distance == k_far<T>) touched_.push_back(entry.column);
    column.distance = reached;
    column.root = root;
    if (reached <= distance) {
      tight_.push_back({reached, entry.column, k_none});
    } else {
      queue_.push({reached, entry.column, k_none});
    }
  }

  // The next end or column; false: nothing is nearer than the end that was seen.
  template <bool from_all>
  bool next(Reached& at) {
    // Ends: each step takes from the list or the queue, where the others of a row stand once.
    while (true) {
      if (next_tight_ < tight_.size()) {
        at = tight_[next_tight_++];
      } else if (!queue_.pop(nearest_, at)) {
        return false;
      }
      if (at.column == k_others) {
        const VertexId root = root_of(at.row);
        const std::span<const CostEntry<T>> entries = rows_.entries_of(at.row);
        for (std::size_t k = Rows::k_first; k < entries.size(); ++k) {
          enter<from_all>(entries[k], at.row, root, at.distance, offsets_[at.row]);
        }
        rows_.stop.done(entries.size());
      } else if (at.column == k_none || at.distance == rows_.columns[at.column].distance) {
        return true;
      }
    }
  }
  // The free row that the paths to this row begin at.
  [[nodiscard]] VertexId root_of(VertexId row) const {
    const VertexId mate = rows_.row_mates[row];
    return mate < Rows::k_stays_free ? rows_.columns[mate].root : row;
  }

  // The prices that make shortest paths tight.
  void adjust_prices(std::span<const VertexId> roots, T farthest) {
    for (const VertexId r : roots) rows_.row_prices[r] += farthest;
    for (const Reached& reached : scanned_) {
      Column& column = rows_.columns[reached.column];
      const T gap = farthest - reached.distance;
      column.price -= gap;
      if (column.mate != k_none) rows_.row_prices[column.mate] += gap;
    }
  }

  bool search_from(VertexId root) {
    begin_search();
    rows_.row_prices[root] = rows_.two_best(root).first;
    look<false>(root, root, T{0});
    Reached at{};
    // Ends: a column is scanned once.
    while (next<false>(at)) {
      scanned_.push_back(at);
      rows_.columns[at.column].distance = -k_far<T>;
      look<false>(rows_.columns[at.column].mate, root, at.distance);
    }
    for (const VertexId c : touched_) rows_.columns[c].distance = k_far<T>;
    if (nearest_ == k_far<T>) return false;
    adjust_prices({&root, 1}, nearest_);
    rows_.exchange_along_path(end_);
    return true;
  }

  // Shortest paths from all free rows at once. A row takes the first end that is nearer to it than
  // to the others, so paths are disjoint. Stops when most rows have one, when looking for more
  // takes long, or at a second end of a row, if that could not stay free at a lower price.
  bool search_from_all() {
    begin_search();
    for (const VertexId r : rows_.free) {
      rows_.row_prices[r] = rows_.two_best(r).first;
      look<true>(r, r, T{0});
    }
    const std::size_t enough = rows_.free.size() - rows_.free.size() / 4;
    std::vector<End> ends;
    T farthest = 0;
    std::size_t last_end = 0;
    Reached at{};
    // Ends: a column is scanned once, a row looked through once.
    while (ends.size() < enough && next<true>(at)) {
      farthest = std::max(farthest, at.distance);
      VertexId root = k_none;
      if (at.column != k_none) {
        scanned_.push_back(at);
        Column& column = rows_.columns[at.column];
        column.distance = -k_far<T>;
        root = column.root;
        if (column.mate != k_none) {
          look<true>(column.mate, root, at.distance);
          if (!ends.empty() && scanned_.size() - last_end > rows_.costs.num_rows / 4) break;
          continue;
        }
      } else {
        root = root_of(at.row);
      }
      if (rows_.row_mates[root] == Rows::k_stays_free) {
        if (all_assigned_) continue;
        break;
      }
      rows_.row_mates[root] = Rows::k_stays_free;  // until the path is known
      ends.push_back({.root = root, .column = at.column, .row = at.row});
      last_end = scanned_.size();
    }
    for (const VertexId c : touched_) rows_.columns[c].distance = k_far<T>;
    adjust_prices(rows_.free, farthest);
    for (const End& end : ends) rows_.exchange_along_path(end);
    std::erase_if(rows_.free, [&](VertexId r) { return rows_.row_mates[r] != k_none; });
    return !ends.empty();
  }

  const Context& context_;
  Rows rows_;
  bool all_assigned_ = false;
  std::uint64_t num_searches_ = 0;

  // The search under way:
  T nearest_ = 0;  // of the end that was seen
  End end_;
  std::vector<Reached> tight_;  // as far as the row that is looked through
  std::size_t next_tight_ = 0;
  NearestQueue<T> queue_;
  Array<T> offsets_;  // of a row whose others stand in the queue
  std::vector<Reached> scanned_;
  std::vector<VertexId> touched_;
};

}  // namespace hypermatch::detail::bipartite_matching
