// SPDX-License-Identifier: MIT
// Rows of a contracted graph: the arcs of a coarse vertex's members, renamed, sorted by head, and
// those with the same head added up. Each row is gathered, sorted and merged where it has room for
// all arcs of its members; rows too wide for one thread are sorted by all of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>

#include "base/exact_sum.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch::detail::coarsen {

template <class Sum>
struct CoarseArc {
  VertexId head;
  Sum weight;
};

/// The exact sum of the weights, in any order, so that both ends of a coarse edge see the same; of
/// doubles rounded once. @throws Error{invalid_input} where it does not fit, or is no number
template <class Sum>
[[nodiscard]] Sum sum_of_parallel(std::span<const CoarseArc<Sum>> arcs) {
  if (arcs.size() == 1) return arcs[0].weight;
  if constexpr (std::is_integral_v<Sum>) {
    base::Int128 sum = 0;
    for (const CoarseArc<Sum>& arc : arcs) sum += arc.weight;
    if (base::fits_int64(sum)) return static_cast<Sum>(sum);
  } else {
    const Sum sum = base::exact_sum(arcs.size(), [&](std::size_t i) { return arcs[i].weight; });
    if (std::isfinite(sum)) return sum;
  }
  const bool finite = std::all_of(arcs.begin(), arcs.end(), [](const CoarseArc<Sum>& arc) {
    return std::isfinite(static_cast<double>(arc.weight));
  });
  throw Error(ErrorCode::invalid_input,
              finite ? "the weights of parallel edges of the contracted graph add up beyond their "
                       "type"
                     : "a weight of parallel edges is not a finite number");
}

/// Arcs sorted by head become one arc a head, in place; returns how many there are.
template <class Sum>
std::size_t merge_parallel(std::span<CoarseArc<Sum>> arcs) {
  std::size_t merged = 0;
  for (std::size_t begin = 0, end = 0; begin < arcs.size(); begin = end) {
    // Ends: `end` grows past `begin` at least.
    do ++end;
    while (end < arcs.size() && arcs[end].head == arcs[begin].head);
    arcs[merged] = {arcs[begin].head, sum_of_parallel<Sum>(arcs.subspan(begin, end - begin))};
    ++merged;
  }
  return merged;
}

/// Sorts one row by head, on all threads. Radix sort: linear where a comparison sort is not.
template <class Sum>
void sort_wide_row(const Context& context, std::span<CoarseArc<Sum>> arcs) {
  Array<CoarseArc<Sum>> copy{std::span<const CoarseArc<Sum>>(arcs)};
  parallel::radix_sort(context, copy, [](const CoarseArc<Sum>& arc) { return arc.head; });
  parallel::for_each(context, copy.size(), [&](std::size_t i) { arcs[i] = copy[i]; });
}

/// Room for the rows of a contracted graph before their arcs are merged.
template <class Sum>
struct UnmergedRows {
  Array<Offset> room;  ///< row r may fill `arcs[room[r]] .. arcs[room[r + 1] - 1]`
  Array<CoarseArc<Sum>> arcs;

  [[nodiscard]] std::span<CoarseArc<Sum>> row(std::size_t r) {
    return arcs.span().subspan(room[r], room[r + 1] - room[r]);
  }
};

/// From this many arcs on, a row is sorted by all threads.
inline constexpr Offset k_wide_row = 1 << 16;

/// Fills, sorts and merges all rows: gather(r, row) writes the arcs of row r and returns how many
/// there are; degree[r] becomes the number of merged ones.
template <class Sum, class Gather>
void merge_rows(const Context& context, UnmergedRows<Sum>& rows, const Gather& gather,
                std::span<Offset> degree, Offset wide = k_wide_row) {
  const std::size_t num_rows = rows.room.size() - 1;
  const auto is_wide = [&](std::size_t r) { return rows.room[r + 1] - rows.room[r] >= wide; };
  // Cut by arcs and rows, so that neither long nor many rows unbalance the chunks; a row belongs to
  // the chunk that holds its first unit.
  const parallel::Chunks chunks =
      parallel::cut(context, num_rows + static_cast<std::size_t>(rows.room[num_rows]));
  const auto first_row = [&](std::size_t unit) {
    std::size_t low = 0;
    std::size_t high = num_rows;
    // Ends: high - low falls in each turn.
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (rows.room[middle] + middle < unit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
  parallel::for_chunks(context, chunks, [&](std::size_t, std::size_t begin, std::size_t end) {
    const std::size_t last = first_row(end);
    for (std::size_t r = first_row(begin); r < last; ++r) {
      if (is_wide(r)) continue;
      const auto arcs = rows.row(r).first(gather(r, rows.row(r)));
      std::sort(arcs.begin(), arcs.end(),
                [](const auto& a, const auto& b) { return a.head < b.head; });
      degree[r] = merge_parallel(arcs);
    }
  });
  context.check_cancelled();
  for (std::size_t r = 0; r < num_rows; ++r) {
    if (!is_wide(r)) continue;
    const auto arcs = rows.row(r).first(gather(r, rows.row(r)));
    sort_wide_row(context, arcs);
    degree[r] = merge_parallel(arcs);
  }
}

}  // namespace hypermatch::detail::coarsen
