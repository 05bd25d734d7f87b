// SPDX-License-Identifier: MIT
// Fills claim lists that ran out: behind the claims of the vertex, which stay, with the uppermost
// of its other open arcs. Rows of up to k_team_row arcs go to teams of threads, others to warps.
// No bit of the bitmap changes meanwhile, and a list is read by its own team only.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/claim_lists/list_rounds.cuh"
#include "algorithms/graph_matching/local_max/claim_lists/settle_keys.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_lanes.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_long.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_rows.cuh"

namespace hypermatch::detail::graph_matching::device {

/// The vertices that a list claims, to be left out when it is filled.
class ClaimedEnds {
 public:
  __device__ ClaimedEnds(const ClaimLists& lists, VertexId v)
      : lists_(lists), place_(lists.place_of(v)), present_(lists.header(place_).present()) {
    // Ends: each turn takes one bit away.
    for (std::uint32_t left = present_; left != 0; left &= left - 1) {
      filter_ |= 1U << (lists.other(place_, left) % 32);
    }
  }
  [[nodiscard]] __device__ bool has(VertexId other) const {
    if ((filter_ >> (other % 32) & 1U) == 0) return false;
    bool found = false;
    // Ends: each turn takes one bit away.
    for (std::uint32_t left = present_; left != 0; left &= left - 1) {
      found = found || lists_.other(place_, left) == other;
    }
    return found;
  }

 private:
  const ClaimLists& lists_;
  std::uint32_t place_;
  std::uint32_t present_;
  std::uint32_t filter_ = 0;
};

/// What refilling works on, beside the state of the first pass.
struct RefillState : FilteredState {
  ListRounds rounds;
  LongRows late;

  /// The slots of the list at `place` that stay move to the front, in their order. By one thread.
  /// How many there are.
  [[nodiscard]] __device__ std::uint32_t keep_claims(VertexId v, std::uint32_t place) const {
    const ClaimLists& lists = rounds.lists;
    const std::uint32_t mutual = rounds.matched.of(v);
    std::uint32_t moved = 0;
    std::uint32_t kept = 0;
    // Ends: each turn takes one bit away.
    for (std::uint32_t left = lists.header(place).present(); left != 0; left &= left - 1) {
      lists.word(place, 1 + kept) = lists.other(place, left);
      moved |= (mutual & left & (0U - left)) != 0 ? 1U << kept : 0U;
      ++kept;
    }
    rounds.matched.set(v, moved);
    return kept;
  }
  /// Behind `kept` slots `found` new ones stand; `is_all`: the row has no more. By one thread.
  __device__ void finish(std::uint32_t place, std::uint32_t kept, std::uint32_t found,
                         bool is_all) const {
    const std::uint32_t room = rounds.lists.header(place).room();
    rounds.lists.set(place, ClaimHeader::of(kept + found, room, is_all));
  }
};

/// Of the arcs of a row, those to vertices that are neither full nor claimed.
struct UnclaimedArcs {
  FreeArcs free;
  ClaimedEnds claimed;
  const Codes& codes;
  std::uint32_t row;

  __device__ UnclaimedArcs(const RefillState& state, const Digest& digest, std::uint32_t v,
                           std::uint32_t first_place, const std::uint32_t* others,
                           const std::uint32_t* raw)
      : free(state, digest, v, first_place, others, raw),
        claimed(state.rounds.lists, v),
        codes(free.codes),
        row(v) {}

  template <bool kExact, std::uint32_t N>
  __device__ void read(const std::uint32_t (&places)[N], std::uint32_t (&made)[N],
                       std::uint32_t& takes) const {
    free.template read<kExact>(places, made, takes);
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      if ((takes >> j & 1U) != 0 && claimed.has(free.others[places[j]])) takes &= ~(1U << j);
    }
  }
  [[nodiscard]] __device__ ArcCandidate at(std::uint32_t i) const {
    return free.at(i);
  }
};

/// What long rows hand their arcs to.
struct RefilledLists {
  const RefillState& state;

  __device__ void store_by_lanes(VertexId v, std::uint64_t, std::uint32_t lane,
                                 std::uint32_t id) const {
    const ClaimLists& lists = state.rounds.lists;
    const std::uint32_t place = lists.place_of(v);
    std::uint32_t kept = 0;
    if (lane == 0) kept = state.keep_claims(v, place);
    kept = __shfl_sync(k_all_lanes, kept, 0);
    const std::uint32_t all = __ballot_sync(k_all_lanes, lane < k_holders && id != k_none);
    const auto known = static_cast<std::uint32_t>(__popc(static_cast<int>(all)));
    const std::uint32_t found = min(known, lists.slots() - kept);
    if (lane < found) lists.word(place, 1 + kept + lane) = id;
    if (lane == 0) {
      state.finish(place, kept, found, found == known && known < k_holders);
      state.rounds.note_change();  // rows may wait for several rounds
    }
    __syncwarp();
  }
};

/// The uppermost keys of a lane's part of a row whose arcs are base + first .. base + last - 1.
template <bool kPlain>
__device__ inline void look_for_unclaimed(const RefillState& state, const Digest& digest,
                                          VertexId v, std::uint64_t base, std::uint32_t first,
                                          std::uint32_t last, std::uint32_t (&keys)[k_kept]) {
  const Arcs& arcs = state.arcs;
  const ClaimedEnds claimed(state.rounds.lists, v);
  const std::uint64_t begin = base + first;
  const std::uint64_t end = base + last;
  for (std::uint32_t at = 4 * (threadIdx.x % k_team); at < last; at += 4 * k_team) {
    std::uint32_t other[4];
    std::uint32_t raw[4] = {};
    load_four(arcs, arcs.neighbours, base + at, begin, end, other);
    if (!arcs.is_unit()) load_four(arcs, arcs.words.bits, base + at, begin, end, raw);
    bool is_closed[4];
#pragma unroll
    for (std::uint32_t i = 0; i < 4; ++i) {
      if (at + i < first || at + i >= last) other[i] = k_none;
      is_closed[i] = state.gone.has_one(other[i]);
    }
#pragma unroll
    for (std::uint32_t i = 0; i < 4; ++i) {
      if (other[i] == k_none || is_closed[i] || claimed.has(other[i])) continue;
      insert_key(keys, digest_key<kPlain>(arcs, digest, v, raw[i], other[i], at + i + 1));
    }
  }
}

/// The upper half of two falling lists of eight, those of two lanes, in order.
__device__ inline void merge_with_lane(std::uint32_t (&keys)[k_kept], int lane) {
  std::uint32_t upper[k_kept];
#pragma unroll
  for (int i = 0; i < k_kept; ++i) {
    upper[i] = max(keys[i], __shfl_xor_sync(k_all_lanes, keys[k_kept - 1 - i], lane));
  }
#pragma unroll
  for (int step = k_kept / 2; step != 0; step /= 2) {
#pragma unroll
    for (int i = 0; i < k_kept; ++i) {
      if ((i & step) == 0) put_in_order(upper[i], upper[i + step]);
    }
  }
#pragma unroll
  for (int i = 0; i < k_kept; ++i) keys[i] = upper[i];
}

/// A row of up to k_team_row arcs, by the team that the calling lane is in; all lanes of a warp
/// call it, `size` 0 where there is none. False if the order is not known.
__device__ inline bool find_unclaimed(const RefillState& state, const Digest& digest, VertexId v,
                                      std::uint64_t begin, std::uint32_t size,
                                      std::uint32_t (&ids)[k_kept]) {
  const Arcs& arcs = state.arcs;
  const std::uint64_t base = arcs.vectors ? begin & ~std::uint64_t{3} : begin;
  const auto first = static_cast<std::uint32_t>(begin - base);
  std::uint32_t keys[k_kept] = {};
  if (size != 0) {
    if (digest.is_plain()) {
      look_for_unclaimed<true>(state, digest, v, base, first, first + size, keys);
    } else {
      look_for_unclaimed<false>(state, digest, v, base, first, first + size, keys);
    }
  }
  __syncwarp();
#pragma unroll
  for (int lane = 1; lane < static_cast<int>(k_team); lane *= 2) merge_with_lane(keys, lane);
  bool is_known = true;
  if (is_ambiguous(keys)) {
    const FallingKeys<k_kept> settled = settle_keys<k_kept>(
        arcs, v, base, {{keys[0], keys[1], keys[2], keys[3], keys[4], keys[5], keys[6], keys[7]}});
#pragma unroll
    for (int i = 0; i < k_kept; ++i) keys[i] = settled.keys[i];
    is_known = settled.is_known;
  }
#pragma unroll
  for (int i = 0; i < k_kept; ++i) {
    ids[i] = load_if(keys[i] != 0, arcs.neighbours, base + (keys[i] & k_place_mask) - 1, k_none);
  }
  return is_known;
}

/// Writes what was found of a row; the last of the keys tells only whether there are more. By one
/// thread.
__device__ inline void store_unclaimed(const RefillState& state, VertexId v,
                                       const std::uint32_t (&ids)[k_kept]) {
  const std::uint32_t place = state.rounds.lists.place_of(v);
  const std::uint32_t kept = state.keep_claims(v, place);
  const std::uint32_t free_slots = state.rounds.lists.slots() - kept;
  std::uint32_t found = 0;
#pragma unroll
  for (std::uint32_t i = 0; i + 1 < k_kept; ++i) {
    // The last one that is known stands for those behind it.
    if (found != i || i >= free_slots || ids[i] == k_none || (i > 0 && ids[i] == ids[i - 1])) {
      continue;
    }
    state.rounds.lists.word(place, 1 + kept + found++) = ids[i];
  }
  // True in one turn at most.
  bool is_all = false;
#pragma unroll
  for (std::uint32_t i = 0; i < k_kept; ++i) is_all = is_all || (i == found && ids[i] == k_none);
  state.finish(place, kept, found, is_all);
}

__global__ void __launch_bounds__(k_list_threads)
    refill_by_team(const __grid_constant__ RefillState state) {
  constexpr std::uint32_t k_rows = k_list_threads / k_team;
  const Digest digest = state.control->digest;
  const std::uint32_t count = state.rounds.counts->refill;
  const std::uint32_t lane = threadIdx.x % k_team;
  // A warp's teams stay together. Ends: it rises.
  for (std::uint64_t first = std::uint64_t{blockIdx.x} * k_rows; first < count;
       first += std::uint64_t{gridDim.x} * k_rows) {
    const std::uint64_t i = first + threadIdx.x / k_team;
    const bool inside = i < count;
    const VertexId v = inside ? state.rounds.to_refill(static_cast<std::uint32_t>(i)) : 0;
    std::uint64_t begin = 0;
    std::uint32_t size = 0;
    if (inside) {
      begin = state.arcs.offsets[v];
      size = static_cast<std::uint32_t>(state.arcs.offsets[v + 1ULL] - begin);
    }
    std::uint32_t ids[k_kept];
    const bool is_known =
        find_unclaimed(state, digest, v, begin, size <= k_team_row ? size : 0, ids);
    if (!inside || lane != 0) continue;
    if (size <= k_team_row && is_known) {
      store_unclaimed(state, v, ids);
    } else {
      // Where there is no room it stays active, and tries again in the next round.
      (void)state.late.enter(state.control->late_items[0], state.control->late_slots[0], v, size);
    }
  }
}

__global__ void __launch_bounds__(k_long_threads, 3)
    refill_by_warp(const __grid_constant__ RefillState state) {
  __shared__ LongScratch scratches[k_long_threads / 32];
  const Digest digest = state.control->digest;
  take_long_rows<UnclaimedArcs>(state, RefilledLists{state}, state.late, digest,
                                state.control->late_items[0], gridDim.x,
                                scratches[threadIdx.x / 32]);
}

}  // namespace hypermatch::detail::graph_matching::device
