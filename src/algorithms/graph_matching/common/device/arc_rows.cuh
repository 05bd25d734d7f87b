// SPDX-License-Identifier: MIT
// Which rows arcs belong to, for warps that go along the arcs.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/common/device/arcs.cuh"

namespace hypermatch::detail::graph_matching::device {

/// The row that has an arc; called by all lanes of a warp.
[[nodiscard]] __device__ inline std::uint32_t row_of_arc(const std::uint64_t* offsets,
                                                         std::uint32_t num_rows,
                                                         std::uint64_t arc) {
  std::uint64_t low = 0;
  std::uint64_t high = num_rows;
  // Ends: each turn leaves one of 32 parts.
  while (high - low > 1) {
    const std::uint64_t step = (high - low + 31) / 32;
    const std::uint64_t row = low + threadIdx.x % 32 * step;
    const bool before = row < high && offsets[row] <= arc;
    // Lane 0's row is always before.
    const int last = 31 - __clz(static_cast<int>(__ballot_sync(k_all_lanes, before)));
    low += static_cast<std::uint64_t>(last) * step;
    high = low + step < high ? low + step : high;
  }
  return static_cast<std::uint32_t>(low);
}

/// How many of the lanes' rows, whose ends rise, end at this arc or before it; at most 31. Lanes
/// bring neighbouring arcs.
[[nodiscard]] __device__ inline std::uint32_t rows_before_of_distinct(std::uint32_t own_end,
                                                                      std::uint32_t arc) {
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint32_t first = arc - lane;
  const auto ended =
      static_cast<std::uint32_t>(__popc(__ballot_sync(k_all_lanes, own_end <= first)));
  const std::uint32_t ends =
      __reduce_or_sync(k_all_lanes, own_end - first - 1 < 31 ? 1U << (own_end - first) : 0U);
  return ended + static_cast<std::uint32_t>(__popc(ends & ((2U << lane) - 1)));
}
/// `rows_before_of_distinct` for rows of which several may end at one arc.
[[nodiscard]] __device__ inline std::uint32_t rows_before_by_search(std::uint32_t own_end,
                                                                    std::uint32_t arc) {
  std::uint32_t rows = 0;
#pragma unroll
  for (std::uint32_t step = 16; step != 0; step /= 2) {
    rows += __shfl_sync(k_all_lanes, own_end, static_cast<int>(rows + step - 1)) <= arc ? step : 0;
  }
  return rows;
}

}  // namespace hypermatch::detail::graph_matching::device
