// SPDX-License-Identifier: MIT
// What one warp of `filtered` on a device does in the two phases of a round.
#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "algorithms/hypergraph_matching/local_max/device_filtered_codes.hpp"
#include "algorithms/hypergraph_matching/local_max/device_filtered_control.cuh"

namespace hypermatch::detail::hypergraph_matching::filtered {

/// What a warp holds in shared memory until it is enough for all lanes.
template <class Team>
struct Queues {
  using Candidate = typename Team::Candidate;
  static constexpr std::uint32_t k_step = 32 * Team::k_fresh;
  std::uint64_t selected[k_step + k_tile];  ///< (priority image, edge) of the batch
  Candidate halves[k_step + 32];            ///< whose first pins are free
  Candidate ready[k_step + 32];             ///< who compete
};

template <class Words, class Team>
class Competition {
 public:
  using Candidate = typename Team::Candidate;
  static constexpr std::uint32_t k_step = Queues<Team>::k_step;

  __device__ Competition(const Arguments<Words>& arguments, Queues<Team>& queues,
                         const RoundCodes& codes, std::uint32_t warp, std::uint32_t num_warps)
      : a_(arguments), queues_(queues), codes_(codes), warp_(warp), num_warps_(num_warps) {}

  /// One phase: candidates of the last round that are still free, and the new batch, write their
  /// words and are listed. Returns how many.
  __device__ void mark(const Course& course, std::uint32_t round, std::uint32_t tag) {
    const std::uint32_t lane = threadIdx.x % 32;
    tag_ = tag;
    const Candidate* const old = list(round + 1);
    list_ = list(round);
    std::uint32_t next_old = 0;
    const std::uint32_t num_old = listed_;
    listed_ = 0;
    const std::uint64_t tiles =
        course.enters ? (std::uint64_t{a_.num_edges} + k_tile - 1) / k_tile : 0;
    std::uint64_t tile = warp_;
    if (tile < tiles) fetch(tile);
    // Ends: every turn takes from a list, a tile or a queue, and the last one finds all empty.
    while (true) {
      std::uint32_t count = 0;
      std::uint32_t from = 0;
      Candidate mine = Candidate::none();
      const bool scanned = tile >= tiles;
      bool last = false;
      if (next_old < num_old) {
        count = num_old - next_old < 32 ? num_old - next_old : 32;
        if (lane < count) mine = old[next_old + lane];
        next_old += count;
      } else if (num_halves_ >= 32 || (num_halves_ > 0 && scanned && num_selected_ == 0)) {
        count = num_halves_ < 32 ? num_halves_ : 32;
        num_halves_ -= count;
        if (lane < count) mine = queues_.halves[num_halves_ + lane];
        from = k_first_pins;
      } else if (num_selected_ >= k_step || (num_selected_ > 0 && scanned)) {
        look_at_new(course);
      } else if (!scanned) {
        select(course, tile);
        continue;
      } else {
        last = true;
      }
      if (count > 0 && __any_sync(k_all_lanes, !mine.is_none())) {
        const bool matched = Team::any_matched(a_.arena, mine, from, count);
        num_ready_ += push(queues_.ready + num_ready_, !mine.is_none() && !matched, mine);
        __syncwarp();
      }
      while (num_ready_ >= 32 || (last && num_ready_ > 0)) compete();
      if (last) break;
    }
  }

  [[nodiscard]] __device__ std::uint32_t listed() const { return listed_; }
  [[nodiscard]] __device__ bool has_no_room() const { return listed_ > a_.share; }

  /// The other phase: who finds its word at all pins is matched. Candidates with keys up to
  /// `forget_up_to` are dropped (if `forget`): their batch had no room. Returns the winners.
  __device__ std::uint32_t decide(bool forget, std::uint64_t forget_up_to) {
    const std::uint32_t lane = threadIdx.x % 32;
    std::uint32_t won_here = 0;
    if (listed_ > a_.share) listed_ = a_.share;
    for (std::uint32_t base = 0; base < listed_; base += 32) {
      const std::uint32_t count = listed_ - base < 32 ? listed_ - base : 32;
      Candidate mine = Candidate::none();
      if (lane < count) mine = list_[base + lane];
      if (forget && !mine.is_none() && mine.key <= forget_up_to) {
        mine.clear();
        list_[base + lane] = mine;
      }
      if (mine.is_loser()) mine.clear();
      if (!__any_sync(k_all_lanes, !mine.is_none())) continue;
      typename Team::Kept kept;
      const bool won =
          Team::holds(a_.arena, mine, RoundCodes::word(tag_, codes_(mine.key)), count, kept);
      Team::match(a_.arena, mine, won, count, kept);
      const EdgeId e = a_.arena.mixer.inverse(static_cast<std::uint32_t>(mine.key));
      if constexpr (Words::k_packed) append_winner(won, e);
      if (!won) continue;
      if constexpr (!Words::k_packed) {
        // Relaxed: bits are only set, and read behind a grid barrier.
        const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(
            a_.matched_edges[e / 32]);
        (void)word.fetch_or(1U << (e % 32), cuda::memory_order_relaxed);
      }
      pins_of_winners_ += mine.size(a_.arena);
      list_[base + lane] = Candidate::none();
      ++won_here;
    }
    __syncwarp();
    return __reduce_add_sync(k_all_lanes, won_here);
  }

  [[nodiscard]] __device__ unsigned long long pins_of_winners() const { return pins_of_winners_; }

 private:
  __device__ Candidate* list(std::uint32_t round) const {
    return static_cast<Candidate*>(a_.candidates[round % 2]) + std::uint64_t{warp_} * a_.share;
  }

  // Appends the items of lanes with `wanted`; returns how many.
  template <class Item>
  __device__ static std::uint32_t push(Item* end, bool wanted, const Item& item) {
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t ballot = __ballot_sync(k_all_lanes, wanted);
    if (wanted) end[__popc(ballot & ((1U << lane) - 1))] = item;
    return static_cast<std::uint32_t>(__popc(ballot));
  }

  // Lists the edges of lanes that won, wherever there is room.
  __device__ void append_winner(bool won, EdgeId e) const {
    const std::uint32_t ballot = __ballot_sync(k_all_lanes, won);
    unsigned long long at = 0;
    if (threadIdx.x % 32 == 0 && ballot != 0) {
      // Relaxed, as all plain atomics are: the order of the list means nothing.
      at = atomicAdd(reinterpret_cast<unsigned long long*>(a_.count),
                     static_cast<unsigned long long>(__popc(ballot)));
    }
    push(a_.edges + __shfl_sync(k_all_lanes, at, 0), won, e);
  }

  // The words of a tile are loaded while the one before is worked on.
  __device__ void fetch(std::uint64_t tile) {
#pragma unroll
    for (std::uint32_t j = 0; j < k_tile / 32; ++j) {
      const std::uint64_t e = tile * k_tile + j * 32 + threadIdx.x % 32;
      words_[j] = e < a_.num_edges ? a_.words.word(e) : 0;
    }
  }

  // Puts the edges of a tile that belong to the batch into the queue.
  __device__ void select(const Course& course, std::uint64_t& tile) {
    const std::uint32_t lane = threadIdx.x % 32;
    std::uint32_t words[k_tile / 32];
#pragma unroll
    for (std::uint32_t j = 0; j < k_tile / 32; ++j) words[j] = words_[j];
    const auto first = static_cast<std::uint32_t>(tile * k_tile);
    const std::uint32_t left = a_.num_edges - first;
    tile += num_warps_;
    if (tile * k_tile < a_.num_edges) fetch(tile);
    const auto low = static_cast<std::uint32_t>(course.threshold >> 32);
    const auto high = static_cast<std::uint32_t>(course.top >> 32);
    const std::uint32_t least = low > a_.words.least ? low : a_.words.least;
    const std::uint32_t most = high < a_.words.most ? high : a_.words.most;
    if (least > most) return;
    const std::uint32_t span = most - least;
#pragma unroll
    for (std::uint32_t j = 0; j < k_tile / 32; ++j) {
      const std::uint32_t image = Words::image(words[j]);
      const std::uint32_t e = first + j * 32 + lane;
      bool wanted = j * 32 + lane < left && image - least <= span;
      if (wanted && (image == low || image == high)) {
        const std::uint64_t key = base::make_key(image, a_.arena.mixer(a_.words.origin(e)));
        wanted = key >= course.threshold && key <= course.top;
      }
      num_selected_ +=
          push(queues_.selected + num_selected_, wanted, std::uint64_t{image} << 32 | e);
    }
    __syncwarp();
  }

  // Looks at the first pins of new edges, several for each lane, two pins at a time.
  __device__ void look_at_new(const Course& course) {
    constexpr int k_fresh = Team::k_fresh;
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t count = num_selected_ < k_step ? num_selected_ : k_step;
    num_selected_ -= count;
    std::uint64_t key[k_fresh];
    std::uint64_t offset[k_fresh];
    std::uint64_t size[k_fresh];
    VertexId pins[k_fresh][k_first_pins];
    bool free[k_fresh];
#pragma unroll
    for (int i = 0; i < k_fresh; ++i) {
      key[i] = offset[i] = size[i] = 0;
      const std::uint32_t at = static_cast<std::uint32_t>(i) * 32 + lane;
      if (at < count) {
        const std::uint64_t item = queues_.selected[num_selected_ + at];
        const auto e = static_cast<std::uint32_t>(item);
        key[i] = base::make_key(static_cast<std::uint32_t>(item >> 32),
                                a_.arena.mixer(a_.words.origin(e)));
        offset[i] = a_.arena.offsets[e];
        size[i] = a_.arena.offsets[e + std::uint64_t{1}] - offset[i];
      }
      free[i] = size[i] > 0;
    }
#pragma unroll
    for (int b = 0; b < k_first_pins; b += 2) {
#pragma unroll
      for (int i = 0; i < k_fresh; ++i) {
#pragma unroll
        for (int p = b; p < b + 2; ++p) {
          pins[i][p] = free[i] && static_cast<std::uint64_t>(p) < size[i]
                           ? a_.arena.pins[offset[i] + static_cast<std::uint64_t>(p)]
                           : k_no_pin;
        }
      }
      if (course.first) continue;  // nothing is matched yet
      std::uint32_t matched[k_fresh];
#pragma unroll
      for (int i = 0; i < k_fresh; ++i) {
        matched[i] = pins[i][b] != k_no_pin ? a_.arena.is_matched(pins[i][b]) : 0;
        if (pins[i][b + 1] != k_no_pin) matched[i] |= a_.arena.is_matched(pins[i][b + 1]);
      }
#pragma unroll
      for (int i = 0; i < k_fresh; ++i) free[i] = free[i] && matched[i] == 0;
    }
    __syncwarp();
#pragma unroll
    for (int i = 0; i < k_fresh; ++i) {
      const Candidate mine = Candidate::make(key[i], offset[i], size[i], pins[i]);
      const bool half = !course.first && free[i] && size[i] > k_first_pins;
      num_halves_ += push(queues_.halves + num_halves_, half, mine);
      num_ready_ += push(queues_.ready + num_ready_, free[i] && !half, mine);
    }
    __syncwarp();
  }

  // The first 32 who are ready, or all, write their words and are listed. In the order in which
  // they came: those of the last round stand before the new ones, so that they always find room.
  __device__ void compete() {
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t count = num_ready_ < 32 ? num_ready_ : 32;
    Candidate mine = Candidate::none();
    if (lane < count) mine = queues_.ready[lane];
    num_ready_ -= count;
    __syncwarp();
    for (std::uint32_t i = lane; i - lane < num_ready_; i += 32) {
      Candidate later = Candidate::none();
      if (i < num_ready_) later = queues_.ready[count + i];
      __syncwarp();
      if (i < num_ready_) queues_.ready[i] = later;
      __syncwarp();
    }
    const std::uint64_t word = RoundCodes::word(tag_, codes_(mine.key));
    mine.set_loser(Team::mark(a_.arena, mine, word, count));
    if (lane < count && listed_ + lane < a_.share) list_[listed_ + lane] = mine;
    listed_ += count;
  }

  const Arguments<Words>& a_;
  Queues<Team>& queues_;
  const RoundCodes& codes_;
  std::uint32_t warp_;
  std::uint32_t num_warps_;
  std::uint32_t tag_ = 0;
  Candidate* list_ = nullptr;
  std::uint32_t listed_ = 0;
  std::uint32_t num_selected_ = 0;
  std::uint32_t num_halves_ = 0;
  std::uint32_t num_ready_ = 0;
  std::uint32_t words_[k_tile / 32] = {};
  unsigned long long pins_of_winners_ = 0;
};

}  // namespace hypermatch::detail::hypergraph_matching::filtered
