// SPDX-License-Identifier: MIT
// How the lanes of a warp share the pins of 32 candidates: each edge is given a few adjacent lanes,
// which read its pins together. Edges that are too large for that are taken by the whole warp, one
// after the other. All functions are called by whole warps. Lanes without a candidate bring one of
// size 0.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/competing_batches/arena.cuh"
#include "algorithms/hypergraph_matching/local_max/competing_batches/candidate.cuh"

namespace hypermatch::detail::hypergraph_matching::filtered {

template <int kLanes>
struct Teams {
  static constexpr std::uint32_t k_edges = 32 / kLanes;  // that a step of the warp reads
  static constexpr std::uint32_t k_steps = kLanes < 8 ? kLanes : 8;  // whose loads go together
  static constexpr std::uint32_t k_group = k_edges * k_steps;        // edges of these steps
  static constexpr std::uint64_t k_narrow = 4 * kLanes;  // pins read by teams, the rest by the warp
  static constexpr int k_fresh = 2;                      // new edges that a lane reads together
  static constexpr bool k_carries_pins = false;
  static constexpr bool k_looks_far = kLanes > 8;

  struct alignas(16) EdgeCandidate : CandidateState {
    std::uint64_t place;  // offset, 1 bit unused, size: 40, 1, 23 bits

    __device__ static EdgeCandidate none() { return {{0, 0}, 0}; }
    __device__ static EdgeCandidate make(EdgeId edge, std::uint32_t state, std::uint64_t offset,
                                         std::uint64_t size, const VertexId*) {
      return {{edge, state}, offset << 24 | (size < k_huge ? size : k_huge)};
    }
    __device__ std::uint64_t offset() const { return place >> 24; }
    __device__ std::uint64_t size(const Arena& arena) const {
      const std::uint64_t size = place & k_huge;
      if (size < k_huge) return size;
      return arena.offsets[edge + std::uint64_t{1}] - arena.offsets[edge];
    }

   private:
    static constexpr std::uint64_t k_huge = (std::uint64_t{1} << 23) - 1;
  };

  /// The first pins, which matching needs again; where one group is all edges. Eight lanes a team
  /// would have to spill them.
  static constexpr bool k_keeps = k_group == 32 && kLanes != 8;
  struct Kept {
    VertexId pins[k_keeps ? k_steps : 1];
  };

  /// Of the steps from edge `first` on, loads pin `base + lane of the team`.
  __device__ static void load(const Arena& arena, std::uint64_t offset, std::uint32_t size,
                              std::uint32_t base, std::uint32_t first, std::uint32_t count,
                              VertexId* pins) {
    const std::uint32_t lane = threadIdx.x % 32;
#pragma unroll
    for (std::uint32_t j = 0; j < k_steps; ++j) {
      pins[j] = k_no_pin;
      if (first + j * k_edges >= count) continue;
      const int owner = static_cast<int>(first + j * k_edges + lane / kLanes);
      const std::uint32_t its_size = __shfl_sync(k_all_lanes, size, owner);
      const std::uint64_t its_offset = __shfl_sync(k_all_lanes, offset, owner);
      const std::uint32_t i = base + lane % kLanes;
      if (i < its_size) pins[j] = arena.pins[its_offset + i];
    }
  }
  /// Of step j: sets `flag` in the lane that brought an edge if one of its team's lanes found it.
  __device__ static void collect(bool found, std::uint32_t first, std::uint32_t j, bool& flag) {
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t ballot = __ballot_sync(k_all_lanes, found);
    constexpr std::uint32_t k_team = kLanes == 32 ? ~0U : (1U << kLanes) - 1;
    if (lane / k_edges == first / k_edges + j) {
      flag |= (ballot >> (lane % k_edges * kLanes) & k_team) != 0;
    }
  }
  /// Calls work(first, base) for each group of edges and each part of their pins from `from` on, of
  /// which the first k_narrow from `begin` on are read by teams.
  template <class Work>
  __device__ static void for_each_part(std::uint64_t size, std::uint32_t begin, std::uint32_t from,
                                       std::uint32_t count, const Work& work) {
    const std::uint64_t most = begin + k_narrow;
    const std::uint32_t end =
        __reduce_max_sync(k_all_lanes, static_cast<unsigned>(size < most ? size : most));
    for (std::uint32_t first = 0; first < count; first += k_group) {
      for (std::uint32_t base = from; base < end; base += kLanes) work(first, base);
    }
  }

  /// True if a pin from number `from` on is matched.
  __device__ static bool any_matched(const Arena& arena, const EdgeCandidate& mine,
                                     std::uint32_t from, std::uint32_t count) {
    const std::uint64_t size = mine.is_none() ? 0 : mine.size(arena);
    const std::uint64_t offset = mine.offset();
    bool matched = false;
    for_each_part(size, from, from, count, [&](std::uint32_t first, std::uint32_t base) {
      VertexId pins[k_steps];
      load(arena, offset, matched ? 0 : clip(size), base, first, count, pins);
      std::uint32_t bits[k_steps];
#pragma unroll
      for (std::uint32_t j = 0; j < k_steps; ++j) {
        bits[j] = pins[j] != k_no_pin ? arena.is_matched(pins[j]) : 0;
      }
#pragma unroll
      for (std::uint32_t j = 0; j < k_steps; ++j) {
        if (first + j * k_edges < count) collect(bits[j] != 0, first, j, matched);
      }
    });
    for_each_wide(!matched && size > from + k_narrow, {offset, size, 0},
                  [&](std::uint32_t owner, const WideEdge& edge) {
                    const bool found = any_pin_wide(arena, edge, from + k_narrow, [&](VertexId v) {
                      return arena.is_matched(v) != 0;
                    });
                    if (threadIdx.x % 32 == owner) matched = found;
                  });
    return matched;
  }

  /// Competes with `word` at all pins.
  template <class Vertices>
  __device__ static Seen mark(const Vertices& arena, const EdgeCandidate& mine, std::uint32_t word,
                              std::uint32_t count) {
    const std::uint64_t size = mine.is_none() ? 0 : mine.size(arena);
    const std::uint64_t offset = mine.offset();
    Seen result;
    for_each_part(size, 0, 0, count, [&](std::uint32_t first, std::uint32_t base) {
      VertexId pins[k_steps];
      load(arena, offset, clip(size), base, first, count, pins);
      std::uint32_t seen[k_steps];
      std::uint32_t its_word[k_steps];
#pragma unroll
      for (std::uint32_t j = 0; j < k_steps; ++j) {
        seen[j] = pins[j] != k_no_pin ? arena.slot_of(pins[j]) : 0;
      }
#pragma unroll
      for (std::uint32_t j = 0; j < k_steps; ++j) {
        if (first + j * k_edges >= count) continue;
        its_word[j] = word_of_step(word, first, j);
        if (pins[j] != k_no_pin) seen[j] = arena.raise(pins[j], seen[j], its_word[j]);
      }
      bool equal = false;
#pragma unroll
      for (std::uint32_t j = 0; j < k_steps; ++j) {
        if (first + j * k_edges >= count) continue;
        collect(seen[j] > its_word[j], first, j, result.above);
        equal |= seen[j] == its_word[j];
      }
      if (!__any_sync(k_all_lanes, equal)) return;  // nearly always
#pragma unroll
      for (std::uint32_t j = 0; j < k_steps; ++j) {
        if (first + j * k_edges < count) collect(seen[j] == its_word[j], first, j, result.equal);
      }
    });
    for_each_wide(size > k_narrow, {offset, size, word},
                  [&](std::uint32_t owner, const WideEdge& edge) {
                    const Seen found = mark_wide(arena, edge, k_narrow);
                    if (threadIdx.x % 32 == owner) {
                      result.above |= found.above;
                      result.equal |= found.equal;
                    }
                  });
    return result;
  }

  /// True if `word` stands at all pins.
  template <class Vertices>
  __device__ static bool holds(const Vertices& arena, const EdgeCandidate& mine, std::uint32_t word,
                               std::uint32_t count, Kept& kept) {
    const std::uint64_t size = mine.is_none() ? 0 : mine.size(arena);
    const std::uint64_t offset = mine.offset();
    bool misses = size == 0;
    if constexpr (k_keeps) {
#pragma unroll
      for (std::uint32_t j = 0; j < k_steps; ++j) kept.pins[j] = k_no_pin;
    }
    for_each_part(size, 0, 0, count, [&](std::uint32_t first, std::uint32_t base) {
      VertexId pins[k_steps];
      load(arena, offset, misses ? 0 : clip(size), base, first, count, pins);
      if constexpr (k_keeps) {
        if (base == 0) {
#pragma unroll
          for (std::uint32_t j = 0; j < k_steps; ++j) kept.pins[j] = pins[j];
        }
      }
      std::uint32_t seen[k_steps];
#pragma unroll
      for (std::uint32_t j = 0; j < k_steps; ++j) {
        seen[j] = pins[j] != k_no_pin ? arena.slot_of(pins[j]) : 0;
      }
#pragma unroll
      for (std::uint32_t j = 0; j < k_steps; ++j) {
        if (first + j * k_edges >= count) continue;
        const std::uint32_t its_word = word_of_step(word, first, j);
        collect(pins[j] != k_no_pin && !arena.lets(pins[j], seen[j], its_word), first, j, misses);
      }
    });
    for_each_wide(!misses && size > k_narrow, {offset, size, word},
                  [&](std::uint32_t owner, const WideEdge& edge) {
                    const bool held = holds_wide(arena, edge, k_narrow);
                    if (threadIdx.x % 32 == owner) misses = !held;
                  });
    return !misses;
  }

  /// Matches the pins of the winners.
  template <class Vertices>
  __device__ static void match(const Vertices& arena, const EdgeCandidate& mine, bool won,
                               std::uint32_t count, const Kept& kept) {
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t winners = __ballot_sync(k_all_lanes, won);
    if (winners == 0) return;
    if constexpr (k_keeps) {
#pragma unroll
      for (std::uint32_t j = 0; j < k_steps; ++j) {
        if (kept.pins[j] != k_no_pin && (winners >> (j * k_edges + lane / kLanes) & 1U) != 0) {
          arena.match(kept.pins[j]);
        }
      }
    }
    const std::uint64_t size = won ? mine.size(arena) : 0;
    const std::uint64_t offset = mine.offset();
    for_each_part(size, 0, k_keeps ? kLanes : 0, count,
                  [&](std::uint32_t first, std::uint32_t base) {
                    constexpr std::uint32_t k_mask = k_group == 32 ? ~0U : (1U << k_group % 32) - 1;
                    if (!k_keeps && (winners >> first & k_mask) == 0) return;
                    VertexId pins[k_steps];
                    load(arena, offset, clip(size), base, first, count, pins);
#pragma unroll
                    for (std::uint32_t j = 0; j < k_steps; ++j) {
                      if (pins[j] != k_no_pin) arena.match(pins[j]);
                    }
                  });
    for_each_wide(size > k_narrow, {offset, size, 0}, [&](std::uint32_t, const WideEdge& edge) {
      for_each_pin_wide(arena, edge, k_narrow, [&](VertexId v) { arena.match(v); });
    });
  }

  /// Calls work(v, edge) for the pins of each candidate that is `wanted`.
  template <class Work>
  __device__ static void for_each_pin(const Arena& arena, const EdgeCandidate& mine, bool wanted,
                                      const Work& work) {
    for_each_wide(wanted, {mine.offset(), wanted ? mine.size(arena) : 0, mine.edge},
                  [&](std::uint32_t, const WideEdge& edge) {
                    for_each_pin_wide(arena, edge, 0, [&](VertexId v) { work(v, edge.word); });
                  });
  }
  /// True for lanes that are `wanted` with pins that all fulfil condition(v, edge).
  template <class Condition>
  __device__ static bool all_pins(const Arena& arena, const EdgeCandidate& mine, bool wanted,
                                  const Condition& condition) {
    bool all = wanted;
    for_each_wide(wanted, {mine.offset(), wanted ? mine.size(arena) : 0, mine.edge},
                  [&](std::uint32_t owner, const WideEdge& edge) {
                    const bool fails = any_pin_wide(
                        arena, edge, 0, [&](VertexId v) { return !condition(v, edge.word); });
                    if (threadIdx.x % 32 == owner) all = !fails;
                  });
    return all;
  }

 private:
  /// What `load` may read of an edge: more than teams ever do.
  __device__ static std::uint32_t clip(std::uint64_t size) {
    return static_cast<std::uint32_t>(size < k_first_pins + k_narrow ? size
                                                                     : k_first_pins + k_narrow);
  }
  __device__ static std::uint32_t word_of_step(std::uint32_t word, std::uint32_t first,
                                               std::uint32_t j) {
    return __shfl_sync(k_all_lanes, word,
                       static_cast<int>(first + j * k_edges + threadIdx.x % 32 / kLanes));
  }
};

}  // namespace hypermatch::detail::hypergraph_matching::filtered
