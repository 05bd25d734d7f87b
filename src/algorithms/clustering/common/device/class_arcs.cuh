// SPDX-License-Identifier: MIT
// The arcs of all members of a class, one behind the other, in parts of equal length.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/device/combine_problem.cuh"

namespace hypermatch::detail::clustering::device {

/// Walks arcs of a class by a warp: lanes take consecutive arcs, whatever rows they are in.
class ClassArcs {
 public:
  __device__ ClassArcs(const CombineArguments& arguments, VertexId c)
      : a_(arguments),
        level_(arguments.contraction.level),
        members_(members_of(arguments, c)),
        before_(arguments.arcs_before + arguments.starts[c]) {}

  [[nodiscard]] __device__ const Members& members() const { return members_; }

  /// take(class of the neighbour, weight) for the arcs at places begin .. end - 1.
  template <class Take>
  __device__ void for_each(std::uint64_t begin, std::uint64_t end, const Take& take) const {
    if (begin >= end) return;
    std::uint64_t first = member_at(begin);
    std::uint64_t place = begin;
    // Ends: each turn takes arcs, or the next one does.
    while (place < end && first < members_.count) {
      const std::uint64_t i = first + lane_;
      Window window{~std::uint64_t{0}, 0, 0};
      if (i < members_.count) {
        const Row row = row_of(level_, members_.first[i]);
        window = {position(i), row.begin, static_cast<std::uint32_t>(row.length)};
      }
      const std::uint64_t next = first + 32 < members_.count ? position(first + 32) : end;
      const std::uint64_t last = next < end ? next : end;
      // Many members may have no arcs.
      first = place < last ? first + 32 : member_at(place);
      for (; place < last; place += 32 * k_at_once) take_some(window, place, last, take);
      place = last;
    }
  }

 private:
  static constexpr std::uint32_t k_at_once = 4;  // arcs of a lane

  // The member of a lane: where its arcs begin in the class and in the graph.
  struct Window {
    std::uint64_t position;
    std::uint64_t begin;
    std::uint32_t length;
  };

  [[nodiscard]] __device__ std::uint64_t position(std::uint64_t i) const {
    return std::uint64_t{before_[i]} << a_.shift;
  }

  // The last member that begins at a place or before it.
  [[nodiscard]] __device__ std::uint64_t member_at(std::uint64_t place) const {
    std::uint64_t low = 0;
    std::uint64_t high = members_.count;
    // Ends: the range gets shorter. The member `low` is not behind the place, `high` is.
    while (high - low > 1) {
      const std::uint64_t step = (high - low + 31) / 32;
      const std::uint64_t probe = low + lane_ * step;
      const bool is_before = probe < high && position(probe) <= place;
      const auto hits = static_cast<std::uint32_t>(__popc(__ballot_sync(k_all_lanes, is_before)));
      low += (hits - 1) * step;
      high = low + step < high ? low + step : high;
    }
    return low;
  }

  template <class Take>
  __device__ void take_some(const Window& window, std::uint64_t place, std::uint64_t last,
                            const Take& take) const {
    std::uint64_t arc[k_at_once];
    VertexId other[k_at_once];
    std::int64_t weight[k_at_once];
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      const std::uint64_t mine = place + lane_ + 32 * j;
      int lane = 0;
      for (int step = 16; step > 0; step /= 2) {
        if (__shfl_sync(k_all_lanes, window.position, lane + step) <= mine) lane += step;
      }
      const std::uint64_t of_row = mine - __shfl_sync(k_all_lanes, window.position, lane);
      arc[j] = __shfl_sync(k_all_lanes, window.begin, lane) + of_row;
      const std::uint32_t length = __shfl_sync(k_all_lanes, window.length, lane);
      const bool is_arc = mine < last && of_row < length;
      other[j] = is_arc ? level_.neighbours[arc[j]] : k_none;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      weight[j] = other[j] != k_none ? weight_at(level_.weights, arc[j]) : 0;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      if (other[j] != k_none) other[j] = a_.contraction.coarse_vertex[other[j]];
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      if (other[j] != k_none) take(other[j], weight[j]);
    }
  }

  const CombineArguments& a_;
  const DeviceLevelView& level_;
  Members members_;
  const std::uint32_t* before_;
  std::uint32_t lane_ = threadIdx.x % 32;
};

}  // namespace hypermatch::detail::clustering::device
