// SPDX-License-Identifier: MIT
// Walks through all rows, or all arcs, of a graph.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/device/rows.cuh"

namespace hypermatch::detail::clustering::device {

inline constexpr std::uint32_t k_row_team = 8;
inline constexpr std::uint64_t k_most_by_team = 4096;

/// body(v, row, rank, size) in `size` threads for each row, which are the lanes of one warp that
/// have the same v, or a block.
template <class Body>
__device__ void for_rows(const DeviceLevelView& level, const Body& body) {
  const std::uint64_t n = level.num_vertices;
  const std::uint64_t step = threads_of_grid() / k_row_team;
  for (std::uint64_t i = thread_of_grid() / k_row_team; i / 4 * 4 < n; i += step) {
    const Row row = i < n ? row_of(level, static_cast<VertexId>(i)) : Row{0, 0};
    const bool is_short = i < n && row.length <= k_most_by_team;
    body(static_cast<VertexId>(i), is_short ? row : Row{0, 0}, threadIdx.x % k_row_team, k_row_team,
         is_short);
  }
  if (level.longest != 0 && level.longest <= k_most_by_team) return;
  // Blocks look for long rows among so many.
  for (std::uint64_t first = std::uint64_t{blockIdx.x} * k_threads; first < n;
       first += threads_of_grid()) {
    const std::uint64_t mine = first + threadIdx.x;
    const bool is_long =
        mine < n && row_of(level, static_cast<VertexId>(mine)).length > k_most_by_team;
    if (__syncthreads_or(is_long ? 1 : 0) == 0) continue;
    for (std::uint64_t i = first; i < first + k_threads && i < n; ++i) {
      const Row row = row_of(level, static_cast<VertexId>(i));
      if (row.length > k_most_by_team) {
        body(static_cast<VertexId>(i), row, threadIdx.x, k_threads, true);
      }
    }
  }
}

// The last row of the finest graph that begins at an arc or before it; by a warp.
__device__ inline std::uint64_t row_at(const DeviceLevelView& level, std::uint64_t arc) {
  std::uint64_t low = 0;
  std::uint64_t high = level.num_vertices;
  // Ends: the range gets shorter. The row `low` does not begin behind the arc, `high` does.
  while (high - low > 1) {
    const std::uint64_t step = (high - low + 31) / 32;
    const std::uint64_t probe = low + threadIdx.x % 32 * step;
    const bool is_before = probe < high && level.begins[probe] <= arc;
    low += (static_cast<std::uint32_t>(__popc(__ballot_sync(k_all_lanes, is_before))) - 1) * step;
    high = low + step < high ? low + step : high;
  }
  return low;
}

/// take(arc, neighbour, what) for all arcs of the finest graph, where what = of(v) for the arc's
/// vertex v. Warps take as many arcs each, whatever rows they are in.
template <class Of, class Take>
__device__ void for_arcs(const DeviceLevelView& level, const Of& of, const Take& take) {
  constexpr std::uint64_t k_chunk = 2048;
  constexpr std::uint32_t k_at_once = 4;
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint64_t n = level.num_vertices;
  const std::uint64_t step = threads_of_grid() / 32 * k_chunk;
  for (std::uint64_t first = thread_of_grid() / 32 * k_chunk; first < level.num_arcs;
       first += step) {
    const std::uint64_t end = min(first + k_chunk, level.num_arcs);
    std::uint64_t place = first;
    std::uint64_t row = row_at(level, first);
    // Ends: each turn takes arcs, or the next one does.
    while (place < end) {
      const std::uint64_t v = row + lane;
      const std::uint64_t begin = v < n ? level.begins[v] : ~std::uint64_t{0};
      const VertexId of_row = v < n ? of(static_cast<VertexId>(v)) : k_none;
      const std::uint64_t last = row + 32 < n ? min(level.begins[row + 32], end) : end;
      // Many rows may be empty.
      row = place < last ? row + 32 : row_at(level, place);
      for (; place < last; place += 32 * k_at_once) {
        VertexId neighbour[k_at_once];
        VertexId what[k_at_once];
#pragma unroll
        for (std::uint32_t j = 0; j < k_at_once; ++j) {
          const std::uint64_t arc = place + lane + 32 * j;
          int at = 0;
          for (int half = 16; half > 0; half /= 2) {
            if (__shfl_sync(k_all_lanes, begin, at + half) <= arc) at += half;
          }
          what[j] = __shfl_sync(k_all_lanes, of_row, at);
          neighbour[j] = arc < last ? level.neighbours[arc] : k_none;
        }
#pragma unroll
        for (std::uint32_t j = 0; j < k_at_once; ++j) {
          if (neighbour[j] != k_none) take(place + lane + 32 * j, neighbour[j], what[j]);
        }
      }
      place = last;
    }
  }
}

}  // namespace hypermatch::detail::clustering::device
