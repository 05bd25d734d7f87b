// SPDX-License-Identifier: MIT
// The rows that a warp takes together in the first pass of `filtered` on a device, and which lane
// looks at which.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/pointing_rows/device_lanes.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_tile.cuh"

namespace hypermatch::detail::graph_matching::device {

/// Rows that a warp takes together, two per lane.
constexpr std::uint32_t k_window = 64;
constexpr std::uint32_t k_least_tile = 384;
constexpr std::uint32_t k_max_tile = 1152;       ///< arcs
constexpr std::uint32_t k_max_half_tile = 1024;  ///< likewise, of half a window: more warps at once
/// Tiles begin and end at multiples of four arcs, and may be read some places too far.
constexpr std::uint32_t k_tile_slack = 8 + k_places + 1;

/// A row of a window and where it stands in the tile, in one word, by which larger rows are larger;
/// 0 if there is none.
struct PackedRow {
  std::uint32_t bits = 0;

  static constexpr std::uint32_t k_size_bits = 11;
  static constexpr std::uint32_t k_index_bits = 6;
  static constexpr std::uint32_t k_size_mask = (1U << k_size_bits) - 1;
  static_assert(k_max_tile + 8 <= k_size_mask && k_max_tile <= k_lanes_row &&
                k_window <= 1U << k_index_bits);

  __device__ static PackedRow of(std::uint32_t index, std::uint32_t first, std::uint32_t size) {
    return {((size << k_size_bits | first) << k_index_bits | index) << 1 | 1U};
  }
  [[nodiscard]] __device__ bool exists() const { return bits != 0; }
  [[nodiscard]] __device__ std::uint32_t index() const { return bits >> 1 & (k_window - 1); }
  [[nodiscard]] __device__ std::uint32_t size() const {
    return bits >> (1 + k_index_bits + k_size_bits);
  }
  [[nodiscard]] __device__ RowInTile in_tile(std::uint32_t first_row) const {
    return {first_row + index(), bits >> (1 + k_index_bits) & k_size_mask, size()};
  }
};

/// The order of a warp's windows; called by all lanes.
class WindowOrder {
 public:
  /// `scratch`: k_window words of the warp's.
  __device__ explicit WindowOrder(std::uint32_t* scratch) : scratch_(scratch) {}

  // Where instructions are what counts, or rows differ much. Choices of rows that are out of order
  // are written in smaller pieces.
  [[nodiscard]] __device__ static bool pays(const PackedRow (&rows)[2], bool takes_hashes) {
    const std::uint32_t sizes[2] = {min(rows[0].size(), k_places), min(rows[1].size(), k_places)};
    const std::uint32_t most = steps_of(__reduce_max_sync(k_all_lanes, max(sizes[0], sizes[1])));
    const std::uint32_t least = steps_of(__reduce_min_sync(k_all_lanes, min(sizes[0], sizes[1])));
    constexpr std::uint32_t k_much = 6;
    return most - least >= (takes_hashes ? 1 : k_much);
  }

  // Exchanges rows among lanes so that the first ones are the larger half, since the largest of
  // those that lanes look at together decides the time.
  __device__ void apply(PackedRow (&rows)[2]) {
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t sizes[2] = {min(rows[0].size(), k_places), min(rows[1].size(), k_places)};
    // The least size that at most half of the rows are above. The last window's is a good guess.
    if (!is_middle(middle_, sizes)) {
      middle_ = 0;
#pragma unroll
      for (std::uint32_t step = (k_places + 1) / 2; step != 0; step /= 2) {
        if (count_above(middle_ + step - 1, sizes) > 32) middle_ += step;
      }
    }
    std::uint32_t places[2];
    std::uint32_t before = 0;
#pragma unroll
    for (int part = 0; part < 3; ++part) {
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const bool is_in = part == 0   ? sizes[half] > middle_
                           : part == 1 ? sizes[half] == middle_
                                       : sizes[half] < middle_;
        const std::uint32_t lanes = __ballot_sync(k_all_lanes, is_in);
        if (is_in) {
          places[half] = before + static_cast<std::uint32_t>(__popc(lanes & ((1U << lane) - 1)));
        }
        before += static_cast<std::uint32_t>(__popc(lanes));
      }
    }
    scratch_[places[0]] = rows[0].bits;
    scratch_[places[1]] = rows[1].bits;
    __syncwarp();
    rows[0].bits = scratch_[lane];
    rows[1].bits = scratch_[lane + 32];
    __syncwarp();
  }

 private:
  // Of rows as choose_by_thread takes them.
  [[nodiscard]] __device__ static std::uint32_t steps_of(std::uint32_t size) {
    return (max(size, std::uint32_t{k_kept}) + 3) / 4;
  }
  [[nodiscard]] __device__ static int count_above(std::uint32_t bound,
                                                  const std::uint32_t (&sizes)[2]) {
    return __popc(__ballot_sync(k_all_lanes, sizes[0] > bound)) +
           __popc(__ballot_sync(k_all_lanes, sizes[1] > bound));
  }
  [[nodiscard]] __device__ static bool is_middle(std::uint32_t size,
                                                 const std::uint32_t (&sizes)[2]) {
    return count_above(size, sizes) <= 32 && (size == 0 || count_above(size - 1, sizes) > 32);
  }

  std::uint32_t* scratch_;
  std::uint32_t middle_ = 0;  // the size that parted the last window
};

}  // namespace hypermatch::detail::graph_matching::device
