// SPDX-License-Identifier: MIT
// Keys of 26 bits that keep most of the order, beside 6 bits that say which arc it is: the
// uppermost few of a row follow from minima and maxima alone. Where two keys that matter have
// equal digests, the row is looked at again by the whole order.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/common/device/arcs.cuh"

namespace hypermatch::detail::graph_matching::device {

constexpr int k_digest_bits = 26;
constexpr std::uint32_t k_place_bits = 6;
constexpr std::uint32_t k_place_mask = (1U << k_place_bits) - 1;
/// Places are 1 .. k_places, so that no key is 0.
constexpr std::uint32_t k_places = k_place_mask;

/// A map from words and hashes to fewer bits that never falls. Between the smallest and the
/// largest word of a sample, and somewhat beyond, it loses the lowest bits of the range only; few
/// distinct words leave room for bits of the hash.
struct Digest {
  std::uint32_t low = 0;
  std::uint32_t high = ~0U;
  int shift = 32 - k_digest_bits;
  int hash_bits = 0;

  /// Of graphs without words the hash is the word.
  __device__ static Digest of(const Arcs& arcs, std::uint32_t smallest, std::uint32_t largest) {
    return arcs.is_unit() ? Digest{} : between(smallest, largest);
  }
  __device__ static Digest between(std::uint32_t smallest, std::uint32_t largest) {
    if (smallest > largest) return {};  // no sampled arc takes part
    Digest digest;
    const std::uint32_t margin = (largest - smallest) / 4 + 2;
    digest.low = smallest > margin ? smallest - margin : 0;
    digest.high = largest < ~0U - margin ? largest + margin : ~0U;
    const int bits = 32 - __clz(static_cast<int>(digest.high - digest.low));
    // With fewer bits of the hash ties are no rarer than among words of a wide range.
    constexpr int k_least_hash_bits = 8;
    digest.hash_bits = bits <= k_digest_bits - k_least_hash_bits ? k_digest_bits - bits : 0;
    digest.shift = bits > k_digest_bits ? bits - k_digest_bits : 0;
    return digest;
  }
  [[nodiscard]] __device__ std::uint32_t operator()(std::uint32_t word) const {
    return (min(max(word, low), high) - low) >> shift;
  }
  /// Words at the ends of the range stand for those beyond, too, whose hashes must not decide.
  [[nodiscard]] __device__ std::uint32_t operator()(std::uint32_t word, std::uint32_t hash) const {
    const std::uint32_t tie = word <= low || word >= high ? 0U : hash >> (32 - hash_bits);
    return (min(max(word, low), high) - low) << hash_bits | tie;
  }
  /// All bits of a word of few and as many of the hash as fit.
  [[nodiscard]] __device__ std::uint32_t code(std::uint32_t word, std::uint32_t hash) const {
    const std::uint32_t tie = word <= low || word >= high ? 0U : hash >> (32 - hash_bits - k_more);
    return (min(max(word, low), high) - low) << (hash_bits + k_more) | tie;
  }
  /// The same, or for words at the ends of the range and beyond something larger, by fewer
  /// instructions.
  [[nodiscard]] __device__ std::uint32_t bound(std::uint32_t word, std::uint32_t hash) const {
    return __funnelshift_l(hash, __viaddmin_u32(word, 0U - low, high - low),
                           static_cast<std::uint32_t>(hash_bits + k_more));
  }

 private:
  static constexpr int k_more = 32 - k_digest_bits;
};

/// The key of an arc at a place of a row, 0 if it takes no part.
[[nodiscard]] __device__ inline std::uint32_t digest_key(const Arcs& arcs, const Digest& digest,
                                                         std::uint32_t v, std::uint32_t raw,
                                                         std::uint32_t other, std::uint32_t place) {
  const std::uint32_t word = arcs.word(v, raw, other);
  if (word < arcs.words.least) return 0;
  const std::uint32_t code =
      digest.hash_bits == 0 ? digest(word) : digest(word, arcs.mixer(v, other));
  return code << k_place_bits | place;
}

/// Puts a key into a falling list of N, whose last falls out.
template <int N>
__device__ inline void insert_key(std::uint32_t (&keys)[N], std::uint32_t key) {
#pragma unroll
  for (int i = 0; i < N - 1; ++i) {
    const std::uint32_t upper = max(keys[i], key);
    key = min(keys[i], key);
    keys[i] = upper;
  }
  keys[N - 1] = max(keys[N - 1], key);
}

/// Two neighbours of a falling list have one digest: their order, and what fell out behind the last
/// one, is not known.
template <int N>
[[nodiscard]] __device__ inline bool is_ambiguous(const std::uint32_t (&keys)[N]) {
  bool found = false;
#pragma unroll
  for (int i = 0; i + 1 < N; ++i) {
    found |= keys[i + 1] != 0 && (keys[i] ^ keys[i + 1]) <= k_place_mask;
  }
  return found;
}

}  // namespace hypermatch::detail::graph_matching::device
