// SPDX-License-Identifier: MIT
// The best of what the threads of a row have found, for the rows of a list of vertices.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/device/graph_arcs.cuh"

namespace hypermatch::detail::clustering::device {

/// body(i, v, row, rank, size) for the i-th vertex of the list, in `size` threads each: those of a
/// team, which are lanes of one warp, or a block. Where a team has no vertex, its row is empty and
/// i is not below `count`.
template <class Body>
__device__ void for_listed_rows(const DeviceLevelView& level, const VertexId* list,
                                std::uint64_t count, const Body& body) {
  constexpr std::uint64_t k_most = 512;
  const std::uint64_t step = threads_of_grid() / k_row_team;
  for (std::uint64_t i = thread_of_grid() / k_row_team; i / 4 * 4 < count; i += step) {
    const VertexId v = i < count ? list[i] : 0;
    const Row row = i < count ? row_of(level, v) : Row{0, 0};
    const bool is_short = i < count && row.length <= k_most;
    body(is_short ? i : count, v, is_short ? row : Row{0, 0}, threadIdx.x % k_row_team, k_row_team);
  }
  if (level.longest <= k_most) return;
  // Blocks look for long rows among so many.
  for (std::uint64_t first = std::uint64_t{blockIdx.x} * k_threads; first < count;
       first += threads_of_grid()) {
    const std::uint64_t mine = first + threadIdx.x;
    const bool is_long = mine < count && row_of(level, list[mine]).length > k_most;
    if (__syncthreads_or(is_long ? 1 : 0) == 0) continue;
    for (std::uint64_t i = first; i < first + k_threads && i < count; ++i) {
      const Row row = row_of(level, list[i]);
      if (row.length > k_most) body(i, list[i], row, threadIdx.x, k_threads);
    }
  }
}

/// A partner of a vertex: the largest rating, then the largest hash.
struct Partner {
  double rating = 0.0;
  std::uint64_t hash = 0;
  VertexId vertex = k_none;

  /// Of partners of v, whose pairs have a total order.
  __device__ void take_better(VertexId v, const Partner& other) {
    if (other.vertex == k_none) return;
    if (vertex == k_none || other.is_before(v, *this)) *this = other;
  }
  __device__ Partner from(int step) const {
    return {__shfl_xor_sync(k_all_lanes, rating, step),
            static_cast<std::uint64_t>(
                __shfl_xor_sync(k_all_lanes, static_cast<unsigned long long>(hash), step)),
            __shfl_xor_sync(k_all_lanes, vertex, step)};
  }

 private:
  __device__ bool is_before(VertexId v, const Partner& other) const {
    if (rating != other.rating) return rating > other.rating;
    if (hash != other.hash) return hash > other.hash;
    // The lower ends of two pairs of v are compared, then the upper ones.
    const VertexId low = min(v, vertex);
    const VertexId other_low = min(v, other.vertex);
    return low != other_low ? low < other_low : vertex < other.vertex;
  }
};

/// What the threads of a row have in all, in the first of them.
__device__ inline Partner best_of_row(VertexId v, Partner mine, std::uint32_t size) {
  const int lanes = size == k_row_team ? k_row_team : 32;
  for (int step = lanes / 2; step > 0; step /= 2) mine.take_better(v, mine.from(step));
  if (size == k_row_team) return mine;
  __shared__ Partner of_warps[k_warps];
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (std::uint32_t w = 1; w < k_warps; ++w) mine.take_better(v, of_warps[w]);
  }
  __syncthreads();
  return mine;
}

__device__ inline std::int64_t sum_of_row(std::int64_t mine, std::uint32_t size) {
  const int lanes = size == k_row_team ? k_row_team : 32;
  for (int step = lanes / 2; step > 0; step /= 2) {
    mine += __shfl_xor_sync(k_all_lanes, mine, step);
  }
  if (size == k_row_team) return mine;
  __shared__ std::int64_t of_warps[k_warps];
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (std::uint32_t w = 1; w < k_warps; ++w) mine += of_warps[w];
  }
  __syncthreads();
  return mine;
}

}  // namespace hypermatch::detail::clustering::device
