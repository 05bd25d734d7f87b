// SPDX-License-Identifier: MIT
// Rows in the first pass of `filtered` on a device whose digests do not tell the order of their
// uppermost arcs. The part of the order that digests tell stays; the rest is settled by the whole
// order. A vertex that needs a choice that stays unknown scans its row again. Rarely called, and a
// function of its own, so that it takes no registers elsewhere.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/pointing_rows/device_finder.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_lanes.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_tile.cuh"

namespace hypermatch::detail::graph_matching::device {

/// A row in a tile, and how its keys are to be read.
struct HeldRow {
  TileArcs tile;
  RowInTile row;
  std::uint32_t first_beyond;

  [[nodiscard]] __device__ HeldArc at(const Arcs& arcs, std::uint32_t i) const {
    return {i, arcs.is_unit() ? 0U : tile.raw[row.first + i], tile.others[row.first + i]};
  }
  /// Whether two keys that are not 0 tell nothing about the order of their arcs.
  [[nodiscard]] __device__ bool tie(std::uint32_t a, std::uint32_t b) const {
    return have_one_digest(a, b) || a >= first_beyond || b >= first_beyond;
  }
  /// Keys in the range do.
  [[nodiscard]] __device__ bool takes_part(const Arcs& arcs, std::uint32_t key,
                                           std::uint32_t i) const {
    return key < first_beyond || arcs.is_unit() ||
           arcs.words.image(tile.raw[row.first + i]) >= arcs.words.least;
  }
};

struct SettledKeys {
  std::uint32_t keys[k_kept];
  bool told = false;  ///< the first one at least is known, or that there is none
};

/// A thread's row; places are those of its arcs, from 1 on.
__device__ inline SettledKeys settle_by_thread(const Arcs& arcs, const HeldRow& held,
                                               SettledKeys falling) {
  const auto place = [](std::uint32_t key) { return (key & k_place_mask) - 1; };
  falling.told = settle(
      falling.keys, held.row.size <= k_kept,
      [&](std::uint32_t a, std::uint32_t b) { return held.tie(a, b); },
      [&](std::uint32_t a, std::uint32_t b) {
        return is_above(arcs, held.row.v, held.at(arcs, place(a)), held.at(arcs, place(b)));
      },
      [&](std::uint32_t key) { return held.takes_part(arcs, key, place(key)); });
  return falling;
}

/// A warp's row: the first k_kept lanes have a falling key each, and its arc. In those lanes the
/// arcs in their order, the last one that is known for those behind it; k_none behind the last one
/// of the row, and everywhere if none is known.
__device__ inline std::uint32_t settle_by_warp(const Arcs& arcs, const HeldRow& held,
                                               std::uint32_t key, std::uint32_t arc,
                                               LongScratch& scratch) {
  const std::uint32_t lane = threadIdx.x % 32;
  const bool is_there = key != 0 && held.takes_part(arcs, key, arc);
  const std::uint32_t present = __ballot_sync(k_all_lanes, is_there);
  HeldArc mine{};
  if (is_there) mine = held.at(arcs, arc);
  const ArcCandidate candidate{arcs.key(held.row.v, mine.raw, mine.other), mine.other, mine.place};
  const std::uint32_t rank = rank_of(arcs, held.row.v, candidate, present);
  // Keys that tie with the last one may not be among these.
  const std::uint32_t last = __shfl_sync(k_all_lanes, key, k_kept - 1);
  const bool has_all = held.row.size <= k_kept || last == 0;
  if (is_there) {
    scratch.places[rank] = arc;
    scratch.places[k_kept + rank] = !has_all && held.tie(key, last) ? 1 : 0;
  }
  __syncwarp();
  const auto count = static_cast<std::uint32_t>(__popc(present));
  const bool is_known = lane < count && scratch.places[k_kept + lane] == 0;
  const std::uint32_t known_lanes = __ballot_sync(k_all_lanes, is_known);
  const auto known = static_cast<std::uint32_t>(32 - __clz(static_cast<int>(known_lanes)));
  std::uint32_t settled = k_none;
  if (known != 0 && (lane < count || !has_all)) settled = scratch.places[min(lane, known - 1)];
  __syncwarp();
  return settled;
}

}  // namespace hypermatch::detail::graph_matching::device
