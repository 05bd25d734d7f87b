// SPDX-License-Identifier: MIT
// Which edges belong to the batch that enters: a warp of `filtered` on a device looks through the
// priorities of its edges, tile by tile. Early batches are small and many: their edges stand in a
// list of the uppermost ones, made once.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/competing_batches/control.cuh"

namespace hypermatch::detail::hypergraph_matching::filtered {

/// Appends the items of lanes with `wanted`; returns how many.
template <class Item>
__device__ std::uint32_t push(Item* end, bool wanted, const Item& item) {
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint32_t ballot = __ballot_sync(k_all_lanes, wanted);
  if (wanted) end[__popc(ballot & ((1U << lane) - 1))] = item;
  return static_cast<std::uint32_t>(__popc(ballot));
}

template <class Words>
class Selection {
 public:
  /// `queue` has room for k_tile edges more than any warp leaves there; all calls are by whole
  /// warps.
  __device__ Selection(const BatchArguments<Words>& arguments, std::uint64_t* queue,
                       std::uint32_t warp, std::uint32_t num_warps)
      : a_(arguments),
        queue_(queue),
        upper_(arguments.upper + std::uint64_t{warp} * arguments.upper_share),
        warp_(warp),
        num_warps_(num_warps) {}

  /// Before the first round: lists the uppermost edges, as far as there is room.
  __device__ void list_upper() {
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint64_t least_key = a_.control->sample[k_upper - 1];
    const auto low = static_cast<std::uint32_t>(least_key >> 32);
    const std::uint32_t least = low > a_.words.least ? low : a_.words.least;
    constexpr std::uint32_t k_loads = 2 * k_steps;
    for (std::uint64_t tile = warp_; tile * k_tile < a_.num_edges; tile += 2 * num_warps_) {
      std::uint32_t words[k_loads];
      std::uint64_t edges[k_loads];
#pragma unroll
      for (std::uint32_t j = 0; j < k_loads; ++j) {
        edges[j] = (tile + j / k_steps * num_warps_) * k_tile + j % k_steps * 32 + lane;
        words[j] = edges[j] < a_.num_edges ? a_.words.word(edges[j]) : 0;
      }
#pragma unroll
      for (std::uint32_t j = 0; j < k_loads; ++j) {
        const std::uint32_t image = Words::image(words[j]);
        bool wanted = edges[j] < a_.num_edges && image >= least && image <= a_.words.most;
        if (wanted && image == low) {
          wanted = key_of(a_, static_cast<EdgeId>(edges[j]), image) >= least_key;
        }
        const std::uint32_t ballot = __ballot_sync(k_all_lanes, wanted);
        const std::uint32_t at = num_upper_ + __popc(ballot & ((1U << lane) - 1));
        if (wanted && at < a_.upper_share) upper_[at] = std::uint64_t{image} << 32 | edges[j];
        num_upper_ += static_cast<std::uint32_t>(__popc(ballot));
      }
    }
    if (lane == 0) a_.num_upper[warp_] = num_upper_;
    __syncwarp();
  }
  /// The same, where that was done by a launch before.
  __device__ void use_top_list() {
    num_upper_ = a_.num_upper[warp_];
  }

  /// At the beginning of a round.
  __device__ void begin(const RoundSchedule& schedule) {
    from_upper_ =
        num_upper_ <= a_.upper_share && schedule.threshold >= a_.control->sample[k_upper - 1];
    const std::uint64_t edges = from_upper_ ? num_upper_ : a_.num_edges;
    tiles_ = schedule.enters ? (edges + k_tile - 1) / k_tile : 0;
    tile_ = from_upper_ ? 0 : warp_;
    if (tile_ < tiles_ && !from_upper_) fetch();
  }
  [[nodiscard]] __device__ bool is_over() const {
    return tile_ >= tiles_;
  }

  /// Puts the edges of the next tile that belong to the batch into the queue.
  __device__ void select(const RoundSchedule& schedule) {
    if (from_upper_) {
      select_upper(schedule);
    } else {
      select_tile(schedule);
    }
    __syncwarp();
  }

  /// How many (priority image, edge) wait in the queue.
  [[nodiscard]] __device__ std::uint32_t waiting() const {
    return waiting_;
  }
  /// Takes some away from the end; they stand there until the next call of `select`.
  [[nodiscard]] __device__ const std::uint64_t* take(std::uint32_t count) {
    waiting_ -= count;
    return queue_ + waiting_;
  }

 private:
  static constexpr std::uint32_t k_steps = k_tile / 32;

  // The words of a tile are loaded while the one before is worked on.
  __device__ void fetch() {
#pragma unroll
    for (std::uint32_t j = 0; j < k_steps; ++j) {
      const std::uint64_t e = tile_ * k_tile + j * 32 + threadIdx.x % 32;
      words_[j] = e < a_.num_edges ? a_.words.word(e) : 0;
    }
  }

  __device__ void select_tile(const RoundSchedule& schedule) {
    const std::uint32_t lane = threadIdx.x % 32;
    std::uint32_t words[k_steps];
#pragma unroll
    for (std::uint32_t j = 0; j < k_steps; ++j) words[j] = words_[j];
    const auto first = static_cast<std::uint32_t>(tile_ * k_tile);
    const std::uint32_t left = a_.num_edges - first;
    tile_ += num_warps_;
    if (!is_over()) fetch();
    const auto least = static_cast<std::uint32_t>(schedule.threshold >> 32);
    const std::uint32_t span = static_cast<std::uint32_t>(schedule.top >> 32) - least;
    bool any = false;
#pragma unroll
    for (std::uint32_t j = 0; j < k_steps; ++j) any |= Words::image(words[j]) - least <= span;
    if (!__any_sync(k_all_lanes, any)) return;
#pragma unroll
    for (std::uint32_t j = 0; j < k_steps; ++j) {
      queue_if_in(schedule, Words::image(words[j]), first + j * 32 + lane, j * 32 + lane < left);
    }
  }

  __device__ void select_upper(const RoundSchedule& schedule) {
    const std::uint32_t first = static_cast<std::uint32_t>(tile_) * k_tile + threadIdx.x % 32;
    ++tile_;
    std::uint64_t items[k_steps];
#pragma unroll
    for (std::uint32_t j = 0; j < k_steps; ++j) {
      items[j] = first + j * 32 < num_upper_ ? upper_[first + j * 32] : 0;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_steps; ++j) {
      queue_if_in(schedule, static_cast<std::uint32_t>(items[j] >> 32),
                  static_cast<std::uint32_t>(items[j]), first + j * 32 < num_upper_);
    }
  }

  __device__ void queue_if_in(const RoundSchedule& schedule, std::uint32_t image, std::uint32_t e,
                              bool is_there) {
    const auto low = static_cast<std::uint32_t>(schedule.threshold >> 32);
    const auto high = static_cast<std::uint32_t>(schedule.top >> 32);
    bool wanted = is_there && image >= low && image <= high && image >= a_.words.least &&
                  image <= a_.words.most;
    if (wanted && (image == low || image == high)) {
      const std::uint64_t key = key_of(a_, e, image);
      wanted = key >= schedule.threshold && key <= schedule.top;
    }
    waiting_ += push(queue_ + waiting_, wanted, std::uint64_t{image} << 32 | e);
  }

  const BatchArguments<Words>& a_;
  std::uint64_t* const queue_;
  std::uint64_t* const upper_;
  const std::uint32_t warp_;
  const std::uint32_t num_warps_;
  std::uint32_t num_upper_ = 0;  // more than upper_share: they are not all listed
  bool from_upper_ = false;
  std::uint64_t tiles_ = 0;
  std::uint64_t tile_ = 0;
  std::uint32_t waiting_ = 0;
  std::uint32_t words_[k_steps] = {};
};

}  // namespace hypermatch::detail::hypergraph_matching::filtered
