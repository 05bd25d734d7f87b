// SPDX-License-Identifier: MIT
// The rows of classes with many arcs, by blocks, and by the whole grid where they have more.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/device/class_arcs.cuh"

namespace hypermatch::detail::clustering::device {

/// Adds to a table of a group, unless the key is new and the table has no room.
template <class OfRow, class Sum>
__device__ bool insert_where_room(const Table<Sum>& table, std::uint32_t* num_keys, VertexId key,
                                  std::int64_t weight) {
  std::uint32_t slot = Table<Sum>::hash(key) & table.mask;
  // Ends: each thread adds at most one key too many, so that slots stay free.
  for (;;) {
    // Relaxed: a key, once there, stays; sums are read behind a barrier.
    const cuda::atomic_ref<VertexId, cuda::thread_scope_block> word(table.keys[slot]);
    VertexId before = word.load(cuda::memory_order_relaxed);
    if (before == k_none) {
      const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_block> keys(*num_keys);
      if (keys.load(cuda::memory_order_relaxed) >= OfRow::k_room) return false;
      before = atomicCAS(&table.keys[slot], k_none, key);
      if (before == k_none) keys.fetch_add(1, cuda::memory_order_relaxed);
    }
    if (before == k_none || before == key) {
      atomicAdd(&table.sums[slot], static_cast<Sum>(weight));
      return true;
    }
    slot = (slot + 1) & table.mask;
  }
}

/// Rows by one block, or by a group of its threads.
template <class Sum>
class BlockCombiner {
 public:
  /// Classes with more arcs are for whole blocks.
  static constexpr std::uint64_t k_most_of_group = 2048;
  /// Classes with more arcs are for the whole grid.
  static constexpr std::uint64_t k_most_arcs = 16384;
  /// Arcs of a part of a class that the whole grid adds up.
  static constexpr std::uint64_t k_part_arcs = 8192;

  __device__ BlockCombiner(const CombineArguments& arguments, CombineShared<Sum>& shared)
      : a_(arguments), shared_(shared) {}

  /// False where too many classes are around. `arcs`: of all members.
  template <class OfRow>
  __device__ bool combine(VertexId c, std::uint64_t arcs) {
    const std::uint32_t group = OfRow::index();
    const Table<Sum> table = OfRow::table(shared_.tables, arcs);
    begin<OfRow>(table);
    collect<OfRow>(c, 0, arcs, [&](VertexId other, std::int64_t weight) {
      if (!insert_where_room<OfRow>(table, &shared_.keys[group], other, weight)) {
        // Relaxed: read behind a barrier.
        const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_block> full(
            shared_.written[group]);
        full.store(1, cuda::memory_order_relaxed);
      }
    });
    add_loops<OfRow>(ClassArcs(a_, c).members(), 0, 1);
    OfRow::sync();
    const bool fits = shared_.written[group] == 0;
    OfRow::sync();
    if (fits) write<OfRow>(c, table);
    OfRow::sync();
    return fits;
  }

  /// Adds up a part of a long class; what does not fit the block's table goes to that of the class.
  __device__ void collect_part(LongRow& row, std::uint32_t part) {
    const Table<Sum> table = WholeBlock::table(shared_.tables, k_part_arcs);
    const LongTable all = table_of(a_.tables, row);
    begin<WholeBlock>(table);
    std::uint32_t keys = 0;
    const std::uint64_t first = part * k_part_arcs;
    const std::uint64_t last = first + k_part_arcs;
    collect<WholeBlock>(row.item, first, last < row.length ? last : row.length,
                        [&](VertexId other, std::int64_t weight) {
                          if (!insert_where_room<WholeBlock>(table, shared_.keys, other, weight)) {
                            keys += all.insert(other, weight) ? 1 : 0;
                          }
                        });
    add_loops<WholeBlock>(ClassArcs(a_, row.item).members(), part, row.parts);
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < table.slots(); i += k_threads) {
      if (table.keys[i] == k_none) continue;
      keys += all.insert(table.keys[i], static_cast<std::int64_t>(table.sums[i])) ? 1 : 0;
    }
    keys = sum_of_warp(keys);
    if (threadIdx.x % 32 == 0 && keys != 0) atomicAdd(&row.keys, keys);
    if (threadIdx.x != 0) return;
    atomicAdd(&row.inside, shared_.inside[0]);
    if (shared_.loops[0] != 0) atomicAdd(&row.loops, shared_.loops[0]);
  }

  /// Writes a part of a long class's table, which is clear then; by whole warps.
  __device__ void write_part(LongRow& row, std::uint32_t part) {
    constexpr std::uint32_t k_at_once = 8;
    const LongTable table = table_of(a_.tables, row);
    const auto begin = static_cast<std::uint32_t>(std::uint64_t{row.slots} * part / row.parts);
    const auto end = static_cast<std::uint32_t>(std::uint64_t{row.slots} * (part + 1) / row.parts);
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t before_lane = (1U << lane) - 1U;
    for (std::uint64_t first = begin + threadIdx.x / 32 * 32 * k_at_once; first < end;
         first += k_threads * k_at_once) {
      VertexId keys[k_at_once];
      std::uint32_t taken[k_at_once];
      std::uint32_t count = 0;
#pragma unroll
      for (std::uint32_t j = 0; j < k_at_once; ++j) {
        const std::uint64_t i = first + lane + 32 * j;
        keys[j] = i < end ? table.keys[i] : k_none;
        taken[j] = __ballot_sync(k_all_lanes, keys[j] != k_none);
        count += static_cast<std::uint32_t>(__popc(taken[j]));
      }
      std::uint64_t place = 0;
      if (lane == 0 && count != 0) place = row.place + atomicAdd(&row.written, count);
      place = __shfl_sync(k_all_lanes, place, 0);
#pragma unroll
      for (std::uint32_t j = 0; j < k_at_once; ++j) {
        if (keys[j] != k_none) {
          const std::uint64_t i = first + lane + 32 * j;
          write_arc(a_, place + static_cast<std::uint32_t>(__popc(taken[j] & before_lane)), keys[j],
                    table.sums[i]);
          table.keys[i] = k_none;
          table.sums[i] = 0;
        }
        place += static_cast<std::uint32_t>(__popc(taken[j]));
      }
    }
  }

 private:
  template <class OfRow>
  __device__ void begin(const Table<Sum>& table) {
    table.clear(OfRow::rank(), OfRow::k_size);
    if (OfRow::rank() == 0) {
      const std::uint32_t group = OfRow::index();
      shared_.keys[group] = 0;
      shared_.written[group] = 0;
      shared_.inside[group] = 0;
      shared_.loops[group] = 0;
    }
    OfRow::sync();
  }

  // Arcs first .. last - 1 of a class, by a group: those inside are added up, insert(class of the
  // neighbour, weight) for all others.
  template <class OfRow, class Insert>
  __device__ void collect(VertexId c, std::uint64_t first, std::uint64_t last,
                          const Insert& insert) {
    // Warps take as many arcs each, but not too few.
    constexpr std::uint64_t k_warps_each = OfRow::k_warps_each;
    const std::uint64_t share =
        ((last - first + k_warps_each - 1) / k_warps_each + 127) / 128 * 128;
    const std::uint64_t begin = first + OfRow::rank() / 32 * share;
    std::int64_t inside = 0;
    ClassArcs(a_, c).for_each(begin, begin + share < last ? begin + share : last,
                              [&](VertexId other, std::int64_t weight) {
                                if (other == c) {
                                  inside += weight;
                                } else {
                                  insert(other, weight);
                                }
                              });
    inside = sum_of_warp(inside);
    if (threadIdx.x % 32 == 0 && inside != 0) {
      atomicAdd(&shared_.inside[OfRow::index()], static_cast<unsigned long long>(inside));
    }
  }

  // Of every parts-th slice of the members.
  template <class OfRow>
  __device__ void add_loops(const Members& members, std::uint32_t part, std::uint32_t parts) {
    const DeviceLevelView& level = a_.contraction.level;
    if (level.loops == nullptr) return;
    std::int64_t loops = 0;
    for (std::uint64_t i = std::uint64_t{part} * OfRow::k_size + OfRow::rank(); i < members.count;
         i += std::uint64_t{parts} * OfRow::k_size) {
      loops += loop_at(level, members.first[i]);
    }
    loops = sum_of_warp(loops);
    if (threadIdx.x % 32 == 0 && loops != 0) {
      atomicAdd(&shared_.loops[OfRow::index()], static_cast<unsigned long long>(loops));
    }
  }

  template <class OfRow>
  __device__ void write(VertexId c, const Table<Sum>& table) {
    const std::uint32_t group = OfRow::index();
    const std::uint32_t keys = shared_.keys[group];
    if (OfRow::rank() == 0) {
      const std::uint64_t place =
          atomicAdd(&a_.control->next_arc, static_cast<unsigned long long>(keys));
      shared_.place[group] = place;
      a_.contraction.begins[c] = place;
      a_.contraction.lengths[c] = keys;
      a_.contraction.loops[c] =
          static_cast<std::int64_t>(shared_.loops[group] + shared_.inside[group] / 2);
      atomicAdd(&a_.control->num_arcs, static_cast<unsigned long long>(keys));
      atomicMax(&a_.control->longest, static_cast<unsigned long long>(keys));
    }
    OfRow::sync();
    for (std::uint32_t i = OfRow::rank(); i < table.slots(); i += OfRow::k_size) {
      const VertexId key = table.keys[i];
      if (key != k_none) {
        write_arc(a_, shared_.place[group] + atomicAdd(&shared_.written[group], 1U), key,
                  table.sums[i]);
      }
    }
  }

  const CombineArguments& a_;
  CombineShared<Sum>& shared_;
};

}  // namespace hypermatch::detail::clustering::device
