// SPDX-License-Identifier: MIT
// How a warp of `filtered` on a device finds the uppermost arcs of a row, or of a piece of one, by
// the whole order. Most arcs fail the comparison of their code, 32 bits, with that of the seventh
// found so far.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/pointing_rows/device_state.cuh"

namespace hypermatch::detail::graph_matching::device {

/// The lanes that hold the uppermost ones, and those that bring new ones.
constexpr std::uint32_t k_holders = k_most_choices;
constexpr std::uint32_t k_bringers = 32 - k_holders;

/// An arc's place in the order of its row; with k_none as the other end below all.
struct ArcCandidate {
  std::uint64_t key;
  std::uint32_t other;
  std::uint32_t place;  ///< in its row
};

/// Where a warp collects arcs.
struct LongScratch {
  std::uint32_t places[64];
  ArcCandidate upper[k_holders + 1];
};

/// How many lanes' candidates stand above this lane's; `present` has the lanes that have one.
[[nodiscard]] __device__ inline std::uint32_t rank_of(const Arcs& arcs, std::uint32_t row,
                                                      const ArcCandidate& mine,
                                                      std::uint32_t present) {
  const auto hash = static_cast<std::uint32_t>(mine.key);
  std::uint64_t image = mine.key >> 32;
  if (arcs.words.wide != nullptr && (present >> (threadIdx.x % 32) & 1U) != 0) {
    image = arcs.image(row, 0, mine.place);
  }
  __syncwarp();
  std::uint32_t rank = 0;
  // Ends: each turn takes one bit away.
  for (std::uint32_t left = present; left != 0; left &= left - 1) {
    const int source = __ffs(static_cast<int>(left)) - 1;
    const std::uint64_t its_image = __shfl_sync(k_all_lanes, image, source);
    const std::uint32_t its_hash = __shfl_sync(k_all_lanes, hash, source);
    // Only parallel arcs of one weight are equal.
    const bool is_first = static_cast<std::uint32_t>(source) < threadIdx.x % 32;
    const bool above = its_hash != hash ? its_hash > hash : is_first;
    rank += (its_image != image ? its_image > image : above) ? 1 : 0;
  }
  return rank;
}

/// The same where the codes of the candidates differ; `ties` if they do not.
[[nodiscard]] __device__ inline std::uint32_t rank_of(std::uint32_t code, std::uint32_t present,
                                                      bool& ties) {
  std::uint32_t rank = 0;
  std::uint32_t equal = 0;
  // Ends: each turn takes one bit away.
  for (std::uint32_t left = present; left != 0; left &= left - 1) {
    const std::uint32_t other = __shfl_sync(k_all_lanes, code, __ffs(static_cast<int>(left)) - 1);
    rank += other > code ? 1 : 0;
    equal += other == code ? 1 : 0;
  }
  const bool is_present = (present >> (threadIdx.x % 32) & 1U) != 0;
  ties = __ballot_sync(k_all_lanes, is_present && equal > 1) != 0;
  return rank;
}

/// What arcs compare by at first: the hash where there are no words, the word where there are many,
/// else the word and as much of the hash as fits.
struct Codes {
  const Arcs& arcs;
  const Digest& digest;

  [[nodiscard]] __device__ bool take_hashes() const {
    return !arcs.is_unit() && digest.hash_bits != 0;
  }
  [[nodiscard]] __device__ std::uint32_t of(const ArcCandidate& candidate) const {
    const auto low = static_cast<std::uint32_t>(candidate.key);
    const auto word = static_cast<std::uint32_t>(candidate.key >> 32);
    if (arcs.is_unit()) return low;
    return digest.hash_bits == 0 ? word : digest.code(word, low);
  }
  /// Of some arcs of a row, `ids` only where hashes are taken; of arcs that take no part the bit is
  /// taken out of `takes`. Codes that are not `exact` may be too large, and cost less.
  template <bool kExact, std::uint32_t N>
  __device__ void make(std::uint32_t row, const std::uint32_t (&ids)[N],
                       const std::uint32_t (&raw)[N], std::uint32_t (&codes)[N],
                       std::uint32_t& takes) const {
    if (arcs.is_unit()) {
#pragma unroll
      for (std::uint32_t j = 0; j < N; ++j) codes[j] = arcs.mixer(row, ids[j]);
      return;
    }
    if (arcs.words.float_mask == 0) {
#pragma unroll
      for (std::uint32_t j = 0; j < N; ++j) codes[j] = raw[j] ^ arcs.words.flip;
    } else {
#pragma unroll
      for (std::uint32_t j = 0; j < N; ++j) codes[j] = arcs.words.image(raw[j]);
    }
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      if (codes[j] < arcs.words.least) takes &= ~(1U << j);
    }
    if (digest.hash_bits == 0) return;
    if (digest.is_plain()) {
      add_hashes<kExact, false>(row, ids, codes);
    } else if (digest.few != nullptr) {
      add_hashes<true, true>(row, ids, codes);
    } else {
      add_hashes<kExact, true>(row, ids, codes);
    }
  }

 private:
  template <bool kExact, bool kTurns, std::uint32_t N>
  __device__ void add_hashes(std::uint32_t row, const std::uint32_t (&ids)[N],
                             std::uint32_t (&codes)[N]) const {
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      const std::uint32_t hash = arcs.mixer(row, ids[j]);
      codes[j] =
          kExact ? digest.code_of<!kTurns>(codes[j], hash) : digest.bound<kTurns>(codes[j], hash);
    }
  }
};

/// The arcs of a row, or of a piece of one, in whatever memory. Of most of them only that is read
/// which tells the code.
struct RowArcs {
  Codes codes;
  std::uint32_t row;
  std::uint32_t first;  ///< place of the first one in its row
  const std::uint32_t* others;
  const std::uint32_t* raw;  ///< or `others`

  __device__ RowArcs(const FilteredState& state, const Digest& digest, std::uint32_t v,
                     std::uint32_t first_place, const std::uint32_t* other_ends,
                     const std::uint32_t* raw_words)
      : codes{state.arcs, digest},
        row(v),
        first(first_place),
        others(other_ends),
        raw(state.arcs.is_unit() ? other_ends : raw_words) {}

  /// Codes of arcs places[j] whose bit is set.
  template <bool kExact, std::uint32_t N>
  __device__ void read(const std::uint32_t (&places)[N], std::uint32_t (&made)[N],
                       std::uint32_t& takes) const {
    std::uint32_t parts[N];
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) parts[j] = raw[places[j]];
    if (!codes.take_hashes()) {
      codes.make<kExact>(row, parts, parts, made, takes);
      return;
    }
    std::uint32_t ids[N];
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) ids[j] = others[places[j]];
    codes.make<kExact>(row, ids, parts, made, takes);
  }
  [[nodiscard]] __device__ ArcCandidate at(std::uint32_t i) const {
    return {codes.arcs.key(row, raw[i], others[i]), others[i], first + i};
  }
};

/// The same, but only arcs to vertices that are left take part. No bit changes meanwhile.
struct FreeArcs {
  const FilteredState& state;
  Codes codes;
  std::uint32_t row;
  std::uint32_t first;
  const std::uint32_t* others;
  const std::uint32_t* raw;

  __device__ FreeArcs(const FilteredState& filtered, const Digest& digest, std::uint32_t v,
                      std::uint32_t first_place, const std::uint32_t* other_ends,
                      const std::uint32_t* raw_words)
      : state(filtered),
        codes{filtered.arcs, digest},
        row(v),
        first(first_place),
        others(other_ends),
        raw(filtered.arcs.is_unit() ? other_ends : raw_words) {}

  template <bool kExact, std::uint32_t N>
  __device__ void read(const std::uint32_t (&places)[N], std::uint32_t (&made)[N],
                       std::uint32_t& takes) const {
    std::uint32_t ids[N];
    std::uint32_t parts[N];
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      ids[j] = others[places[j]];
      parts[j] = raw[places[j]];
    }
    std::uint32_t gone[N];
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) gone[j] = state.gone.words[ids[j] / 32];
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      if ((gone[j] >> (ids[j] % 32) & 1U) != 0) takes &= ~(1U << j);
    }
    codes.make<kExact>(row, ids, parts, made, takes);
  }
  [[nodiscard]] __device__ ArcCandidate at(std::uint32_t i) const {
    return {codes.arcs.key(row, raw[i], others[i]), others[i], first + i};
  }
};

/// What was found of the pieces of a row.
struct FoundArcs {
  Codes codes;
  std::uint32_t row;
  const ArcCandidate* found;

  // Loads come first, so that all are in flight together: codes take branches, and one warp reads
  // what was found of the whole row.
  template <bool kExact, std::uint32_t N>
  __device__ void read(const std::uint32_t (&places)[N], std::uint32_t (&made)[N],
                       std::uint32_t& takes) const {
    ArcCandidate some[N];
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) some[j] = found[places[j]];
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      made[j] = codes.of(some[j]);
      if (some[j].other == k_none) takes &= ~(1U << j);
    }
  }
  [[nodiscard]] __device__ ArcCandidate at(std::uint32_t i) const {
    return found[i];
  }
};

/// The uppermost k_holders of some arcs, in the first lanes of a warp; called by all of them.
template <class Source>
class UppermostFinder {
 public:
  __device__ UppermostFinder(const Source& source, LongScratch& scratch)
      : source_(source), scratch_(scratch), lane_(threadIdx.x % 32) {}

  [[nodiscard]] __device__ ArcCandidate of(std::uint32_t size) {
    if (size <= 32 * k_few) {
      look_at<k_few, true>(0, size);
    } else {
      look_at<k_many, true>(0, size);
#pragma unroll 1
      for (std::uint32_t begin = 32 * k_many; begin < size; begin += 32 * k_many) {
        look_at<k_many, false>(begin, size);
      }
    }
    while (waiting_ != 0) take_some();  // ends: it takes some
    return best_;
  }

 private:
  static constexpr std::uint32_t k_few = 4;
  static constexpr std::uint32_t k_many = 8;

  // The first ones set the bound of the others.
  template <std::uint32_t N, bool kFirst>
  __device__ void look_at(std::uint32_t begin, std::uint32_t size) {
    std::uint32_t places[N];
    std::uint32_t takes = (1U << N) - 1;
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      places[j] = begin + 32 * j + lane_;
      if (places[j] < size) continue;
      places[j] = 0;
      takes &= ~(1U << j);
    }
    std::uint32_t codes[N];
    source_.template read<kFirst>(places, codes, takes);
    __syncwarp();
    if constexpr (kFirst) start(codes, takes);
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      if (codes[j] < least_) takes &= ~(1U << j);
    }
    collect(begin, takes);
  }

  // A bound that at least k_holders arcs reach: the last of the lanes' largest codes.
  template <std::uint32_t N>
  __device__ void start(const std::uint32_t (&codes)[N], std::uint32_t takes) {
    std::uint32_t most = 0;
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      if ((takes >> j & 1U) != 0) most = max(most, codes[j]);
    }
#pragma unroll 1
    for (std::uint32_t i = 0; i < k_holders; ++i) {
      least_ = __reduce_max_sync(k_all_lanes, most);
      const std::uint32_t lanes = __ballot_sync(k_all_lanes, most == least_);
      if ((lanes & (0U - lanes)) == 1U << lane_) most = 0;
    }
  }

  // Arcs begin + 32 j + lane whose bit j is set.
  __device__ void collect(std::uint32_t begin, std::uint32_t takes) {
    // Ends: each turn takes one bit away of every lane that has any.
    while (__any_sync(k_all_lanes, takes != 0)) {
      bool has = takes != 0;
      std::uint32_t place = 0;
      if (has) {
        place = begin + 32 * static_cast<std::uint32_t>(__ffs(static_cast<int>(takes)) - 1) + lane_;
        takes &= takes - 1;
        // Where many codes are that of the seventh, few arcs are above it.
        if (ties_) has = source_.at(place).key >= seventh_;
      }
      const std::uint32_t lanes = __ballot_sync(k_all_lanes, has);
      const auto rank = static_cast<unsigned>(__popc(lanes & ((1U << lane_) - 1)));
      if (has) scratch_.places[waiting_ + rank] = place;
      waiting_ += static_cast<unsigned>(__popc(lanes));
      __syncwarp();
      while (waiting_ >= k_bringers) take_some();  // ends: it takes some
    }
  }

  __device__ void take_some() {
    const std::uint32_t some = min(waiting_, k_bringers);
    waiting_ -= some;
    ArcCandidate mine = best_;
    if (lane_ >= k_holders) {
      mine = {0, k_none, 0};
      if (lane_ - k_holders < some) {
        mine = source_.at(scratch_.places[waiting_ + lane_ - k_holders]);
      }
      // Where many share the word of the last one found, the hash decides.
      if (mine.key < seventh_) mine.other = k_none;
    }
    __syncwarp();
    if (__ballot_sync(k_all_lanes, lane_ >= k_holders && mine.other != k_none) == 0) return;
    const std::uint32_t present = __ballot_sync(k_all_lanes, mine.other != k_none);
    bool ties = false;
    std::uint32_t rank = rank_of(source_.codes.of(mine), present, ties);
    if (ties) rank = rank_of(source_.codes.arcs, source_.row, mine, present);
    ties_ |= ties;
    if (mine.other != k_none && rank < k_holders) scratch_.upper[rank] = mine;
    __syncwarp();
    const auto found = static_cast<std::uint32_t>(__popc(present));
    best_ = lane_ < min(found, k_holders) ? scratch_.upper[lane_] : ArcCandidate{0, k_none, 0};
    if (found >= k_holders) {
      const ArcCandidate last = scratch_.upper[k_holders - 1];
      // Equal words that are codes do not tell that hashes decide.
      const bool has_codes = source_.codes.arcs.words.wide != nullptr;
      seventh_ = has_codes ? last.key >> 32 << 32 : last.key;
      least_ = source_.codes.of(last);
    }
    __syncwarp();
  }

  const Source& source_;
  LongScratch& scratch_;
  std::uint32_t lane_;
  ArcCandidate best_{0, k_none, 0};
  std::uint32_t least_ = 0;    // the least code that can still win
  std::uint64_t seventh_ = 0;  // what no key that has a chance is below
  std::uint32_t waiting_ = 0;  // places in the scratch
  bool ties_ = false;          // some codes were equal
};

}  // namespace hypermatch::detail::graph_matching::device
