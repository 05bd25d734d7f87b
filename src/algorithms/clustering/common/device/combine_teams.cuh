// SPDX-License-Identifier: MIT
// The rows of classes with few arcs, four at once by one warp.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/device/combine_rows.cuh"

namespace hypermatch::detail::clustering::device {

/// A team of 8 lanes adds up the arcs of one class. All arcs of up to 8 members are spread over the
/// lanes, so that their loads do not wait for one another.
template <class Sum>
class TeamCombiner {
 public:
  /// Classes with more arcs are for whole warps.
  static constexpr std::uint32_t k_most_arcs = 48;

  __device__ TeamCombiner(const CombineArguments& arguments, TableMemory<Sum>& memory,
                          RowRoom& room)
      : a_(arguments), room_(room), warp_table_(table_of_warp(memory)) {}

  /// The class of the team, or k_none.
  __device__ void combine(VertexId c) {
    const Table<Sum> table{warp_table_.keys + team_ * k_slots, warp_table_.sums + team_ * k_slots,
                           k_slots - 1};
    table.clear(rank_, k_team);
    __syncwarp();
    std::uint64_t count = 0;
    const VertexId* members = nullptr;
    if (c != k_none) {
      const Members found = members_of(a_, c);
      members = found.first;
      count = found.count;
    }
    std::int64_t inside = 0;
    std::int64_t loops = 0;
    std::uint32_t distinct = 0;
    // Ends: i grows, and all lanes leave together.
    for (std::uint64_t i = rank_; __any_sync(k_all_lanes, i < count + rank_ ? 1 : 0) != 0;
         i += k_team) {
      Row row{0, 0};
      if (i < count) {
        const VertexId v = members[i];
        row = row_of(a_.contraction.level, v);
        loops += loop_at(a_.contraction.level, v);
      }
      distinct += add_rows(c, table, row, inside);
    }
    __syncwarp();
    write(c, table, distinct, sum_of_warp<k_team>(inside), sum_of_warp<k_team>(loops));
    __syncwarp();
  }

 private:
  static constexpr std::uint32_t k_team = 8;
  static constexpr std::uint32_t k_slots = k_warp_slots * k_team / 32;
  static constexpr std::uint32_t k_at_once = 4;  // arcs of a lane
  static_assert(k_most_arcs < k_slots, "a slot stays free");

  // The arcs of the rows that the lanes of the team have, one each. Returns how many communities
  // were new to the team's table.
  __device__ std::uint32_t add_rows(VertexId c, const Table<Sum>& table, const Row& row,
                                    std::int64_t& inside) const {
    const auto length = static_cast<std::uint32_t>(row.length);
    std::uint32_t end = length;
    for (std::uint32_t step = 1; step < k_team; step *= 2) {
      const std::uint32_t before = __shfl_up_sync(k_all_lanes, end, step, k_team);
      if (rank_ >= step) end += before;
    }
    // Where the lane's row would begin if arc 0 of the team stood at place 0 of it.
    const std::uint64_t shifted = row.begin - (end - length);
    const std::uint32_t all = __shfl_sync(k_all_lanes, end, k_team - 1, k_team);
    const std::uint32_t most = __reduce_max_sync(k_all_lanes, all);
    const DeviceLevelView& level = a_.contraction.level;
    std::uint32_t distinct = 0;
    for (std::uint32_t base = 0; base < most; base += k_team * k_at_once) {
      std::uint32_t of_row[k_at_once] = {};
#pragma unroll
      for (std::uint32_t t = 0; t < k_team; ++t) {
        const std::uint32_t end_of_row = __shfl_sync(k_all_lanes, end, t, k_team);
#pragma unroll
        for (std::uint32_t j = 0; j < k_at_once; ++j) {
          of_row[j] += end_of_row <= base + rank_ + k_team * j ? 1 : 0;
        }
      }
      std::uint64_t place[k_at_once];
      VertexId other[k_at_once];
#pragma unroll
      for (std::uint32_t j = 0; j < k_at_once; ++j) {
        const std::uint32_t k = base + rank_ + k_team * j;
        place[j] = __shfl_sync(k_all_lanes, shifted, of_row[j] % k_team, k_team) + k;
        other[j] = k < all ? level.neighbours[place[j]] : k_none;
      }
#pragma unroll
      for (std::uint32_t j = 0; j < k_at_once; ++j) {
        if (other[j] != k_none) other[j] = a_.contraction.coarse_vertex[other[j]];
      }
#pragma unroll
      for (std::uint32_t j = 0; j < k_at_once; ++j) {
        bool is_new = false;
        if (other[j] != k_none) {
          const std::int64_t weight = weight_at(level.weights, place[j]);
          if (other[j] == c) {
            inside += weight;
          } else {
            is_new = table.insert(other[j], weight);
          }
        }
        distinct += static_cast<std::uint32_t>(__popc(lanes_of_team(is_new)));
      }
    }
    return distinct;
  }

  // Bit t: lane t of the team says yes.
  __device__ std::uint32_t lanes_of_team(bool yes) const {
    return __ballot_sync(k_all_lanes, yes) >> (team_ * k_team) & 0xFFU;
  }

  __device__ void write(VertexId c, const Table<Sum>& table, std::uint32_t distinct,
                        std::int64_t inside, std::int64_t loops) {
    std::uint32_t before = 0;
    std::uint32_t all = 0;
    std::uint32_t longest = 0;
    for (std::uint32_t t = 0; t < 32 / k_team; ++t) {
      const std::uint32_t of_team = __shfl_sync(k_all_lanes, distinct, t * k_team);
      if (t < team_) before += of_team;
      all += of_team;
      longest = of_team > longest ? of_team : longest;
    }
    std::uint64_t place = room_.reserve(all, longest) + before;
    if (c != k_none && rank_ == 0) {
      a_.contraction.begins[c] = place;
      a_.contraction.lengths[c] = distinct;
      a_.contraction.loops[c] = loops + inside / 2;
    }
    for (std::uint32_t i = rank_; i < k_slots; i += k_team) {
      const VertexId key = table.keys[i];
      const std::uint32_t taken = lanes_of_team(key != k_none);
      if (key != k_none) {
        write_arc(a_, place + static_cast<std::uint32_t>(__popc(taken & ((1U << rank_) - 1U))), key,
                  table.sums[i]);
      }
      place += static_cast<std::uint32_t>(__popc(taken));
    }
  }

  const CombineArguments& a_;
  RowRoom& room_;
  Table<Sum> warp_table_;
  std::uint32_t team_ = threadIdx.x % 32 / k_team;
  std::uint32_t rank_ = threadIdx.x % k_team;
};

}  // namespace hypermatch::detail::clustering::device
