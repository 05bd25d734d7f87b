// SPDX-License-Identifier: MIT
// What the kernels of `filtered` on a device share: each vertex's choice and those that stand
// behind it, bitmaps of vertices, counters.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/common/device/arcs.cuh"
#include "algorithms/graph_matching/local_max/chains/row_order.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_digest.cuh"

namespace hypermatch::detail::graph_matching::device {

/// A choice that is still to be found by all blocks together.
constexpr std::uint32_t k_pending = k_none - 1;

/// At most so many rounds are kernels of their own: 2 .. k_first_rounds + 1.
constexpr std::uint32_t k_first_rounds = 3;

/// Words that all blocks share; zeroed before the first kernel.
struct FilteredControl {
  std::uint64_t dead;  ///< vertices without a free neighbour
  std::uint32_t barrier;
  std::uint32_t rounds;
  std::uint32_t unfinished;  ///< rounds ran out
  std::uint32_t is_over;     ///< nothing is left on any device: no more rounds
  std::uint32_t skips;       ///< not 0 if some sampled arcs take no part
  RowOrder order;            ///< if rows seem to have one, other kernels find nothing to do
  std::uint32_t next_unit;   ///< of the first pass, behind those that its warps begin with
  std::uint32_t long_items;  ///< pieces of long rows
  std::uint32_t long_slots;  ///< those of rows of several pieces
  std::uint32_t alive_first[k_first_rounds + 2];  ///< vertices in round r that has its own kernels
  // In round r: [r % 4]. Zero before the kernel of all later rounds begins.
  std::uint32_t alive[4];  ///< as alive_first, in other rounds
  std::uint32_t moved[4];  ///< vertices with a new choice, where rows are a part of the graph's
  std::uint32_t late_items[4];  ///< as long_items
  std::uint32_t late_slots[4];
  Digest digest;  ///< made for the sampled words
};

/// At most so many choices are kept of a vertex.
constexpr std::uint32_t k_most_choices = 7;

/// The uppermost choices of each vertex: one it points at, and those that follow, in two arrays, of
/// which the second is looked at once the first is used up. A row is exhausted behind the last
/// choice if that is k_none, or the last of the first array is; the same choice may stand there
/// several times, and taken ones may stand in the second array.
struct Choices {
  std::uint32_t* first;         ///< one per row; in the end the mates
  std::uint32_t* rest;          ///< num_rest per row
  std::uint32_t* more;          ///< num_more per row
  std::uint32_t num_rest;       ///< 1, 2 or 4
  std::uint32_t num_more;       ///< 0, 1 or 2, and 0 if num_rest is not 4
  std::uint32_t first_row = 0;  ///< as in FilteredState

  /// The second argument is the number of arcs in the row.
  __device__ void store(std::uint32_t v, std::uint64_t,
                        const std::uint32_t (&ids)[k_most_choices]) const {
    const std::uint32_t row = v - first_row;
    first[row] = ids[0];
    if (num_rest == 4) {
      reinterpret_cast<uint4*>(rest)[row] = make_uint4(ids[1], ids[2], ids[3], ids[4]);
      if (num_more == 2) reinterpret_cast<uint2*>(more)[row] = make_uint2(ids[5], ids[6]);
      if (num_more == 1) more[row] = ids[5];
    } else if (num_rest == 2) {
      reinterpret_cast<uint2*>(rest)[row] = make_uint2(ids[1], ids[2]);
    } else {
      rest[row] = ids[1];
    }
  }
  /// Of a row without arcs.
  __device__ void store_empty(std::uint32_t v) const { first[v - first_row] = k_none; }
  /// Called by all lanes of a warp: the first ones hold the choices.
  __device__ void store_by_lanes(std::uint32_t v, std::uint64_t, std::uint32_t place,
                                 std::uint32_t id) const {
    if (place == 0) {
      first[v - first_row] = id;
    } else if (place <= num_rest) {
      rest[std::uint64_t{v - first_row} * num_rest + place - 1] = id;
    } else if (place <= num_rest + num_more) {
      more[std::uint64_t{v - first_row} * num_more + place - 1 - num_rest] = id;
    }
  }
  /// The uppermost three free ones, and whether there are more; what `more` holds is taken.
  __device__ void store_free(std::uint32_t v, const std::uint32_t (&ids)[3], bool has_more) const {
    const std::uint32_t row = v - first_row;
    first[row] = ids[0];
    if (num_rest == 4) {
      const std::uint32_t last = has_more ? ids[2] : k_none;
      reinterpret_cast<uint4*>(rest)[row] = make_uint4(ids[1], ids[2], last, last);
    } else if (num_rest == 2) {
      reinterpret_cast<uint2*>(rest)[row] = make_uint2(ids[1], ids[2]);
    } else {
      rest[row] = ids[1];
    }
  }
  /// Those behind the first, the last one repeated up to four; of several vertices at once, so that
  /// loads overlap.
  template <std::uint32_t kCount>
  __device__ void load_rest(const bool (&loads)[kCount], const std::uint32_t (&v)[kCount],
                            std::uint32_t (&ids)[kCount][4]) const {
    if (num_rest == 4) {
#pragma unroll
      for (std::uint32_t j = 0; j < kCount; ++j) {
        const uint4 four = load_if(loads[j], reinterpret_cast<const uint4*>(rest), v[j] - first_row,
                                   make_uint4(k_none, k_none, k_none, k_none));
        ids[j][0] = four.x;
        ids[j][1] = four.y;
        ids[j][2] = four.z;
        ids[j][3] = four.w;
      }
    } else if (num_rest == 2) {
#pragma unroll
      for (std::uint32_t j = 0; j < kCount; ++j) {
        const uint2 two = load_if(loads[j], reinterpret_cast<const uint2*>(rest), v[j] - first_row,
                                  make_uint2(k_none, k_none));
        ids[j][0] = two.x;
        ids[j][1] = ids[j][2] = ids[j][3] = two.y;
      }
    } else {
#pragma unroll
      for (std::uint32_t j = 0; j < kCount; ++j) {
        ids[j][0] = ids[j][1] = ids[j][2] = ids[j][3] =
            load_if(loads[j], rest, v[j] - first_row, k_none);
      }
    }
  }
  /// The second array's; k_none if there is none.
  __device__ uint2 load_more(std::uint32_t v) const {
    const std::uint32_t row = v - first_row;
    if (num_more == 2) return reinterpret_cast<const uint2*>(more)[row];
    const std::uint32_t one = num_more == 1 ? more[row] : k_none;
    return make_uint2(one, one);
  }
};

struct FilteredState {
  Arcs arcs;
  Bitmap gone;  ///< vertices that are matched, or have no free neighbour
  FilteredControl* control;
  FewValues* few;  ///< written, where the digest says so
  /// In pinned host memory: 1 + the order that rows seem to have, once it is known; or null.
  std::uint32_t* order_mail;
  /// A multiple of 32. Where it is not 0 the rows here are a part of the graph's: those of the
  /// vertices from this one to arcs.num_vertices - 1, and arcs.offsets[first_row] is the first.
  std::uint32_t first_row = 0;
};

/// Words sampled before the first pass, at places that are the same in every run.
constexpr std::uint32_t k_samples = 1024;

}  // namespace hypermatch::detail::graph_matching::device
