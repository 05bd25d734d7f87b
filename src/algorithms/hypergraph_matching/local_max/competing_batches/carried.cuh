// SPDX-License-Identifier: MIT
// Candidates that carry up to four pins, so that each lane has all of its edge in registers. Larger
// ones are taken by the whole warp, one after the other. The interface is that of `Teams`.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/competing_batches/arena.cuh"
#include "algorithms/hypergraph_matching/local_max/competing_batches/candidate.cuh"

namespace hypermatch::detail::hypergraph_matching::filtered {

struct Carried {
  static constexpr int k_fresh = 1;
  static constexpr bool k_carries_pins = true;
  static constexpr bool k_looks_far = false;

  struct EdgeCandidate : CandidateState {
    VertexId pins[k_first_pins];  // of a larger edge: none, its offset in two words, its size

    __device__ static EdgeCandidate none() {
      return {{0, 0}, {k_no_pin, k_no_pin, k_no_pin, k_no_pin}};
    }
    __device__ static EdgeCandidate make(EdgeId edge, std::uint32_t state, std::uint64_t offset,
                                         std::uint64_t size, const VertexId* first) {
      if (size > k_first_pins) {
        return {{edge, state},
                {k_no_pin, static_cast<VertexId>(offset), static_cast<VertexId>(offset >> 32),
                 static_cast<VertexId>(size)}};
      }
      return {{edge, state}, {first[0], first[1], first[2], first[3]}};
    }
    __device__ void clear() { *this = none(); }
    __device__ bool is_large() const { return !is_none() && pins[0] == k_no_pin; }
    __device__ WideEdge wide(std::uint32_t word) const {
      if (!is_large()) return {0, 0, 0};
      return {static_cast<std::uint64_t>(pins[2]) << 32 | pins[1], pins[3], word};
    }
  };
  static_assert(sizeof(EdgeCandidate) == 24);

  struct Kept {};

  __device__ static bool any_matched(const Arena& arena, const EdgeCandidate& mine,
                                     std::uint32_t from, std::uint32_t) {
    bool matched = false;
    if (!mine.is_large()) {
      std::uint32_t bits[k_first_pins];
#pragma unroll
      for (std::uint32_t i = 0; i < k_first_pins; ++i) {
        bits[i] = mine.pins[i] != k_no_pin ? arena.is_matched(mine.pins[i]) : 0;
      }
#pragma unroll
      for (std::uint32_t i = 0; i < k_first_pins; ++i) matched |= bits[i] != 0;
    }
    for_each_wide(mine.is_large(), mine.wide(0), [&](std::uint32_t owner, const WideEdge& edge) {
      const bool found =
          any_pin_wide(arena, edge, from, [&](VertexId v) { return arena.is_matched(v) != 0; });
      if (threadIdx.x % 32 == owner) matched = found;
    });
    return matched;
  }

  template <class Vertices>
  __device__ static Seen mark(const Vertices& arena, const EdgeCandidate& mine, std::uint32_t word,
                              std::uint32_t) {
    Seen result;
    if (!mine.is_large()) {
      std::uint32_t seen[k_first_pins];
#pragma unroll
      for (std::uint32_t i = 0; i < k_first_pins; ++i) {
        seen[i] = mine.pins[i] != k_no_pin ? arena.slot_of(mine.pins[i]) : 0;
      }
#pragma unroll
      for (std::uint32_t i = 0; i < k_first_pins; ++i) {
        if (mine.pins[i] != k_no_pin) seen[i] = arena.raise(mine.pins[i], seen[i], word);
      }
#pragma unroll
      for (std::uint32_t i = 0; i < k_first_pins; ++i) {
        result.above |= seen[i] > word;
        result.equal |= seen[i] == word;
      }
    }
    for_each_wide(mine.is_large(), mine.wide(word), [&](std::uint32_t owner, const WideEdge& edge) {
      const Seen found = mark_wide(arena, edge, 0);
      if (threadIdx.x % 32 == owner) result = found;
    });
    return result;
  }

  template <class Vertices>
  __device__ static bool holds(const Vertices& arena, const EdgeCandidate& mine, std::uint32_t word,
                               std::uint32_t, Kept&) {
    bool holds = !mine.is_none();
    if (!mine.is_large()) {
      std::uint32_t seen[k_first_pins];
#pragma unroll
      for (std::uint32_t i = 0; i < k_first_pins; ++i) {
        seen[i] = mine.pins[i] != k_no_pin ? arena.slot_of(mine.pins[i]) : word;
      }
#pragma unroll
      for (int i = 0; i < k_first_pins; ++i) {
        holds = holds && arena.lets(mine.pins[i], seen[i], word);
      }
    }
    for_each_wide(mine.is_large(), mine.wide(word), [&](std::uint32_t owner, const WideEdge& edge) {
      const bool held = holds_wide(arena, edge, 0);
      if (threadIdx.x % 32 == owner) holds = held;
    });
    return holds;
  }

  template <class Vertices>
  __device__ static void match(const Vertices& arena, const EdgeCandidate& mine, bool won,
                               std::uint32_t, const Kept&) {
    if (won && !mine.is_large()) {
#pragma unroll
      for (std::uint32_t i = 0; i < k_first_pins; ++i) {
        if (mine.pins[i] != k_no_pin) arena.match(mine.pins[i]);
      }
    }
    for_each_wide(won && mine.is_large(), mine.wide(0), [&](std::uint32_t, const WideEdge& edge) {
      for_each_pin_wide(arena, edge, 0, [&](VertexId v) { arena.match(v); });
    });
  }

  /// Calls work(v, edge) for the pins of each candidate that is `wanted`.
  template <class Work>
  __device__ static void for_each_pin(const Arena& arena, const EdgeCandidate& mine, bool wanted,
                                      const Work& work) {
    if (wanted && !mine.is_large()) {
#pragma unroll
      for (std::uint32_t i = 0; i < k_first_pins; ++i) {
        if (mine.pins[i] != k_no_pin) work(mine.pins[i], mine.edge);
      }
    }
    for_each_wide(wanted && mine.is_large(), mine.wide(mine.edge),
                  [&](std::uint32_t, const WideEdge& edge) {
                    for_each_pin_wide(arena, edge, 0, [&](VertexId v) { work(v, edge.word); });
                  });
  }
  /// True for lanes that are `wanted` with pins that all fulfil condition(v, edge).
  template <class Condition>
  __device__ static bool all_pins(const Arena& arena, const EdgeCandidate& mine, bool wanted,
                                  const Condition& condition) {
    bool all = wanted;
    if (wanted && !mine.is_large()) {
#pragma unroll
      for (std::uint32_t i = 0; i < k_first_pins; ++i) {
        all = all && (mine.pins[i] == k_no_pin || condition(mine.pins[i], mine.edge));
      }
    }
    for_each_wide(wanted && mine.is_large(), mine.wide(mine.edge),
                  [&](std::uint32_t owner, const WideEdge& edge) {
                    const bool fails = any_pin_wide(
                        arena, edge, 0, [&](VertexId v) { return !condition(v, edge.word); });
                    if (threadIdx.x % 32 == owner) all = !fails;
                  });
    return all;
  }
};

}  // namespace hypermatch::detail::hypergraph_matching::filtered
