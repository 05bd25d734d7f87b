// SPDX-License-Identifier: MIT
// The arcs of a graph as kernels see them: rows, 32-bit words that order them, and the rest of the
// order, which is computed where it is needed.
#pragma once

#include <cstdint>

#include "base/graph_order.hpp"
#include "hypermatch/types.hpp"
#include "parallel/device/warp.cuh"

namespace hypermatch::detail::graph_matching::device {

using parallel::k_all_lanes;
/// No key of an arc is larger.
constexpr std::uint64_t k_largest_key = ~std::uint64_t{0};

/// What a weight stands for in the order: one word per arc, or none where edges are counted.
struct ArcWords {
  const std::uint32_t* bits = nullptr;  ///< of int32 or float weights, or ranks; or null
  std::uint32_t flip = 0;               ///< the sign, where the bits have one
  std::uint32_t float_mask = 0;         ///< not 0 for floats
  std::uint32_t least = 0;              ///< arcs below it take no part
  /// Where words are codes, which may be equal though weights are not: the weights of 64 bits.
  const std::uint64_t* wide = nullptr;
  bool wide_floats = false;

  /// Order-preserving image of some bits; as base::priority_image has it.
  [[nodiscard]] __device__ std::uint32_t image(std::uint32_t raw) const {
    if (float_mask == 0) return raw ^ flip;
    const std::uint32_t value = raw ^ ((0U - (raw >> 31)) | flip);
    return value + (value == 0x7FFFFFFFU ? 1U : 0U);  // -0 is 0
  }
  /// Of an arc's weight, where words are codes.
  [[nodiscard]] __device__ std::uint64_t wide_image(std::uint64_t arc) const {
    const std::uint64_t raw = wide[arc];
    return wide_floats ? base::wide_image(__longlong_as_double(static_cast<long long>(raw)))
                       : base::wide_image(static_cast<std::int64_t>(raw));
  }
};

struct Arcs {
  const std::uint64_t* offsets;
  const std::uint32_t* neighbours;
  ArcWords words;
  std::uint32_t num_vertices;
  std::uint64_t num_arcs;
  base::PairMixer mixer = base::PairMixer(0);
  bool vectors;  ///< neighbours and words are aligned for loads of 16 bytes

  [[nodiscard]] __device__ bool is_unit() const { return words.bits == nullptr; }
  [[nodiscard]] __device__ std::uint32_t raw_word(std::uint64_t arc) const {
    return is_unit() ? 0 : words.bits[arc];
  }
  /// What arcs of `v` compare by first: the image, or where all are equal the hash.
  [[nodiscard]] __device__ std::uint32_t word(std::uint32_t v, std::uint32_t raw,
                                              std::uint32_t other) const {
    return is_unit() ? mixer(v, other) : words.image(raw);
  }
  /// The word that orders the arcs of a vertex, parallel ones apart.
  [[nodiscard]] __device__ std::uint64_t key(std::uint32_t v, std::uint32_t raw,
                                             std::uint32_t other) const {
    return base::make_key(is_unit() ? 0 : words.image(raw), mixer(v, other));
  }
  /// The same where words are codes: what decides before the hash, of the i-th arc of `v`.
  [[nodiscard]] __device__ std::uint64_t image(std::uint32_t v, std::uint32_t raw,
                                               std::uint64_t i) const {
    if (words.wide != nullptr) return words.wide_image(offsets[v] + i);
    return is_unit() ? 0 : words.image(raw);
  }
};

/// An arc of some vertex, as much of it as a thread holds: where it stands in its row.
struct HeldArc {
  std::uint32_t place;
  std::uint32_t raw;
  std::uint32_t other;
};

/// Whether arc `a` of `v` stands above arc `b`, by the whole order. Weights that stand for
/// themselves are not read again.
[[nodiscard]] __device__ inline bool is_above(const Arcs& arcs, std::uint32_t v, const HeldArc& a,
                                              const HeldArc& b) {
  const std::uint64_t key_a = arcs.key(v, a.raw, a.other);
  const std::uint64_t key_b = arcs.key(v, b.raw, b.other);
  if (arcs.words.wide != nullptr && key_a >> 32 == key_b >> 32) {
    const std::uint64_t image_a = arcs.image(v, a.raw, a.place);
    const std::uint64_t image_b = arcs.image(v, b.raw, b.place);
    if (image_a != image_b) return image_a > image_b;
  }
  return key_a > key_b;
}

/// array[index] where `loads`, else `otherwise`: by a load without a branch, so that several are in
/// flight together. The array must not be empty.
template <class T>
[[nodiscard]] __device__ inline T load_if(bool loads, const T* array, std::uint64_t index,
                                          T otherwise) {
  const T value = array[loads ? index : 0];
  return loads ? value : otherwise;
}

/// One bit per vertex.
struct Bitmap {
  std::uint32_t* words;
  /// Not for phases in which bits are set.
  [[nodiscard]] __device__ bool has(std::uint32_t v) const {
    return ((words[v / 32] >> (v % 32)) & 1U) != 0;
  }
  /// False for k_none.
  [[nodiscard]] __device__ bool has_one(std::uint32_t v) const {
    return ((load_if(v != k_none, words, v / 32, 0U) >> (v % 32)) & 1U) != 0;
  }
  /// Relaxed: readers are behind a barrier of the grid or the end of the kernel.
  __device__ void set(std::uint32_t v) const { atomicOr(&words[v / 32], 1U << (v % 32)); }
};

/// Of two arcs of `v`, as word << 32 | other end; k_none as the other end stands for no arc.
[[nodiscard]] __device__ inline bool is_above(const base::PairMixer& mixer, std::uint32_t v,
                                              std::uint64_t a, std::uint64_t b) {
  const auto other_a = static_cast<std::uint32_t>(a);
  const auto other_b = static_cast<std::uint32_t>(b);
  if (other_a == k_none || other_b == k_none) return other_b == k_none && other_a != k_none;
  if (a >> 32 != b >> 32) return a > b;
  return mixer(v, other_a) > mixer(v, other_b);
}

/// The uppermost K of some arcs of one vertex, falling, by their whole place in the order.
template <int K>
struct Uppermost {
  std::uint64_t keys[K];
  std::uint32_t others[K];  // k_none: nothing

  __device__ void clear() {
#pragma unroll
    for (int i = 0; i < K; ++i) {
      keys[i] = 0;
      others[i] = k_none;
    }
  }
  /// Place i against an arc: empty places are below all.
  [[nodiscard]] __device__ bool is_below(int i, std::uint64_t key) const {
    return others[i] == k_none || keys[i] < key;
  }
  __device__ void offer(std::uint64_t key, std::uint32_t other) {
    if (other == k_none || !is_below(K - 1, key)) return;
#pragma unroll
    for (int i = 0; i < K; ++i) {
      if (!is_below(i, key)) continue;
      const std::uint64_t lower_key = keys[i];
      const std::uint32_t lower_other = others[i];
      keys[i] = key;
      others[i] = other;
      key = lower_key;
      other = lower_other;
      if (other == k_none) return;
    }
  }
  /// Takes the uppermost K of all lanes' lists, into every lane. Called by all lanes of a warp.
  [[nodiscard]] __device__ Uppermost take_from_warp() {
    Uppermost all;
#pragma unroll
    for (int i = 0; i < K; ++i) {
      bool mine = others[0] != k_none;
      mine = holds_most(mine, static_cast<std::uint32_t>(keys[0] >> 32));
      mine = holds_most(mine, static_cast<std::uint32_t>(keys[0]));
      const std::uint32_t lanes = __ballot_sync(k_all_lanes, mine);
      const int lane = lanes == 0 ? 0 : __ffs(static_cast<int>(lanes)) - 1;
      all.keys[i] = __shfl_sync(k_all_lanes, keys[0], lane);
      all.others[i] = __shfl_sync(k_all_lanes, others[0], lane);
      if (mine) drop_first();
    }
    return all;
  }

 private:
  /// Of the lanes that are in, those whose word is the largest.
  __device__ static bool holds_most(bool in, std::uint32_t word) {
    const std::uint32_t lanes = __ballot_sync(k_all_lanes, in);
    // The same in all lanes.
    if ((lanes & (lanes - 1)) == 0) return in;
    const std::uint32_t most = __reduce_max_sync(k_all_lanes, in ? word : 0U);
    return in && word == most;
  }
  __device__ void drop_first() {
#pragma unroll
    for (int j = 0; j + 1 < K; ++j) {
      keys[j] = keys[j + 1];
      others[j] = others[j + 1];
    }
    others[K - 1] = k_none;
  }
};

}  // namespace hypermatch::detail::graph_matching::device
