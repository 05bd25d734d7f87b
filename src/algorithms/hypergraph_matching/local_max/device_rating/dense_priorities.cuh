// SPDX-License-Identifier: MIT
// Priorities without gaps: where few of them differ, as quotients of small integers do, each is
// replaced by its rank. They are collected in a hash table; if they are too many all stay as they
// are. Edges that take no part get k_left_out on the way.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cuda/atomic>

#include "parallel/device/arena.hpp"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::hypergraph_matching {

/// No rating has this priority: it would be the image of a NaN, or a rank beyond the number of
/// edges. Edges that are left out get it.
inline constexpr std::uint32_t k_left_out = ~std::uint32_t{0};

/// Open addressing; k_left_out in empty places.
struct PriorityTable {
  std::uint32_t* priorities = nullptr;
  std::uint32_t* ranks = nullptr;
  std::uint32_t* list = nullptr;   ///< the priorities in the order in which they came
  std::uint32_t* count = nullptr;  ///< how many; above `most`: they are not all in the table
  std::uint32_t mask = 0;
  std::uint32_t most = 0;

  __device__ std::uint32_t place(std::uint32_t priority) const {
    return (priority * 0x9E3779B1U ^ priority >> 13) & mask;
  }
  __device__ bool overflows() const {
    // Relaxed: who reads an old count only does some work in vain.
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(*count);
    return word.load(cuda::memory_order_relaxed) > most;
  }
};

inline PriorityTable lay_out_table(parallel::DeviceArena& arena, std::uint64_t num_edges) {
  const std::uint64_t places =
      std::bit_ceil(std::clamp<std::uint64_t>(num_edges / 16, 64, std::uint64_t{1} << 15));
  PriorityTable table;
  table.priorities = arena.take<std::uint32_t>(places);
  table.ranks = arena.take<std::uint32_t>(places);
  table.list = arena.take<std::uint32_t>(places / 4);
  table.count = arena.take<std::uint32_t>(1);
  table.mask = static_cast<std::uint32_t>(places - 1);
  table.most = static_cast<std::uint32_t>(places / 4);
  return table;
}

namespace dense_detail {

/// What a block has seen itself, in shared memory: most look-ups end there.
constexpr std::uint32_t k_seen = 2048;
constexpr std::uint32_t k_probes = 8;

/// False if another edge of the block has brought it, or will.
__device__ inline bool is_new(std::uint32_t* seen, std::uint32_t mine) {
  std::uint32_t at = mine * 0x9E3779B1U >> 21;
  static_assert(k_seen == 1U << (32 - 21));
  for (std::uint32_t i = 0; i < k_probes; ++i) {
    // Relaxed: a place is taken once, and then stays as it is.
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_block> place(seen[at]);
    std::uint32_t there = place.load(cuda::memory_order_relaxed);
    if (there == k_left_out &&
        place.compare_exchange_strong(there, mine, cuda::memory_order_relaxed)) {
      return true;
    }
    if (there == mine) return false;
    at = (at + 1) % k_seen;
  }
  return true;
}

/// False if there are too many.
__device__ inline bool insert(const PriorityTable& table, std::uint32_t mine) {
  std::uint32_t at = table.place(mine);
  // Ends: it finds a place, or all are taken, and then they are too many.
  while (!table.overflows()) {
    // Relaxed, as above.
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> place(table.priorities[at]);
    std::uint32_t there = place.load(cuda::memory_order_relaxed);
    if (there == k_left_out &&
        place.compare_exchange_strong(there, mine, cuda::memory_order_relaxed)) {
      const std::uint32_t before = atomicAdd(table.count, 1U);
      if (before < table.most) table.list[before] = mine;
      return true;
    }
    if (there == mine) return true;
    at = (at + 1) & table.mask;
  }
  return false;
}

__global__ void inline __launch_bounds__(parallel::k_block)
    collect(const PriorityTable table, const std::uint32_t* priorities,
            const std::uint8_t* left_out, std::uint64_t num_edges) {
  __shared__ std::uint32_t seen[k_seen];
  for (std::uint32_t i = threadIdx.x; i < k_seen; i += parallel::k_block) seen[i] = k_left_out;
  __syncthreads();
  const std::uint64_t step = std::uint64_t{gridDim.x} * parallel::k_block;
  for (std::uint64_t e = parallel::rows_detail::thread_index(); e < num_edges; e += step) {
    if (left_out[e] != 0) continue;
    const std::uint32_t mine = priorities[e];
    if (is_new(seen, mine) && !insert(table, mine)) return;
  }
}

struct RankPlaces {
  PriorityTable table;
  __device__ void operator()(std::uint32_t at) const {
    const std::uint32_t mine = table.priorities[at];
    const std::uint32_t count = *table.count;
    if (mine == k_left_out || count > table.most) return;
    std::uint32_t below = 0;
    for (std::uint32_t i = 0; i < count; ++i) below += table.list[i] < mine ? 1 : 0;
    table.ranks[at] = below;
  }
};

struct Replace {
  PriorityTable table;
  std::uint32_t* priorities;
  const std::uint8_t* left_out;
  __device__ void operator()(std::uint32_t e) const {
    if (left_out[e] != 0) {
      priorities[e] = k_left_out;
      return;
    }
    if (*table.count > table.most) return;
    const std::uint32_t mine = priorities[e];
    std::uint32_t at = table.place(mine);
    // Ends: it is in the table.
    while (table.priorities[at] != mine) at = (at + 1) & table.mask;
    priorities[e] = table.ranks[at];
  }
};

}  // namespace dense_detail

/// Enqueued only.
inline void make_dense(const PriorityTable& table, std::uint32_t* priorities,
                       const std::uint8_t* left_out, std::uint64_t num_edges, DeviceStream stream) {
  const std::uint64_t places = std::uint64_t{table.mask} + 1;
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(table.priorities, 0xFF, places * sizeof(std::uint32_t), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(table.count, 0, sizeof(std::uint32_t), stream));
  constexpr std::uint64_t k_blocks = 1056;
  const auto blocks =
      static_cast<unsigned>(std::min<std::uint64_t>(k_blocks, parallel::blocks_for(num_edges)));
  dense_detail::collect<<<blocks, parallel::k_block, 0, stream>>>(table, priorities, left_out,
                                                                  num_edges);
  parallel::check_launch("collect");
  parallel::for_each(places, dense_detail::RankPlaces{table}, stream);
  parallel::for_each(num_edges, dense_detail::Replace{table, priorities, left_out}, stream);
}

}  // namespace hypermatch::detail::hypergraph_matching
