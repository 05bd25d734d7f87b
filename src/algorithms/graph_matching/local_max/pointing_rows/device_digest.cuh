// SPDX-License-Identifier: MIT
// Keys of 26 bits that keep most of the order, beside 6 bits that say which arc it is: the
// uppermost few of a row follow from minima and maxima alone. Where two keys that matter have
// equal digests, the row is looked at again by the whole order.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/common/device/arcs.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_values.cuh"

namespace hypermatch::detail::graph_matching::device {

constexpr int k_digest_bits = 26;
constexpr std::uint32_t k_place_bits = 6;
constexpr std::uint32_t k_place_mask = (1U << k_place_bits) - 1;
/// Places are 1 .. k_places, so that no key is 0.
constexpr std::uint32_t k_places = k_place_mask;

/// A map from words and hashes to fewer bits that never falls. Between two words, it loses the
/// lowest bits of the range only; words of which few lie in the range leave room for bits of the
/// hash. Words whose lowest bits are those of `low` are few more often: floats with few digits are.
struct Digest {
  std::uint32_t low = 0;
  std::uint32_t high = ~0U;
  int shift = 32 - k_digest_bits;
  int hash_bits = 0;
  int turn = 0;  ///< so many lowest bits of words in the range are those of `low`; 0 without
                 ///< hashes, not 0 for few values

  const FewValues* few = nullptr;  ///< then the other members but hash_bits do not matter

  /// For words that are few values, written by an earlier kernel.
  __device__ static Digest of(const FewValues* values, std::uint32_t count) {
    Digest digest;
    digest.hash_bits = k_digest_bits - (32 - __clz(static_cast<int>(count)));
    digest.few = values;
    digest.turn = 1;
    return digest;
  }
  /// For words from `smallest` to `largest`, both sampled, and somewhat beyond, whose differences
  /// have so many zeros at their end.
  __device__ static Digest between(std::uint32_t smallest, std::uint32_t largest, int zeros) {
    if (smallest > largest) return {};  // no sampled arc takes part
    Digest digest;
    const std::uint32_t margin = (((largest - smallest) >> zeros) / 4 + 2) << zeros;
    digest.low = smallest > margin ? smallest - margin : smallest & ((1U << zeros) - 1);
    digest.high = largest < ~0U - margin ? largest + margin
                                         : digest.low + ((~0U - digest.low) >> zeros << zeros);
    const int bits = 32 - __clz(static_cast<int>((digest.high - digest.low) >> zeros));
    // With fewer bits of the hash ties are no rarer than among words of a wide range.
    constexpr int k_least_hash_bits = 8;
    if (bits <= k_digest_bits - k_least_hash_bits) {
      digest.hash_bits = k_digest_bits - bits;
      digest.turn = zeros;
      digest.shift = 0;
      return digest;
    }
    const int all_bits = bits + zeros;
    digest.shift = all_bits > k_digest_bits ? all_bits - k_digest_bits : 0;
    return digest;
  }
  [[nodiscard]] __device__ bool is_plain() const { return turn == 0; }
  [[nodiscard]] __device__ std::uint32_t operator()(std::uint32_t word) const {
    return (min(max(word, low), high) - low) >> shift;
  }
  /// `kPlain`: is_plain(), for loops that ask once.
  template <bool kPlain>
  [[nodiscard]] __device__ std::uint32_t of(std::uint32_t word, std::uint32_t hash) const {
    return kPlain ? plain(word, hash, hash_bits) : hashed(word, hash, hash_bits);
  }
  /// All bits of a word of few and as many of the hash as fit.
  template <bool kPlain>
  [[nodiscard]] __device__ std::uint32_t code_of(std::uint32_t word, std::uint32_t hash) const {
    return kPlain ? plain(word, hash, hash_bits + k_more) : hashed(word, hash, hash_bits + k_more);
  }
  [[nodiscard]] __device__ std::uint32_t code(std::uint32_t word, std::uint32_t hash) const {
    return is_plain() ? code_of<true>(word, hash) : code_of<false>(word, hash);
  }
  /// The same, or for words that are not one of the few something larger, by fewer instructions.
  template <bool kTurns>
  [[nodiscard]] __device__ std::uint32_t bound(std::uint32_t word, std::uint32_t hash) const {
    std::uint32_t over = 0;
    if constexpr (kTurns) {
      over = min(__funnelshift_r(word - low, word - low, turn), (high - low) >> turn);
    } else {
      over = __viaddmin_u32(word, 0U - low, high - low);
    }
    return __funnelshift_l(hash, over, static_cast<std::uint32_t>(hash_bits + k_more));
  }

 private:
  static constexpr int k_more = 32 - k_digest_bits;

  // Words at the ends of the range stand for those beyond, too, whose hashes must not decide.
  [[nodiscard]] __device__ std::uint32_t plain(std::uint32_t word, std::uint32_t hash,
                                               int bits) const {
    const std::uint32_t tie = word <= low || word >= high ? 0U : hash >> (32 - bits);
    return (min(max(word, low), high) - low) << bits | tie;
  }
  // Words at the ends of the range stand for those beyond, too, and those between the few words for
  // one another: their hashes must not decide.
  [[nodiscard]] __device__ std::uint32_t hashed(std::uint32_t word, std::uint32_t hash,
                                                int bits) const {
    if (few != nullptr) {
      const std::uint32_t rank = few->rank_of(word, few->factor, FewValues::k_most);
      return rank != FewValues::k_most ? (rank + 1) << bits | hash >> (32 - bits)
                                       : few->below(word) << bits | ~0U >> (32 - bits);
    }
    const std::uint32_t over = min(max(word, low), high) - low;
    std::uint32_t tie = hash >> (32 - bits);
    if ((over & ((1U << turn) - 1)) != 0) tie = ~0U >> (32 - bits);
    if (word <= low || word >= high) tie = 0;
    return (over >> turn) << bits | tie;
  }
};

/// The key of an arc at a place of a row, 0 if it takes no part.
template <bool kPlain>
[[nodiscard]] __device__ inline std::uint32_t digest_key(const Arcs& arcs, const Digest& digest,
                                                         std::uint32_t v, std::uint32_t raw,
                                                         std::uint32_t other, std::uint32_t place) {
  const std::uint32_t word = arcs.word(v, raw, other);
  if (word < arcs.words.least) return 0;
  const std::uint32_t code =
      digest.hash_bits == 0 ? digest(word) : digest.of<kPlain>(word, arcs.mixer(v, other));
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

/// Two keys whose digests are equal.
[[nodiscard]] __device__ inline bool have_one_digest(std::uint32_t a, std::uint32_t b) {
  return (a ^ b) <= k_place_mask;
}

/// Two neighbours of a falling list have one digest: their order, and what fell out behind the last
/// one, is not known.
template <int N>
[[nodiscard]] __device__ inline bool is_ambiguous(const std::uint32_t (&keys)[N]) {
  bool found = false;
#pragma unroll
  for (int i = 0; i + 1 < N; ++i) {
    found |= keys[i + 1] != 0 && have_one_digest(keys[i], keys[i + 1]);
  }
  return found;
}

/// Puts those keys of a falling list that tie(a, b) does not tell apart into their order by
/// is_above(a, b), and drops those that takes_part(key) is false for. Unless the list is whole,
/// keys that tie with its last one may have fallen out: then the last one that is known stands for
/// those behind it. False if there is none.
template <int N, class Tie, class Above, class TakesPart>
[[nodiscard]] __device__ inline bool settle(std::uint32_t (&keys)[N], bool is_whole, const Tie& tie,
                                            const Above& is_above, const TakesPart& takes_part) {
  // Few come here; what is indexed by variables is no register.
  std::uint32_t list[N];
#pragma unroll
  for (int i = 0; i < N; ++i) list[i] = keys[i];
  int count = 0;
#pragma unroll 1
  for (int i = 0; i < N; ++i) {
    const std::uint32_t key = list[i];
    if (key == 0) break;
    if (!takes_part(key)) continue;
    int place = count++;
#pragma unroll 1
    for (; place > 0 && tie(list[place - 1], key) && is_above(key, list[place - 1]); --place) {
      list[place] = list[place - 1];
    }
    list[place] = key;
  }
  const bool has_all = is_whole || keys[N - 1] == 0;
  int known = count;
  if (!has_all) {
    while (known > 0 && tie(list[known - 1], keys[N - 1])) --known;  // ends: it falls
  }
#pragma unroll
  for (int i = 0; i < N; ++i) {
    keys[i] = i < known ? list[i] : has_all || known == 0 ? 0 : list[known - 1];
  }
  return has_all || known != 0;
}

}  // namespace hypermatch::detail::graph_matching::device
