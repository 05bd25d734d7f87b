// SPDX-License-Identifier: MIT
// The row of one class: the arcs of its members, added up by the class that they lead to.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/device/community_table.cuh"
#include "algorithms/clustering/common/device/problem.hpp"

namespace hypermatch::detail::clustering::device {

struct CombineArguments {
  DeviceContraction contraction;
  const VertexId* members;      ///< by class
  const std::uint64_t* starts;  ///< of the classes' members; the last one ends at n
  VertexId* classes;            ///< those that blocks do
  VertexId* huge;               ///< those that fit no table in shared memory
  GlobalTables tables;
  std::uint64_t pool_slots;
  ClusteringControl* control;
  std::uint64_t chunk;  ///< arcs that a warp reserves at once
};

inline constexpr std::uint32_t k_big_members = 256;
template <class Sum>
struct CombineShared {
  TableMemory<Sum> tables;
  VertexId big[k_big_members];
  std::uint32_t num_big;
  std::uint32_t distinct;
  std::uint32_t written;
  std::uint32_t item;
  unsigned long long inside;
  unsigned long long loops;
  unsigned long long place;
};

/// Members of a class.
struct Members {
  const VertexId* first;
  std::uint64_t count;
};

__device__ inline Members members_of(const CombineArguments& a, VertexId c) {
  const std::uint64_t begin = a.starts[c];
  const std::uint64_t end =
      c + 1 == a.contraction.num_classes ? a.contraction.level.num_vertices : a.starts[c + 1];
  return {a.members + begin, end - begin};
}

// Arcs inside the class go to `inside`, all others to the table; true where that was new to it.
template <class AnyTable>
__device__ bool add_arc(const CombineArguments& a, const AnyTable& table, VertexId c,
                        std::uint64_t place, std::int64_t& inside) {
  const DeviceLevelView& level = a.contraction.level;
  const VertexId other = a.contraction.coarse_vertex[level.neighbours[place]];
  const std::int64_t weight = weight_at(level.weights, place);
  if (other == c) {
    inside += weight;
    return false;
  }
  return table.insert(other, weight);
}

__device__ inline void write_arc(const CombineArguments& a, std::uint64_t place, VertexId other,
                                 unsigned long long weight) {
  if (place >= a.contraction.room) return;
  a.contraction.neighbours[place] = other;
  if (a.contraction.narrow) {
    static_cast<std::int32_t*>(a.contraction.weights)[place] = static_cast<std::int32_t>(weight);
  } else {
    static_cast<std::int64_t*>(a.contraction.weights)[place] = static_cast<std::int64_t>(weight);
  }
}

/// Room for rows that one warp reserves in large pieces, so that warps seldom meet at the counter.
class RowRoom {
 public:
  explicit __device__ RowRoom(const CombineArguments& arguments) : a_(arguments) {}

  /// Where rows of so many arcs in all begin, `longest` in one of them; by the whole warp.
  __device__ std::uint64_t reserve(std::uint32_t arcs, std::uint32_t longest) {
    std::uint64_t place = 0;
    if (threadIdx.x % 32 == 0) {
      if (arcs > left_) {
        left_ = arcs > a_.chunk ? arcs : a_.chunk;
        next_ = atomicAdd(&a_.control->next_arc, static_cast<unsigned long long>(left_));
      }
      place = next_;
      next_ += arcs;
      left_ -= arcs;
      num_arcs_ += arcs;
      longest_ = longest > longest_ ? longest : longest_;
    }
    return __shfl_sync(k_all_lanes, place, 0);
  }

  /// Adds what all rows had; the whole warp calls it.
  __device__ void report() const {
    if (num_arcs_ == 0) return;
    atomicAdd(&a_.control->num_arcs, static_cast<unsigned long long>(num_arcs_));
    atomicMax(&a_.control->longest, static_cast<unsigned long long>(longest_));
  }

 private:
  const CombineArguments& a_;
  std::uint64_t next_ = 0;
  std::uint64_t left_ = 0;
  std::uint64_t num_arcs_ = 0;
  std::uint32_t longest_ = 0;
};

/// Rows by one warp.
template <class Sum>
class WarpCombiner {
 public:
  __device__ WarpCombiner(const CombineArguments& arguments, TableMemory<Sum>& memory,
                          RowRoom& room)
      : a_(arguments), memory_(memory), room_(room) {}

  /// False where the table is too small. `arcs`: of all members.
  __device__ bool combine(VertexId c, std::uint64_t arcs) {
    const std::uint32_t slots = arcs <= 48 ? 64 : arcs <= 96 ? 128 : k_warp_slots;
    const Table<Sum> table = table_of_warp(memory_, slots);
    table.clear(lane_, 32);
    __syncwarp();
    inside_ = 0;
    loops_ = 0;
    distinct_ = 0;
    const bool fits = collect(c, table);
    __syncwarp();
    if (fits) write(c, table);
    __syncwarp();
    return fits;
  }

 private:
  static constexpr std::uint32_t k_team = 8;

  __device__ bool collect(VertexId c, const Table<Sum>& table) {
    const Members members = members_of(a_, c);
    const DeviceLevelView& level = a_.contraction.level;
    for (std::uint64_t first = 0; first < members.count; first += 32 / k_team) {
      const std::uint64_t i = first + lane_ / k_team;
      Row row{0, 0};
      if (i < members.count) {
        const VertexId v = members.first[i];
        row = row_of(level, v);
        if (lane_ % k_team == 0) loops_ += loop_at(level, v);
      }
      const std::uint32_t most =
          __reduce_max_sync(k_all_lanes, static_cast<std::uint32_t>(row.length));
      for (std::uint32_t j = lane_ % k_team; j < most + lane_ % k_team; j += k_team) {
        const bool is_new = j < row.length && add_arc(a_, table, c, row.begin + j, inside_);
        distinct_ += static_cast<std::uint32_t>(__popc(__ballot_sync(k_all_lanes, is_new)));
        if (distinct_ > k_warp_room) return false;
      }
    }
    return true;
  }

  __device__ void write(VertexId c, const Table<Sum>& table) {
    std::uint64_t place = room_.reserve(distinct_, distinct_);
    const std::int64_t inside = sum_of_warp(inside_);
    const std::int64_t loops = sum_of_warp(loops_);
    if (lane_ == 0) {
      a_.contraction.begins[c] = place;
      a_.contraction.lengths[c] = distinct_;
      a_.contraction.loops[c] = loops + inside / 2;
    }
    for (std::uint32_t i = lane_; i < table.slots(); i += 32) {
      const VertexId key = table.keys[i];
      const std::uint32_t taken = __ballot_sync(k_all_lanes, key != k_none);
      if (key != k_none) {
        write_arc(a_, place + static_cast<std::uint32_t>(__popc(taken & ((1U << lane_) - 1U))), key,
                  table.sums[i]);
      }
      place += static_cast<std::uint32_t>(__popc(taken));
    }
  }

  const CombineArguments& a_;
  TableMemory<Sum>& memory_;
  RowRoom& room_;
  std::uint32_t lane_ = threadIdx.x % 32;
  std::int64_t inside_ = 0;
  std::int64_t loops_ = 0;
  std::uint32_t distinct_ = 0;
};

/// Rows by one block.
template <class Sum>
class BlockCombiner {
 public:
  __device__ BlockCombiner(const CombineArguments& arguments, CombineShared<Sum>& shared)
      : a_(arguments), shared_(shared) {}

  /// False where more than `most` classes are around. The table is clear.
  template <class AnyTable>
  __device__ bool combine(VertexId c, const AnyTable& table, std::uint64_t most) {
    if (threadIdx.x == 0) {
      shared_.num_big = 0;
      shared_.distinct = 0;
      shared_.written = 0;
      shared_.inside = 0;
      shared_.loops = 0;
    }
    __syncthreads();
    collect(c, table, most);
    __syncthreads();
    const bool fits = shared_.distinct <= most;
    if (fits) write(c, table);
    __syncthreads();
    return fits;
  }

 private:
  static constexpr std::uint32_t k_team = 8;
  static constexpr std::uint64_t k_big = 512;  // arcs of a member that all threads share

  __device__ bool is_full(std::uint64_t most) const {
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_block> distinct(shared_.distinct);
    return distinct.load(cuda::memory_order_relaxed) > most;
  }

  template <class AnyTable>
  __device__ void collect(VertexId c, const AnyTable& table, std::uint64_t most) {
    const Members members = members_of(a_, c);
    const DeviceLevelView& level = a_.contraction.level;
    std::int64_t inside = 0;
    std::int64_t loops = 0;
    const auto collect_row = [&](const Row& row, std::uint32_t rank, std::uint32_t size) {
      for (std::uint64_t j = rank; j < row.length; j += size) {
        if (!add_arc(a_, table, c, row.begin + j, inside)) continue;
        atomicAdd(&shared_.distinct, 1U);
        if (is_full(most)) return;
      }
    };
    const std::uint32_t rank = threadIdx.x % k_team;
    const std::uint32_t team = 0xFFU << (threadIdx.x % 32 / k_team * k_team);
    for (std::uint64_t i = threadIdx.x / k_team; i < members.count; i += k_threads / k_team) {
      const VertexId v = members.first[i];
      const Row row = row_of(level, v);
      if (rank == 0) loops += loop_at(level, v);
      std::uint32_t place = k_big_members;
      if (row.length > k_big) {
        if (rank == 0) place = atomicAdd(&shared_.num_big, 1U);
        place = __shfl_sync(team, place, 0, k_team);
        if (rank == 0 && place < k_big_members) shared_.big[place] = v;
      }
      if (place >= k_big_members) collect_row(row, rank, k_team);
      // The team leaves together: others of it would wait for a lane that has left.
      if (__any_sync(team, is_full(most) ? 1 : 0) != 0) break;
    }
    __syncthreads();
    const std::uint32_t num_big = shared_.num_big < k_big_members ? shared_.num_big : k_big_members;
    for (std::uint32_t i = 0; i < num_big && !is_full(most); ++i) {
      collect_row(row_of(level, shared_.big[i]), threadIdx.x, k_threads);
    }
    inside = sum_of_warp(inside);
    loops = sum_of_warp(loops);
    if (threadIdx.x % 32 == 0) {
      atomicAdd(&shared_.inside, static_cast<unsigned long long>(inside));
      atomicAdd(&shared_.loops, static_cast<unsigned long long>(loops));
    }
  }

  template <class AnyTable>
  __device__ void write(VertexId c, const AnyTable& table) {
    const std::uint32_t distinct = shared_.distinct;
    if (threadIdx.x == 0) {
      shared_.place = atomicAdd(&a_.control->next_arc, static_cast<unsigned long long>(distinct));
      a_.contraction.begins[c] = shared_.place;
      a_.contraction.lengths[c] = distinct;
      a_.contraction.loops[c] = static_cast<std::int64_t>(shared_.loops + shared_.inside / 2);
      atomicAdd(&a_.control->num_arcs, static_cast<unsigned long long>(distinct));
      atomicMax(&a_.control->longest, static_cast<unsigned long long>(distinct));
    }
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < table.slots(); i += k_threads) {
      const VertexId key = table.keys[i];
      if (key != k_none) {
        write_arc(a_, shared_.place + atomicAdd(&shared_.written, 1U), key, table.sums[i]);
      }
    }
  }

  const CombineArguments& a_;
  CombineShared<Sum>& shared_;
};

}  // namespace hypermatch::detail::clustering::device
