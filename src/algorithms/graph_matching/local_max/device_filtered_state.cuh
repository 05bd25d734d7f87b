// SPDX-License-Identifier: MIT
// What the two kernels of `filtered` on a device share: each vertex's choice and those that stand
// behind it, the bitmap of matched vertices, counters.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/device/device_arcs.cuh"
#include "algorithms/graph_matching/local_max/device_digest.cuh"

namespace hypermatch::detail::graph_matching::device {

/// A choice that is still to be found by all blocks together.
constexpr std::uint32_t k_pending = k_none - 1;

/// At most so many rounds are kernels of their own: 2 .. k_first_rounds + 1.
constexpr std::uint32_t k_first_rounds = 3;

/// Words that all blocks share; zeroed before the first kernel.
struct FilteredControl {
  std::uint64_t matched;  ///< vertices
  std::uint32_t barrier;
  std::uint32_t has_split_rows;
  std::uint32_t rounds;
  std::uint32_t unfinished;  ///< rounds ran out
  std::uint32_t smallest;    ///< sampled words
  std::uint32_t largest;
  std::uint32_t alive_first[k_first_rounds + 2];  ///< vertices in round r that has its own kernels
  std::uint32_t alive[4];                         ///< in other rounds: [r % 4]
  std::uint32_t wide_rows[4];                     ///< rows that all blocks look at
  std::uint32_t wide_items[4];                    ///< pieces of them
};

/// What is found of a row that several blocks share, by one of them.
template <int K>
struct SplitRow {
  Uppermost<K> found;
  std::uint32_t row;  ///< k_none: none
};

/// A row that all blocks look at.
struct WideRow {
  std::uint32_t row;
  std::uint32_t done;  ///< pieces
  std::uint64_t best;  ///< word of an arc << 32 | its other end
};

/// The first K choices of each vertex: one it points at, and those that follow. A row is exhausted
/// behind the last one if that is k_none; the same one may stand there several times.
template <int K>
struct Choices {
  static_assert(K == 2 || K == 5);
  std::uint32_t* first;  ///< size n; in the end the mates
  std::uint32_t* rest;   ///< size (K - 1) n

  __device__ void store(std::uint32_t v, const std::uint32_t (&ids)[K]) const {
    first[v] = ids[0];
    if constexpr (K == 2) {
      rest[v] = ids[1];
    } else {
      reinterpret_cast<uint4*>(rest)[v] = make_uint4(ids[1], ids[2], ids[3], ids[4]);
    }
  }
  /// The uppermost three free ones, and whether there are more.
  __device__ void store_free(std::uint32_t v, const std::uint32_t (&ids)[3], bool more) const {
    first[v] = ids[0];
    if constexpr (K == 2) {
      rest[v] = ids[1];
    } else {
      const std::uint32_t last = more ? ids[2] : k_none;
      reinterpret_cast<uint4*>(rest)[v] = make_uint4(ids[1], ids[2], last, last);
    }
  }
  /// Only the uppermost one is known.
  __device__ void store_one(std::uint32_t v, std::uint32_t id) const {
    store_free(v, {id, id, id}, true);
  }
};

struct FilteredState {
  Arcs arcs;
  Bitmap matched;
  FilteredControl* control;
};

/// Words sampled by each block, at places that are the same in every run.
constexpr std::uint32_t k_samples = 512;

}  // namespace hypermatch::detail::graph_matching::device
