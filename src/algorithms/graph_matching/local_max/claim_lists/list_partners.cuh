// SPDX-License-Identifier: MIT
// The partners of all vertices, once their claim lists stand: slots that are matched, and arcs of
// whole rows that the other end claims (partner_lists.cuh).
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/common/device/partner_lists.cuh"
#include "algorithms/graph_matching/local_max/claim_lists/list_rounds.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching::device {

struct ListedPartners {
  Arcs arcs;
  ListRounds rounds;
  VertexId* long_rows;  ///< vertices whose long rows blocks look at
  std::uint32_t* num_long_rows;

  /// Whole rows of more arcs than this go to blocks.
  static constexpr std::uint64_t k_short_row = 64;
  /// Of whole rows that are not longer those arcs to partners are noted in place of slots.
  [[nodiscard]] __device__ bool is_noted(std::uint64_t size) const {
    return size <= rounds.matched.num_bits();
  }

  /// Calls body(place, other) for the partners of v that thread `rank` of `stride` sees, if its row
  /// stands for its list.
  template <class Body>
  __device__ void for_each_of_row(VertexId v, std::uint64_t rank, std::uint64_t stride,
                                  const Body& body) const {
    const std::uint64_t begin = arcs.offsets[v];
    const std::uint64_t size = arcs.offsets[v + 1ULL] - begin;
    for (std::uint64_t place = rank; place < size; place += stride) {
      const std::uint64_t arc = begin + place;
      const VertexId other = arcs.neighbours[arc];
      if (other == v || arcs.words.image(arcs.raw_word(arc)) < arcs.words.least) continue;
      const bool is_partner =
          rounds.lists.whole.has(other) ||
          rounds.lists.claim_of(other, rounds.lists.front(other), v) != ClaimLists::k_not_claimed;
      if (is_partner) body(place, other);
    }
  }
  [[nodiscard]] __device__ std::uint64_t size_of(VertexId v) const {
    return arcs.offsets[v + 1ULL] - arcs.offsets[v];
  }

  [[nodiscard]] __device__ std::uint64_t num_vertices() const { return arcs.num_vertices; }
  [[nodiscard]] __device__ VertexId vertex_at(std::uint64_t i) const {
    return static_cast<VertexId>(i);
  }
  [[nodiscard]] __device__ std::uint64_t row_of(VertexId v) const { return v; }
  [[nodiscard]] __device__ bool is_long(VertexId v) const {
    return rounds.lists.whole.has(v) && size_of(v) > k_short_row;
  }
  [[nodiscard]] __device__ std::uint32_t most(VertexId) const { return ~std::uint32_t{0}; }
  /// Notes which arcs of a row are to partners, too.
  [[nodiscard]] __device__ std::uint32_t number(VertexId v) const {
    if (!rounds.lists.whole.has(v)) {
      return static_cast<std::uint32_t>(__popc(static_cast<int>(rounds.matched.of(v))));
    }
    std::uint32_t number = 0;
    std::uint32_t matched = 0;
    for_each_of_row(v, 0, 1, [&](std::uint64_t place, VertexId) {
      if (place < rounds.matched.num_bits()) matched |= 1U << place;
      ++number;
    });
    rounds.matched.set(v, matched);
    return number;
  }
  template <class Body>
  __device__ void for_each_partner(VertexId v, std::uint64_t rank, std::uint64_t stride,
                                   const Body& body) const {
    for_each_of_row(v, rank, stride, [&](std::uint64_t, VertexId other) { body(other); });
  }
};

/// A block's partners lie side by side: they are gathered in shared memory if there is room.
__global__ void __launch_bounds__(k_list_threads)
    write_listed(const __grid_constant__ ListedPartners a, const std::uint64_t* offsets,
                 VertexId* partners) {
  constexpr std::uint32_t k_held = 16 * k_list_threads;
  __shared__ VertexId held[k_held];
  const std::uint64_t n = a.arcs.num_vertices;
  const std::uint64_t first_row = std::uint64_t{blockIdx.x} * k_list_threads;
  const std::uint64_t first = offsets[first_row];
  const std::uint64_t last = offsets[min(first_row + k_list_threads, n)];
  const std::uint64_t i = first_row + threadIdx.x;
  const auto v = static_cast<VertexId>(i);
  const bool writes = i < n && !a.is_long(v);
  const bool is_held = last - first <= k_held && __syncthreads_and(writes || i >= n ? 1 : 0) != 0;
  const auto write = [&](VertexId* place) {
    if (!writes) return;
    const bool is_whole = a.rounds.lists.whole.has(v);
    if (is_whole && !a.is_noted(a.size_of(v))) {
      a.for_each_of_row(v, 0, 1, [&](std::uint64_t, VertexId other) { *place++ = other; });
      return;
    }
    if (is_whole) {
      const VertexId* const row = a.arcs.neighbours + a.arcs.offsets[i];
      // Ends: each turn takes one bit away.
      for (std::uint32_t left = a.rounds.matched.of(v); left != 0; left &= left - 1) {
        *place++ = row[__ffs(static_cast<int>(left)) - 1];
      }
      return;
    }
    const std::uint32_t list = a.rounds.lists.place_of(v);
    // Ends: each turn takes one bit away.
    for (std::uint32_t left = a.rounds.matched.of(v); left != 0; left &= left - 1) {
      *place++ = a.rounds.lists.other(list, left);
    }
  };
  if (!is_held) {
    if (i < n) write(partners + offsets[i]);
    return;
  }
  if (i < n) write(held + (offsets[i] - first));
  __syncthreads();
  for (std::uint64_t j = threadIdx.x; j < last - first; j += k_list_threads) {
    partners[first + j] = held[j];
  }
}

}  // namespace hypermatch::detail::graph_matching::device
