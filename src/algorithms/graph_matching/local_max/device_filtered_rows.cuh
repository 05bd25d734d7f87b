// SPDX-License-Identifier: MIT
// Second looks of `filtered` on a device: the uppermost free neighbours of vertices whose choices
// are all gone. Short rows go to teams of threads at once; longer ones, and those whose digests do
// not tell, wait for a warp each, and the longest, in pieces, for all blocks. No bit of the bitmap
// changes meanwhile.
#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "algorithms/graph_matching/local_max/device_filtered_state.cuh"

namespace hypermatch::detail::graph_matching::device {

/// Rows up to this size go to teams: with up to three arcs in front, every arc has a place.
constexpr std::uint32_t k_team_row = k_places - 3;
constexpr std::uint32_t k_team = 4;  ///< lanes
/// Rows above this size go to all blocks.
constexpr std::uint32_t k_wide_row = 1024;
constexpr std::uint32_t k_wide_piece = 16384;
/// A row's uppermost free neighbours: three, and a fourth that tells whether there are more.
constexpr int k_found = 4;

struct FoundFree {
  std::uint32_t ids[3];
  bool more;
};

/// Rows that wait until all others have gone on.
struct LateRows {
  std::uint32_t* by_warp;
  std::uint32_t room;  ///< in `by_warp`
  WideRow* wide;
  std::uint64_t* items;  ///< pieces of wide rows: index in `wide` << 32 | piece

  /// By one thread; false if there is no room, and the row has to try again in the next round.
  [[nodiscard]] __device__ bool enter(FilteredControl& control, std::uint32_t round,
                                      std::uint32_t v, std::uint32_t size) const {
    if (size <= k_wide_row) {
      const std::uint32_t place = atomicAdd(&control.warp_rows[round % 4], 1U);
      if (place < room) by_warp[place] = v;
      return place < room;
    }
    const std::uint32_t pieces = (size + k_wide_piece - 1) / k_wide_piece;
    const std::uint32_t index = atomicAdd(&control.wide_rows[round % 4], 1U);
    const std::uint32_t place = atomicAdd(&control.wide_items[round % 4], pieces);
    wide[index] = {v, 0, std::uint64_t{k_none}};
    for (std::uint32_t i = 0; i < pieces; ++i) items[place + i] = std::uint64_t{index} << 32 | i;
    return true;
  }
};

/// By the whole order; called by all lanes of a warp.
static __device__ __noinline__ void find_free_exactly(const FilteredState& state, std::uint32_t v,
                                                      std::uint64_t begin, std::uint64_t end,
                                                      FoundFree& found) {
  const Arcs& arcs = state.arcs;
  Uppermost<k_found> upper;
  upper.clear();
  for (std::uint64_t arc = begin + threadIdx.x % 32; arc < end; arc += 32) {
    const std::uint32_t other = arcs.neighbours[arc];
    const std::uint32_t raw = arcs.raw_word(arc);
    if (arcs.word(v, raw, other) < arcs.words.least || state.gone.has(other)) continue;
    upper.offer(arcs.key(v, raw, other), other);
  }
  __syncwarp();
  upper = upper.take_from_warp();
  found = {{upper.others[0], upper.others[1], upper.others[2]}, upper.others[3] != k_none};
}

/// Rows of up to k_wide_row arcs, by a warp.
static __device__ __noinline__ void find_free_by_warp(const FilteredState& state,
                                                      const Digest& digest, std::uint32_t v,
                                                      std::uint64_t begin, std::uint64_t end,
                                                      FoundFree& found) {
  const Arcs& arcs = state.arcs;
  static_assert(k_wide_row <= k_places * 32);
  std::uint32_t keys[k_found] = {};
  constexpr int k_together = 4;
  std::uint32_t place = 1;
  for (std::uint64_t arc = begin + threadIdx.x % 32; arc < end; arc += 32 * k_together) {
    std::uint32_t other[k_together];
    std::uint32_t raw[k_together];
#pragma unroll
    for (int j = 0; j < k_together; ++j) {
      const bool inside = arc + 32 * j < end;
      other[j] = load_if(inside, arcs.neighbours, arc + 32 * j, k_none);
      raw[j] = arcs.is_unit() ? 0 : load_if(inside, arcs.words.bits, arc + 32 * j, 0U);
    }
    bool taken[k_together];
#pragma unroll
    for (int j = 0; j < k_together; ++j) taken[j] = state.gone.has_one(other[j]);
#pragma unroll
    for (int j = 0; j < k_together; ++j, ++place) {
      if (other[j] == k_none || taken[j]) continue;
      insert_key(keys, digest_key(arcs, digest, v, raw[j], other[j], place));
    }
  }
  __syncwarp();
  LaneKey upper[k_found];
  if (!uppermost_of_warp(keys, upper)) {
    find_free_exactly(state, v, begin, end, found);
    return;
  }
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t before = (upper[i].key & k_place_mask) * 32 - 32;
    found.ids[i] = upper[i].key != 0
                       ? arcs.neighbours[begin + before + static_cast<std::uint32_t>(upper[i].lane)]
                       : k_none;
  }
  found.more = upper[3].key != 0;
}

/// Four words from `arc` on, those outside of begin .. end - 1 undefined.
__device__ inline void load_four(const Arcs& arcs, const std::uint32_t* array, std::uint64_t arc,
                                 std::uint64_t begin, std::uint64_t end,
                                 std::uint32_t (&words)[4]) {
  if (arcs.vectors && arc + 4 <= arcs.num_arcs) {
    const uint4 four = *reinterpret_cast<const uint4*>(array + arc);
    words[0] = four.x;
    words[1] = four.y;
    words[2] = four.z;
    words[3] = four.w;
    return;
  }
#pragma unroll
  for (std::uint32_t i = 0; i < 4; ++i) {
    words[i] = arc + i >= begin && arc + i < end ? array[arc + i] : 0;
  }
}

/// Rows of up to k_team_row arcs, by the team that the calling lane is in; all lanes of a warp call
/// it. False if the order is not known.
__device__ inline bool find_free_by_team(const FilteredState& state, const Digest& digest,
                                         std::uint32_t v, std::uint64_t begin, std::uint32_t size,
                                         FoundFree& found) {
  const Arcs& arcs = state.arcs;
  const std::uint32_t rank = threadIdx.x % k_team;
  const std::uint64_t base = arcs.vectors ? begin & ~std::uint64_t{3} : begin;
  const auto first = static_cast<std::uint32_t>(begin - base);
  const std::uint32_t last = first + size;
  std::uint32_t keys[k_found] = {};
  if (size != 0) {
    for (std::uint32_t at = 4 * rank; at < last; at += 4 * k_team) {
      std::uint32_t other[4];
      std::uint32_t raw[4] = {};
      load_four(arcs, arcs.neighbours, base + at, begin, begin + size, other);
      if (!arcs.is_unit()) {
        load_four(arcs, arcs.words.bits, base + at, begin, begin + size, raw);
      }
      bool taken[4];
#pragma unroll
      for (std::uint32_t i = 0; i < 4; ++i) {
        if (at + i < first || at + i >= last) other[i] = k_none;
        taken[i] = state.gone.has_one(other[i]);
      }
#pragma unroll
      for (std::uint32_t i = 0; i < 4; ++i) {
        const std::uint32_t key = digest_key(arcs, digest, v, raw[i], other[i], at + i + 1);
        insert_key(keys, other[i] == k_none || taken[i] ? 0 : key);
      }
    }
  }
  __syncwarp();
#pragma unroll
  for (int lane = 1; lane < static_cast<int>(k_team); lane *= 2) {
    // The upper half of two falling lists of four, and that in order.
    std::uint32_t upper[k_found];
#pragma unroll
    for (int i = 0; i < k_found; ++i) {
      upper[i] = max(keys[i], __shfl_xor_sync(k_all_lanes, keys[k_found - 1 - i], lane));
    }
    const std::uint32_t a = max(upper[0], upper[2]);
    const std::uint32_t b = max(upper[1], upper[3]);
    const std::uint32_t c = min(upper[0], upper[2]);
    const std::uint32_t d = min(upper[1], upper[3]);
    keys[0] = max(a, b);
    keys[1] = min(a, b);
    keys[2] = max(c, d);
    keys[3] = min(c, d);
  }
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    found.ids[i] =
        load_if(keys[i] != 0, arcs.neighbours, base + (keys[i] & k_place_mask) - 1, k_none);
  }
  found.more = keys[3] != 0;
  return !is_ambiguous(keys);
}

/// Looks at rows that wait for a warp each.
template <std::uint32_t kThreads>
__device__ void look_at_warp_rows(const FilteredState& state, const Choices& choices,
                                  const LateRows& late, const Digest& digest, std::uint32_t count) {
  const std::uint32_t warps = gridDim.x * (kThreads / 32);
  for (std::uint32_t i = blockIdx.x * (kThreads / 32) + threadIdx.x / 32; i < min(count, late.room);
       i += warps) {
    const std::uint32_t v = late.by_warp[i];
    FoundFree found;
    find_free_by_warp(state, digest, v, state.arcs.offsets[v], state.arcs.offsets[v + 1ULL], found);
    if (threadIdx.x % 32 == 0) choices.store_free(v, found.ids, found.more);
    __syncwarp();
  }
}

/// Looks at the pieces of wide rows, a block at a piece; who comes last at a row stores its choice.
template <std::uint32_t kThreads>
__device__ void look_at_wide_rows(const FilteredState& state, const Choices& choices,
                                  const LateRows& late, std::uint32_t num_items,
                                  std::uint64_t (&of_warp)[kThreads / 32]) {
  const Arcs& arcs = state.arcs;
  for (std::uint32_t item = blockIdx.x; item < num_items; item += gridDim.x) {
    WideRow& wide_row = late.wide[late.items[item] >> 32];
    const std::uint32_t v = wide_row.row;
    const std::uint64_t row_begin = arcs.offsets[v];
    const std::uint64_t row_end = arcs.offsets[v + 1ULL];
    const std::uint64_t begin =
        row_begin + static_cast<std::uint32_t>(late.items[item]) * std::uint64_t{k_wide_piece};
    const std::uint64_t end = min(begin + k_wide_piece, row_end);
    std::uint64_t best = k_none;
#pragma unroll 4
    for (std::uint64_t arc = begin + threadIdx.x; arc < end; arc += kThreads) {
      const std::uint32_t other = arcs.neighbours[arc];
      const std::uint32_t word = arcs.word(v, arcs.raw_word(arc), other);
      if (word < arcs.words.least) continue;
      const std::uint64_t mine = std::uint64_t{word} << 32 | other;
      if (is_above(arcs.mixer, v, mine, best) && !state.gone.has(other)) best = mine;
    }
    __syncwarp();
    const auto take = [&](std::uint64_t other) {
      if (is_above(arcs.mixer, v, other, best)) best = other;
    };
    for (int lane = 1; lane < 32; lane *= 2) take(__shfl_xor_sync(k_all_lanes, best, lane));
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = best;
    __syncthreads();
    if (threadIdx.x == 0) {
      for (std::uint32_t i = 1; i < kThreads / 32; ++i) take(of_warp[i]);
      const cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device> slot(wide_row.best);
      std::uint64_t seen = slot.load(cuda::memory_order_relaxed);
      // Relaxed: the count below orders. Ends: it fails only where the slot rose.
      while (is_above(arcs.mixer, v, best, seen) &&
             !slot.compare_exchange_weak(seen, best, cuda::memory_order_relaxed)) {
      }
      const auto pieces =
          static_cast<std::uint32_t>((row_end - row_begin + k_wide_piece - 1) / k_wide_piece);
      const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> done(wide_row.done);
      // Release: this block's best. Acquire, for who comes last: everybody's.
      if (done.fetch_add(1, cuda::memory_order_acq_rel) + 1 == pieces) {
        choices.store_one(v, static_cast<std::uint32_t>(slot.load(cuda::memory_order_relaxed)));
      }
    }
    __syncthreads();
  }
}

}  // namespace hypermatch::detail::graph_matching::device
