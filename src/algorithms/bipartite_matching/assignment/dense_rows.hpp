// SPDX-License-Identifier: MIT
// Loops over one row of a dense matrix of costs, several columns at a time. `sign` is 1 where
// weights are costs, -1 where they are to be large. All results are those of the plain loop.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/types.hpp"

namespace hypermatch::detail::bipartite_matching {

/// Weights of a row and what they count by.
template <class W>
struct DenseRow {
  const W* weights;
  double sign;
  std::size_t size;
};

/// The two smallest of cost - price, and the first column of the smallest.
struct TwoLeast {
  double first;
  double second;
  std::size_t column;
};

/// The smallest distance and its first column.
struct Nearest {
  double distance;
  std::size_t column;
};

#define HYPERMATCH_DENSE_ROWS(W)                                                              \
  [[nodiscard]] TwoLeast two_least(const DenseRow<W>& row, const double* prices) noexcept;    \
  /* distance[c] = min(distance[c], (cost - price[c]) + offset): the least of all of them. */ \
  [[nodiscard]] Nearest reach(const DenseRow<W>& row, const double* prices, double offset,    \
                              double place, double* distances, double* from) noexcept;        \
  /* least[c] = min(least[c], cost) */                                                        \
  void lower_to(const DenseRow<W>& row, double* least) noexcept;                              \
  /* The first column from `begin` on with cost - price <= most; row.size: there is none. */  \
  [[nodiscard]] std::size_t first_within(const DenseRow<W>& row, const double* prices,        \
                                         double most, std::size_t begin) noexcept;

HYPERMATCH_DENSE_ROWS(std::int32_t)
HYPERMATCH_DENSE_ROWS(std::int64_t)
HYPERMATCH_DENSE_ROWS(float)
HYPERMATCH_DENSE_ROWS(double)
#undef HYPERMATCH_DENSE_ROWS

}  // namespace hypermatch::detail::bipartite_matching
