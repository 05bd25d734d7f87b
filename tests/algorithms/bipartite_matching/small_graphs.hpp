// SPDX-License-Identifier: MIT
// Small graphs of rows and columns, and their ranks by a program that shares nothing with the
// algorithms.
#pragma once

#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/bipartite.hpp"

namespace hypermatch::testing {

using Rows = std::vector<std::vector<VertexId>>;

inline Bipartite graph_of(VertexId num_columns, const Rows& rows) {
  Bipartite graph;
  graph.num_rows = static_cast<VertexId>(rows.size());
  graph.num_columns = num_columns;
  graph.offsets.push_back(0);
  for (const auto& columns : rows) {
    for (const VertexId c : columns) graph.columns.push_back(c);
    graph.offsets.push_back(graph.columns.size());
  }
  return graph;
}

/// Each entry with probability `percent` / 100, a few of them twice.
inline Rows random_rows(VertexId num_rows, VertexId num_columns, std::uint64_t percent,
                        std::uint64_t seed) {
  Rows rows(num_rows);
  for (VertexId r = 0; r < num_rows; ++r) {
    for (VertexId c = 0; c < num_columns; ++c) {
      const std::uint64_t draw = detail::base::hash(seed, r, c);
      if (draw % 100 >= percent) continue;
      rows[r].push_back(c);
      if (draw >> 60 == 0) rows[r].insert(rows[r].begin(), c);
    }
  }
  return rows;
}

/// A largest matching by one augmenting path after another (Berge 1957), rows tried in `order`.
/// Returns the mate of each row, or k_none.
inline std::vector<VertexId> simple_matching(VertexId num_columns, const Rows& rows,
                                             const std::vector<VertexId>& order) {
  std::vector<VertexId> column_mates(num_columns, k_none);
  std::vector<bool> seen;
  const std::function<bool(VertexId)> augment = [&](VertexId row) {
    for (const VertexId c : rows[row]) {
      if (seen[c]) continue;
      seen[c] = true;
      if (column_mates[c] != k_none && !augment(column_mates[c])) continue;
      column_mates[c] = row;
      return true;
    }
    return false;
  };
  for (const VertexId row : order) {
    seen.assign(num_columns, false);
    augment(row);
  }
  std::vector<VertexId> row_mates(rows.size(), k_none);
  for (VertexId c = 0; c < num_columns; ++c) {
    if (column_mates[c] != k_none) row_mates[column_mates[c]] = c;
  }
  return row_mates;
}

inline std::vector<VertexId> ascending(std::size_t count) {
  std::vector<VertexId> order(count);
  std::iota(order.begin(), order.end(), VertexId{0});
  return order;
}

inline std::vector<VertexId> simple_matching(VertexId num_columns, const Rows& rows) {
  return simple_matching(num_columns, rows, ascending(rows.size()));
}

inline std::size_t simple_rank(VertexId num_columns, const Rows& rows) {
  std::size_t rank = 0;
  for (const VertexId mate : simple_matching(num_columns, rows)) rank += mate != k_none ? 1 : 0;
  return rank;
}

/// The same matrix without the row and the column; k_none: all stay.
inline Rows without(Rows rows, VertexId row, VertexId column) {
  if (row != k_none) rows[row].clear();
  for (auto& columns : rows) std::erase(columns, column);
  return rows;
}

}  // namespace hypermatch::testing
