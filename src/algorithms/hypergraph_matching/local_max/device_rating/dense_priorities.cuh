// SPDX-License-Identifier: MIT
// Priorities without gaps: where few of them differ, as quotients of small integers do, each is
// replaced by its rank. They are collected in a hash table; if they are too many all stay as they
// are. Edges that take no part get k_left_out on the way.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cuda/atomic>

#include "base/random.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::hypergraph_matching {

/// No rating has this priority: it would be the image of a NaN, or a rank beyond the number of
/// edges. Edges that are left out get it.
inline constexpr std::uint32_t k_left_out = ~std::uint32_t{0};

/// Open addressing; k_empty in empty places.
template <class Value>
struct ValueTable {
  static constexpr Value k_empty = ~Value{0};  ///< the image of a NaN, too

  Value* values = nullptr;
  std::uint32_t* ranks = nullptr;
  Value* list = nullptr;           ///< the values in the order in which they came
  std::uint32_t* count = nullptr;  ///< how many; above `most`: they are not all in the table
  std::uint32_t mask = 0;
  std::uint32_t most = 0;

  __device__ static std::uint32_t hash(Value value) {
    if constexpr (sizeof(Value) == sizeof(std::uint32_t)) {
      return value * 0x9E3779B1U;
    } else {
      // Neighbouring doubles, and multiples of one, need more than a product.
      return static_cast<std::uint32_t>(base::splitmix64(value) >> 32);
    }
  }
  __device__ std::uint32_t place(Value value) const {
    return (hash(value) ^ static_cast<std::uint32_t>(value >> 13)) & mask;
  }
  __device__ bool overflows() const {
    // Relaxed: an old count only costs some superfluous work.
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(*count);
    return word.load(cuda::memory_order_relaxed) > most;
  }
};

template <class Value>
ValueTable<Value> lay_out_table(parallel::DeviceArena& arena, std::uint64_t num_edges) {
  const std::uint64_t places =
      std::bit_ceil(std::clamp<std::uint64_t>(num_edges / 16, 64, std::uint64_t{1} << 15));
  ValueTable<Value> table;
  table.values = arena.take<Value>(places);
  table.ranks = arena.take<std::uint32_t>(places);
  table.list = arena.take<Value>(places / 4);
  table.count = arena.take<std::uint32_t>(1);
  table.mask = static_cast<std::uint32_t>(places - 1);
  table.most = static_cast<std::uint32_t>(places / 4);
  return table;
}

namespace dense_detail {

/// Table of the values that a block has seen, in shared memory; most look-ups end there.
constexpr std::uint32_t k_seen = 2048;
constexpr std::uint32_t k_probes = 8;

/// False if another edge of the block has brought it, or will.
template <class Value>
__device__ bool is_new(Value* seen, Value mine) {
  std::uint32_t at = ValueTable<Value>::hash(mine) >> 21;
  static_assert(k_seen == 1U << (32 - 21));
  for (std::uint32_t i = 0; i < k_probes; ++i) {
    // Relaxed: a place is taken once, and then stays as it is.
    const cuda::atomic_ref<Value, cuda::thread_scope_block> place(seen[at]);
    Value there = place.load(cuda::memory_order_relaxed);
    if (there == ValueTable<Value>::k_empty &&
        place.compare_exchange_strong(there, mine, cuda::memory_order_relaxed)) {
      return true;
    }
    if (there == mine) return false;
    at = (at + 1) % k_seen;
  }
  return true;
}

/// False if there are too many.
template <class Value>
__device__ bool insert(const ValueTable<Value>& table, Value mine) {
  std::uint32_t at = table.place(mine);
  // Ends: it finds a place, or all are taken, and then they are too many.
  while (!table.overflows()) {
    // Relaxed, as above.
    const cuda::atomic_ref<Value, cuda::thread_scope_device> place(table.values[at]);
    Value there = place.load(cuda::memory_order_relaxed);
    if (there == table.k_empty &&
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

template <class Value, class Values>
__global__ void __launch_bounds__(parallel::k_block)
    collect(const ValueTable<Value> table, const Values values, std::uint64_t num_edges) {
  __shared__ Value seen[k_seen];
  for (std::uint32_t i = threadIdx.x; i < k_seen; i += parallel::k_block) seen[i] = table.k_empty;
  __syncthreads();
  const std::uint64_t step = std::uint64_t{gridDim.x} * parallel::k_block;
  for (std::uint64_t e = parallel::thread_of_grid(); e < num_edges; e += step) {
    if (values.is_left_out(e)) continue;
    const Value mine = values(e);
    if (is_new(seen, mine) && !insert(table, mine)) return;
  }
}

template <class Value>
struct RankPlaces {
  ValueTable<Value> table;
  __device__ void operator()(std::uint32_t at) const {
    const Value mine = table.values[at];
    const std::uint32_t count = *table.count;
    if (mine == table.k_empty || count > table.most) return;
    std::uint32_t below = 0;
    for (std::uint32_t i = 0; i < count; ++i) below += table.list[i] < mine ? 1 : 0;
    table.ranks[at] = below;
  }
};

template <class Value, class Values>
struct Replace {
  ValueTable<Value> table;
  Values values;
  std::uint32_t* priorities;
  __device__ void operator()(std::uint32_t e) const {
    if (values.is_left_out(e)) {
      priorities[e] = k_left_out;
      return;
    }
    if (*table.count > table.most) return;
    const Value mine = values(e);
    std::uint32_t at = table.place(mine);
    // Ends: it is in the table.
    while (table.values[at] != mine) at = (at + 1) & table.mask;
    priorities[e] = table.ranks[at];
  }
};

struct Priorities {
  const std::uint32_t* priorities;
  const std::uint8_t* left_out;
  __device__ bool is_left_out(std::uint64_t e) const { return left_out[e] != 0; }
  __device__ std::uint32_t operator()(std::uint64_t e) const { return priorities[e]; }
};

}  // namespace dense_detail

/// priorities[e] = the rank of values(e), if they are not too many; enqueued only. Those that are
/// left out get k_left_out in any case.
template <class Value, class Values>
void rank_densely(const ValueTable<Value>& table, const Values& values, std::uint32_t* priorities,
                  std::uint64_t num_edges, DeviceStream stream) {
  const std::uint64_t places = std::uint64_t{table.mask} + 1;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(table.values, 0xFF, places * sizeof(Value), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(table.count, 0, sizeof(std::uint32_t), stream));
  constexpr std::uint64_t k_blocks = 1056;
  const auto blocks =
      static_cast<unsigned>(std::min<std::uint64_t>(k_blocks, parallel::blocks_for(num_edges)));
  dense_detail::collect<<<blocks, parallel::k_block, 0, stream>>>(table, values, num_edges);
  parallel::check_launch("collect");
  parallel::for_each(places, dense_detail::RankPlaces<Value>{table}, stream);
  parallel::for_each(num_edges, dense_detail::Replace<Value, Values>{table, values, priorities},
                     stream);
}

/// Replaces priorities by their ranks among themselves.
inline void make_dense(const ValueTable<std::uint32_t>& table, std::uint32_t* priorities,
                       const std::uint8_t* left_out, std::uint64_t num_edges, DeviceStream stream) {
  rank_densely(table, dense_detail::Priorities{priorities, left_out}, priorities, num_edges,
               stream);
}

}  // namespace hypermatch::detail::hypergraph_matching
