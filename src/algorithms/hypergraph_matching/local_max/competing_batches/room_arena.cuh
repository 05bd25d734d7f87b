// SPDX-License-Identifier: MIT
// Competition of edges under capacities: a vertex lets its uppermost edge win, and all of its edges
// if there is room for as many. Greedy takes an edge that all its pins let win, because of all that
// are not decided the competition holds the uppermost ones. The state of a vertex is the room left;
// the bitmap of `Arena` has the vertices without any.
#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "algorithms/hypergraph_matching/local_max/competing_batches/arena.cuh"
#include "algorithms/hypergraph_matching/local_max/device_room.cuh"

namespace hypermatch::detail::hypergraph_matching::filtered {

/// No vertices share a slot. A second word of each slot, behind the tag of a round in which edges
/// met at the vertex and there is room for two, counts how many came after the first one.
struct RoomArena : Arena {
  static constexpr std::uint32_t k_levels = 2;
  static constexpr bool k_begins_free = false;

  std::uint32_t* met;
  DeviceRoom room;         ///< changes in the phase in which edges win only
  float most_competitors;  ///< more would crowd: vertices let one win per round, not all

  __device__ void bound_competitors(float& wanted) const { wanted = min(wanted, most_competitors); }

  __device__ void match(VertexId v) const {
    if (take_room(room, v)) Arena::match(v);
  }
  /// As that of `Arena`; what it returns is above the word if the edge cannot win, and equal to it
  /// if another edge has the same code.
  __device__ std::uint32_t raise(VertexId v, std::uint32_t seen, std::uint32_t word) const {
    const std::uint32_t before = Arena::raise(v, seen, word);
    // Mostly the vertex has one edge in a round. One edge comes first, whatever their order.
    if (is_earlier(before, word) || room_of(room, v) < 2 || !fits(v, word)) return before;
    return before == word ? word : 0;
  }
  __device__ bool lets(VertexId v, std::uint32_t seen, std::uint32_t word) const {
    return seen == word || (met_at(v) & ~k_count) == tag_of(word);
  }

 private:
  static constexpr std::uint32_t k_overflow = 1U << (k_code_bits - 1);
  static constexpr std::uint32_t k_count = k_overflow - 1;

  __device__ static std::uint32_t tag_of(std::uint32_t word) {
    return word >> k_code_bits << k_code_bits;
  }
  __device__ static bool is_earlier(std::uint32_t before, std::uint32_t word) {
    return before < tag_of(word);
  }
  __device__ std::uint32_t met_at(VertexId v) const {
    // Relaxed: in the phase in which edges meet, a stale value only costs needless atomics; the
    // last one is read behind a grid barrier.
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(met[v]);
    return word.load(cuda::memory_order_relaxed);
  }
  // Counts an edge that is not the first one. False if there is no room for all.
  __device__ bool fits(VertexId v, std::uint32_t word) const {
    const std::uint32_t there = met_at(v);
    const std::uint32_t tag = tag_of(word);
    if ((there & ~k_count) == (tag | k_overflow)) return false;
    if (there < tag) atomicMax(&met[v], tag);
    // With this one, and the first one.
    const std::uint32_t edges = (atomicAdd(&met[v], 1U) & k_count) + 2;
    if (edges <= room_of(room, v)) return true;
    atomicOr(&met[v], k_overflow);
    return false;
  }
};

}  // namespace hypermatch::detail::hypergraph_matching::filtered
