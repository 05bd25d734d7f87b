// SPDX-License-Identifier: MIT
// Loops over the items of a list on the device, and over the rows that it names. Only the device
// knows how long a list is: grids have a fixed size.
#pragma once

#include <algorithm>
#include <cstdint>

#include "parallel/device/rows.cuh"

namespace hypermatch::detail::parallel {

/// A list in device memory.
struct DeviceList {
  const std::uint32_t* items = nullptr;
  const std::uint32_t* count = nullptr;
};

namespace rows_detail {

template <class Body>
__global__ void __launch_bounds__(k_block) for_each_listed(const Body body, DeviceList list) {
  const std::uint32_t count = *list.count;
  const std::uint64_t threads = static_cast<std::uint64_t>(gridDim.x) * k_block;
  for (std::uint64_t i = thread_of_grid(); i < count; i += threads) body(list.items[i]);
}

// A warp per row.
template <class Loop>
__global__ void __launch_bounds__(k_block)
    reduce_listed_by_warps(const Loop loop, const std::uint64_t* offsets, DeviceList list) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const std::uint32_t count = *list.count;
  const std::uint64_t warps = static_cast<std::uint64_t>(gridDim.x) * (k_block / 32);
  for (std::uint64_t i = thread_of_grid() / 32; i < count; i += warps) {
    const std::uint32_t row = list.items[i];
    if (!loop.is_active(row)) continue;  // the same for the whole warp
    typename Loop::Value result = reduce_entries(
        loop, row, offsets[row], offsets[row + 1] - offsets[row], warp.thread_rank(), 32);
    for (unsigned lane = 16; lane > 0; lane /= 2) {
      result = Loop::combine(result, Loop::exchange(warp, result, lane));
    }
    if (warp.thread_rank() == 0) loop.store(row, result);
  }
}

// A block per row.
template <class Loop>
__global__ void __launch_bounds__(k_block)
    reduce_listed_by_blocks(const Loop loop, const std::uint64_t* offsets, DeviceList list) {
  __shared__ typename Loop::Value of_warp[k_warps];
  const std::uint32_t count = *list.count;
  for (std::uint32_t i = blockIdx.x; i < count; i += gridDim.x) {
    const std::uint32_t row = list.items[i];
    if (!loop.is_active(row)) continue;  // the same for the whole block
    reduce_row_by_block(loop, offsets, row, of_warp);
  }
}

}  // namespace rows_detail

/// body(item) for every item of the list.
template <class Body>
void for_each_listed(const DeviceList& list, const Body& body, DeviceStream stream) {
  constexpr unsigned k_blocks = 132;
  rows_detail::for_each_listed<<<k_blocks, k_block, 0, stream>>>(body, list);
  check_launch("for_each_listed");
}

/// As `row_reduce`, over the rows of the list.
template <class Loop>
void row_reduce_listed(const DeviceRows& rows, const DeviceList& list, const Loop& loop,
                       DeviceStream stream) {
  constexpr std::uint64_t k_warp_row = 512;  // on average, at most
  if (rows.count == 0) return;
  if (rows.entries / rows.count > k_warp_row) {
    rows_detail::reduce_listed_by_blocks<<<k_heavy_blocks, k_block, 0, stream>>>(loop, rows.offsets,
                                                                                 list);
  } else {
    rows_detail::reduce_listed_by_warps<<<k_heavy_blocks, k_block, 0, stream>>>(loop, rows.offsets,
                                                                                list);
  }
  check_launch("row_reduce_listed");
}

}  // namespace hypermatch::detail::parallel
