// SPDX-License-Identifier: MIT
// The row of one class: the arcs of its members, added up by the class that they lead to.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/device/combine_problem.cuh"

namespace hypermatch::detail::clustering::device {

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
      if (most > k_warp_room) return false;  // is likely to have too many classes around it
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

}  // namespace hypermatch::detail::clustering::device
