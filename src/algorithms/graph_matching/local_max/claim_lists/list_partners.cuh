// SPDX-License-Identifier: MIT
// The partners of all vertices, once their claim lists stand: slots that are matched, and arcs of
// whole rows that the other end claims.
#pragma once

#include <cstdint>

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

  /// Calls body(other) for the partners of v that thread `rank` of `stride` sees, if its row stands
  /// for its list.
  template <class Body>
  __device__ void for_each_of_row(VertexId v, std::uint64_t rank, std::uint64_t stride,
                                  const Body& body) const {
    const std::uint64_t end = arcs.offsets[v + 1ULL];
    for (std::uint64_t arc = arcs.offsets[v] + rank; arc < end; arc += stride) {
      const VertexId other = arcs.neighbours[arc];
      if (other == v || arcs.words.image(arcs.raw_word(arc)) < arcs.words.least) continue;
      const bool is_partner =
          rounds.whole.has(other) ||
          rounds.lists.claim_of(other, rounds.lists.front(other), v) != ClaimLists::k_not_claimed;
      if (is_partner) body(other);
    }
  }
  [[nodiscard]] __device__ bool is_long(VertexId v) const {
    return rounds.whole.has(v) && arcs.offsets[v + 1ULL] - arcs.offsets[v] > k_short_row;
  }
};

__global__ void __launch_bounds__(k_list_threads)
    count_listed(const __grid_constant__ ListedPartners a, std::uint32_t* numbers) {
  const std::uint64_t i = parallel::rows_detail::thread_index();
  if (i == a.arcs.num_vertices) numbers[i] = 0;
  if (i >= a.arcs.num_vertices) return;
  const auto v = static_cast<VertexId>(i);
  std::uint32_t number = 0;
  if (a.is_long(v)) {
    a.long_rows[atomicAdd(a.num_long_rows, 1U)] = v;
  } else if (a.rounds.whole.has(v)) {
    a.for_each_of_row(v, 0, 1, [&](VertexId) { ++number; });
  } else {
    number = static_cast<std::uint32_t>(__popc(static_cast<int>(a.rounds.mutual[v])));
  }
  numbers[i] = number;
}

__global__ void __launch_bounds__(k_list_threads)
    count_listed_in_long_rows(const __grid_constant__ ListedPartners a, std::uint32_t* numbers) {
  for (std::uint32_t i = blockIdx.x; i < *a.num_long_rows; i += gridDim.x) {
    const VertexId v = a.long_rows[i];
    std::uint32_t number = 0;
    a.for_each_of_row(v, threadIdx.x, k_list_threads, [&](VertexId) { ++number; });
    if (number != 0) atomicAdd(&numbers[v], number);
  }
}

__global__ void __launch_bounds__(k_list_threads)
    write_listed(const __grid_constant__ ListedPartners a, const std::uint64_t* offsets,
                 VertexId* partners) {
  const std::uint64_t i = parallel::rows_detail::thread_index();
  if (i >= a.arcs.num_vertices) return;
  const auto v = static_cast<VertexId>(i);
  if (a.is_long(v)) return;
  std::uint64_t place = offsets[i];
  if (a.rounds.whole.has(v)) {
    a.for_each_of_row(v, 0, 1, [&](VertexId other) { partners[place++] = other; });
    return;
  }
  // Ends: each turn takes one bit away.
  for (std::uint32_t left = a.rounds.mutual[v]; left != 0; left &= left - 1) {
    partners[place++] = a.rounds.lists.of(v)[__ffs(static_cast<int>(left))];
  }
}

__global__ void __launch_bounds__(k_list_threads)
    write_listed_in_long_rows(const __grid_constant__ ListedPartners a,
                              const std::uint64_t* offsets, VertexId* partners) {
  __shared__ std::uint32_t place;
  for (std::uint32_t i = blockIdx.x; i < *a.num_long_rows; i += gridDim.x) {
    const VertexId v = a.long_rows[i];
    if (threadIdx.x == 0) place = 0;
    __syncthreads();
    a.for_each_of_row(v, threadIdx.x, k_list_threads, [&](VertexId other) {
      partners[offsets[v] + atomicAdd(&place, 1U)] = other;
    });
    __syncthreads();
  }
}

}  // namespace hypermatch::detail::graph_matching::device
