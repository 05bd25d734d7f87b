// SPDX-License-Identifier: MIT
// Digests of a row in registers, put in order by sorting networks: eight of them in a thread, and
// the uppermost eight of a warp's.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/pointing_rows/device_digest.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_state.cuh"

namespace hypermatch::detail::graph_matching::device {

__device__ inline void put_in_order(std::uint32_t& upper, std::uint32_t& lower) {
  const std::uint32_t most = max(upper, lower);
  lower = min(upper, lower);
  upper = most;
}

constexpr int k_kept = 8;  ///< the choices, and one that tells whether the last of them is clear
static_assert(k_kept == k_most_choices + 1);

/// 19 comparisons, the fewest there are.
__device__ inline void sort_falling(std::uint32_t (&keys)[8]) {
#pragma unroll
  for (int i = 0; i < 4; ++i) put_in_order(keys[i + i / 2 * 2], keys[i + i / 2 * 2 + 2]);
#pragma unroll
  for (int i = 0; i < 4; ++i) put_in_order(keys[i], keys[i + 4]);
#pragma unroll
  for (int i = 0; i < 8; i += 2) put_in_order(keys[i], keys[i + 1]);
  put_in_order(keys[2], keys[4]);
  put_in_order(keys[3], keys[5]);
  put_in_order(keys[1], keys[4]);
  put_in_order(keys[3], keys[6]);
#pragma unroll
  for (int i = 1; i < 7; i += 2) put_in_order(keys[i], keys[i + 1]);
}

__device__ inline void sort_falling(std::uint32_t (&keys)[4]) {
  put_in_order(keys[0], keys[1]);
  put_in_order(keys[2], keys[3]);
  put_in_order(keys[0], keys[2]);
  put_in_order(keys[1], keys[3]);
  put_in_order(keys[1], keys[2]);
}

/// Takes the uppermost eight of two falling lists (Batcher's bitonic merge of what is left).
__device__ inline void merge_falling(std::uint32_t (&keys)[8], const std::uint32_t (&others)[4]) {
#pragma unroll
  for (int i = 0; i < 4; ++i) keys[4 + i] = max(keys[4 + i], others[3 - i]);
#pragma unroll
  for (int step = 4; step != 0; step /= 2) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      if ((i & step) == 0) put_in_order(keys[i], keys[i + step]);
    }
  }
}

/// Rows of up to so many arcs go to the lanes of a warp: every place has a number.
constexpr std::uint32_t k_lanes_row = 32 * k_places;

struct RankedArc {
  std::uint32_t key = 0;
  std::uint32_t holders = 0;  ///< the lanes that had the key

  [[nodiscard]] __device__ bool is_one() const { return (holders & (holders - 1)) == 0; }
  [[nodiscard]] __device__ std::uint32_t arc() const {
    const auto lane = static_cast<std::uint32_t>(__ffs(static_cast<int>(holders)) - 1);
    return lane + 32 * ((key & k_place_mask) - 1);
  }
};

/// The uppermost arcs of a row or a piece of one, by a warp: every lane keeps the uppermost of each
/// 32nd arc, and the uppermost of those are taken out one by one. `key(arc, place, there)` is the
/// key of an arc under the number `place`, 0 if it takes no part or is not `there`; N is 4 for up
/// to 128 arcs, or 8. Lane i of the first k_kept gets the arc of rank i and its key, or 0; where
/// two lanes have equal keys, none of them is told apart.
template <int N, class Key>
[[nodiscard]] __device__ inline RankedArc find_by_lanes(const Key& key, std::uint32_t size) {
  const std::uint32_t lane = threadIdx.x % 32;
  const auto key_at = [&](std::uint32_t i) {
    return key(lane + 32 * i, i + 1, lane + 32 * i < size);
  };
  std::uint32_t keys[N];
#pragma unroll
  for (std::uint32_t i = 0; i < N; ++i) keys[i] = key_at(i);
  sort_falling(keys);
  if constexpr (N == k_kept) {
#pragma unroll 1
    for (std::uint32_t begin = N; 32 * begin < size; begin += 4) {
      std::uint32_t next[4];
#pragma unroll
      for (std::uint32_t i = 0; i < 4; ++i) next[i] = key_at(begin + i);
      sort_falling(next);
      merge_falling(keys, next);
    }
  }
  RankedArc mine;
#pragma unroll
  for (int rank = 0; rank < k_kept; ++rank) {
    const std::uint32_t top = __reduce_max_sync(k_all_lanes, keys[0]);
    const std::uint32_t lanes = __ballot_sync(k_all_lanes, keys[0] == top);
    mine.key = lane == static_cast<std::uint32_t>(rank) ? top : mine.key;
    mine.holders = lane == static_cast<std::uint32_t>(rank) ? lanes : mine.holders;
    // What is behind the last that may still be taken does not matter. Lanes with equal keys lose
    // them at once.
    const bool takes = keys[0] == top;
#pragma unroll
    for (int i = 0; i < N && i < k_kept - 1 - rank; ++i) {
      keys[i] = takes ? (i + 1 < N ? keys[i + 1] : 0U) : keys[i];
    }
  }
  return mine;
}

}  // namespace hypermatch::detail::graph_matching::device
