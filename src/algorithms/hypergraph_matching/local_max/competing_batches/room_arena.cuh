// SPDX-License-Identifier: MIT
// Where edges compete under capacities: an edge wins if at each of its pins no other edge is above
// it, or one is and there is room for both. Greedy takes such an edge, because of all that are not
// decided the competition holds the uppermost ones. The state of a vertex is the room left; the
// bitmap of `Arena` has the vertices without any.
#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "algorithms/hypergraph_matching/local_max/competing_batches/arena.cuh"

namespace hypermatch::detail::hypergraph_matching::filtered {

/// The slot of a vertex, which no other vertex shares, has the uppermost word of a round, and
/// `second` the one below it where the vertex has room for both.
struct RoomArena : Arena {
  static constexpr std::uint32_t k_levels = 2;
  static constexpr bool k_begins_free = false;

  std::uint32_t* second;
  std::uint32_t* room;  ///< changes in the phase in which edges win only

  __device__ void match(VertexId v) const {
    if (atomicSub(&room[v], 1U) == 1) Arena::match(v);
  }
  /// As that of `Arena`; what it returns is above the word if the edge cannot win, and equal to it
  /// if another edge has the same code.
  __device__ std::uint32_t raise(VertexId v, std::uint32_t seen, std::uint32_t word) const {
    const std::uint32_t before = Arena::raise(v, seen, word);
    const std::uint32_t lower = before < word ? before : word;
    // Mostly the vertex has one edge in a round.
    if (lower >> k_code_bits != word >> k_code_bits) return before;
    if (room[v] < 2) return before;
    const std::uint32_t there = raise_second(v, lower);
    if (before == word) return word;
    if (before > word) return there;
    // Two edges below this one have one code, and perhaps neither saw the other: none of them wins
    // in this round. What is above them has a larger word.
    if (there == lower) (void)raise_second(v, lower + 1);
    return 0;
  }
  __device__ bool lets(VertexId v, std::uint32_t seen, std::uint32_t word) const {
    return seen == word || second_of(v) == word;
  }

 private:
  __device__ std::uint32_t second_of(VertexId v) const {
    // Relaxed: as slot_of.
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(second[v]);
    return word.load(cuda::memory_order_relaxed);
  }
  // Returns what stood there before.
  __device__ std::uint32_t raise_second(VertexId v, std::uint32_t word) const {
    const std::uint32_t seen = second_of(v);
    return seen >= word ? seen : atomicMax(&second[v], word);
  }
};

}  // namespace hypermatch::detail::hypergraph_matching::filtered
