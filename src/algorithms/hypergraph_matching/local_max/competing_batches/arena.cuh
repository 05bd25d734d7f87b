// SPDX-License-Identifier: MIT
// Memory in which edges compete on a device: pins, bitmap of matched vertices, slots. Also the
// order of edges with equal codes, and loops of a warp over the pins of one large edge.
#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "algorithms/hypergraph_matching/local_max/competing_batches/codes.hpp"
#include "base/edge_order.hpp"
#include "hypermatch/types.hpp"
#include "parallel/device/warp.cuh"

namespace hypermatch::detail::hypergraph_matching::filtered {

using parallel::k_all_lanes;
constexpr VertexId k_no_pin = ~VertexId{0};

/// Arrays that the competition reads and writes.
struct Arena {
  /// Words that an edge competes with at a vertex.
  static constexpr std::uint32_t k_levels = 1;
  /// No vertex is matched before the first batch.
  static constexpr bool k_begins_free = true;

  const Offset* offsets;
  const VertexId* pins;
  base::TieMixer mixer;
  std::uint32_t* matched_vertices;  ///< bitmap
  std::uint32_t* slots;             ///< of vertex v: slots[v & slot_mask]
  std::uint32_t slot_mask;
  /// The bitmap is small enough to profit from the first-level cache: pins should not stay there.
  bool bitmap_is_near;

  /// Bounds how many edges should compete at once.
  __device__ static void bound_competitors(float&) {}
  // Bits are set by atomics in one phase and read in another; grid barriers stand in between.
  __device__ std::uint32_t is_matched(VertexId v) const {
    return matched_vertices[v / 32] >> (v % 32) & 1U;
  }
  __device__ void match(VertexId v) const {
    // Relaxed: bits are only set, and read behind a grid barrier.
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(matched_vertices[v / 32]);
    (void)word.fetch_or(1U << (v % 32), cuda::memory_order_relaxed);
  }
  __device__ std::uint32_t slot_of(VertexId v) const {
    // Relaxed: a stale value only costs a needless maximum or a needless look in the next phase.
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> slot(slots[v & slot_mask]);
    return slot.load(cuda::memory_order_relaxed);
  }
  /// `seen` is what slot_of gave. Returns what stood there before.
  __device__ std::uint32_t raise(VertexId v, std::uint32_t seen, std::uint32_t word) const {
    // Reading first spares most of the atomics. Relaxed: the maximum does not depend on the order,
    // and is read behind a grid barrier.
    return seen >= word ? seen : atomicMax(&slots[v & slot_mask], word);
  }
  /// In another phase: whether v lets the edge of this word win, where slot_of gives `seen`.
  __device__ static bool lets(VertexId, std::uint32_t seen, std::uint32_t word) {
    return seen == word;
  }
};

/// Edges with one code that meet. Of two that write one word to a slot in a round the later one
/// sees it: it notes their code, and edges with that code do not win in this round. From then on
/// they also compete at their pins by weight and tie hash, in a small table of slots that unrelated
/// pins share.
struct Ties {
  std::uint32_t* noted;  ///< by codes: 1 + the last round in which one was noted
  unsigned long long*
      of_pins;  ///< 1 + the round, and the uppermost edge so far; 0 before the first
  std::uint32_t noted_mask;
  std::uint32_t pins_mask;

  __device__ void note(std::uint32_t round, std::uint32_t code) const {
    // Relaxed: all writers write the same value, and it is read behind a grid barrier.
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(noted[place_of(code)]);
    word.store(round + 1, cuda::memory_order_relaxed);
  }
  /// In another phase. Codes share words: then an edge waits one round too long.
  __device__ bool is_noted(std::uint32_t round, std::uint32_t code) const {
    return noted[place_of(code)] == round + 1;
  }
  /// `is_above(f)`: whether edge e is above f.
  template <class IsAbove>
  __device__ void raise(std::uint32_t round, VertexId v, EdgeId e, const IsAbove& is_above) const {
    unsigned long long* const slot = of_pins + (v & pins_mask);
    const unsigned long long mine = word_of(round, e);
    // Relaxed: the uppermost one does not depend on the order, and is read behind a grid barrier.
    const cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> word(*slot);
    unsigned long long there = word.load(cuda::memory_order_relaxed);
    // Ends: an exchange fails where another edge has come, and each comes once.
    while (there != mine && (there >> 32 != mine >> 32 || is_above(static_cast<EdgeId>(there)))) {
      if (word.compare_exchange_strong(there, mine, cuda::memory_order_relaxed)) return;
    }
  }
  /// In another phase.
  __device__ bool holds(std::uint32_t round, VertexId v, EdgeId e) const {
    return of_pins[v & pins_mask] == word_of(round, e);
  }

 private:
  __device__ static unsigned long long word_of(std::uint32_t round, EdgeId e) {
    return (round + 1ULL) << 32 | e;
  }
  __device__ std::uint32_t place_of(std::uint32_t code) const {
    return (code * 0x9E3779B1U) >> 7 & noted_mask;
  }
};

/// Reads what is not read again soon: the first-level cache gives it up first.
template <class T>
__device__ T load_once(const T* from) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  T value;
  if constexpr (sizeof(T) == 4) {
    asm volatile("ld.global.L1::evict_first.b32 %0, [%1];" : "=r"(value) : "l"(from));
  } else {
    asm volatile("ld.global.L1::evict_first.b64 %0, [%1];" : "=l"(value) : "l"(from));
  }
  return value;
}

// The edge that one lane brings, as all lanes see it.
struct WideEdge {
  std::uint64_t offset;
  std::uint64_t size;
  std::uint32_t word;
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

/// Other edges that an edge met at its pins when it wrote its word.
struct Seen {
  bool above = false;  ///< another edge is above
  bool equal = false;  ///< another edge has the same code
};

/// Competes at the pins.
template <class Vertices>
__device__ Seen mark_wide(const Vertices& arena, const WideEdge& edge, std::uint64_t from) {
  Seen seen;
  for_each_pin_wide(arena, edge, from, [&](VertexId v) {
    const std::uint32_t before = arena.raise(v, arena.slot_of(v), edge.word);
    seen.above |= before > edge.word;
    seen.equal |= before == edge.word;
  });
  return {__any_sync(k_all_lanes, seen.above) != 0, __any_sync(k_all_lanes, seen.equal) != 0};
}

template <class Vertices>
__device__ bool holds_wide(const Vertices& arena, const WideEdge& edge, std::uint64_t from) {
  return !any_pin_wide(arena, edge, from,
                       [&](VertexId v) { return !arena.lets(v, arena.slot_of(v), edge.word); });
}

/// The first pins of a new edge, which were read to see whether it is free.
constexpr int k_first_pins = 4;

}  // namespace hypermatch::detail::hypergraph_matching::filtered
