// SPDX-License-Identifier: MIT
// Rows that the whole grid adds up. Blocks take parts of their arcs, add them up in shared memory
// and then into the row's table in global memory; after a barrier they take parts of the tables.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/device/community_table.cuh"
#include "algorithms/clustering/common/device/problem.hpp"

namespace hypermatch::detail::clustering::device {

static_assert(LongRows::k_arcs == WholeBlock::k_room, "shorter rows fit the table of a block");
static_assert(LongRows::k_block_arcs == QuarterBlock::k_room, "and of a group");

/// A table of any number of slots in global memory.
struct LongTable {
  VertexId* keys;
  unsigned long long* sums;
  std::uint32_t slots;

  /// True where the key is new. Ends: a third of the slots stays free.
  __device__ bool insert(VertexId key, std::int64_t weight) const {
    std::uint32_t slot = __umulhi(key * 0x9E3779B1U, slots);
    for (;;) {
      // Relaxed: a key, once there, stays; sums are read behind a barrier.
      const cuda::atomic_ref<VertexId, cuda::thread_scope_device> word(keys[slot]);
      VertexId before = word.load(cuda::memory_order_relaxed);
      const bool is_free = before == k_none;
      if (is_free) before = atomicCAS(&keys[slot], k_none, key);
      if (before == k_none || before == key) {
        atomicAdd(&sums[slot], static_cast<unsigned long long>(weight));
        return before == k_none;
      }
      slot = slot + 1 == slots ? 0 : slot + 1;
    }
  }
};

__device__ inline LongTable table_of(const GlobalTables& tables, const LongRow& row) {
  return {tables.keys + row.table, tables.sums + row.table, row.slots};
}

inline constexpr int k_pass_bits = 24;
inline constexpr int k_slot_bits = 64 - k_pass_bits;

/// The number of passes after all rows are listed.
__device__ inline std::uint32_t num_passes(const LongRowCounts& counts) {
  return counts.rows == 0 ? 0 : static_cast<std::uint32_t>(counts.tables >> k_slot_bits) + 1;
}

/// Lists a row in parts of `part_arcs`, with at most `most_keys` communities around it; by one
/// thread.
__device__ __noinline__ inline void list_long_row(const LongRows& list, const GlobalTables& tables,
                                                  LongRowCounts* counts, VertexId item,
                                                  std::uint64_t length, std::uint64_t most_keys,
                                                  std::uint64_t part_arcs) {
  const std::uint32_t number = atomicAdd(&counts->rows, 1U);
  LongRow row{};
  row.item = item;
  row.length = length;
  row.parts = static_cast<std::uint32_t>((length + part_arcs - 1) / part_arcs);
  row.first_part = atomicAdd(&counts->parts, row.parts);
  const std::uint64_t slots = long_slots_for(length < most_keys ? length : most_keys);
  row.slots = static_cast<std::uint32_t>(slots);
  unsigned long long before = 0;
  unsigned long long seen = 0;
  // Ends: some thread's exchange succeeds each time.
  do {
    before = seen;
    std::uint64_t pass = before >> k_slot_bits;
    row.table = before & ((std::uint64_t{1} << k_slot_bits) - 1);
    if (row.table != 0 && row.table + slots > tables.slots) {
      ++pass;
      row.table = 0;
    }
    row.pass = static_cast<std::uint32_t>(pass);
    seen = atomicCAS(&counts->tables, before, pass << k_slot_bits | (row.table + slots));
  } while (seen != before);
  list.rows[number] = row;
  for (std::uint32_t i = 0; i < row.parts; ++i) list.row_of_part[row.first_part + i] = number;
}

/// The arcs of a part of a vertex's row.
__device__ inline Row part_of(const LongRow& row, std::uint64_t begin, std::uint32_t part) {
  constexpr std::uint64_t k_arcs = LongRows::k_arcs;
  const std::uint64_t before = part * k_arcs;
  const std::uint64_t rest = row.length - before;
  return {begin + before, rest < k_arcs ? rest : k_arcs};
}

/// What a block shares while it looks for its parts.
struct PartQueue {
  std::uint32_t parts[k_threads];
  std::uint32_t count;
};

/// body(row, part) for the parts of one pass, by blocks: all threads of a block call it, and leave
/// it together.
template <class Body>
__device__ void for_parts(const LongRows& list, std::uint32_t parts, std::uint32_t pass,
                          PartQueue& queue, const Body& body) {
  for (std::uint64_t first = blockIdx.x; first < parts;
       first += std::uint64_t{gridDim.x} * k_threads) {
    __syncthreads();
    if (threadIdx.x == 0) queue.count = 0;
    __syncthreads();
    const std::uint64_t mine = first + std::uint64_t{threadIdx.x} * gridDim.x;
    if (mine < parts && list.rows[list.row_of_part[mine]].pass == pass) {
      queue.parts[atomicAdd(&queue.count, 1U)] = static_cast<std::uint32_t>(mine);
    }
    __syncthreads();
    for (std::uint32_t i = 0; i < queue.count; ++i) {
      const std::uint32_t part = queue.parts[i];
      LongRow& row = list.rows[list.row_of_part[part]];
      body(row, part - row.first_part);
      __syncthreads();
    }
  }
}

}  // namespace hypermatch::detail::clustering::device
