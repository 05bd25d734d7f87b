// SPDX-License-Identifier: MIT
// Short rows in the first pass of `filtered` on a device: a thread each, which keeps the uppermost
// eight of its row's digests by sorting networks, eight arcs and then four at a time.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/device_filtered_state.cuh"

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
/// the largest ones.
template <WordKind kKind>
struct TileDigests {
  const Arcs& arcs;
  std::uint32_t low;    ///< of raw integers, or of images
  std::uint32_t limit;  ///< what words beyond the range stand for, less `low`
  std::uint32_t shift;
  std::uint32_t first_beyond;  ///< the least key of words beyond the range
  bool is_hashed;

  __device__ TileDigests(const Arcs& all, const Digest& digest) : arcs(all) {
    const std::uint32_t range = digest.high - digest.low;
    limit = range == ~0U ? range : range + 1;
    low = kKind == WordKind::floats ? digest.low : digest.low ^ arcs.words.flip;
    shift = static_cast<std::uint32_t>(__clz(static_cast<int>(limit)));
    first_beyond = (limit << shift) & ~k_place_mask;
    is_hashed = digest.hash_bits != 0;
  }

  /// The key of arc `i` of a row; 0 if it takes no part, or the row has none.
  [[nodiscard]] __device__ std::uint32_t key(const TileArcs& tile, const RowInTile& row,
                                             std::uint32_t i) const {
    std::uint32_t code = 0;
    bool takes_part = i < row.size;
    if constexpr (kKind == WordKind::unit) {
      code = arcs.mixer(row.v, tile.others[row.first + i]);
    } else {
      const std::uint32_t raw = tile.raw[row.first + i];
      const std::uint32_t image =
          kKind == WordKind::floats ? arcs.words.image(raw) : raw ^ arcs.words.flip;
      takes_part = takes_part && image >= arcs.words.least;
      // Flipping the sign, if at all, commutes with the difference.
      const std::uint32_t word = min((kKind == WordKind::floats ? image : raw) - low, limit);
      std::uint32_t hash = 0;
      if (kKind == WordKind::hashed_integers || (kKind == WordKind::floats && is_hashed)) {
        hash = arcs.mixer(row.v, tile.others[row.first + i]);
      }
      code = __funnelshift_l(hash, word, shift);
    }
    return takes_part ? (code & ~k_place_mask) | (i + 1) : 0;
  }
  /// Whether falling keys tell the order of the first ones. Equal digests do not, nor do words
  /// outside the range.
  template <int N>
  [[nodiscard]] __device__ bool tell(const std::uint32_t (&keys)[N]) const {
    bool clear = !is_ambiguous(keys);
    if constexpr (kKind != WordKind::unit) clear = clear && keys[0] < first_beyond;
    return clear;
  }
};

__device__ inline void put_in_order(std::uint32_t& upper, std::uint32_t& lower) {
  const std::uint32_t most = max(upper, lower);
  lower = min(upper, lower);
  upper = most;
}

constexpr int k_kept = 8;  ///< the choices, and one that tells whether the last of them is clear
static_assert(k_kept == k_most_choices + 1);

/// 19 comparisons, the fewest there are.
__device__ inline void sort_falling(std::uint32_t (&keys)[8]) {
#pragma unroll
  for (int i = 0; i < 4; ++i) put_in_order(keys[i + i / 2 * 2], keys[i + i / 2 * 2 + 2]);
#pragma unroll
  for (int i = 0; i < 4; ++i) put_in_order(keys[i], keys[i + 4]);
#pragma unroll
  for (int i = 0; i < 8; i += 2) put_in_order(keys[i], keys[i + 1]);
  put_in_order(keys[2], keys[4]);
  put_in_order(keys[3], keys[5]);
  put_in_order(keys[1], keys[4]);
  put_in_order(keys[3], keys[6]);
#pragma unroll
  for (int i = 1; i < 7; i += 2) put_in_order(keys[i], keys[i + 1]);
}

__device__ inline void sort_falling(std::uint32_t (&keys)[4]) {
  put_in_order(keys[0], keys[1]);
  put_in_order(keys[2], keys[3]);
  put_in_order(keys[0], keys[2]);
  put_in_order(keys[1], keys[3]);
  put_in_order(keys[1], keys[2]);
}

/// Takes the uppermost eight of two falling lists (Batcher's bitonic merge of what is left).
__device__ inline void merge_falling(std::uint32_t (&keys)[8], const std::uint32_t (&others)[4]) {
#pragma unroll
  for (int i = 0; i < 4; ++i) keys[4 + i] = max(keys[4 + i], others[3 - i]);
#pragma unroll
  for (int step = 4; step != 0; step /= 2) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      if ((i & step) == 0) put_in_order(keys[i], keys[i + step]);
    }
  }
}

/// The choices of each lane's row, of up to `most` arcs, which all lanes agree on. False if its
/// digests do not tell them.
template <WordKind kKind>
[[nodiscard]] __device__ inline bool choose_by_thread(const TileDigests<kKind>& digests,
                                                      const TileArcs& tile, const RowInTile& row,
                                                      std::uint32_t most,
                                                      std::uint32_t (&ids)[k_most_choices]) {
  std::uint32_t keys[k_kept];
#pragma unroll
  for (std::uint32_t i = 0; i < k_kept; ++i) keys[i] = digests.key(tile, row, i);
  sort_falling(keys);
#pragma unroll 1
  for (std::uint32_t begin = k_kept; begin < most; begin += 4) {
    std::uint32_t next[4];
#pragma unroll
    for (std::uint32_t i = 0; i < 4; ++i) next[i] = digests.key(tile, row, begin + i);
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
