// SPDX-License-Identifier: MIT
// Second looks of `filtered` on a device: the uppermost free neighbours of vertices whose choices
// are all gone, for short rows, by teams of threads. No bit of the bitmap changes meanwhile.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/pointing_rows/device_state.cuh"

namespace hypermatch::detail::graph_matching::device {

/// Rows up to this size go to teams: with up to three arcs in front, every arc has a place.
constexpr std::uint32_t k_team_row = k_places - 3;
/// Lanes of a team, by the average degree.
constexpr std::uint32_t k_team = 4;
constexpr std::uint32_t k_small_team = 2;
/// A row's uppermost free neighbours: three, and a fourth that tells whether there are more.
constexpr int k_found = 4;

struct FoundFree {
  std::uint32_t ids[3];
  bool more;
};

/// Four words from `arc` on, those outside of begin .. end - 1 undefined.
__device__ inline void load_four(const Arcs& arcs, const std::uint32_t* array, std::uint64_t arc,
                                 std::uint64_t begin, std::uint64_t end,
                                 std::uint32_t (&words)[4]) {
  if (arcs.vectors && arc + 4 <= arcs.num_arcs) {
    const uint4 four = *reinterpret_cast<const uint4*>(array + arc);
    words[0] = four.x;
    words[1] = four.y;
    words[2] = four.z;
    words[3] = four.w;
    return;
  }
#pragma unroll
  for (std::uint32_t i = 0; i < 4; ++i) {
    words[i] = arc + i >= begin && arc + i < end ? array[arc + i] : 0;
  }
}

/// Puts the uppermost free neighbours of a row whose digests do not tell them into their order;
/// `base` and the place make an arc. The last one that is known stands for those that are not:
/// who needs them looks again. All 0 if there is none. Seldom called, and kept apart so that it
/// takes no registers elsewhere.
__device__ __noinline__ inline uint4 settle_found(const Arcs& arcs, std::uint32_t v,
                                                  std::uint64_t base, uint4 falling) {
  const auto held = [&](std::uint32_t key) {
    const std::uint64_t arc = base + (key & k_place_mask) - 1;
    return HeldArc{static_cast<std::uint32_t>(arc - arcs.offsets[v]), arcs.raw_word(arc),
                   arcs.neighbours[arc]};
  };
  const auto above = [&](std::uint32_t a, std::uint32_t b) {
    return is_above(arcs, v, held(a), held(b));
  };
  std::uint32_t keys[k_found] = {falling.x, falling.y, falling.z, falling.w};
  const bool told = settle(keys, false, have_one_digest, above, [](std::uint32_t) { return true; });
  return told ? make_uint4(keys[0], keys[1], keys[2], keys[3]) : make_uint4(0, 0, 0, 0);
}

/// The uppermost keys of a lane's part of a row whose arcs are base + first .. base + last - 1.
template <std::uint32_t kTeam, bool kPlain>
__device__ inline void look_along(const FilteredState& state, const Digest& digest, std::uint32_t v,
                                  std::uint64_t base, std::uint32_t first, std::uint32_t last,
                                  std::uint32_t (&keys)[k_found]) {
  const Arcs& arcs = state.arcs;
  const std::uint64_t begin = base + first;
  const std::uint64_t end = base + last;
  for (std::uint32_t at = 4 * (threadIdx.x % kTeam); at < last; at += 4 * kTeam) {
    std::uint32_t other[4];
    std::uint32_t raw[4] = {};
    load_four(arcs, arcs.neighbours, base + at, begin, end, other);
    if (!arcs.is_unit()) load_four(arcs, arcs.words.bits, base + at, begin, end, raw);
    bool taken[4];
#pragma unroll
    for (std::uint32_t i = 0; i < 4; ++i) {
      if (at + i < first || at + i >= last) other[i] = k_none;
      taken[i] = state.gone.has_one(other[i]);
    }
#pragma unroll
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::uint32_t key = digest_key<kPlain>(arcs, digest, v, raw[i], other[i], at + i + 1);
      insert_key(keys, other[i] == k_none || taken[i] ? 0 : key);
    }
  }
}

/// Rows of up to k_team_row arcs, by the team that the calling lane is in; all lanes of a warp call
/// it. False if the order is not known.
template <std::uint32_t kTeam>
__device__ inline bool find_free_by_team(const FilteredState& state, const Digest& digest,
                                         std::uint32_t v, std::uint64_t begin, std::uint32_t size,
                                         FoundFree& found) {
  const Arcs& arcs = state.arcs;
  const std::uint64_t base = arcs.vectors ? begin & ~std::uint64_t{3} : begin;
  const auto first = static_cast<std::uint32_t>(begin - base);
  std::uint32_t keys[k_found] = {};
  if (size != 0) {
    if (digest.is_plain()) {
      look_along<kTeam, true>(state, digest, v, base, first, first + size, keys);
    } else {
      look_along<kTeam, false>(state, digest, v, base, first, first + size, keys);
    }
  }
  __syncwarp();
#pragma unroll
  for (int lane = 1; lane < static_cast<int>(kTeam); lane *= 2) {
    // The upper half of two falling lists of four, and that in order.
    std::uint32_t upper[k_found];
#pragma unroll
    for (int i = 0; i < k_found; ++i) {
      upper[i] = max(keys[i], __shfl_xor_sync(k_all_lanes, keys[k_found - 1 - i], lane));
    }
    const std::uint32_t a = max(upper[0], upper[2]);
    const std::uint32_t b = max(upper[1], upper[3]);
    const std::uint32_t c = min(upper[0], upper[2]);
    const std::uint32_t d = min(upper[1], upper[3]);
    keys[0] = max(a, b);
    keys[1] = min(a, b);
    keys[2] = max(c, d);
    keys[3] = min(c, d);
  }
  bool clear = true;
  if (is_ambiguous(keys)) {
    const uint4 settled =
        settle_found(arcs, v, base, make_uint4(keys[0], keys[1], keys[2], keys[3]));
    keys[0] = settled.x;
    keys[1] = settled.y;
    keys[2] = settled.z;
    keys[3] = settled.w;
    clear = settled.x != 0;
  }
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    found.ids[i] =
        load_if(keys[i] != 0, arcs.neighbours, base + (keys[i] & k_place_mask) - 1, k_none);
  }
  found.more = keys[3] != 0;
  return clear;
}

}  // namespace hypermatch::detail::graph_matching::device
