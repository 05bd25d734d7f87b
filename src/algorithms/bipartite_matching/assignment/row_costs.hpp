// SPDX-License-Identifier: MIT
// An assignment problem by rows, and its answer with prices. Each row is assigned to a column of
// its own at least total cost; a row that may stay free can do so at cost 0.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::bipartite_matching {

template <class T>
struct CostEntry {
  T cost;
  VertexId column;
  std::uint32_t entry;  ///< of the graph
};

/// Entries of a sparse matrix of costs, of type double or Int128, by rows.
template <class T>
struct RowCosts {
  VertexId num_rows = 0;
  VertexId num_columns = 0;
  std::span<const Offset> begin;  ///< size num_rows + 1: the entries of each row
  Array<CostEntry<T>> entries;    ///< columns may repeat in a row
  /// Size num_rows, not 0 for rows that may stay free; empty: none may.
  std::span<const std::uint8_t> may_stay_free = {};

  [[nodiscard]] bool is_optional(VertexId row) const {
    return !may_stay_free.empty() && may_stay_free[row] != 0;
  }
  [[nodiscard]] std::size_t size_of(VertexId row) const { return begin[row + 1] - begin[row]; }
};

/// Mates and prices. Each entry costs at least the sum of its two prices, and entries of pairs cost
/// that much. Prices of columns are 0 or less, 0 of free ones, unless all are assigned. Prices of
/// rows that may stay free are 0 or less, 0 of free ones.
template <class T>
struct PricedPairs {
  Array<VertexId> row_mates;  ///< k_none: free
  Array<T> row_prices;
  Array<T> column_prices;
  bool is_complete = false;  ///< else some row cannot be assigned beside the others
};

/// More than any distance.
template <class T>
inline constexpr T k_far = std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                                : std::numeric_limits<T>::max();

}  // namespace hypermatch::detail::bipartite_matching
