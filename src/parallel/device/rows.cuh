// SPDX-License-Identifier: MIT
// Loops over the rows of a CSR on the device, shared out by the size of each row: short rows to
// teams of threads that the average row fits, longer ones to a warp, heavy ones to a block. Every
// thread looks at one row first, so that passes over mostly inactive rows cost little.
#pragma once

#include <cooperative_groups.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "hypermatch/types.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/warp.cuh"
#include "parallel/heavy_rows.hpp"

namespace hypermatch::detail::parallel {

namespace cg = cooperative_groups;

inline constexpr unsigned k_block = 256;
/// Heavy rows above this are shared out to all blocks where no reduction is asked for.
inline constexpr std::uint64_t k_giant_row = 1 << 16;
inline constexpr unsigned k_heavy_blocks = 528;

[[nodiscard]] inline unsigned blocks_for(std::uint64_t threads) {
  return static_cast<unsigned>((threads + k_block - 1) / k_block);
}

/// A CSR as these loops see it.
struct DeviceRows {
  const std::uint64_t* offsets = nullptr;
  std::uint64_t count = 0;
  std::uint64_t entries = 0;
  std::uint64_t largest = 0;       ///< no row is larger
  std::uint32_t* heavy = nullptr;  ///< the heavy rows, where `largest` is above: `heavy_room`
  std::uint32_t* num_heavy =
      nullptr;  ///< how many from the front, and how many giants from the end

  [[nodiscard]] bool has_heavy() const { return largest > k_heavy_row; }
};

namespace rows_detail {

// Rows of at most this many entries go to a team.
template <unsigned k_team>
inline constexpr std::uint64_t k_team_row = k_team == 1 ? 32 : std::uint64_t{16} * k_team;

/// Entries that a thread looks at together, so that their loads are in flight together.
inline constexpr unsigned k_batch = 4;

// The entries first + rank, first + rank + stride, .. of a row, reduced.
template <class Loop>
__device__ typename Loop::Value reduce_entries(const Loop& loop, std::uint32_t row,
                                               std::uint64_t first, std::uint64_t length,
                                               unsigned rank, unsigned stride) {
  typename Loop::Value result = Loop::identity();
  for (std::uint64_t i = rank; i < length; i += k_batch * stride) {
    decltype(loop.entry(first)) entries[k_batch];
#pragma unroll
    for (unsigned j = 0; j < k_batch; ++j) {
      if (i + j * stride < length) entries[j] = loop.entry(first + i + j * stride);
    }
#pragma unroll
    for (unsigned j = 0; j < k_batch; ++j) {
      if (i + j * stride < length) result = Loop::combine(result, loop.value(row, entries[j]));
    }
    if (Loop::is_final(result)) break;
  }
  return result;
}

template <class Loop>
__device__ void visit_entries(const Loop& loop, std::uint32_t row, std::uint64_t first,
                              std::uint64_t length, std::uint64_t rank, std::uint64_t stride) {
#pragma unroll 4
  for (std::uint64_t i = rank; i < length; i += stride) loop.visit(row, first + i);
}

template <unsigned k_team, class Loop>
__global__ void __launch_bounds__(k_block)
    row_reduce(const Loop loop, const std::uint64_t* offsets, std::uint64_t count) {
  using Value = typename Loop::Value;
  const std::uint64_t row = thread_of_grid();
  const bool mine = row < count && loop.is_active(static_cast<std::uint32_t>(row));
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  if (mine) {
    begin = offsets[row];
    size = offsets[row + 1] - begin;
  }
  Value result = Loop::identity();
  // The lanes of `tile` reduce the rows of its lanes whose bit is set, one after the other.
  const auto reduce = [&](const auto& tile, bool chosen) {
    unsigned todo = tile.ballot(chosen);
    // Ends: each turn takes one bit away.
    while (todo != 0) {
      const int leader = __ffs(static_cast<int>(todo)) - 1;
      todo &= todo - 1;
      const std::uint64_t first = tile.shfl(begin, leader);
      const auto length = static_cast<unsigned>(tile.shfl(size, leader));
      const auto number =
          static_cast<std::uint32_t>(row - tile.thread_rank() + static_cast<unsigned>(leader));
      Value mine_of_it =
          reduce_entries(loop, number, first, length, tile.thread_rank(), tile.size());
      for (unsigned lane = tile.size() / 2; lane > 0; lane /= 2) {
        mine_of_it = Loop::combine(mine_of_it, Loop::exchange(tile, mine_of_it, lane));
      }
      if (tile.thread_rank() == static_cast<unsigned>(leader)) result = mine_of_it;
    }
  };
  const auto block = cg::this_thread_block();
  if constexpr (k_team == 1) {
    if (size <= k_team_row<k_team>) {
      result = reduce_entries(loop, static_cast<std::uint32_t>(row), begin, size, 0, 1);
    }
  } else {
    reduce(cg::tiled_partition<k_team>(block), mine && size <= k_team_row<k_team>);
  }
  reduce(cg::tiled_partition<32>(block), mine && size > k_team_row<k_team> && size <= k_heavy_row);
  if (mine && size <= k_heavy_row) loop.store(static_cast<std::uint32_t>(row), result);
}

constexpr unsigned k_warps = k_block / 32;  // of a block

/// All threads of a block reduce a row, through a word of shared memory per warp.
template <class Loop>
__device__ void reduce_row_by_block(const Loop& loop, const std::uint64_t* offsets,
                                    std::uint32_t row, typename Loop::Value* of_warp) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  typename Loop::Value result = reduce_entries(
      loop, row, offsets[row], offsets[row + 1] - offsets[row], threadIdx.x, k_block);
  for (unsigned lane = 16; lane > 0; lane /= 2) {
    result = Loop::combine(result, Loop::exchange(warp, result, lane));
  }
  if (warp.thread_rank() == 0) of_warp[threadIdx.x / 32] = result;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned w = 1; w < k_warps; ++w) result = Loop::combine(result, of_warp[w]);
    loop.store(row, result);
  }
  __syncthreads();
}

template <class Loop>
__global__ void __launch_bounds__(k_block)
    reduce_heavy_rows(const Loop loop, const std::uint64_t* offsets, const std::uint32_t* heavy,
                      const std::uint32_t* num_heavy, std::size_t room) {
  __shared__ typename Loop::Value of_warp[k_warps];
  const std::uint32_t front = num_heavy[0];
  const std::uint32_t all = front + num_heavy[1];
  for (std::uint32_t i = blockIdx.x; i < all; i += gridDim.x) {
    const std::uint32_t row = heavy[i < front ? i : room - 1 - (i - front)];
    if (!loop.is_active(row)) continue;  // the same for the whole block
    reduce_row_by_block(loop, offsets, row, of_warp);
  }
}

template <unsigned k_team, class Loop>
__global__ void __launch_bounds__(k_block)
    row_for_each(const Loop loop, const std::uint64_t* offsets, std::uint64_t count) {
  const std::uint64_t row = thread_of_grid();
  const bool mine = row < count && loop.is_active(static_cast<std::uint32_t>(row));
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  if (mine) {
    begin = offsets[row];
    size = offsets[row + 1] - begin;
  }
  const auto visit = [&](const auto& tile, bool chosen) {
    unsigned todo = tile.ballot(chosen);
    // Ends: each turn takes one bit away.
    while (todo != 0) {
      const int leader = __ffs(static_cast<int>(todo)) - 1;
      todo &= todo - 1;
      const std::uint64_t first = tile.shfl(begin, leader);
      const auto length = static_cast<unsigned>(tile.shfl(size, leader));
      const auto number =
          static_cast<std::uint32_t>(row - tile.thread_rank() + static_cast<unsigned>(leader));
      visit_entries(loop, number, first, length, tile.thread_rank(), tile.size());
    }
  };
  const auto block = cg::this_thread_block();
  if constexpr (k_team == 1) {
    if (size <= k_team_row<k_team>) {
      visit_entries(loop, static_cast<std::uint32_t>(row), begin, size, 0, 1);
    }
  } else {
    visit(cg::tiled_partition<k_team>(block), mine && size <= k_team_row<k_team>);
  }
  visit(cg::tiled_partition<32>(block), mine && size > k_team_row<k_team> && size <= k_heavy_row);
}

// Heavy rows to a block each, then giants to all blocks, one after the other.
template <class Loop>
__global__ void __launch_bounds__(k_block)
    visit_heavy_rows(const Loop loop, const std::uint64_t* offsets, const std::uint32_t* heavy,
                     const std::uint32_t* num_heavy, std::size_t room) {
  const auto visit = [&](std::uint32_t row, std::uint64_t rank, std::uint64_t stride) {
    if (!loop.is_active(row)) return;
    visit_entries(loop, row, offsets[row], offsets[row + 1] - offsets[row], rank, stride);
  };
  for (std::uint32_t i = blockIdx.x; i < num_heavy[0]; i += gridDim.x) {
    visit(heavy[i], threadIdx.x, k_block);
  }
  const std::uint64_t threads = static_cast<std::uint64_t>(gridDim.x) * k_block;
  for (std::uint32_t i = 0; i < num_heavy[1]; ++i)
    visit(heavy[room - 1 - i], thread_of_grid(), threads);
}

__global__ void inline list_heavy_rows(const std::uint64_t* offsets, std::uint64_t count,
                                       std::uint32_t* heavy, std::uint32_t* num_heavy,
                                       std::size_t room) {
  const std::uint64_t row = thread_of_grid();
  if (row >= count) return;
  const std::uint64_t size = offsets[row + 1] - offsets[row];
  if (size <= k_heavy_row) return;
  // The order of the lists differs from run to run; nothing depends on it.
  if (size <= k_giant_row) {
    heavy[atomicAdd(&num_heavy[0], 1U)] = static_cast<std::uint32_t>(row);
  } else {
    heavy[room - 1 - atomicAdd(&num_heavy[1], 1U)] = static_cast<std::uint32_t>(row);
  }
}

// Calls body with the size of the team as a constant.
template <class Body>
void with_team(const DeviceRows& rows, const Body& body) {
  const double average = static_cast<double>(rows.entries) / static_cast<double>(rows.count);
  if (average < 4) {
    body(std::integral_constant<unsigned, 1>{});
  } else if (average < 12) {
    body(std::integral_constant<unsigned, 4>{});
  } else if (average < 40) {
    body(std::integral_constant<unsigned, 8>{});
  } else {
    body(std::integral_constant<unsigned, 16>{});
  }
}

// Runs two kernels: the one that light(team) names over all rows, and `heavy` over the heavy ones.
template <class Loop, class Light, class Heavy>
void launch(const DeviceRows& rows, const Loop& loop, const char* light_name, const Light& light,
            const char* heavy_name, const Heavy& heavy, DeviceStream stream) {
  if (rows.count == 0) return;
  with_team(rows, [&](auto team) {
    light(team)<<<blocks_for(rows.count), k_block, 0, stream>>>(loop, rows.offsets, rows.count);
  });
  check_launch(light_name);
  if (!rows.has_heavy()) return;
  heavy<<<k_heavy_blocks, k_block, 0, stream>>>(loop, rows.offsets, rows.heavy, rows.num_heavy,
                                                heavy_room(rows.entries));
  check_launch(heavy_name);
}

}  // namespace rows_detail

/// Lists the heavy rows, if there can be any; to be done once before the loops below.
inline void find_heavy_rows(const DeviceRows& rows, DeviceStream stream) {
  if (!rows.has_heavy() || rows.count == 0) return;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(rows.num_heavy, 0, 2 * sizeof(std::uint32_t), stream));
  rows_detail::list_heavy_rows<<<blocks_for(rows.count), k_block, 0, stream>>>(
      rows.offsets, rows.count, rows.heavy, rows.num_heavy, heavy_room(rows.entries));
  check_launch("list_heavy_rows");
}

/// For every row with loop.is_active(row): loop.store(row, the values of its entries, combined).
/// loop.entry(p) is what stands at place p, loop.value(row, entry) the value of that. `combine`
/// must be associative and commutative. `Loop::is_final(value)` may be true for a value that
/// nothing changes any more. `Loop::exchange(tile, value, lane)` is the value of the lane whose
/// number differs in that bit.
template <class Loop>
void row_reduce(const DeviceRows& rows, const Loop& loop, DeviceStream stream) {
  const auto light = [](auto team) {
    return &rows_detail::row_reduce<decltype(team)::value, Loop>;
  };
  rows_detail::launch(rows, loop, "row_reduce", light, "reduce_heavy_rows",
                      &rows_detail::reduce_heavy_rows<Loop>, stream);
}

/// loop.visit(row, p) for every entry p of every row with loop.is_active(row). What `visit` does
/// must not change the answer of `is_active`.
template <class Loop>
void row_for_each(const DeviceRows& rows, const Loop& loop, DeviceStream stream) {
  const auto light = [](auto team) {
    return &rows_detail::row_for_each<decltype(team)::value, Loop>;
  };
  rows_detail::launch(rows, loop, "row_for_each", light, "visit_heavy_rows",
                      &rows_detail::visit_heavy_rows<Loop>, stream);
}

namespace rows_detail {
template <class Index, class Body>
__global__ void __launch_bounds__(k_block)
    for_each(const __grid_constant__ Body body, std::uint64_t items) {
  const std::uint64_t i = thread_of_grid();
  if (i < items) body(static_cast<Index>(i));
}
}  // namespace rows_detail

/// body(i) for every i below `items`, each by a thread of its own.
template <class Index = std::uint32_t, class Body>
void for_each(std::uint64_t items, const Body& body, DeviceStream stream) {
  if (items == 0) return;
  rows_detail::for_each<Index><<<blocks_for(items), k_block, 0, stream>>>(body, items);
  check_launch("for_each");
}

}  // namespace hypermatch::detail::parallel
