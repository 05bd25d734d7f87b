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
  integers,         ///< of 32 bits, or floats whose images differ from them by the sign's bit
  hashed_integers,  ///< likewise, so few that hashes have room beside them
  hashed_turned,    ///< likewise, once the lowest bits are left out
  few,              ///< a few values
  floats,           ///< some below 0
  codes,            ///< of weights of 64 bits
};

/// The position of a row in a tile.
struct RowInTile {
  std::uint32_t v;
  std::uint32_t first;
  std::uint32_t size;
};

/// The arcs of a tile in shared memory. Up to k_places behind the last one may be read; their
/// values are undefined.
struct TileArcs {
  std::uint32_t* others;
  std::uint32_t* raw;
};

/// The range of a digest, for digests by fewer instructions.
struct TileRange {
  std::uint32_t low;    ///< of raw integers, or where floats are below 0 of images
  std::uint32_t limit;  ///< what words beyond the range stand for, less `low`
  std::uint32_t shift;
  std::uint32_t turn;
  std::uint32_t first_beyond;  ///< the least key of words beyond the range
  bool is_hashed;
  bool is_below_zero;  ///< it has images of floats below 0
  std::uint32_t factor = 0;
  const FewValues* few;

  __device__ TileRange(const Arcs& arcs, const Digest& digest) {
    // Few values need none of it.
    std::uint32_t least = digest.low;
    if (least < arcs.words.least) {
      least += (((arcs.words.least - 1 - least) >> digest.turn) + 1) << digest.turn;
    }
    const std::uint32_t range = (max(digest.high, least) - least) >> digest.turn;
    limit = range == ~0U ? range : range + 1;
    is_below_zero = arcs.words.float_mask != 0 && least < arcs.words.flip;
    low = is_below_zero ? least : least ^ arcs.words.flip;
    turn = static_cast<std::uint32_t>(digest.turn);
    shift = static_cast<std::uint32_t>(__clz(static_cast<int>(limit)));
    first_beyond = (limit << shift) & ~k_place_mask;
    is_hashed = digest.hash_bits != 0;
    few = digest.few;
    if (few == nullptr) return;
    turn = 0;
    factor = few->factor;
    limit = few->count;
    shift = static_cast<std::uint32_t>(__clz(static_cast<int>(limit)));
    first_beyond = limit << shift;
  }
};

/// Digests as Digest makes them, but by fewer instructions: those of words outside the range are
/// the largest ones. Without `kSkips` that goes for arcs that take no part, too.
template <WordKind kKind, bool kSkips>
struct TileDigests {
  const Arcs& arcs;
  const TileRange& range;

  /// The key of arc `i` of a row by its place among those that a thread looks at; 0 if it takes no
  /// part, or is not `there`.
  [[nodiscard]] __device__ std::uint32_t key(const TileArcs& tile, const RowInTile& row,
                                             std::uint32_t i, std::uint32_t place,
                                             bool there) const {
    constexpr bool k_takes_image = kKind == WordKind::floats || kKind == WordKind::few;
    std::uint32_t code = 0;
    bool takes_part = there;
    if constexpr (kKind == WordKind::unit) {
      code = arcs.mixer(row.v, tile.others[row.first + i]);
    } else {
      const std::uint32_t raw = tile.raw[row.first + i];
      const std::uint32_t image = k_takes_image ? arcs.words.image(raw) : raw ^ arcs.words.flip;
      if constexpr (kSkips) takes_part = takes_part && image >= arcs.words.least;
      // Flipping the sign, if at all, commutes with the difference. A word below the range wraps,
      // and bits that should be zeros turn into the highest ones.
      std::uint32_t word = 0;
      if constexpr (kKind == WordKind::few) {
        word = range.few->rank_of(image, range.factor, range.limit);
      } else if constexpr (kKind == WordKind::hashed_turned || kKind == WordKind::floats) {
        const std::uint32_t over = (kKind == WordKind::floats ? image : raw) - range.low;
        word = min(__funnelshift_r(over, over, range.turn), range.limit);
      } else {
        word = __viaddmin_u32(raw, 0U - range.low, range.limit);
      }
      constexpr bool k_hashes = kKind == WordKind::hashed_integers ||
                                kKind == WordKind::hashed_turned || kKind == WordKind::few;
      std::uint32_t hash = 0;
      if (k_hashes || (kKind == WordKind::floats && range.is_hashed)) {
        hash = arcs.mixer(row.v, tile.others[row.first + i]);
      }
      code = __funnelshift_l(hash, word, range.shift);
    }
    return takes_part ? (code & ~k_place_mask) | place : 0;
  }
};

/// The uppermost keys of each lane's row, of up to `most` arcs, which all lanes agree on.
template <class Digests>
__device__ inline void find_by_thread(const Digests& digests, const TileArcs& tile,
                                      const RowInTile& row, std::uint32_t most,
                                      std::uint32_t (&keys)[k_kept]) {
  const auto key = [&](std::uint32_t i) { return digests.key(tile, row, i, i + 1, i < row.size); };
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
}

}  // namespace hypermatch::detail::graph_matching::device
