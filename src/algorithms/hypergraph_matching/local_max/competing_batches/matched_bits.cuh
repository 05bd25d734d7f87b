// SPDX-License-Identifier: MIT
// Before and behind the rounds of `filtered` on a device: bits and slots are cleared, and at the
// end the bits of matched edges become a list.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/competing_batches/competition.cuh"
#include "algorithms/hypergraph_matching/local_max/competing_batches/control.cuh"
#include "base/host_device.hpp"
#include "parallel/device/grid.cuh"

namespace hypermatch::detail::hypergraph_matching::filtered {

/// Adds up what the lanes of the block bring; the sum in thread 0.
__device__ inline std::uint32_t add_in_block(std::uint32_t mine, std::uint32_t* shared) {
  if (threadIdx.x == 0) *shared = 0;
  __syncthreads();
  mine = __reduce_add_sync(k_all_lanes, mine);
  if (threadIdx.x % 32 == 0 && mine != 0) atomicAdd(shared, mine);
  __syncthreads();
  return *shared;
}

/// Writes the numbers of the bits that are set, ascending. Every block has an interval of words.
template <class Words>
__device__ void write_matching(const BatchArguments<Words>& a) {
  __shared__ std::uint32_t sums[k_warps];
  __shared__ std::uint32_t shared[2];
  const std::uint64_t words = (std::uint64_t{a.num_edges} + 31) / 32;
  const std::uint64_t per_block = (words + gridDim.x - 1) / gridDim.x;
  const std::uint64_t begin = min(words, per_block * blockIdx.x);
  const std::uint64_t end = min(words, begin + per_block);
  std::uint32_t matched = 0;
  for (std::uint64_t w = begin + threadIdx.x; w < end; w += k_threads) {
    matched += static_cast<std::uint32_t>(__popc(a.matched_edges[w]));
  }
  matched = add_in_block(matched, &shared[0]);
  if (threadIdx.x == 0) a.control->matched_in_block[blockIdx.x] = matched;
  parallel::wait_for_grid(&a.control->barrier);

  std::uint32_t before = 0;
  std::uint32_t all = 0;
  for (std::uint32_t b = threadIdx.x; b < gridDim.x; b += k_threads) {
    const std::uint32_t its = a.control->matched_in_block[b];
    all += its;
    if (b < blockIdx.x) before += its;
  }
  std::uint32_t at = add_in_block(before, &shared[0]);
  all = add_in_block(all, &shared[1]);
  if (blockIdx.x == 0 && threadIdx.x == 0) *a.count = all;

  const std::uint32_t lane = threadIdx.x % 32;
  for (std::uint64_t base = begin; base < end; base += k_threads) {
    const std::uint64_t w = base + threadIdx.x;
    std::uint32_t bits = w < end ? a.matched_edges[w] : 0;
    const auto own = static_cast<std::uint32_t>(__popc(bits));
    std::uint32_t upto = own;
    for (std::uint32_t d = 1; d < 32; d *= 2) {
      const std::uint32_t below = __shfl_up_sync(k_all_lanes, upto, d);
      if (lane >= d) upto += below;
    }
    if (lane == 31) sums[threadIdx.x / 32] = upto;
    __syncthreads();
    std::uint32_t first = at + upto - own;
    for (std::uint32_t i = 0; i < k_warps; ++i) {
      if (i < threadIdx.x / 32) first += sums[i];
      at += sums[i];
    }
    for (; bits != 0; bits &= bits - 1) {
      a.edges[first++] = static_cast<EdgeId>(
          w * 32 + static_cast<std::uint32_t>(__ffs(static_cast<int>(bits))) - 1);
    }
    __syncthreads();
  }
}

/// Slots are cleared four at a time; there is room for as many.
HYPERMATCH_HD constexpr std::uint64_t slots_cleared(std::uint64_t num_slots) {
  return (num_slots + 3) / 4 * 4;
}

template <class Words>
__device__ void clear_slots(const BatchArguments<Words>& a, std::uint32_t thread,
                            std::uint32_t threads) {
  auto* const fours = reinterpret_cast<uint4*>(a.arena.slots);
  const std::uint64_t all = Words::Vertices::k_levels * slots_cleared(a.num_slots);
  for (std::uint64_t s = thread; s < all / 4; s += threads) {
    fours[s] = make_uint4(0, 0, 0, 0);
  }
}

/// Clears the state for the first round: no cell and no tie is taken, and nothing of the instance
/// is matched.
template <class Words>
__device__ void clear_all(const BatchArguments<Words>& a, std::uint32_t thread,
                          std::uint32_t threads) {
  const std::uint64_t vertex_words = (std::uint64_t{a.num_vertices} + 31) / 32;
  if constexpr (!Words::Vertices::k_begins_free) {
    // The vertices without room. All lanes of a warp are in or out.
    for (std::uint64_t v = thread; v < 32 * vertex_words; v += threads) {
      const bool is_full =
          v < a.num_vertices && room_of(a.arena.room, static_cast<VertexId>(v)) == 0;
      const std::uint32_t full = __ballot_sync(k_all_lanes, is_full);
      if (v % 32 == 0) a.arena.matched_vertices[v / 32] = full;
    }
  } else if constexpr (!Words::k_packed) {
    for (std::uint64_t w = thread; w < vertex_words; w += threads) a.arena.matched_vertices[w] = 0;
  }
  const std::uint64_t edge_words = (std::uint64_t{a.num_edges} + 31) / 32;
  for (std::uint64_t w = thread; w < edge_words; w += threads) a.matched_edges[w] = 0;
  clear_slots(a, thread, threads);
  for (std::uint32_t w = thread; w <= a.ties.noted_mask; w += threads) a.ties.noted[w] = 0;
}

/// Clears the slots in which edges with equal codes compete.
template <class Words>
__device__ void clear_ties(const BatchArguments<Words>& a, std::uint32_t thread,
                           std::uint32_t threads) {
  for (std::uint32_t s = thread; s <= a.ties.pins_mask; s += threads) a.ties.of_pins[s] = 0;
}

}  // namespace hypermatch::detail::hypergraph_matching::filtered
