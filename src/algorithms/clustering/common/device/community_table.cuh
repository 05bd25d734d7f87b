// SPDX-License-Identifier: MIT
// The communities around a row with the weight of the arcs into each: open addressing in shared or
// global memory. Sums are of integers, so that the order of additions does not matter.
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
      const VertexId before = atomicCAS(&keys[slot], k_none, key);
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
template <class Sum>
__device__ Table<Sum> table_of_block(TableMemory<Sum>& memory) {
  return {memory.keys, memory.sums, k_block_slots - 1};
}

/// The number of slots for so many keys: a third of them stays free.
__host__ __device__ inline std::uint64_t slots_for(std::uint64_t keys) {
  std::uint64_t slots = 1024;
  while (slots < keys + keys / 2) slots *= 2;  // ends: doubles
  return slots;
}

/// The block's table in global memory, as large as `keys` keys need.
__device__ inline Table<WideTableSum> global_table(const GlobalTables& tables, std::uint64_t keys) {
  const std::uint64_t first = tables.slots * blockIdx.x;
  const std::uint64_t wanted = slots_for(keys);
  const std::uint64_t slots = wanted < tables.slots ? wanted : tables.slots;
  return {tables.keys + first, tables.sums + first, static_cast<std::uint32_t>(slots - 1)};
}

}  // namespace hypermatch::detail::clustering::device
