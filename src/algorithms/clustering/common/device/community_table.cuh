// SPDX-License-Identifier: MIT
// The communities around a row with the weight of the arcs into each: open addressing in shared
// memory. Sums are of integers, so that the order of additions does not matter.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/device/rows.cuh"

namespace hypermatch::detail::clustering::device {

/// Tables in shared memory: one per warp, or all of a block as one.
inline constexpr std::uint32_t k_warp_slots = 256;
inline constexpr std::uint32_t k_warp_room = 192;
inline constexpr std::uint32_t k_block_slots = k_warp_slots * k_warps;
inline constexpr std::uint32_t k_block_room = k_warp_room * k_warps;

template <class Sum>
struct TableMemory {
  Sum sums[k_block_slots];
  VertexId keys[k_block_slots];
};

/// Sums of 32 bits where the weights of all arcs add up to less than 2^31, else of 64: additions of
/// 32 bits in shared memory are one instruction.
using NarrowSum = unsigned int;
using WideTableSum = unsigned long long;

template <class Sum>
struct Table {
  VertexId* keys;
  Sum* sums;
  std::uint32_t mask;

  /// A slot for the key; true where it was free. Ends: callers leave slots free.
  __device__ bool insert(VertexId key, std::int64_t weight) const {
    std::uint32_t slot = hash(key) & mask;
    for (;;) {
      // Relaxed: a key, once there, stays; sums are read behind a barrier.
      const cuda::atomic_ref<VertexId, cuda::thread_scope_block> word(keys[slot]);
      VertexId before = word.load(cuda::memory_order_relaxed);
      if (before == k_none) before = atomicCAS(&keys[slot], k_none, key);
      if (before == k_none || before == key) {
        atomicAdd(&sums[slot], static_cast<Sum>(weight));
        return before == k_none;
      }
      slot = (slot + 1) & mask;
    }
  }

  __device__ static std::uint32_t hash(VertexId key) {
    const std::uint32_t product = key * 0x9E3779B1U;
    return product ^ (product >> 15);
  }

  __device__ std::uint32_t slots() const { return mask + 1; }
  __device__ void clear(std::uint32_t rank, std::uint32_t size) const {
    for (std::uint32_t i = rank; i < slots(); i += size) {
      keys[i] = k_none;
      sums[i] = 0;
    }
  }
};

/// The table of a warp, or the first `slots` of it, a power of two.
template <class Sum>
__device__ Table<Sum> table_of_warp(TableMemory<Sum>& memory, std::uint32_t slots = k_warp_slots) {
  const std::uint32_t first = threadIdx.x / 32 * k_warp_slots;
  return {memory.keys + first, memory.sums + first, slots - 1};
}

/// So many threads of a block, a power of two, that work on one row with their part of the tables.
template <std::uint32_t kSize>
struct Group {
  static constexpr std::uint32_t k_size = kSize;
  static constexpr std::uint32_t k_count = k_threads / kSize;
  static constexpr std::uint32_t k_warps_each = kSize / 32;
  static constexpr std::uint32_t k_slots = k_block_slots / k_count;
  static constexpr std::uint32_t k_room = k_block_room / k_count;

  __device__ static std::uint32_t rank() { return threadIdx.x % kSize; }
  __device__ static std::uint32_t index() { return threadIdx.x / kSize; }
  __device__ static void sync() {
    if constexpr (kSize == k_threads) {
      __syncthreads();
    } else {
      // Barrier 0 is that of the block. The instruction counts warps: all lanes must come together.
      __syncwarp();
      asm volatile("bar.sync %0, %1;" ::"r"(index() + 1), "n"(kSize) : "memory");
    }
  }
  /// A table for so many keys, or as large as it gets.
  template <class Sum>
  __device__ static Table<Sum> table(TableMemory<Sum>& memory, std::uint64_t keys) {
    std::uint32_t slots = k_warp_slots;
    while (slots < k_slots && slots < keys + keys / 2) slots *= 2;  // ends: doubles
    return {memory.keys + index() * k_slots, memory.sums + index() * k_slots, slots - 1};
  }
  /// The next number that a counter hands out to the group; `item` is one word per group.
  __device__ static std::uint32_t take(std::uint32_t* counter, std::uint32_t* item) {
    sync();
    if (rank() == 0) item[index()] = atomicAdd(counter, 1U);
    sync();
    return item[index()];
  }
};
using WholeBlock = Group<k_threads>;
using QuarterBlock = Group<k_threads / 4>;
inline constexpr std::uint32_t k_most_groups = QuarterBlock::k_count;

}  // namespace hypermatch::detail::clustering::device
