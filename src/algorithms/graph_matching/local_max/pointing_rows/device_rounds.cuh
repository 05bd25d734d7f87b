// SPDX-License-Identifier: MIT
// The first rounds of `filtered` on a device, each a kernel of its own with as many threads as it
// can have, and what a block does in any round. filtered.cuh has the loop.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/pointing_rows/device_look.cuh"

namespace hypermatch::detail::graph_matching::device {

/// Words of the bitmap that a warp takes in round 1.
constexpr std::uint32_t k_first_words = 8;

/// Round 1. All choices are new, so that one end of each pair needs to look at the other. A block
/// marks those that are its own in its own memory.
__global__ void __launch_bounds__(k_round_threads)
    match_first(const __grid_constant__ FilteredState state,
                const std::uint32_t* __restrict__ first) {
  constexpr std::uint32_t k_words = k_first_words * k_round_warps;
  __shared__ std::uint32_t gone[k_words];
  if (state.control->order != RowOrder::none) return;
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint32_t warp_word = threadIdx.x / 32 * k_first_words;
  const std::uint64_t block_begin = state.first_row + std::uint64_t{blockIdx.x} * k_words * 32;
  const std::uint64_t begin = block_begin + warp_word * 32 + lane;
  const std::uint64_t n = state.arcs.num_vertices;
  if (threadIdx.x < k_words) gone[threadIdx.x] = 0;
  std::uint32_t choice[k_first_words];
#pragma unroll
  for (std::uint32_t j = 0; j < k_first_words; ++j) {
    choice[j] = load_if(begin + 32 * j < n, first, begin + 32 * j - state.first_row, k_none);
  }
  std::uint32_t back[k_first_words];
#pragma unroll
  for (std::uint32_t j = 0; j < k_first_words; ++j) {
    // No choice is known of other vertices than these.
    const bool looks = choice[j] < n && begin + 32 * j < choice[j];
    back[j] = load_if(looks, first, choice[j] - state.first_row, k_none);
  }
  __syncthreads();
  std::uint32_t dead = 0;
#pragma unroll
  for (std::uint32_t j = 0; j < k_first_words; ++j) {
    const bool is_mutual = back[j] == begin + 32 * j;
    const bool is_dead = choice[j] == k_none && begin + 32 * j < n;
    const std::uint32_t all = __ballot_sync(k_all_lanes, is_mutual || is_dead);
    if (lane == 0 && all != 0) atomicOr(&gone[warp_word + j], all);
    dead += is_dead ? 1 : 0;
    if (!is_mutual) continue;
    const std::uint64_t place = choice[j] - block_begin;
    if (place < k_words * 32) {
      atomicOr(&gone[place / 32], 1U << (place % 32));
    } else {
      state.gone.set(choice[j]);
    }
  }
  dead = __reduce_add_sync(k_all_lanes, dead);
  if (lane == 0 && dead != 0) {
    atomicAdd(reinterpret_cast<unsigned long long*>(&state.control->dead),
              static_cast<unsigned long long>(dead));
  }
  __syncthreads();
  if (threadIdx.x >= k_words || gone[threadIdx.x] == 0) return;
  atomicOr(&state.gone.words[block_begin / 32 + threadIdx.x], gone[threadIdx.x]);
}

/// A block's part of a look: goes on, and adds up. By all threads.
template <bool kInParts, class SomeLook>
__device__ inline void look_and_count(SomeLook& look, const Digest& digest, std::uint32_t round,
                                      RoundsShared& shared, FilteredControl& control,
                                      std::uint32_t& all_alive) {
  if (threadIdx.x == 0) {
    shared.alive = 0;
    shared.dead = 0;
    shared.moved = 0;
  }
  __syncthreads();
  LookCounts counts;
  look.go_on(digest, round, counts);
  const std::uint32_t dead = __reduce_add_sync(k_all_lanes, counts.dead);
  if (threadIdx.x % 32 == 0) {
    atomicAdd(&shared.alive, counts.alive - dead);
    atomicAdd(&shared.dead, dead);
  }
  if constexpr (kInParts) {
    const std::uint32_t moved = __reduce_add_sync(k_all_lanes, counts.moved);
    if (threadIdx.x % 32 == 0) atomicAdd(&shared.moved, moved);
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  // Read by later kernels, or behind a barrier of the grid.
  if (shared.alive != 0) atomicAdd(&all_alive, shared.alive);
  if (kInParts && shared.moved != 0) atomicAdd(&control.moved[round % 4], shared.moved);
  if (shared.dead != 0) {
    atomicAdd(reinterpret_cast<unsigned long long*>(&control.dead),
              static_cast<unsigned long long>(shared.dead));
  }
}

template <std::uint32_t kTeam>
__global__ void __launch_bounds__(k_round_threads, k_round_blocks)
    look(const __grid_constant__ RoundsArguments a) {
  __shared__ RoundsShared shared;
  FilteredControl& control = *a.state.control;
  Look<kTeam> look(a, shared);
  const Digest digest = control.digest;
  look_and_count<false>(look, digest, a.round, shared, control, control.alive_first[a.round]);
}

__global__ void __launch_bounds__(k_round_threads, k_round_blocks)
    look_late(const __grid_constant__ RoundsArguments a) {
  __shared__ LongScratch scratches[k_round_warps];
  const FilteredControl& control = *a.state.control;
  const Digest digest = control.digest;
  take_long_rows<FreeArcs>(a.state, a.choices, a.late, digest, control.late_items[a.round % 4],
                           gridDim.x, scratches[threadIdx.x / 32]);
}

__global__ void __launch_bounds__(k_round_threads, k_round_blocks)
    match_changed(const __grid_constant__ RoundsArguments a) {
  __shared__ RoundsShared shared;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    // This round needs them no more.
    a.state.control->late_items[a.round % 4] = 0;
    a.state.control->late_slots[a.round % 4] = 0;
  }
  Look<k_team>(a, shared).match_changed();
}

}  // namespace hypermatch::detail::graph_matching::device
