// SPDX-License-Identifier: MIT
// The index of claim lists where only vertices with more arcs than room have one: two words per 32
// vertices, a bit for each that has a list, and the place of the first of these lists.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/claim_lists/claim_list.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching::device {

/// Vertices that a warp looks at: an entry of the index per lane.
constexpr std::uint64_t k_indexed_by_warp = 32 * 32;

/// `num_lists` counts from 0. Places rise within the vertices of a warp; which warp's come first
/// differs from run to run, and nothing depends on it.
__global__ void inline index_lists(const DeviceRoom room, const std::uint64_t* offsets, VertexId n,
                                   uint2* index, std::uint32_t* num_lists) {
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint64_t first = parallel::thread_of_grid() / 32 * k_indexed_by_warp;
  if (first >= n) return;
  std::uint32_t listed = 0;
#pragma unroll 8
  for (std::uint32_t i = 0; i < 32; ++i) {
    const std::uint64_t v = first + 32 * i + lane;
    const bool has_list =
        v < n && room.makes_choose(static_cast<VertexId>(v), offsets[v + 1] - offsets[v]);
    const std::uint32_t bits = __ballot_sync(k_all_lanes, has_list);
    if (lane == i) listed = bits;
  }
  const auto count = static_cast<std::uint32_t>(__popc(static_cast<int>(listed)));
  std::uint32_t through = count;  // up to this lane
#pragma unroll
  for (std::uint32_t step = 1; step < 32; step *= 2) {
    const std::uint32_t before = __shfl_up_sync(k_all_lanes, through, step);
    if (lane >= step) through += before;
  }
  std::uint32_t begin = 0;
  // Relaxed: only the place is used, by later kernels.
  if (lane == 31) begin = atomicAdd(num_lists, through);
  begin = __shfl_sync(k_all_lanes, begin, 31);
  if (first + 32 * lane < n) index[first / 32 + lane] = make_uint2(listed, begin + through - count);
}

}  // namespace hypermatch::detail::graph_matching::device
