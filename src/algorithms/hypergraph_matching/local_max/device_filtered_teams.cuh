// SPDX-License-Identifier: MIT
// How the lanes of a warp share the pins of 32 candidates. Two ways with one interface: `Teams`
// gives each edge a few adjacent lanes, which read its pins together; `Carried` keeps up to four
// pins in the candidate itself, so that each lane has all of its edge in registers. Edges that are
// too large for either are taken by the whole warp, one after the other.
// All functions are called by whole warps. Lanes without a candidate bring one of size 0.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/device_filtered_arena.cuh"

namespace hypermatch::detail::hypergraph_matching::filtered {

template <int kLanes>
struct Teams {
  static constexpr std::uint32_t k_edges = 32 / kLanes;  // that a step of the warp reads
  static constexpr std::uint64_t k_narrow = 4 * kLanes;  // pins read by teams, the rest by the warp
  static constexpr int k_fresh = 2;                      // new edges a lane looks at together

  struct Candidate {
    std::uint64_t key;
    std::uint64_t place;  // offset, loser, size: 40, 1, 23 bits

    __device__ static Candidate none() { return {0, 0}; }
    __device__ static Candidate make(std::uint64_t key, std::uint64_t offset, std::uint64_t size,
                                     const VertexId*) {
      return {key, offset << 24 | (size < k_huge ? size : k_huge)};
    }
    __device__ bool is_none() const { return place == 0; }
    __device__ void clear() { place = 0; }
    __device__ bool is_loser() const { return (place & k_loser) != 0; }
    __device__ void set_loser(bool loser) {
      place = (place & ~k_loser) | (loser ? k_loser : std::uint64_t{0});
    }
    __device__ std::uint64_t offset() const { return place >> 24; }
    __device__ std::uint64_t size(const Arena& arena) const {
      const std::uint64_t size = place & k_huge;
      if (size < k_huge) return size;
      const EdgeId e = arena.mixer.inverse(static_cast<std::uint32_t>(key));
      return arena.offsets[e + std::uint64_t{1}] - arena.offsets[e];
    }

   private:
    static constexpr std::uint64_t k_loser = std::uint64_t{1} << 23;
    static constexpr std::uint64_t k_huge = k_loser - 1;
  };

  /// Pins of the first step, which matching needs again.
  struct Kept {
    VertexId pins[kLanes];
  };

  /// Loads pin `base + lane of the team` of each of the edges that a step takes.
  __device__ static void load(const Arena& arena, std::uint64_t offset, std::uint32_t size,
                              std::uint32_t base, std::uint32_t count, VertexId* pins) {
    const std::uint32_t lane = threadIdx.x % 32;
#pragma unroll
    for (std::uint32_t j = 0; j < kLanes; ++j) {
      pins[j] = k_no_pin;
      if (j * k_edges >= count) continue;
      const int owner = static_cast<int>(j * k_edges + lane / kLanes);
      const std::uint32_t its_size = __shfl_sync(k_all_lanes, size, owner);
      const std::uint64_t its_offset = __shfl_sync(k_all_lanes, offset, owner);
      const std::uint32_t i = base + lane % kLanes;
      if (i < its_size) pins[j] = arena.pins[its_offset + i];
    }
  }
  /// Of step j: sets `flag` in the lane that brought an edge if one of its team's lanes found it.
  __device__ static void collect(bool found, std::uint32_t j, bool& flag) {
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t ballot = __ballot_sync(k_all_lanes, found);
    constexpr std::uint32_t k_team = kLanes == 32 ? ~0U : (1U << kLanes) - 1;
    if (lane / k_edges == j) flag |= (ballot >> (lane % k_edges * kLanes) & k_team) != 0;
  }
  __device__ static std::uint32_t steps_end(std::uint64_t size, std::uint32_t from) {
    const std::uint64_t end = from + k_narrow;
    return __reduce_max_sync(k_all_lanes, static_cast<unsigned>(size < end ? size : end));
  }

  /// True if a pin from number `from` on is matched.
  __device__ static bool any_matched(const Arena& arena, const Candidate& mine, std::uint32_t from,
                                     std::uint32_t count) {
    const std::uint64_t size = mine.is_none() ? 0 : mine.size(arena);
    const std::uint64_t offset = mine.offset();
    bool matched = false;
    const std::uint32_t end = steps_end(size, from);
    for (std::uint32_t base = from; base < end; base += kLanes) {
      VertexId pins[kLanes];
      load(arena, offset, matched ? 0 : clip(size), base, count, pins);
      std::uint32_t bits[kLanes];
#pragma unroll
      for (int j = 0; j < kLanes; ++j) {
        bits[j] = pins[j] != k_no_pin ? arena.is_matched(pins[j]) : 0;
      }
#pragma unroll
      for (std::uint32_t j = 0; j < kLanes; ++j) {
        if (j * k_edges < count) collect(bits[j] != 0, j, matched);
      }
    }
    for_each_wide(!matched && size > from + k_narrow, {offset, size, 0},
                  [&](std::uint32_t owner, const WideEdge& edge) {
                    const bool found = any_matched_wide(arena, edge, from + k_narrow);
                    if (threadIdx.x % 32 == owner) matched = found;
                  });
    return matched;
  }

  /// Competes with `word` at all pins; true if another edge is seen to be above.
  __device__ static bool mark(const Arena& arena, const Candidate& mine, std::uint64_t word,
                              std::uint32_t count) {
    const std::uint64_t size = mine.is_none() ? 0 : mine.size(arena);
    const std::uint64_t offset = mine.offset();
    bool above = false;
    const std::uint32_t end = steps_end(size, 0);
    for (std::uint32_t base = 0; base < end; base += kLanes) {
      VertexId pins[kLanes];
      load(arena, offset, clip(size), base, count, pins);
      std::uint64_t seen[kLanes];
#pragma unroll
      for (int j = 0; j < kLanes; ++j) seen[j] = pins[j] != k_no_pin ? arena.slot_of(pins[j]) : 0;
#pragma unroll
      for (std::uint32_t j = 0; j < kLanes; ++j) {
        if (j * k_edges >= count) continue;
        const std::uint64_t its_word = word_of_step(word, j);
        if (pins[j] != k_no_pin) arena.raise(pins[j], seen[j], its_word);
        collect(seen[j] > its_word, j, above);
      }
    }
    for_each_wide(size > k_narrow, {offset, size, word},
                  [&](std::uint32_t owner, const WideEdge& edge) {
                    const bool found = mark_wide(arena, edge, k_narrow);
                    if (threadIdx.x % 32 == owner) above |= found;
                  });
    return above;
  }

  /// True if `word` stands at all pins.
  __device__ static bool holds(const Arena& arena, const Candidate& mine, std::uint64_t word,
                               std::uint32_t count, Kept& kept) {
    const std::uint64_t size = mine.is_none() ? 0 : mine.size(arena);
    const std::uint64_t offset = mine.offset();
    bool misses = size == 0;
#pragma unroll
    for (int j = 0; j < kLanes; ++j) kept.pins[j] = k_no_pin;
    const std::uint32_t end = steps_end(size, 0);
    for (std::uint32_t base = 0; base < end; base += kLanes) {
      VertexId pins[kLanes];
      load(arena, offset, misses ? 0 : clip(size), base, count, pins);
      if (base == 0) {
#pragma unroll
        for (int j = 0; j < kLanes; ++j) kept.pins[j] = pins[j];
      }
      std::uint64_t seen[kLanes];
#pragma unroll
      for (int j = 0; j < kLanes; ++j) seen[j] = pins[j] != k_no_pin ? arena.slot_of(pins[j]) : 0;
#pragma unroll
      for (std::uint32_t j = 0; j < kLanes; ++j) {
        if (j * k_edges >= count) continue;
        const std::uint64_t its_word = word_of_step(word, j);
        collect(pins[j] != k_no_pin && seen[j] != its_word, j, misses);
      }
    }
    for_each_wide(!misses && size > k_narrow, {offset, size, word},
                  [&](std::uint32_t owner, const WideEdge& edge) {
                    const bool held = holds_wide(arena, edge, k_narrow);
                    if (threadIdx.x % 32 == owner) misses = !held;
                  });
    return !misses;
  }

  /// Matches the pins of those who won.
  __device__ static void match(const Arena& arena, const Candidate& mine, bool won,
                               std::uint32_t count, const Kept& kept) {
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t winners = __ballot_sync(k_all_lanes, won);
    if (winners == 0) return;
#pragma unroll
    for (std::uint32_t j = 0; j < kLanes; ++j) {
      if (kept.pins[j] != k_no_pin && (winners >> (j * k_edges + lane / kLanes) & 1U) != 0) {
        arena.match(kept.pins[j]);
      }
    }
    const std::uint64_t size = won ? mine.size(arena) : 0;
    const std::uint64_t offset = mine.offset();
    const std::uint32_t end = steps_end(size, 0);
    for (std::uint32_t base = kLanes; base < end; base += kLanes) {
      VertexId pins[kLanes];
      load(arena, offset, clip(size), base, count, pins);
#pragma unroll
      for (int j = 0; j < kLanes; ++j) {
        if (pins[j] != k_no_pin) arena.match(pins[j]);
      }
    }
    for_each_wide(size > k_narrow, {offset, size, 0}, [&](std::uint32_t, const WideEdge& edge) {
      for_each_pin_wide(arena, edge, k_narrow, [&](VertexId v) { arena.match(v); });
    });
  }

 private:
  /// What `load` may read of an edge: more than teams ever do.
  __device__ static std::uint32_t clip(std::uint64_t size) {
    return static_cast<std::uint32_t>(size < k_first_pins + k_narrow ? size
                                                                     : k_first_pins + k_narrow);
  }
  __device__ static std::uint64_t word_of_step(std::uint64_t word, std::uint32_t j) {
    return __shfl_sync(k_all_lanes, word,
                       static_cast<int>(j * k_edges + threadIdx.x % 32 / kLanes));
  }
};

struct Carried {
  static constexpr int k_fresh = 1;

  struct Candidate {
    std::uint64_t key;
    std::uint32_t size_word;  // k_large: in pins
    std::uint32_t loser;
    VertexId pins[k_first_pins];  // of a larger edge: its offset and size, two words each

    __device__ static Candidate none() { return {0, 0, 0, {0, 0, 0, 0}}; }
    __device__ static Candidate make(std::uint64_t key, std::uint64_t offset, std::uint64_t size,
                                     const VertexId* first) {
      if (size > k_first_pins) {
        return {key,
                k_large,
                0,
                {static_cast<VertexId>(offset), static_cast<VertexId>(offset >> 32),
                 static_cast<VertexId>(size), static_cast<VertexId>(size >> 32)}};
      }
      return {key, static_cast<std::uint32_t>(size), 0, {first[0], first[1], first[2], first[3]}};
    }
    __device__ bool is_none() const { return size_word == 0; }
    __device__ void clear() { size_word = 0; }
    __device__ bool is_loser() const { return loser != 0; }
    __device__ void set_loser(bool lost) { loser = lost ? 1 : 0; }
    __device__ bool is_large() const { return size_word == k_large; }
    __device__ std::uint64_t offset() const {
      return static_cast<std::uint64_t>(pins[1]) << 32 | pins[0];
    }
    __device__ std::uint64_t size(const Arena&) const {
      return is_large() ? static_cast<std::uint64_t>(pins[3]) << 32 | pins[2] : size_word;
    }
    __device__ WideEdge wide(const Arena& arena, std::uint64_t word) const {
      if (!is_large()) return {0, 0, 0};
      return {offset(), size(arena), word};
    }

   private:
    static constexpr std::uint32_t k_large = ~0U;
  };

  struct Kept {};

  __device__ static bool any_matched(const Arena& arena, const Candidate& mine, std::uint32_t from,
                                     std::uint32_t) {
    std::uint32_t matched = 0;
    if (!mine.is_large()) {
#pragma unroll
      for (std::uint32_t i = 0; i < k_first_pins; ++i) {
        if (i < mine.size_word) matched |= arena.is_matched(mine.pins[i]);
      }
    }
    for_each_wide(mine.is_large(), mine.wide(arena, 0),
                  [&](std::uint32_t owner, const WideEdge& edge) {
                    const bool found = any_matched_wide(arena, edge, from);
                    if (threadIdx.x % 32 == owner) matched = found ? 1 : 0;
                  });
    return matched != 0;
  }

  __device__ static bool mark(const Arena& arena, const Candidate& mine, std::uint64_t word,
                              std::uint32_t) {
    bool above = false;
    if (!mine.is_large()) {
      std::uint64_t seen[k_first_pins];
#pragma unroll
      for (std::uint32_t i = 0; i < k_first_pins; ++i) {
        seen[i] = i < mine.size_word ? arena.slot_of(mine.pins[i]) : word;
      }
#pragma unroll
      for (std::uint32_t i = 0; i < k_first_pins; ++i) {
        if (i < mine.size_word) arena.raise(mine.pins[i], seen[i], word);
        above |= seen[i] > word;
      }
    }
    for_each_wide(mine.is_large(), mine.wide(arena, word),
                  [&](std::uint32_t owner, const WideEdge& edge) {
                    const bool found = mark_wide(arena, edge, 0);
                    if (threadIdx.x % 32 == owner) above = found;
                  });
    return above;
  }

  __device__ static bool holds(const Arena& arena, const Candidate& mine, std::uint64_t word,
                               std::uint32_t, Kept&) {
    bool holds = !mine.is_none();
    if (!mine.is_large()) {
      std::uint64_t seen[k_first_pins];
#pragma unroll
      for (std::uint32_t i = 0; i < k_first_pins; ++i) {
        seen[i] = i < mine.size_word ? arena.slot_of(mine.pins[i]) : word;
      }
#pragma unroll
      for (int i = 0; i < k_first_pins; ++i) holds = holds && seen[i] == word;
    }
    for_each_wide(mine.is_large(), mine.wide(arena, word),
                  [&](std::uint32_t owner, const WideEdge& edge) {
                    const bool held = holds_wide(arena, edge, 0);
                    if (threadIdx.x % 32 == owner) holds = held;
                  });
    return holds;
  }

  __device__ static void match(const Arena& arena, const Candidate& mine, bool won, std::uint32_t,
                               const Kept&) {
    if (won && !mine.is_large()) {
#pragma unroll
      for (std::uint32_t i = 0; i < k_first_pins; ++i) {
        if (i < mine.size_word) arena.match(mine.pins[i]);
      }
    }
    for_each_wide(won && mine.is_large(), mine.wide(arena, 0),
                  [&](std::uint32_t, const WideEdge& edge) {
                    for_each_pin_wide(arena, edge, 0, [&](VertexId v) { arena.match(v); });
                  });
  }
};

}  // namespace hypermatch::detail::hypergraph_matching::filtered
