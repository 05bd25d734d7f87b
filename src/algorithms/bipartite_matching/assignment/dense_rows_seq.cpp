// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/assignment/dense_rows.hpp"

#include <limits>

#include "base/per_isa.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

// Loops over blocks without a result of their own, which compilers turn into vector instructions;
// minima are kept per place in a block.
constexpr std::size_t k_row_block = 32;
constexpr double k_infinite = std::numeric_limits<double>::infinity();

template <class W>
HYPERMATCH_ALWAYS_INLINE double cost(const DenseRow<W>& row, std::size_t c) {
  return row.sign * static_cast<double>(row.weights[c]);
}

HYPERMATCH_ALWAYS_INLINE void take(TwoLeast& best, double value) {
  if (value < best.first) {
    best.second = best.first;
    best.first = value;
  } else if (value < best.second) {
    best.second = value;
  }
}

template <class W>
HYPERMATCH_ALWAYS_INLINE std::size_t first_within_in(const DenseRow<W>& row, const double* prices,
                                                     double most, std::size_t begin) {
  std::size_t c = begin;
  for (; c + k_row_block <= row.size; c += k_row_block) {
    std::int64_t hits = 0;
    for (std::size_t k = 0; k < k_row_block; ++k) {
      hits |= cost(row, c + k) - prices[c + k] <= most ? std::int64_t{1} : std::int64_t{0};
    }
    if (hits != 0) break;
  }
  for (; c < row.size; ++c) {
    if (cost(row, c) - prices[c] <= most) return c;
  }
  return row.size;
}

template <class W>
HYPERMATCH_ALWAYS_INLINE TwoLeast two_least_in(const DenseRow<W>& row,
                                               const double* __restrict prices) {
  double first[k_row_block], second[k_row_block];
  for (std::size_t k = 0; k < k_row_block; ++k) first[k] = second[k] = k_infinite;
  std::size_t c = 0;
  for (; c + k_row_block <= row.size; c += k_row_block) {
    for (std::size_t k = 0; k < k_row_block; ++k) {
      const double value = cost(row, c + k) - prices[c + k];
      const double loser = value < first[k] ? first[k] : value;
      first[k] = value < first[k] ? value : first[k];
      second[k] = loser < second[k] ? loser : second[k];
    }
  }
  TwoLeast best{k_infinite, k_infinite, row.size};
  for (std::size_t k = 0; k < k_row_block; ++k) {
    take(best, first[k]);
    take(best, second[k]);
  }
  for (; c < row.size; ++c) take(best, cost(row, c) - prices[c]);
  best.column = first_within_in(row, prices, best.first, 0);
  return best;
}

HYPERMATCH_ALWAYS_INLINE std::size_t first_at(const double* values, std::size_t size,
                                              double value) {
  std::size_t c = 0;
  for (; c + k_row_block <= size; c += k_row_block) {
    std::int64_t hits = 0;
    for (std::size_t k = 0; k < k_row_block; ++k) {
      hits |= values[c + k] == value ? std::int64_t{1} : std::int64_t{0};
    }
    if (hits != 0) break;
  }
  // Ends: it stands there.
  while (values[c] != value) ++c;
  return c;
}

template <class W>
HYPERMATCH_ALWAYS_INLINE Nearest reach_in(const DenseRow<W>& row, const double* __restrict prices,
                                          double offset, double place, double* __restrict distances,
                                          double* __restrict from) {
  double least[k_row_block];
  for (double& value : least) value = k_infinite;
  std::size_t c = 0;
  for (; c + k_row_block <= row.size; c += k_row_block) {
    for (std::size_t k = 0; k < k_row_block; ++k) {
      const double value = (cost(row, c + k) - prices[c + k]) + offset;
      const double before = distances[c + k];
      const double now = value < before ? value : before;
      from[c + k] = value < before ? place : from[c + k];
      distances[c + k] = now;
      least[k] = now < least[k] ? now : least[k];
    }
  }
  double nearest = k_infinite;
  for (const double value : least) nearest = value < nearest ? value : nearest;
  for (; c < row.size; ++c) {
    const double value = (cost(row, c) - prices[c]) + offset;
    if (value < distances[c]) {
      distances[c] = value;
      from[c] = place;
    }
    if (distances[c] < nearest) nearest = distances[c];
  }
  if (nearest == k_infinite) return {nearest, row.size};
  return {nearest, first_at(distances, row.size, nearest)};
}

template <class W>
HYPERMATCH_ALWAYS_INLINE void lower_in(const DenseRow<W>& row, double* least) {
  for (std::size_t c = 0; c < row.size; ++c) {
    const double value = cost(row, c);
    least[c] = value < least[c] ? value : least[c];
  }
}

}  // namespace

// Each is compiled for several instruction sets, which a template cannot be.
#define HYPERMATCH_DENSE_ROWS(W)                                                                 \
  HYPERMATCH_PER_ISA TwoLeast two_least(const DenseRow<W>& row, const double* prices) noexcept { \
    return two_least_in(row, prices);                                                            \
  }                                                                                              \
  HYPERMATCH_PER_ISA Nearest reach(const DenseRow<W>& row, const double* prices, double offset,  \
                                   double place, double* distances, double* from) noexcept {     \
    return reach_in(row, prices, offset, place, distances, from);                                \
  }                                                                                              \
  HYPERMATCH_PER_ISA void lower_to(const DenseRow<W>& row, double* least) noexcept {             \
    lower_in(row, least);                                                                        \
  }                                                                                              \
  HYPERMATCH_PER_ISA std::size_t first_within(const DenseRow<W>& row, const double* prices,      \
                                              double most, std::size_t begin) noexcept {         \
    return first_within_in(row, prices, most, begin);                                            \
  }
HYPERMATCH_DENSE_ROWS(std::int32_t)
HYPERMATCH_DENSE_ROWS(std::int64_t)
HYPERMATCH_DENSE_ROWS(float)
HYPERMATCH_DENSE_ROWS(double)

}  // namespace hypermatch::detail::bipartite_matching
