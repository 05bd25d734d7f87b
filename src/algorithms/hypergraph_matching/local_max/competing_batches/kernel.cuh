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
#include "base/host_device.hpp"
#include "parallel/device/grid.cuh"

namespace hypermatch::detail::hypergraph_matching::filtered {

/// Adds up what the lanes of the block bring; the sum in thread 0.
__device__ inline std::uint32_t add_in_block(std::uint32_t mine, std::uint32_t* shared) {
  if (threadIdx.x == 0) *shared = 0;
  __syncthreads();
  mine = __reduce_add_sync(k_all_lanes, mine);
  if (threadIdx.x % 32 == 0 && mine != 0) atomicAdd(shared, mine);
  __syncthreads();
  return *shared;
}

/// Writes the numbers of the bits that are set, ascending. Every block has an interval of words.
template <class Words>
__device__ void write_matching(const BatchArguments<Words>& a) {
  __shared__ std::uint32_t sums[k_warps];
  __shared__ std::uint32_t shared[2];
  const std::uint64_t words = (std::uint64_t{a.num_edges} + 31) / 32;
  const std::uint64_t per_block = (words + gridDim.x - 1) / gridDim.x;
  const std::uint64_t begin = min(words, per_block * blockIdx.x);
  const std::uint64_t end = min(words, begin + per_block);
  std::uint32_t matched = 0;
  for (std::uint64_t w = begin + threadIdx.x; w < end; w += k_threads) {
    matched += static_cast<std::uint32_t>(__popc(a.matched_edges[w]));
  }
  matched = add_in_block(matched, &shared[0]);
  if (threadIdx.x == 0) a.control->matched_in_block[blockIdx.x] = matched;
  parallel::wait_for_grid(&a.control->barrier);

  std::uint32_t before = 0;
  std::uint32_t all = 0;
  for (std::uint32_t b = threadIdx.x; b < gridDim.x; b += k_threads) {
    const std::uint32_t its = a.control->matched_in_block[b];
    all += its;
    if (b < blockIdx.x) before += its;
  }
  std::uint32_t at = add_in_block(before, &shared[0]);
  all = add_in_block(all, &shared[1]);
  if (blockIdx.x == 0 && threadIdx.x == 0) *a.count = all;

  const std::uint32_t lane = threadIdx.x % 32;
  for (std::uint64_t base = begin; base < end; base += k_threads) {
    const std::uint64_t w = base + threadIdx.x;
    std::uint32_t bits = w < end ? a.matched_edges[w] : 0;
    const auto own = static_cast<std::uint32_t>(__popc(bits));
    std::uint32_t upto = own;
    for (std::uint32_t d = 1; d < 32; d *= 2) {
      const std::uint32_t below = __shfl_up_sync(k_all_lanes, upto, d);
      if (lane >= d) upto += below;
    }
    if (lane == 31) sums[threadIdx.x / 32] = upto;
    __syncthreads();
    std::uint32_t first = at + upto - own;
    for (std::uint32_t i = 0; i < k_warps; ++i) {
      if (i < threadIdx.x / 32) first += sums[i];
      at += sums[i];
    }
    for (; bits != 0; bits &= bits - 1) {
      a.edges[first++] = static_cast<EdgeId>(
          w * 32 + static_cast<std::uint32_t>(__ffs(static_cast<int>(bits))) - 1);
    }
    __syncthreads();
  }
}

/// Slots are cleared four at a time; there is room for as many.
HYPERMATCH_HD constexpr std::uint64_t slots_cleared(std::uint64_t num_slots) {
  return (num_slots + 3) / 4 * 4;
}

template <class Words>
__device__ void clear_slots(const BatchArguments<Words>& a, std::uint32_t thread,
                            std::uint32_t threads) {
  auto* const fours = reinterpret_cast<uint4*>(a.arena.slots);
  const std::uint64_t all = Words::Vertices::k_levels * slots_cleared(a.num_slots);
  for (std::uint64_t s = thread; s < all / 4; s += threads) {
    fours[s] = make_uint4(0, 0, 0, 0);
  }
}

/// Clears the state for the first round: no cell and no tie is taken, and nothing of the instance
/// is matched.
template <class Words>
__device__ void clear_all(const BatchArguments<Words>& a, std::uint32_t thread,
                          std::uint32_t threads) {
  const std::uint64_t vertex_words = (std::uint64_t{a.num_vertices} + 31) / 32;
  if constexpr (!Words::Vertices::k_begins_free) {
    // The vertices without room. All lanes of a warp are in or out.
    for (std::uint64_t v = thread; v < 32 * vertex_words; v += threads) {
      const bool is_full =
          v < a.num_vertices && room_of(a.arena.room, static_cast<VertexId>(v)) == 0;
      const std::uint32_t full = __ballot_sync(k_all_lanes, is_full);
      if (v % 32 == 0) a.arena.matched_vertices[v / 32] = full;
    }
  } else if constexpr (!Words::k_packed) {
    for (std::uint64_t w = thread; w < vertex_words; w += threads) a.arena.matched_vertices[w] = 0;
  }
  const std::uint64_t edge_words = (std::uint64_t{a.num_edges} + 31) / 32;
  for (std::uint64_t w = thread; w < edge_words; w += threads) a.matched_edges[w] = 0;
  clear_slots(a, thread, threads);
  for (std::uint32_t w = thread; w <= a.ties.noted_mask; w += threads) a.ties.noted[w] = 0;
}

/// Clears the slots in which edges with equal codes compete.
template <class Words>
__device__ void clear_ties(const BatchArguments<Words>& a, std::uint32_t thread,
                           std::uint32_t threads) {
  for (std::uint32_t s = thread; s <= a.ties.pins_mask; s += threads) a.ties.of_pins[s] = 0;
}

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
