// SPDX-License-Identifier: MIT
// Where edges compete on a device: pins, bitmap of matched vertices, slots; and how a whole warp
// goes over the pins of one large edge.
#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "base/edge_order.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::hypergraph_matching::filtered {

constexpr std::uint32_t k_all_lanes = ~0U;
constexpr VertexId k_no_pin = ~VertexId{0};

/// What the competition reads and writes.
struct Arena {
  const Offset* offsets;
  const VertexId* pins;
  base::TieMixer mixer;
  std::uint32_t* matched_vertices;  ///< bitmap
  std::uint64_t* slots;             ///< of vertex v: slots[v & slot_mask]
  std::uint32_t slot_mask;

  // Bits are set by atomics in one phase and read in another; grid barriers stand in between.
  __device__ std::uint32_t is_matched(VertexId v) const {
    return matched_vertices[v / 32] >> (v % 32) & 1U;
  }
  __device__ void match(VertexId v) const {
    // Relaxed: bits are only set, and read behind a grid barrier.
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(matched_vertices[v / 32]);
    (void)word.fetch_or(1U << (v % 32), cuda::memory_order_relaxed);
  }
  __device__ std::uint64_t slot_of(VertexId v) const {
    // Relaxed: a stale value only costs a needless maximum or a needless look in the next phase.
    const cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device> slot(slots[v & slot_mask]);
    return slot.load(cuda::memory_order_relaxed);
  }
  /// `seen` is what slot_of gave.
  __device__ void raise(VertexId v, std::uint64_t seen, std::uint64_t word) const {
    // Reading first spares most of the atomics. Relaxed: the maximum does not depend on the order,
    // and is read behind a grid barrier.
    if (seen >= word) return;
    atomicMax(reinterpret_cast<unsigned long long*>(&slots[v & slot_mask]),
              static_cast<unsigned long long>(word));
  }
};

// The edge that one lane brings, as all lanes see it.
struct WideEdge {
  std::uint64_t offset;
  std::uint64_t size;
  std::uint64_t word;
};

/// Calls work(owner, edge) for each lane that `wanted` marks, with what that lane brought.
template <class Work>
__device__ void for_each_wide(bool wanted, const WideEdge& mine, const Work& work) {
  for (std::uint32_t left = __ballot_sync(k_all_lanes, wanted); left != 0; left &= left - 1) {
    const int owner = __ffs(static_cast<int>(left)) - 1;
    work(static_cast<std::uint32_t>(owner), WideEdge{__shfl_sync(k_all_lanes, mine.offset, owner),
                                                     __shfl_sync(k_all_lanes, mine.size, owner),
                                                     __shfl_sync(k_all_lanes, mine.word, owner)});
  }
}

constexpr int k_wide_steps = 8;  // loads in flight of each lane

/// True in all lanes if condition(v) holds for a pin from number `from` on; stops soon after.
template <class Condition>
__device__ bool any_pin_wide(const Arena& arena, const WideEdge& edge, std::uint64_t from,
                             const Condition& condition) {
  const std::uint32_t lane = threadIdx.x % 32;
  for (std::uint64_t base = from; base < edge.size; base += 32 * k_wide_steps) {
    bool found = false;
#pragma unroll
    for (int j = 0; j < k_wide_steps; ++j) {
      const std::uint64_t i = base + 32 * j + lane;
      if (i < edge.size) found |= condition(arena.pins[edge.offset + i]);
    }
    if (__any_sync(k_all_lanes, found)) return true;
  }
  return false;
}

/// Calls work(v) for every pin from number `from` on.
template <class Work>
__device__ void for_each_pin_wide(const Arena& arena, const WideEdge& edge, std::uint64_t from,
                                  const Work& work) {
  const std::uint32_t lane = threadIdx.x % 32;
#pragma unroll 4
  for (std::uint64_t i = from + lane; i < edge.size; i += 32) work(arena.pins[edge.offset + i]);
}

__device__ inline bool any_matched_wide(const Arena& arena, const WideEdge& edge,
                                        std::uint64_t from) {
  return any_pin_wide(arena, edge, from, [&](VertexId v) { return arena.is_matched(v) != 0; });
}

/// Competes at the pins; true if another edge is seen to be above.
__device__ inline bool mark_wide(const Arena& arena, const WideEdge& edge, std::uint64_t from) {
  bool above = false;
  for_each_pin_wide(arena, edge, from, [&](VertexId v) {
    const std::uint64_t seen = arena.slot_of(v);
    arena.raise(v, seen, edge.word);
    above |= seen > edge.word;
  });
  return __any_sync(k_all_lanes, above) != 0;
}

__device__ inline bool holds_wide(const Arena& arena, const WideEdge& edge, std::uint64_t from) {
  return !any_pin_wide(arena, edge, from,
                       [&](VertexId v) { return arena.slot_of(v) != edge.word; });
}

/// The first pins of a new edge, which were read to see whether it is free.
constexpr int k_first_pins = 4;

}  // namespace hypermatch::detail::hypergraph_matching::filtered
