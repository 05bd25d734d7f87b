// SPDX-License-Identifier: MIT
// Short rows in the first pass of `filtered` on a device: a thread each, which keeps the uppermost
// eight of its row's digests by sorting networks, eight arcs and then four at a time.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/pointing_rows/device_lanes.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_state.cuh"

namespace hypermatch::detail::graph_matching::device {

/// What the words of arcs are.
enum class WordKind {
  unit,             ///< the hash
  integers,         ///< of 32 bits
  hashed_integers,  ///< so few that hashes have room beside them
  floats,
};

/// Where a row stands in a tile.
struct RowInTile {
  std::uint32_t v;
  std::uint32_t first;
  std::uint32_t size;
};

/// The arcs of a tile in shared memory. Whoever reads up to k_places behind the last one finds
/// memory, though nothing of use.
struct TileArcs {
  std::uint32_t* others;
  std::uint32_t* raw;
};

/// Digests as Digest makes them, but by fewer instructions: those of words outside the range are
/// the largest ones. Without `kSkips` that goes for arcs that take no part, too.
template <WordKind kKind, bool kSkips>
struct TileDigests {
  const Arcs& arcs;
  std::uint32_t low;    ///< of raw integers, or of images
  std::uint32_t limit;  ///< what words beyond the range stand for, less `low`
  std::uint32_t shift;
  std::uint32_t first_beyond;  ///< the least key of words beyond the range
  bool is_hashed;

  __device__ TileDigests(const Arcs& all, const Digest& digest) : arcs(all) {
    const std::uint32_t least = max(digest.low, arcs.words.least);
    const std::uint32_t range = max(digest.high, least) - least;
    limit = range == ~0U ? range : range + 1;
    low = kKind == WordKind::floats ? least : least ^ arcs.words.flip;
    shift = static_cast<std::uint32_t>(__clz(static_cast<int>(limit)));
    first_beyond = (limit << shift) & ~k_place_mask;
    is_hashed = digest.hash_bits != 0;
  }

  /// The key of arc `i` of a row by its place among those that a thread looks at; 0 if it takes no
  /// part, or is not `there`.
  [[nodiscard]] __device__ std::uint32_t key(const TileArcs& tile, const RowInTile& row,
                                             std::uint32_t i, std::uint32_t place,
                                             bool there) const {
    std::uint32_t code = 0;
    bool takes_part = there;
    if constexpr (kKind == WordKind::unit) {
      code = arcs.mixer(row.v, tile.others[row.first + i]);
    } else {
      const std::uint32_t raw = tile.raw[row.first + i];
      const std::uint32_t image =
          kKind == WordKind::floats ? arcs.words.image(raw) : raw ^ arcs.words.flip;
      if constexpr (kSkips) takes_part = takes_part && image >= arcs.words.least;
      // Flipping the sign, if at all, commutes with the difference. A word below the range wraps.
      const std::uint32_t word =
          __viaddmin_u32(kKind == WordKind::floats ? image : raw, 0U - low, limit);
      std::uint32_t hash = 0;
      if (kKind == WordKind::hashed_integers || (kKind == WordKind::floats && is_hashed)) {
        hash = arcs.mixer(row.v, tile.others[row.first + i]);
      }
      code = __funnelshift_l(hash, word, shift);
    }
    return takes_part ? (code & ~k_place_mask) | place : 0;
  }
  /// Whether falling keys tell the order of the first ones. Equal digests do not, nor do words
  /// outside the range.
  template <int N>
  [[nodiscard]] __device__ bool tell(const std::uint32_t (&keys)[N]) const {
    return !is_ambiguous(keys) && is_in_range(keys[0]);
  }
  /// Whether a row's first key stands for one word.
  [[nodiscard]] __device__ bool is_in_range(std::uint32_t key) const {
    return kKind == WordKind::unit || key < first_beyond;
  }
};

/// The choices of each lane's row, of up to `most` arcs, which all lanes agree on. False if its
/// digests do not tell them.
template <class Digests>
[[nodiscard]] __device__ inline bool choose_by_thread(const Digests& digests, const TileArcs& tile,
                                                      const RowInTile& row, std::uint32_t most,
                                                      std::uint32_t (&ids)[k_most_choices]) {
  const auto key = [&](std::uint32_t i) { return digests.key(tile, row, i, i + 1, i < row.size); };
  std::uint32_t keys[k_kept];
#pragma unroll
  for (std::uint32_t i = 0; i < k_kept; ++i) keys[i] = key(i);
  sort_falling(keys);
#pragma unroll 1
  for (std::uint32_t begin = k_kept; begin < most; begin += 4) {
    std::uint32_t next[4];
#pragma unroll
    for (std::uint32_t i = 0; i < 4; ++i) next[i] = key(begin + i);
    sort_falling(next);
    merge_falling(keys, next);
  }
#pragma unroll
  for (std::uint32_t i = 0; i < k_most_choices; ++i) {
    ids[i] = keys[i] != 0 ? tile.others[row.first + (keys[i] & k_place_mask) - 1] : k_none;
  }
  return digests.tell(keys);
}

}  // namespace hypermatch::detail::graph_matching::device
