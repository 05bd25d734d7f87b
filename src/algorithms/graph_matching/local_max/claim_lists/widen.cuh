// SPDX-License-Identifier: MIT
// Lists of more slots than the first pass fills: those of short rows are made anew, in a second
// pass over the arcs, by a thread each.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/claim_lists/claim_list.cuh"
#include "algorithms/graph_matching/local_max/claim_lists/settle_keys.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_lanes.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_state.cuh"

namespace hypermatch::detail::graph_matching::device {

constexpr unsigned k_widened_rows = 128;        ///< of a block, one per thread
constexpr std::uint32_t k_widened_arcs = 3072;  ///< that it copies to shared memory

struct WidenArguments {
  FilteredState state;
  ClaimLists lists;
};

/// The arcs of one row, in global or shared memory.
struct RowToWiden {
  const std::uint32_t* others;
  const std::uint32_t* raws;
  std::uint32_t size;
};

/// The row of `v`, or an empty one if its list stays; called by all threads of a block.
__device__ inline RowToWiden load_rows_to_widen(const WidenArguments& a, std::uint64_t first_row,
                                                std::uint32_t* others, std::uint32_t* raws) {
  const Arcs& arcs = a.state.arcs;
  const std::uint64_t n = arcs.num_vertices;
  const std::uint64_t v = first_row + threadIdx.x;
  RowToWiden row{nullptr, nullptr, 0};
  std::uint64_t begin = 0;
  const std::uint32_t place = v < n ? a.lists.place_of(static_cast<VertexId>(v)) : k_none;
  if (place != k_none && !a.lists.header(place).is_complete()) {
    begin = arcs.offsets[v];
    const std::uint64_t size = arcs.offsets[v + 1] - begin;
    if (size <= k_places) row.size = static_cast<std::uint32_t>(size);
  }
  const std::uint64_t first = arcs.offsets[first_row];
  const std::uint64_t last = arcs.offsets[min(first_row + k_widened_rows, n)];
  const bool is_held = last - first <= k_widened_arcs;
  if (__syncthreads_or(row.size != 0 ? 1 : 0) != 0 && is_held) {
    const auto count = static_cast<std::uint32_t>(last - first);
#pragma unroll 8
    for (std::uint32_t i = threadIdx.x; i < count; i += k_widened_rows) {
      others[i] = arcs.neighbours[first + i];
      raws[i] = arcs.raw_word(first + i);
    }
  }
  __syncthreads();
  row.others = is_held ? others + (begin - first) : arcs.neighbours + begin;
  row.raws = is_held          ? raws + (begin - first)
             : arcs.is_unit() ? row.others
                              : arcs.words.bits + begin;
  return row;
}

/// Takes the uppermost N of two falling lists, N a power of two (Batcher's bitonic merge).
template <int N>
__device__ inline void merge_eight(std::uint32_t (&keys)[N], const std::uint32_t (&others)[8]) {
#pragma unroll
  for (int i = 0; i < 8; ++i) keys[N - 8 + i] = max(keys[N - 8 + i], others[7 - i]);
#pragma unroll
  for (int step = N / 2; step != 0; step /= 2) {
#pragma unroll
    for (int i = 0; i < N; ++i) {
      if ((i & step) == 0) put_in_order(keys[i], keys[i + step]);
    }
  }
}

/// `Fours`: words of a list, by four. Of N keys, N a power of two, the last that is used tells
/// whether there are more arcs.
template <int Fours, int N, bool kPlain>
__device__ inline void widen_list(const WidenArguments& a, VertexId v, const Digest& digest,
                                  const RowToWiden& row) {
  const Arcs& arcs = a.state.arcs;
  static_assert(N >= 4 * Fours);
  std::uint32_t keys[N] = {};
  for (std::uint32_t begin = 0; begin < row.size; begin += 8) {
    std::uint32_t next[8];
#pragma unroll
    for (std::uint32_t j = 0; j < 8; ++j) {
      const std::uint32_t i = begin + j;
      next[j] = 0;
      if (i >= row.size) continue;
      const std::uint32_t raw = arcs.is_unit() ? 0 : row.raws[i];
      next[j] = digest_key<kPlain>(arcs, digest, v, raw, row.others[i], i + 1);
    }
    sort_falling(next);
    merge_eight(keys, next);
  }
  if (is_ambiguous(keys)) {
    FallingKeys<N> falling;
#pragma unroll
    for (int i = 0; i < N; ++i) falling.keys[i] = keys[i];
    falling = settle_keys<N>(arcs, v, arcs.offsets[v], falling);
    if (!falling.is_known) return;
#pragma unroll
    for (int i = 0; i < N; ++i) keys[i] = falling.keys[i];
  }
  const auto id = [&](int i) {
    return keys[i] != 0 ? row.others[(keys[i] & k_place_mask) - 1] : k_none;
  };
  // The last one that is known stands for those behind it.
  std::uint32_t known = 0;
  bool is_all = false;
#pragma unroll
  for (int i = 0; i < 4 * Fours; ++i) {
    const bool is_next = known == static_cast<std::uint32_t>(i);
    if (is_next && keys[i] == 0) is_all = true;
    if (is_next && i + 1 < 4 * Fours && keys[i] != 0 && (i == 0 || keys[i] != keys[i - 1])) ++known;
  }
  const std::uint32_t place = a.lists.place_of(v);
  const ClaimHeader header = ClaimHeader::of(known, a.lists.header(place).room(), is_all);
  a.lists.four(place, 0) = make_uint4(header.bits, id(0), id(1), id(2));
#pragma unroll
  for (int i = 3; i + 1 < 4 * Fours; i += 4) {
    a.lists.four(place, (i + 1) / 4) = make_uint4(id(i), id(i + 1), id(i + 2), id(i + 3));
  }
}

template <int Fours, int N>
__global__ void __launch_bounds__(k_widened_rows)
    widen_lists(const __grid_constant__ WidenArguments a) {
  __shared__ std::uint32_t others[k_widened_arcs];
  __shared__ std::uint32_t raws[k_widened_arcs];
  const std::uint64_t first_row = std::uint64_t{blockIdx.x} * k_widened_rows;
  const RowToWiden row = load_rows_to_widen(a, first_row, others, raws);
  if (row.size == 0) return;
  const auto v = static_cast<VertexId>(first_row + threadIdx.x);
  const Digest digest = a.state.control->digest;
  if (digest.is_plain()) {
    widen_list<Fours, N, true>(a, v, digest, row);
  } else {
    widen_list<Fours, N, false>(a, v, digest, row);
  }
}

}  // namespace hypermatch::detail::graph_matching::device
