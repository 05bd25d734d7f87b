// SPDX-License-Identifier: MIT
// The lowest of the k uppermost keys of every row of a CSR on a device, k by row: a warp for each
// row that is not heavy, a block for each one that is. Up to 32 entries are ranked among lanes,
// longer rows bisected by the bits in which keys differ.
#pragma once

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdint>

#include "parallel/device/rows.cuh"

namespace hypermatch::detail::parallel {

namespace lowest_detail {

/// Summary of some entries: their number, and the OR and AND of their keys.
struct KeyCount {
  std::uint32_t keys = 0;
  std::uint64_t any = 0;
  std::uint64_t all = ~std::uint64_t{0};

  __device__ void add(std::uint64_t key) {
    ++keys;
    any |= key;
    all &= key;
  }
  __device__ void add(const KeyCount& other) {
    keys += other.keys;
    any |= other.any;
    all &= other.all;
  }
};

/// The threads of a warp, and of a block: both combine what their threads counted.
struct Warp {
  __device__ static unsigned rank() { return threadIdx.x % 32; }
  static constexpr unsigned k_size = 32;
  __device__ static KeyCount combined(KeyCount mine) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    return {cg::reduce(warp, mine.keys, cg::plus<std::uint32_t>()),
            cg::reduce(warp, mine.any, cg::bit_or<std::uint64_t>()),
            cg::reduce(warp, mine.all, cg::bit_and<std::uint64_t>())};
  }
};
struct Block {
  __device__ static unsigned rank() { return threadIdx.x; }
  static constexpr unsigned k_size = k_block;
  __device__ static KeyCount combined(KeyCount mine) {
    __shared__ KeyCount of_warp[k_size / 32];
    mine = Warp::combined(mine);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
    __syncthreads();
    mine = of_warp[0];
    for (unsigned w = 1; w < k_size / 32; ++w) mine.add(of_warp[w]);
    __syncthreads();
    return mine;
  }
};

/// The entries of a row that take part and have keys from `least` on.
template <class Team, class Loop>
__device__ KeyCount count_keys(const Loop& loop, std::uint64_t first, std::uint64_t size,
                               std::uint64_t least) {
  KeyCount mine;
  for (std::uint64_t i = Team::rank(); i < size; i += rows_detail::k_batch * Team::k_size) {
    std::uint32_t entries[rows_detail::k_batch];
#pragma unroll
    for (unsigned j = 0; j < rows_detail::k_batch; ++j) {
      const std::uint64_t at = i + j * Team::k_size;
      entries[j] = at < size ? loop.entry(first + at) : k_none;
    }
#pragma unroll
    for (unsigned j = 0; j < rows_detail::k_batch; ++j) {
      if (entries[j] == k_none || !loop.takes(entries[j])) continue;
      const std::uint64_t key = loop.key(entries[j]);
      if (key >= least) mine.add(key);
    }
  }
  return Team::combined(mine);
}

/// Bisects until `room` keys are left. `all`: of all entries that take part, which are more than
/// that. `room` > 0.
template <class Team, class Loop>
__device__ std::uint64_t lowest_of_many(const Loop& loop, std::uint64_t first, std::uint64_t size,
                                        std::uint32_t room, const KeyCount& all) {
  std::uint64_t lowest = all.all;  // no key is below the bits that all have
  std::uint64_t bits = all.any ^ all.all;
  // Ends: each turn takes a bit away. Keys from `lowest` on are never fewer than `room`.
  while (bits != 0) {
    const std::uint64_t bit = std::uint64_t{1} << (63 - __clzll(static_cast<long long>(bits)));
    bits ^= bit;
    const std::uint32_t keys = count_keys<Team>(loop, first, size, lowest | bit).keys;
    if (keys >= room) lowest |= bit;
    if (keys == room) break;
  }
  return lowest;
}

/// Finds it in a row of at most 32 entries, one per lane.
template <class Loop>
__device__ std::uint64_t lowest_of_few(const Loop& loop, std::uint64_t first, std::uint32_t size,
                                       std::uint32_t room, std::uint32_t& keys) {
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint32_t entry = lane < size ? loop.entry(first + lane) : k_none;
  const bool takes = entry != k_none && loop.takes(entry);
  const std::uint64_t key = takes ? loop.key(entry) : 0;
  const std::uint32_t lanes = __ballot_sync(~0U, takes);
  keys = static_cast<std::uint32_t>(__popc(lanes));
  if (keys <= room) return 0;
  std::uint32_t above = 0;
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    above += __shfl_sync(~0U, key, __ffs(static_cast<int>(left)) - 1) > key ? 1 : 0;
  }
  const std::uint32_t lowest = __ballot_sync(~0U, takes && above + 1 == room);
  // Keys differ, so that one lane has it.
  return __shfl_sync(~0U, key, lowest != 0 ? __ffs(static_cast<int>(lowest)) - 1 : 0);
}

template <class Team, class Loop>
__device__ void find(const Loop& loop, const std::uint64_t* offsets, std::uint32_t row) {
  const std::uint64_t first = offsets[row];
  const std::uint64_t size = offsets[row + 1ULL] - first;
  const std::uint32_t room = loop.room(row);
  std::uint64_t lowest = 0;
  std::uint32_t keys = 0;
  if (size <= 32) {
    lowest = lowest_of_few(loop, first, static_cast<std::uint32_t>(size), room, keys);
  } else {
    const KeyCount all = count_keys<Team>(loop, first, size, 0);
    keys = all.keys;
    if (keys > room) lowest = lowest_of_many<Team>(loop, first, size, room, all);
  }
  if (Team::rank() == 0) loop.store(row, lowest, keys != 0);
}

template <class Loop>
__global__ void __launch_bounds__(k_block)
    in_rows(const Loop loop, const std::uint64_t* offsets, std::uint64_t count) {
  const std::uint64_t row = thread_of_grid() / 32;
  if (row >= count) return;
  const auto number = static_cast<std::uint32_t>(row);
  if (!loop.is_active(number)) return;
  if (offsets[row + 1] - offsets[row] > k_heavy_row) return;
  find<Warp>(loop, offsets, number);
}

template <class Loop>
__global__ void __launch_bounds__(k_block)
    in_heavy_rows(const Loop loop, const DeviceRows rows, std::size_t room_of_list) {
  const std::uint32_t front = rows.num_heavy[0];
  const std::uint32_t all = front + rows.num_heavy[1];
  for (std::uint32_t i = blockIdx.x; i < all; i += gridDim.x) {
    const std::uint32_t row = rows.heavy[i < front ? i : room_of_list - 1 - (i - front)];
    if (!loop.is_active(row)) continue;  // the same for the whole block
    find<Block>(loop, rows.offsets, row);
    __syncthreads();
  }
}

}  // namespace lowest_detail

/// For every active row of a CSR whose heavy rows are listed: loop.store(row, the lowest of the
/// loop.room(row) uppermost keys among its entries that loop.takes, or 0 where these are no more
/// than that, and whether there are any). Keys of a row differ. Enqueued only.
template <class Loop>
void row_lowest(const DeviceRows& rows, const Loop& loop, DeviceStream stream) {
  if (rows.count == 0) return;
  lowest_detail::in_rows<<<blocks_for(32 * rows.count), k_block, 0, stream>>>(loop, rows.offsets,
                                                                              rows.count);
  check_launch("row_lowest in_rows");
  if (!rows.has_heavy()) return;
  lowest_detail::in_heavy_rows<<<k_heavy_blocks, k_block, 0, stream>>>(loop, rows,
                                                                       heavy_room(rows.entries));
  check_launch("row_lowest in_heavy_rows");
}

}  // namespace hypermatch::detail::parallel
