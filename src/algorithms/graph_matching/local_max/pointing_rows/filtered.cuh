// SPDX-License-Identifier: MIT
// The rounds of `filtered` on a device: vertices that are each other's choice are matched; of the
// others those whose choice is gone go on to the next free one that stands behind it, and only who
// changed its choice is looked at again. Either bits are set or choices change, never both between
// two barriers. The first rounds are kernels of their own (device_rounds.cuh); the rest, which is
// little work but many barriers, is one persistent kernel, `PointingRounds::run`.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/chains/stall.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_rounds.cuh"
#include "parallel/device/grid.cuh"

namespace hypermatch::detail::graph_matching::device {

/// All rounds from a.round on, in one cooperative launch. `kInParts`: from the next one on, of
/// listed words, until no vertex has a new choice; those that are left wait for other parts of the
/// graph.
template <std::uint32_t kTeam, bool kInParts>
class PointingRounds {
 public:
  __device__ PointingRounds(const RoundsArguments& a, RoundsShared& shared)
      : a_(a), shared_(shared), control_(*a.state.control) {}

  __device__ void run() {
    const Digest digest = control_.digest;
    Look<kTeam, kInParts> look(a_, shared_);
    StallWatch watch(a_.stall);
    num_blocks_ = look.num_blocks();
    std::uint32_t first = a_.round;
    if constexpr (kInParts) {
      // Rounds that were given up may have left choices pending.
      const bool has_ended = control_.is_over != 0 || control_.unfinished != 0;
      if (has_ended || blockIdx.x >= num_blocks_) return;
      first = max(first, control_.rounds + 1);
    }
    // Ends: a round in which some are left matches the uppermost of their edges.
    for (std::uint32_t round = first;; ++round) {
      look_and_count<kInParts>(look, digest, round, shared_, control_, control_.alive[round % 4]);
      barrier();
      const std::uint32_t items = control_.late_items[round % 4];
      const std::uint32_t alive = control_.alive[round % 4];
      const bool done = (kInParts ? control_.moved[round % 4] : alive) == 0;
      if (done || round > a_.max_rounds || watch.is_stalled(round, first, alive)) {
        finish(round, done);
        return;
      }
      clear_counters(round + 2);
      if (items != 0) {
        take_long_rows<FreeArcs>(a_.state, a_.choices, a_.late, digest, items, num_blocks_,
                                 shared_.scratches[threadIdx.x / 32]);
        barrier();
      }
      look.match_changed();
      barrier();
    }
  }

 private:
  __device__ void barrier() { parallel::wait_for_blocks(&control_.barrier, num_blocks_); }

  // All threads have passed the barrier after the last read of the counters of two rounds ago.
  __device__ void clear_counters(std::uint32_t round) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    control_.alive[round % 4] = 0;
    if constexpr (kInParts) control_.moved[round % 4] = 0;
    control_.late_items[round % 4] = 0;
    control_.late_slots[round % 4] = 0;
  }

  __device__ void finish(std::uint32_t round, bool done) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    std::uint32_t last = round - 1;
    if (!kInParts && done && round == a_.round) {
      // Ends: at round 2.
      while (last >= 2 && control_.alive_first[last] == 0) --last;
    }
    control_.rounds = last;
    control_.unfinished = done ? 0 : 1;
    if (!kInParts) *a_.num_pairs = (a_.state.arcs.num_vertices - control_.dead) / 2;
  }

  const RoundsArguments& a_;
  RoundsShared& shared_;
  FilteredControl& control_;
  std::uint32_t num_blocks_ = 0;
};

template <std::uint32_t kTeam, bool kInParts>
__global__ void __launch_bounds__(k_round_threads, k_round_blocks)
    finish_rounds(const __grid_constant__ RoundsArguments arguments) {
  __shared__ RoundsShared shared;
  PointingRounds<kTeam, kInParts>(arguments, shared).run();
}

}  // namespace hypermatch::detail::graph_matching::device
