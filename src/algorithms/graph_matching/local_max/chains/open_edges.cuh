// SPDX-License-Identifier: MIT
// Passes over the edges whose two ends are free, by warps that go along the arcs.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/common/device/arc_rows.cuh"
#include "base/graph_order.hpp"

namespace hypermatch::detail::graph_matching::device {

constexpr std::uint32_t k_open_threads = 256;
constexpr std::uint32_t k_open_warps = k_open_threads / 32;
/// Arcs that a warp takes at once.
constexpr std::uint32_t k_open_arcs = 2048;

/// Keys of a part of the order, both ends included. Of 32-bit weights the key is the whole order;
/// of 64-bit weights it is the weight's image, and hashes decide among equal ones.
struct KeyRange {
  std::uint64_t low = 0;
  std::uint64_t high = ~std::uint64_t{0};
};

/// A warp's part of a pass. All is called by all lanes. `kWide`: weights have 64 bits.
template <bool kWide>
class OpenEdges {
 public:
  __device__ OpenEdges(const Arcs& arcs, const Bitmap& gone, const KeyRange& range)
      : arcs_(arcs), gone_(gone), range_(range), lane_(threadIdx.x % 32) {}

  /// take(whether the lane has an edge of the range, its arc, both ends, its key), each edge by the
  /// arc of its smaller end, for all arcs of the grid's warps.
  template <class Take>
  __device__ void for_each(const Take& take) const {
    const std::uint64_t stride = std::uint64_t{gridDim.x} * k_open_warps * k_open_arcs;
    const std::uint64_t warp = std::uint64_t{blockIdx.x} * k_open_warps + threadIdx.x / 32;
    for (std::uint64_t at = warp * k_open_arcs; at < arcs_.num_arcs; at += stride) {
      take_arcs(at, min(at + k_open_arcs, arcs_.num_arcs), take);
    }
  }

 private:
  static constexpr std::uint32_t k_steps = 4;

  template <class Take>
  __device__ void take_arcs(std::uint64_t begin, std::uint64_t end, const Take& take) const {
    std::uint32_t row = row_of_arc(arcs_.offsets, arcs_.num_vertices, begin);
    // Ends: the row that has an arc ends behind it.
    for (std::uint64_t at = begin; at < end;) {
      const std::uint64_t row_end =
          arcs_.offsets[min(std::uint64_t{row} + lane_ + 1, std::uint64_t{arcs_.num_vertices})];
      const std::uint64_t rows_end = min(__shfl_sync(k_all_lanes, row_end, 31), end);
      if (rows_end <= at) {
        row = row_of_arc(arcs_.offsets, arcs_.num_vertices, at);
        continue;
      }
      const auto own_end = static_cast<std::uint32_t>(min(row_end, end) - begin);
      for (; at < rows_end; at += 32 * k_steps) take_some(row, own_end, begin, at, rows_end, take);
      at = rows_end;
      row += 32;
    }
  }

  template <class Take>
  __device__ void take_some(std::uint32_t row, std::uint32_t own_end, std::uint64_t begin,
                            std::uint64_t at, std::uint64_t rows_end, const Take& take) const {
    std::uint64_t keys[k_steps];  // the hash of 32-bit weights is still to come
    bool in_range[k_steps];
    bool any = false;
#pragma unroll
    for (std::uint32_t j = 0; j < k_steps; ++j) {
      const std::uint64_t arc = min(at + 32 * j + lane_, rows_end - 1);
      const std::uint32_t image = arcs_.is_unit() ? 0 : arcs_.words.image(arcs_.words.bits[arc]);
      keys[j] = kWide ? arcs_.words.wide_image(arc) : base::make_key(image, 0);
      const std::uint64_t most = kWide ? keys[j] : base::make_key(image, ~0U);
      in_range[j] = at + 32 * j + lane_ < rows_end && image >= arcs_.words.least &&
                    most >= range_.low && keys[j] <= range_.high;
      any |= in_range[j];
    }
    if (!__any_sync(k_all_lanes, any)) return;
    std::uint32_t others[k_steps];
#pragma unroll
    for (std::uint32_t j = 0; j < k_steps; ++j) {
      others[j] = load_if(in_range[j], arcs_.neighbours, at + 32 * j + lane_, k_none);
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_steps; ++j) {
      const std::uint64_t arc = at + 32 * j + lane_;
      const std::uint32_t source =
          row + rows_before_by_search(own_end, static_cast<std::uint32_t>(arc - begin));
      bool wanted = in_range[j] && source < others[j];
      if (wanted) wanted = !gone_.has(source) && !gone_.has(others[j]);
      if constexpr (!kWide) {
        keys[j] |= arcs_.mixer(source, others[j]);
        wanted = wanted && keys[j] >= range_.low && keys[j] <= range_.high;
      }
      if (!__any_sync(k_all_lanes, wanted)) continue;
      take(wanted, arc, make_uint2(source, others[j]), keys[j]);
    }
  }

  const Arcs& arcs_;
  const Bitmap& gone_;
  const KeyRange& range_;
  std::uint32_t lane_;
};

}  // namespace hypermatch::detail::graph_matching::device
