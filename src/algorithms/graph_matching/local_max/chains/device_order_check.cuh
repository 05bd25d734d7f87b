// SPDX-License-Identifier: MIT
// Common part of kernels over sorted rows, and the check that rows are sorted.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/common/device/arcs.cuh"
#include "algorithms/graph_matching/local_max/chains/row_order.cuh"
#include "algorithms/graph_matching/local_max/chains/stall.cuh"
#include "parallel/device/grid.cuh"

namespace hypermatch::detail::graph_matching::device {

constexpr std::uint32_t k_check_threads = 256;
/// One warp goes along a row: rows with more arcs are left to the other kernels.
constexpr std::uint64_t k_longest_ordered_row = std::uint64_t{1} << 17;

/// Zero before the first kernel.
struct OrderedControl {
  parallel::GridSums sums;
  unsigned long long breaks;  ///< modulo 2^64: arcs out of order, less those that begin a row
  std::uint32_t unfit;        ///< not 0 if an arc takes no part, or a row is too long
  std::uint32_t rounds;
  std::uint32_t unfinished;  ///< rounds ran out or along a chain
};

struct OrderedArguments {
  Arcs arcs;
  RowOrder order = RowOrder::none;
  Bitmap gone{};                     ///< vertices that are matched or have no free neighbour
  Bitmap changed{};                  ///< vertices with a new choice
  std::uint32_t* choices = nullptr;  ///< in the end the mates
  std::uint32_t* passed = nullptr;   ///< per vertex: arcs of its row that are gone, not always all
  uint4* ahead = nullptr;  ///< per vertex: the arcs that follow, k_none behind the last; or null
  OrderedControl* control = nullptr;
  StallRule stall{};
  std::uint32_t max_rounds = 0;
  std::uint64_t* num_pairs = nullptr;

  /// The i-th arc of a row in falling order.
  [[nodiscard]] __device__ std::uint64_t arc(std::uint64_t begin, std::uint32_t size,
                                             std::uint32_t i) const {
    return begin + (order == RowOrder::rising ? size - 1 - i : i);
  }
};

/// Whether every row is in order, all arcs take part, and no row is long.
__global__ void __launch_bounds__(k_check_threads)
    check_order(const __grid_constant__ OrderedArguments a) {
  const Arcs& arcs = a.arcs;
  const ArcWords& words = arcs.words;
  const auto break_at = [&](std::uint64_t arc) {  // between an arc and the next one
    if (words.wide != nullptr) {
      return is_in_order(a.order, words.wide_image(arc), words.wide_image(arc + 1)) ? 0 : 1;
    }
    return is_in_order(a.order, words.image(words.bits[arc]), words.image(words.bits[arc + 1])) ? 0
                                                                                                : 1;
  };
  const std::uint64_t thread = std::uint64_t{blockIdx.x} * k_check_threads + threadIdx.x;
  const std::uint64_t threads = std::uint64_t{gridDim.x} * k_check_threads;
  int breaks = 0;  // of a thread far below 2^31
  bool unfit = false;
#pragma unroll 4
  for (std::uint64_t arc = thread; arc < arcs.num_arcs; arc += threads) {
    if (arc + 1 < arcs.num_arcs) breaks += break_at(arc);
    unfit |= words.image(words.bits[arc]) < words.least;
  }
#pragma unroll 4
  for (std::uint64_t v = thread; v < arcs.num_vertices; v += threads) {
    const std::uint64_t begin = arcs.offsets[v];
    const std::uint64_t end = arcs.offsets[v + 1];
    if (begin > 0 && begin < end) breaks -= break_at(begin - 1);
    unfit |= end - begin > k_longest_ordered_row;
  }
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  breaks = __reduce_add_sync(k_all_lanes, breaks);
  if (threadIdx.x % 32 == 0) atomicAdd(&sum, breaks);
  const int any_unfit = __syncthreads_or(unfit ? 1 : 0);
  if (threadIdx.x != 0) return;
  if (sum != 0) {
    atomicAdd(&a.control->breaks, static_cast<unsigned long long>(static_cast<long long>(sum)));
  }
  if (any_unfit != 0) atomicOr(&a.control->unfit, 1U);
}

}  // namespace hypermatch::detail::graph_matching::device
