// SPDX-License-Identifier: MIT
// Kernels of the stream as a place that several devices need: lists of what a function keeps, and
// loops of one block.
#pragma once

#include <cstdint>
#include <utility>

#include "hypermatch/types.hpp"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::parallel::place_detail {

// Lists the numbers that map(0) .. map(items - 1) are, but for `k_none`, in any order, as far as
// there is room, and counts them. A block adds to the count once.
constexpr unsigned k_mapped = 8;  // items of a thread
template <class Map>
__global__ void __launch_bounds__(k_block)
    list_mapped(const Map map, std::uint64_t items, std::uint32_t* out, std::uint64_t room,
                std::uint64_t* count) {
  __shared__ std::uint32_t of_warp[k_block / 32];
  __shared__ std::uint64_t first;
  const std::uint64_t begin = std::uint64_t{blockIdx.x} * k_mapped * k_block + threadIdx.x;
  std::uint32_t numbers[k_mapped];
  if constexpr (requires { map.map_some(begin, k_block, items, numbers); }) {
    map.map_some(begin, k_block, items, numbers);
  } else {
#pragma unroll
    for (unsigned j = 0; j < k_mapped; ++j) {
      const std::uint64_t i = begin + j * k_block;
      numbers[j] = i < items ? map(i) : k_none;
    }
  }
  std::uint32_t warp_before[k_mapped];
  std::uint32_t in_warp = 0;
#pragma unroll
  for (unsigned j = 0; j < k_mapped; ++j) {
    const unsigned kept = __ballot_sync(~0U, numbers[j] != k_none ? 1 : 0);
    warp_before[j] = in_warp + __popc(kept & ((1U << threadIdx.x % 32) - 1));
    in_warp += __popc(kept);
  }
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = in_warp;
  __syncthreads();
  if (threadIdx.x == 0) {
    std::uint32_t all = 0;
    for (std::uint32_t& its : of_warp) all += std::exchange(its, all);
    first = all == 0 ? 0
                     : atomicAdd(reinterpret_cast<unsigned long long*>(count),
                                 static_cast<unsigned long long>(all));
  }
  __syncthreads();
#pragma unroll
  for (unsigned j = 0; j < k_mapped; ++j) {
    const std::uint64_t place = first + of_warp[threadIdx.x / 32] + warp_before[j];
    if (numbers[j] != k_none && place < room) out[place] = numbers[j];
  }
}

/// The threads of one block.
struct Block {
  [[nodiscard]] __device__ std::uint32_t rank() const { return threadIdx.x; }
  [[nodiscard]] __device__ std::uint32_t size() const { return blockDim.x; }
  __device__ void wait() const { __syncthreads(); }
  [[nodiscard]] __device__ bool any(bool mine) const { return __syncthreads_or(mine ? 1 : 0) != 0; }
};
constexpr unsigned k_large_block = 1024;
template <class Body>
__global__ void __launch_bounds__(k_large_block) by_one_block(const Body body) {
  body(Block{});
}

}  // namespace hypermatch::detail::parallel::place_detail
