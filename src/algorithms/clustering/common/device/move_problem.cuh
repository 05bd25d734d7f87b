// SPDX-License-Identifier: MIT
// What the kernel that moves vertices is given, and what the threads of a block share.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/device/community_table.cuh"
#include "algorithms/clustering/common/device/long_rows.cuh"
#include "algorithms/clustering/common/device/problem.hpp"
#include "algorithms/clustering/common/multilevel/level.hpp"
#include "base/random.hpp"

namespace hypermatch::detail::clustering::device {

inline constexpr std::uint32_t k_sub_rounds = 8;

struct MoveArguments {
  DeviceMoves moves;
  std::uint8_t* active;
  VertexId* target;
  VertexId* moved;
  VertexId* rows;  ///< of groups from the front, of warps from the back
  LongRows long_rows;
  GlobalTables tables;
  ClusteringControl* control;
};

struct SubRound {
  std::uint64_t seed;
  std::uint32_t number;

  __device__ bool has(VertexId v) const {
    return base::below(base::splitmix64(seed ^ v), k_sub_rounds) == number;
  }
};

/// A target of a vertex.
struct Choice {
  VertexId community = k_none;
  double gain = 0.0;

  __device__ void take_better(VertexId other, double other_gain) {
    if (other == k_none) return;
    if (community == k_none || other_gain > gain || (other_gain == gain && other < community)) {
      community = other;
      gain = other_gain;
    }
  }
  template <int kLanes>
  __device__ void reduce() {
    for (int step = kLanes / 2; step > 0; step /= 2) {
      const VertexId other = __shfl_xor_sync(k_all_lanes, community, step);
      const double other_gain = __shfl_xor_sync(k_all_lanes, gain, step);
      take_better(other, other_gain);
    }
  }
};

/// What the threads of a block share.
inline constexpr int k_classes = 5;  ///< of lengths: up to 8, 16, 24, 32, and more
inline constexpr int k_queue = 64;
inline constexpr int k_due = 4 * 32 + 32;
template <class Sum>
struct MoveShared {
  TableMemory<Sum> tables;
  VertexId due[k_warps][k_due];
  VertexId queue[k_warps][k_classes][k_queue];
  double gains[k_warps];
  VertexId communities[k_warps];
  PartQueue parts;
  unsigned long long own_links[k_most_groups];
  std::uint32_t item[k_most_groups];
};

}  // namespace hypermatch::detail::clustering::device
