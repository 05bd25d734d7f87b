// SPDX-License-Identifier: MIT
// Where edges compete on a device: pins, bitmap of matched vertices, slots; how edges with one code
// are told apart; and how a whole warp goes over the pins of one large edge.
#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "algorithms/hypergraph_matching/local_max/competing_batches/codes.hpp"
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
  std::uint32_t* slots;             ///< of vertex v: slots[v & slot_mask]
  std::uint32_t slot_mask;
  /// The bitmap is small enough to profit from the first-level cache: pins should not stay there.
  bool bitmap_is_near;

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
  __device__ std::uint32_t code_at(VertexId v) const { return slot_of(v) & (k_codes - 1); }
  /// `seen` is what slot_of gave.
  __device__ void raise(VertexId v, std::uint32_t seen, std::uint32_t word) const {
    // Reading first spares most of the atomics. Relaxed: the maximum does not depend on the order,
    // and is read behind a grid barrier.
    if (seen >= word) return;
    atomicMax(&slots[v & slot_mask], word);
  }
};

/// Which codes more than one edge has competed with. Two bits a cell, which codes share: one edge
/// came, another came. Whoever enters is told apart from others with its code only by the end of
/// the phase, so that none of them may win in its first round.
struct Cells {
  std::uint32_t* words;
  std::uint32_t shift;  ///< 32 - logarithm of the number of cells
  std::uint32_t last;   ///< of the words

  /// `entry` is the round in which the edge entered: a code is used again if its batch had no room.
  __device__ std::uint32_t cell(std::uint32_t code, std::uint32_t entry) const {
    return ((code + entry * 0x85EBCA6BU) * 0x9E3779B1U) >> shift;
  }
  /// Enters; `tell_apart` must follow, with what it returns.
  __device__ std::uint32_t enter(std::uint32_t cell) const {
    // Relaxed, as in tell_apart: one of two sees the other, and bits are read behind a barrier.
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(words[cell / 16]);
    return word.fetch_or(1U << cell % 16, cuda::memory_order_relaxed);
  }
  __device__ void tell_apart(std::uint32_t cell, std::uint32_t before) const {
    if ((before >> cell % 16 & 1U) == 0) return;
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(words[cell / 16]);
    (void)word.fetch_or(1U << (16 + cell % 16), cuda::memory_order_relaxed);
  }
  /// In another phase: whether another edge may have that code.
  __device__ bool is_shared(std::uint32_t cell) const {
    // Relaxed: who enters later than the one that asks has a lower code.
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(words[cell / 16]);
    return (word.load(cuda::memory_order_relaxed) >> (16 + cell % 16) & 1U) != 0;
  }
};

/// Edges that share a cell compete with their keys, too, and must be above the others in one of two
/// ways: among all with their code, or, where many share it, at all their pins. Both in few slots
/// that strangers share.
struct Ties {
  unsigned long long* of_codes[2];  ///< for even and odd rounds
  unsigned long long* of_pins[2];
  std::uint32_t mask;

  // Relaxed by nature: a maximum does not depend on the order, and is read behind a barrier.
  __device__ void raise_code(std::uint32_t round, std::uint32_t code, std::uint64_t key) const {
    atomicMax(&of_codes[round % 2][place_of(code)], static_cast<unsigned long long>(key));
  }
  __device__ void raise_pin(std::uint32_t round, VertexId v, std::uint64_t key) const {
    atomicMax(&of_pins[round % 2][v & mask], static_cast<unsigned long long>(key));
  }
  __device__ bool holds_code(std::uint32_t round, std::uint32_t code, std::uint64_t key) const {
    return of_codes[round % 2][place_of(code)] == key;
  }
  __device__ bool holds_pin(std::uint32_t round, VertexId v, std::uint64_t key) const {
    return of_pins[round % 2][v & mask] == key;
  }

 private:
  __device__ std::uint32_t place_of(std::uint32_t code) const {
    return (code * 0x9E3779B1U) >> 7 & mask;
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

/// Calls work(owner, edge, key) for each lane that `wanted` marks, with what that lane brought.
template <class Work>
__device__ void for_each_with_key(bool wanted, const WideEdge& mine, std::uint64_t key,
                                  const Work& work) {
  for_each_wide(wanted, mine, [&](std::uint32_t owner, const WideEdge& edge) {
    work(owner, edge, __shfl_sync(k_all_lanes, key, static_cast<int>(owner)));
  });
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

/// True if a pin from number `from` on is matched; `equal` if its slot has the code `edge.word`.
template <bool kAsksForEqual>
__device__ bool any_matched_wide(const Arena& arena, const WideEdge& edge, std::uint64_t from,
                                 bool& equal) {
  bool seen_equal = false;
  const bool found = any_pin_wide(arena, edge, from, [&](VertexId v) {
    const bool matched = arena.is_matched(v) != 0;
    if (kAsksForEqual && matched) seen_equal |= arena.code_at(v) == edge.word;
    return matched;
  });
  equal = __any_sync(k_all_lanes, seen_equal) != 0;
  return found;
}

/// Competes at the pins; true if another edge is seen to be above.
__device__ inline bool mark_wide(const Arena& arena, const WideEdge& edge, std::uint64_t from) {
  bool above = false;
  for_each_pin_wide(arena, edge, from, [&](VertexId v) {
    const std::uint32_t seen = arena.slot_of(v);
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
