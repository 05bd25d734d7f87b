// SPDX-License-Identifier: MIT
// One round of `filtered` on a device, as a warp does its part of it, by itself. A warp takes words
// of the bitmaps from all over the graph, so that neither vertices that are left nor their rows
// pile up anywhere. It gathers the vertices that are left in some words, and lets each of them go
// on to its next free choice; those that have none left look at their rows. In another kernel, or
// behind a barrier, vertices with a new choice that points back are matched.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/chains/stall.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_long.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_rows.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_state.cuh"

namespace hypermatch::detail::graph_matching::device {

constexpr std::uint32_t k_round_threads = 256;
constexpr std::uint32_t k_round_warps = k_round_threads / 32;
constexpr std::uint32_t k_round_blocks = 4;  ///< a multiprocessor
/// At most so many words of the bitmaps go to a lane in one turn.
constexpr std::uint32_t k_lane_words = 8;
/// Words side by side.
constexpr std::uint32_t k_group = 8;
/// Vertices that a warp collects: those of a word per lane at least.
constexpr std::uint32_t k_queue = 1024;

/// Words of the bitmap that may have vertices that are left.
struct ListedWords {
  const std::uint32_t* words;
  const std::uint32_t* count;
};

struct RoundsArguments {
  FilteredState state;
  Choices choices;
  Bitmap changed;            ///< vertices with a new choice
  LongRows late;             ///< rows that wait until all others have gone on
  std::uint32_t lane_words;  ///< that a lane takes in one turn
  std::uint32_t round;       ///< the kernel's, or its first
  std::uint32_t max_rounds;
  StallRule stall;
  std::uint64_t* num_pairs;
  ListedWords listed = {};
};

/// A vertex by its place in a turn: slot * 32 + bit.
using Place = std::uint16_t;

struct WarpShared {
  Place queue[k_queue];
  std::uint32_t changed[k_lane_words * 32];  // bits of each slot's word that are to be set
  std::uint32_t gone[k_lane_words * 32];
};

struct RoundsShared {
  WarpShared warps[k_round_warps];
  LongScratch scratches[k_round_warps];
  std::uint32_t alive;
  std::uint32_t dead;
  std::uint32_t moved;
};

/// Counts of a lane in a look; the sums over the warp are meant.
struct LookCounts {
  std::uint32_t alive = 0;  ///< vertices that were left
  std::uint32_t dead = 0;   ///< of these, those that turn out to stay alone
  std::uint32_t moved = 0;  ///< of these, those with a new choice
};

/// A warp's part of a round. All is called by all lanes. `kTeam`: see k_team. `kListed`: only of
/// words that are listed.
template <std::uint32_t kTeam, bool kListed = false>
class Look {
 public:
  __device__ Look(const RoundsArguments& a, RoundsShared& shared)
      : a_(a),
        shared_(shared.warps[threadIdx.x / 32]),
        lane_(threadIdx.x % 32),
        num_blocks_(gridDim.x) {
    const std::uint32_t n = a.state.arcs.num_vertices;
    num_words_ = n / 32 + (n % 32 != 0 ? 1 : 0) - a.state.first_row / 32;
    if constexpr (kListed) num_words_ = *a.listed.count;
    num_slots_ = 32 * a.lane_words;
    stride_ = (num_words_ + num_slots_ - 1) / num_slots_;
    // Barriers of fewer blocks are faster.
    if constexpr (kListed) {
      num_blocks_ = min(gridDim.x, (stride_ + k_round_warps - 1) / k_round_warps);
    }
  }
  /// Blocks of the grid that have something to do: the first ones.
  [[nodiscard]] __device__ std::uint32_t num_blocks() const { return num_blocks_; }

  /// A vertex that lost its choice advances to its next free one.
  __device__ void go_on(const Digest& digest, std::uint32_t round, LookCounts& counts) {
    const std::uint32_t n = a_.state.arcs.num_vertices;
    const auto bits = [&](std::uint32_t word) {
      const std::uint32_t left = n - word * 32;  // at least 1
      return ~a_.state.gone.words[word] & (left >= 32 ? ~0U : (1U << left) - 1);
    };
    const auto body = [&](std::uint32_t count) {
      counts.alive += lane_ == 0 ? count : 0;
      std::uint32_t num_exhausted = 0;
      for (std::uint32_t i = 0; i < count; i += 32 * k_at_once) {
        advance_choices(i, count, num_exhausted);
      }
      __syncwarp();
      look_at_rows(digest, round, num_exhausted);
      __syncwarp();
    };
    const auto store = [&](std::uint32_t slot, std::uint32_t word) {
      a_.changed.words[word] = shared_.changed[slot];
      counts.moved += static_cast<std::uint32_t>(__popc(shared_.changed[slot]));
      const std::uint32_t lost = shared_.gone[slot];
      if (lost == 0) return;
      // This word has no other writer now, and no vertex that is left points at these.
      a_.state.gone.words[word] |= lost;
      counts.dead += static_cast<std::uint32_t>(__popc(lost));
    };
    for_each_turn(bits, body, store);
  }

  /// Matches vertices with a new choice that points back. Both ends are marked, since the other's
  /// choice may be an old one.
  __device__ void match_changed() {
    for_each_turn([&](std::uint32_t word) { return a_.changed.words[word]; },
                  [&](std::uint32_t count) {
                    for (std::uint32_t i = 0; i < count; i += 32 * k_at_once) match_some(i, count);
                    __syncwarp();
                  },
                  [&](std::uint32_t slot, std::uint32_t word) {
                    const std::uint32_t matched = shared_.gone[slot];
                    if (matched != 0) atomicOr(&a_.state.gone.words[word], matched);
                  });
  }

 private:
  static constexpr std::uint32_t k_at_once = 4;

  // Some slots' words lie side by side, so that what is read for them does, too; the groups lie
  // equally far apart. The place of a word may be behind the last one.
  [[nodiscard]] __device__ std::uint32_t place_of(std::uint32_t slot) const {
    return (slot / k_group * stride_ + turn_) * k_group + slot % k_group;
  }
  [[nodiscard]] __device__ std::uint32_t word_of(std::uint32_t slot) const {
    const std::uint32_t place = place_of(slot);
    if constexpr (kListed) return a_.listed.words[place];
    return a_.state.first_row / 32 + place;
  }
  [[nodiscard]] __device__ std::uint32_t vertex_at(Place place) const {
    return word_of(place / 32) * 32 + place % 32;
  }

  // body(how many) with the vertices of some words in the queue, those whose bit is set in
  // bits(word); behind them store(slot, word).
  template <class Bits, class Body, class Store>
  __device__ void for_each_turn(const Bits& bits, const Body& body, const Store& store) {
    const std::uint32_t warps = num_blocks_ * k_round_warps;
    for (turn_ = blockIdx.x * k_round_warps + threadIdx.x / 32; turn_ < stride_; turn_ += warps) {
      for (std::uint32_t slot = lane_; slot < num_slots_; slot += 32) {
        shared_.changed[slot] = 0;
        shared_.gone[slot] = 0;
      }
      std::uint32_t waiting = 0;
      for (std::uint32_t slot = lane_; slot < num_slots_; slot += 32) {
        const std::uint32_t mine = place_of(slot) < num_words_ ? bits(word_of(slot)) : 0;
        const auto count = static_cast<std::uint32_t>(__popc(mine));
        const std::uint32_t all = __reduce_add_sync(k_all_lanes, count);
        if (waiting + all > k_queue) {
          __syncwarp();
          body(waiting);
          waiting = 0;
        }
        enqueue(slot, mine, count, waiting);
        waiting += all;
      }
      __syncwarp();
      body(waiting);
      for (std::uint32_t slot = lane_; slot < num_slots_; slot += 32) {
        if (place_of(slot) < num_words_) store(slot, word_of(slot));
      }
      __syncwarp();
    }
  }

  __device__ void enqueue(std::uint32_t slot, std::uint32_t bits, std::uint32_t count,
                          std::uint32_t waiting) {
    std::uint32_t sum = count;
#pragma unroll
    for (std::uint32_t step = 1; step < 32; step *= 2) {
      const std::uint32_t before = __shfl_up_sync(k_all_lanes, sum, step);
      if (lane_ >= step) sum += before;
    }
    std::uint32_t place = waiting + sum - count;
    // Ends: each turn takes one bit away.
    for (; bits != 0; bits &= bits - 1) {
      const auto bit = static_cast<std::uint32_t>(__ffs(static_cast<int>(bits)) - 1);
      shared_.queue[place++] = static_cast<Place>(slot * 32 + bit);
    }
  }

  // Up to k_at_once vertices per lane, from place i of the queue on. The exhausted ones stay in it,
  // at its front.
  __device__ void advance_choices(std::uint32_t i, std::uint32_t count,
                                  std::uint32_t& num_exhausted) {
    Place place[k_at_once];
    std::uint32_t v[k_at_once];
    std::uint32_t choice[k_at_once];
    bool taken[k_at_once];
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      const bool inside = i + 32 * j + lane_ < count;
      place[j] = inside ? shared_.queue[i + 32 * j + lane_] : Place{0};
      v[j] = inside ? vertex_at(place[j]) : k_none;
      choice[j] = load_if(inside, a_.choices.first, v[j] - a_.state.first_row, k_none);
    }
    __syncwarp();
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      const bool is_gone = a_.state.gone.has_one(choice[j]);
      taken[j] = v[j] != k_none && (choice[j] == k_none || is_gone);
    }
    std::uint32_t rest[k_at_once][4];
    bool loads[k_at_once];
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) loads[j] = taken[j] && choice[j] != k_none;
    a_.choices.load_rest(loads, v, rest);
    std::uint32_t next[k_at_once];
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) next[j] = k_none;
      // One after the other, since the first is free more often than not.
#pragma unroll
    for (std::uint32_t c = 0; c < 4; ++c) {
      if (c >= a_.choices.num_rest) break;
#pragma unroll
      for (std::uint32_t j = 0; j < k_at_once; ++j) {
        const std::uint32_t candidate = next[j] == k_none ? rest[j][c] : k_none;
        if (candidate != k_none && !a_.state.gone.has_one(candidate)) next[j] = candidate;
      }
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      bool is_exhausted = taken[j] && next[j] == k_none && rest[j][3] != k_none;
      if (is_exhausted && a_.choices.num_more != 0) is_exhausted = !find_in_more(v[j], next[j]);
      if (taken[j] && !is_exhausted) {
        a_.choices.first[v[j] - a_.state.first_row] = next[j];
        mark(place[j], next[j]);
      }
      const std::uint32_t lanes = __ballot_sync(k_all_lanes, is_exhausted);
      const auto rank = static_cast<std::uint32_t>(__popc(lanes & ((1U << lane_) - 1)));
      if (is_exhausted) shared_.queue[num_exhausted + rank] = place[j];
      num_exhausted += static_cast<std::uint32_t>(__popc(lanes));
    }
  }

  // Finds the next choice in the second array; true if it, or that nothing follows, is there.
  [[nodiscard]] __device__ bool find_in_more(std::uint32_t v, std::uint32_t& next) const {
    const uint2 more = a_.choices.load_more(v);
    if (more.x != k_none && !a_.state.gone.has(more.x)) {
      next = more.x;
    } else if (more.y != k_none && !a_.state.gone.has(more.y)) {
      next = more.y;
    }
    return next != k_none || more.y == k_none;
  }

  // Its next choice is known: k_none if there is none.
  __device__ void mark(Place place, std::uint32_t next) {
    std::uint32_t* const bits = next == k_none ? shared_.gone : shared_.changed;
    atomicOr(&bits[place / 32], 1U << (place % 32));
  }

  // The first places of the queue, as many at a time as the warp has teams.
  __device__ void look_at_rows(const Digest& digest, std::uint32_t round, std::uint32_t count) {
    constexpr std::uint32_t k_rows = 32 / kTeam;
#pragma unroll 1
    for (std::uint32_t i = 0; i < count; i += k_rows) {
      const bool inside = i + lane_ / kTeam < count;
      const Place place = inside ? shared_.queue[i + lane_ / kTeam] : Place{0};
      const std::uint32_t v = vertex_at(place);
      std::uint64_t begin = 0;
      std::uint32_t size = 0;
      if (inside) {
        begin = a_.state.arcs.offsets[v];
        size = static_cast<std::uint32_t>(a_.state.arcs.offsets[v + 1ULL] - begin);
      }
      FoundFree found;
      const bool clear = find_free_by_team<kTeam>(a_.state, digest, v, begin,
                                                  size <= k_team_row ? size : 0, found);
      if (!inside || lane_ % kTeam != 0) continue;
      if (size <= k_team_row && clear) {
        a_.choices.store_free(v, found.ids, found.more);
        mark(place, found.ids[0]);
        continue;
      }
      // Rows that are long, or whose digests do not tell. A row without room tries again in the
      // next round.
      FilteredControl& control = *a_.state.control;
      if (a_.late.enter(control.late_items[round % 4], control.late_slots[round % 4], v, size)) {
        a_.choices.first[v - a_.state.first_row] = k_pending;
        mark(place, k_pending);
      }
    }
  }

  __device__ void match_some(std::uint32_t i, std::uint32_t count) {
    Place place[k_at_once];
    std::uint32_t v[k_at_once];
    std::uint32_t choice[k_at_once];
    bool mutual[k_at_once];
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      const bool inside = i + 32 * j + lane_ < count;
      place[j] = inside ? shared_.queue[i + 32 * j + lane_] : Place{0};
      v[j] = inside ? vertex_at(place[j]) : k_none;
      choice[j] = load_if(inside, a_.choices.first, v[j] - a_.state.first_row, k_none);
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      // No choice is known of other vertices than these.
      const std::uint32_t row = choice[j] - a_.state.first_row;
      const bool looks = row < a_.state.arcs.num_vertices - a_.state.first_row;
      mutual[j] = looks && load_if(looks, a_.choices.first, row, k_none) == v[j];
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      if (!mutual[j]) continue;
      atomicOr(&shared_.gone[place[j] / 32], 1U << (place[j] % 32));
      a_.state.gone.set(choice[j]);
    }
  }

  const RoundsArguments& a_;
  WarpShared& shared_;
  std::uint32_t lane_;
  std::uint32_t num_blocks_;
  std::uint32_t num_words_;
  std::uint32_t num_slots_;
  std::uint32_t stride_;
  std::uint32_t turn_ = 0;
};

}  // namespace hypermatch::detail::graph_matching::device
