// SPDX-License-Identifier: MIT
// `filtered` on a device: one persistent kernel, in which all blocks meet at barriers.
// Edges are taken in batches of falling key, by thresholds from a sample; an edge that meets a
// matched vertex is dropped. Those that are left compete in rounds, which new batches join: a
// candidate writes the word (round, code of its key) at its pins by maximum, and is matched if it
// finds it at all of them. All undecided edges above the threshold compete, hence a winner is above
// all that it meets: the matching is the greedy one. If two edges that meet have equal codes, no
// edge with this code wins until these edges have competed by weight and tie hash. Vertices may
// share slots: then edges lose rounds. The idea of rounds for a prefix of the order: Blelloch,
// Fineman, Gibbons, Shun 2012, doi:10.1145/2145816.2145840.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/competing_batches/codes.hpp"
#include "algorithms/hypergraph_matching/local_max/competing_batches/competition.cuh"
#include "algorithms/hypergraph_matching/local_max/competing_batches/control.cuh"
#include "algorithms/hypergraph_matching/local_max/competing_batches/matched_bits.cuh"
#include "parallel/device/grid.cuh"

namespace hypermatch::detail::hypergraph_matching::filtered {

/// The tag of the next round. Slots are cleared when tags wrap around.
template <class Words, class Team>
__device__ __forceinline__ std::uint32_t next_tag(const BatchArguments<Words>& a,
                                                  Competition<Words, Team>& competition,
                                                  std::uint32_t tag, std::uint32_t thread,
                                                  std::uint32_t threads) {
  if (++tag < k_round_tags) return tag;
  competition.drop_matched();
  parallel::wait_for_grid(&a.control->barrier);
  clear_slots(a, thread, threads);
  parallel::wait_for_grid(&a.control->barrier);
  return 1;
}

/// Decides whether a batch enters in this round, and by which codes its edges compete.
template <class Words>
__device__ __forceinline__ void begin_round(const BatchArguments<Words>& a, RoundSchedule& schedule,
                                            CodePiece* pieces, std::uint32_t candidates) {
  if (threadIdx.x == 0) schedule.begin_round(*a.control, candidates, a);
  __syncthreads();
  if (schedule.finely) return;
  if (schedule.enters && threadIdx.x < k_pieces) {
    pieces[threadIdx.x] = schedule.piece(*a.control, threadIdx.x);
  }
  __syncthreads();
}

template <class Words, class Team>
__global__ void __launch_bounds__(k_threads, 3)
    run_filtered(const __grid_constant__ BatchArguments<Words> a) {
  __shared__ Queues<Team> queues[k_warps];
  static_assert(sizeof(queues) >= k_samples * sizeof(std::uint64_t));
  __shared__ CodePiece pieces[k_pieces];
  __shared__ RoundSchedule schedule;
  __shared__ Tally tally;
  __shared__ std::uint32_t gaps_of_block;
  Control& control = *a.control;
  const std::uint32_t thread = blockIdx.x * k_threads + threadIdx.x;
  const std::uint32_t threads = gridDim.x * k_threads;
  // Neighbouring warps are in different blocks, so that few tiles still use all multiprocessors.
  const std::uint32_t num_warps = gridDim.x * k_warps;
  const std::uint32_t warp = threadIdx.x / 32 * gridDim.x + blockIdx.x;
  const std::uint32_t lane = threadIdx.x % 32;

  const bool begins = a.stage != Stage::with_pins;
  if (begins) {
    clear_all(a, thread, threads);
    draw_sample(a, reinterpret_cast<std::uint64_t*>(queues), warp, num_warps);
  }
  const float edges_a_sample = static_cast<float>(a.num_edges) / k_samples;
  if (threadIdx.x == 0) tally = {};
  parallel::wait_for_grid(&control.barrier);

  Competition<Words, Team> competition(a, queues[threadIdx.x / 32], pieces, warp, num_warps);
  begins ? competition.list_upper() : competition.use_top_list();
  if (a.stage == Stage::without_pins) return;
  const std::uint32_t gaps =
      add_in_block(gaps_in_sample(control, copies_of_samples(num_warps)), &gaps_of_block);
  if (threadIdx.x == 0) {
    schedule.begin(a.target_competitors, a.target_competitors / edges_a_sample,
                   gaps >= k_enough_gaps);
  }
  std::uint32_t turn = 0;
  std::uint32_t tag = 0;
  std::uint32_t candidates = 0;
  std::uint32_t round = 0;
  std::uint32_t rounds_with_ties = 0;
  DeviceFilteredEnd end = DeviceFilteredEnd::complete;
  // Ends: among the candidates of a round the uppermost wins, unless its code is noted, which
  // happens once; a round without any lets a batch in.
  while (true) {
    tag = next_tag(a, competition, tag, thread, threads);
    begin_round(a, schedule, pieces, candidates);
    competition.mark(schedule, round, tag);
    if (lane == 0) {
      if (competition.listed() != 0) atomicAdd(&tally.edges, competition.listed());
      if (competition.has_no_room()) atomicAdd(&tally.warps_without_room, 1U);
    }
    if (competition.has_ties()) atomicAdd(&tally.warps_with_ties, 1U);
    const std::uint64_t marked = control.sums.add(turn++, &tally.all, [&] { return tally.take(); });
    candidates = static_cast<std::uint32_t>(marked);
    const bool overflowed = marked % Tally::k_with_ties >= Tally::k_without_room;
    const bool tied = marked >= Tally::k_with_ties;
    if (candidates == 0 && (schedule.all_in || (schedule.enters && schedule.threshold == 0))) break;
    if (tied && rounds_with_ties++ == 0) clear_ties(a, thread, threads);
    const std::uint32_t won = competition.decide(overflowed, tied);
    if (lane == 0 && won != 0) atomicAdd(&tally.edges, won);
    const auto winners = static_cast<std::uint32_t>(
        control.sums.add(turn++, &tally.all, [&] { return tally.take(); }));
    if (threadIdx.x == 0) {
      schedule.end_round(overflowed, candidates, winners, edges_a_sample, a);
    }
    __syncthreads();
    ++round;
    if (schedule.all_in && winners == candidates) break;
    if (schedule.stubborn >= a.stubborn_rounds) {
      end = DeviceFilteredEnd::chain;
      break;
    }
  }
  if constexpr (!Words::k_packed) write_matching(a);  // all blocks meet in it
  if (thread == 0) {
    control.end = end;
    control.rounds = round;
    control.rounds_with_ties = rounds_with_ties;
  }
}

}  // namespace hypermatch::detail::hypergraph_matching::filtered
