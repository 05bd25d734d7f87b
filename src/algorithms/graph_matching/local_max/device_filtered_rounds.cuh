// SPDX-License-Identifier: MIT
// The second kernel of `filtered` on a device, persistent: vertices that are each other's choice
// are matched; of the others those whose choice is matched go on to the next free one that stands
// behind it, and only who changed its choice is looked at again. Two barriers of the grid a round:
// between them either bits are set or choices change. Every warp keeps its own vertices in a list
// that it compacts in place.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/device_filtered_rows.cuh"
#include "algorithms/graph_matching/local_max/device_filtered_state.cuh"
#include "parallel/cuda_grid.cuh"

namespace hypermatch::detail::graph_matching::device {

constexpr std::uint32_t k_round_threads = 256;
constexpr std::uint32_t k_round_warps = k_round_threads / 32;
constexpr std::uint32_t k_round_blocks = 4;  ///< a multiprocessor

template <int K>
struct RoundsArguments {
  FilteredState state;
  Choices<K> choices;
  const SplitRow<K>* split_rows;
  std::uint32_t num_parts;  ///< blocks of the first kernel
  std::uint32_t* lists;     ///< size n, rounded up to 32
  std::uint32_t* flags;     ///< one bit for each place of the lists
  WideRows wide;
  std::uint32_t max_rounds;
  std::uint64_t* num_pairs;
};

struct RoundsShared {
  std::uint32_t waiting[k_round_warps][256];
  std::uint32_t exhausted[k_round_warps][96];
  std::uint64_t of_warp[k_round_warps];
  unsigned long long matched;
  std::uint32_t alive;
};

template <int K>
class Rounds {
 public:
  __device__ Rounds(const RoundsArguments<K>& a, RoundsShared& shared)
      : a_(a),
        shared_(shared),
        lane_(threadIdx.x % 32),
        waiting_(shared.waiting[threadIdx.x / 32]),
        exhausted_(shared.exhausted[threadIdx.x / 32]) {
    const FilteredControl& control = *a.state.control;
    if (!a.state.arcs.is_unit()) digest_ = Digest::between(control.smallest, control.largest);
  }

  __device__ void run() {
    FilteredControl& control = *a_.state.control;
    if (control.has_split_rows != 0) {
      join_split_rows();
      barrier();
    }
    find_part();
    match_first();
    barrier();
    // Ends: a round in which some are left matches the uppermost of their edges.
    for (std::uint32_t round = 2;; ++round) {
      look(round);
      count_alive(round);
      barrier();
      const std::uint32_t items = control.wide_items[round % 4];
      const bool done = control.alive[round % 4] == 0;
      if (done || round > a_.max_rounds) {
        if (blockIdx.x == 0 && threadIdx.x == 0) {
          control.rounds = round - 1;
          control.unfinished = done ? 0 : 1;
        }
        break;
      }
      clear_counters(round + 2);
      if (items != 0) {
        look_at_wide_rows<K, k_round_threads>(a_.state, a_.choices, a_.wide, items,
                                              shared_.of_warp);
        barrier();
      }
      match_changed();
      barrier();
    }
    count_pairs();
  }

 private:
  __device__ void barrier() { parallel::wait_for_grid(&a_.state.control->barrier); }
  [[nodiscard]] __device__ bool is_matched(std::uint32_t v) const { return a_.state.matched.has(v); }

  // Everyone is past the barrier behind which the counters of two rounds ago were read.
  __device__ void clear_counters(std::uint32_t round) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    FilteredControl& control = *a_.state.control;
    control.alive[round % 4] = 0;
    control.wide_rows[round % 4] = 0;
    control.wide_items[round % 4] = 0;
  }

  // A warp for each part in which a row begins that goes on in the next one.
  __device__ void join_split_rows() {
    const std::uint32_t warps = gridDim.x * k_round_warps;
    for (std::uint32_t part = warp_index(); part + 1 < a_.num_parts; part += warps) {
      const std::uint32_t row = a_.split_rows[2 * part + 2].row;
      if (row == k_none || a_.split_rows[2 * part].row == row) continue;
      Uppermost<K> upper;
      upper.clear();
      if (lane_ == 0) upper = a_.split_rows[2 * part + 1].found;
      for (std::uint32_t next = part + 1 + lane_;
           next < a_.num_parts && a_.split_rows[2 * next].row == row; next += 32) {
        const Uppermost<K>& found = a_.split_rows[2 * next].found;
#pragma unroll
        for (int i = 0; i < K; ++i) upper.offer(found.keys[i], found.others[i]);
      }
      __syncwarp();
      upper = upper.take_from_warp();
      if (lane_ == 0) a_.choices.store(row, upper.others);
    }
  }

  [[nodiscard]] __device__ static std::uint32_t warp_index() {
    return blockIdx.x * k_round_warps + threadIdx.x / 32;
  }

  // This warp's vertices: an equal part of rows and arcs, up to multiples of 32 vertices.
  __device__ void find_part() {
    const Arcs& arcs = a_.state.arcs;
    const std::uint64_t warps = std::uint64_t{gridDim.x} * k_round_warps;
    const std::uint64_t part = warp_index();
    const auto word_at = [&](std::uint64_t at) {
      if (at == 0) return 0U;
      const std::uint64_t row =
          at == warps ? arcs.num_vertices : row_at(arcs, place_of(arcs, at, warps));
      return static_cast<std::uint32_t>((row + 31) / 32);
    };
    first_word_ = word_at(part);
    last_word_ = word_at(part + 1);
    list_ = a_.lists + std::uint64_t{first_word_} * 32;
    flags_ = a_.flags + first_word_;
  }

  // Round 1. All choices are new, so that one end of each pair needs to look at the other.
  __device__ void match_first() {
    constexpr std::uint32_t k_together = 4;
    const std::uint32_t n = a_.state.arcs.num_vertices;
    const std::uint32_t* const first = a_.choices.first;
    for (std::uint32_t word = first_word_; word < last_word_; word += k_together) {
      std::uint32_t choice[k_together];
      bool mutual[k_together];
#pragma unroll
      for (std::uint32_t j = 0; j < k_together; ++j) {
        const std::uint32_t v = (word + j) * 32 + lane_;
        choice[j] = word + j < last_word_ && v < n ? first[v] : k_none;
      }
#pragma unroll
      for (std::uint32_t j = 0; j < k_together; ++j) {
        const std::uint32_t v = (word + j) * 32 + lane_;
        mutual[j] = choice[j] != k_none && v < choice[j] && first[choice[j]] == v;
      }
#pragma unroll
      for (std::uint32_t j = 0; j < k_together; ++j) {
        const std::uint32_t all = __ballot_sync(k_all_lanes, mutual[j]);
        if (all == 0) continue;
        if (lane_ == 0) atomicOr(&a_.state.matched.words[word + j], all);
        if (mutual[j]) a_.state.matched.set(choice[j]);
      }
    }
  }

  // Who is not matched yet: of all vertices after round 1, then of the list.
  __device__ void look(std::uint32_t round) {
    const std::uint32_t length = length_;
    const std::uint32_t n = a_.state.arcs.num_vertices;
    const bool all = round == 2;
    const std::uint32_t end = all ? (last_word_ - first_word_) * 32 : length;
    length_ = 0;
    open_flags_ = 0;
    num_waiting_ = 0;
    num_exhausted_ = 0;
    constexpr std::uint32_t k_together = 4;
    constexpr std::uint32_t k_at_once = 64;
    // Ends: behind the last vertex both queues are emptied.
    for (std::uint32_t i = 0; i < end || num_waiting_ + num_exhausted_ != 0;
         i += 32 * k_together) {
      const bool last = i >= end;
      std::uint32_t v[k_together];
#pragma unroll
      for (std::uint32_t j = 0; j < k_together; ++j) {
        const std::uint32_t place = i + 32 * j + lane_;
        v[j] = place >= end ? k_none : all ? first_word_ * 32 + place : list_[place];
        if (v[j] >= n) v[j] = k_none;
      }
#pragma unroll
      for (std::uint32_t j = 0; j < k_together; ++j) {
        const bool is_vertex = v[j] != k_none;
        const bool matched = is_vertex && is_matched(v[j]);
        num_matched_ += static_cast<unsigned>(__popc(__ballot_sync(k_all_lanes, matched)));
        enqueue(waiting_, num_waiting_, is_vertex && !matched, v[j]);
      }
      __syncwarp();
      // Ends: each turn takes some out of one of the queues, and none goes back.
      while (num_waiting_ >= (last ? 1 : k_at_once) || num_exhausted_ >= (last ? 1 : 32)) {
        if (num_exhausted_ >= 32 || num_waiting_ < (last ? 1 : k_at_once)) {
          const std::uint32_t some = min(num_exhausted_, 32U);
          num_exhausted_ -= some;
          look_again(exhausted_ + num_exhausted_, some, round);
        } else {
          const std::uint32_t some = min(num_waiting_, k_at_once);
          num_waiting_ -= some;
          go_on<k_at_once / 32>(waiting_ + num_waiting_, some);
        }
      }
    }
    if (lane_ == 0 && length_ % 32 != 0) flags_[length_ / 32] = open_flags_;
    __syncwarp();
  }

  __device__ void enqueue(std::uint32_t* queue, std::uint32_t& size, bool enters,
                          std::uint32_t v) const {
    const std::uint32_t lanes = __ballot_sync(k_all_lanes, enters);
    if (enters) queue[size + static_cast<std::uint32_t>(__popc(lanes & ((1U << lane_) - 1)))] = v;
    size += static_cast<std::uint32_t>(__popc(lanes));
  }

  // Keeps vertices in the list, each with a flag. The list is written behind where it is read.
  __device__ void keep(bool keeps, bool changed, std::uint32_t v) {
    const std::uint32_t lanes = __ballot_sync(k_all_lanes, keeps);
    const auto rank = static_cast<std::uint32_t>(__popc(lanes & ((1U << lane_) - 1)));
    if (keeps) list_[length_ + rank] = v;
    const std::uint32_t flags =
        __reduce_or_sync(k_all_lanes, keeps && changed ? 1U << rank : 0U);
    const auto count = static_cast<std::uint32_t>(__popc(lanes));
    const std::uint32_t open = length_ % 32;
    open_flags_ |= flags << open;
    if (open + count >= 32) {
      if (lane_ == 0) flags_[length_ / 32] = open_flags_;
      open_flags_ = open == 0 ? 0 : flags >> (32 - open);
    }
    length_ += count;
  }

  // Unmatched vertices: those whose choice is taken go on to the next one that is not.
  template <std::uint32_t kAtOnce>
  __device__ void go_on(const std::uint32_t* queue, std::uint32_t count) {
    std::uint32_t v[kAtOnce];
    std::uint32_t choice[kAtOnce];
    bool taken[kAtOnce];
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      v[j] = 32 * j + lane_ < count ? queue[32 * j + lane_] : k_none;
    }
    __syncwarp();
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      choice[j] = v[j] != k_none ? a_.choices.first[v[j]] : k_none;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      taken[j] = choice[j] != k_none && is_matched(choice[j]);
    }
    std::uint32_t rest[kAtOnce][K - 1];
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) load_rest(taken[j], v[j], rest[j]);
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      std::uint32_t next = k_none;
#pragma unroll
      for (int i = K - 2; i >= 0; --i) {
        if (rest[j][i] != k_none && !is_matched(rest[j][i])) next = rest[j][i];
      }
      const bool exhausted = taken[j] && next == k_none && rest[j][K - 2] != k_none;
      if (taken[j] && !exhausted) a_.choices.first[v[j]] = next;
      keep(choice[j] != k_none && (!taken[j] || next != k_none), taken[j], v[j]);
      enqueue(exhausted_, num_exhausted_, exhausted, v[j]);
    }
  }

  __device__ void load_rest(bool loads, std::uint32_t v, std::uint32_t (&rest)[K - 1]) const {
#pragma unroll
    for (int i = 0; i < K - 1; ++i) rest[i] = k_none;
    if (!loads) return;
    if constexpr (K == 2) {
      rest[0] = a_.choices.rest[v];
    } else {
      const uint4 four = reinterpret_cast<const uint4*>(a_.choices.rest)[v];
      rest[0] = four.x;
      rest[1] = four.y;
      rest[2] = four.z;
      rest[3] = four.w;
    }
  }

  // Up to 32 vertices none of whose choices is free.
  __device__ void look_again(const std::uint32_t* queue, std::uint32_t count, std::uint32_t round) {
    constexpr int k_team = K == 2 ? 2 : 4;
    constexpr int k_rows = 32 / k_team;
    const Arcs& arcs = a_.state.arcs;
    __syncwarp();
    const std::uint32_t v = lane_ < count ? queue[lane_] : k_none;
    std::uint64_t begin = 0;
    std::uint32_t size = 0;
    if (v != k_none) {
      begin = arcs.offsets[v];
      size = static_cast<std::uint32_t>(arcs.offsets[v + 1ULL] - begin);
      if (size > k_wide_row) {
        enter_wide_row(a_.state, a_.choices, a_.wide, round, v, size);
      }
    }
    bool alive = size > k_wide_row;
    bool by_warp = size > k_team_row && size <= k_wide_row;
#pragma unroll 1
    for (int from = 0; from < static_cast<int>(count); from += k_rows) {
      const int source = from + static_cast<int>(lane_) / k_team;
      const std::uint32_t row = __shfl_sync(k_all_lanes, v, source);
      const std::uint64_t row_begin = __shfl_sync(k_all_lanes, begin, source);
      std::uint32_t row_size = __shfl_sync(k_all_lanes, size, source);
      if (row_size > k_team_row) row_size = 0;
      FoundFree found;
      const bool clear =
          find_free_by_team<k_team>(a_.state, digest_, row, row_begin, row_size, found);
      if (row_size != 0 && clear && lane_ % k_team == 0) {
        a_.choices.store_free(row, found.ids, found.more);
      }
      const bool mine = lane_ >= static_cast<std::uint32_t>(from) &&
                        lane_ < static_cast<std::uint32_t>(from + k_rows);
      const int team = mine ? (static_cast<int>(lane_) - from) * k_team : 0;
      const bool found_any = __shfl_sync(k_all_lanes, found.ids[0] != k_none ? 1 : 0, team) != 0;
      const bool was_clear = __shfl_sync(k_all_lanes, clear ? 1 : 0, team) != 0;
      if (!mine || size == 0 || size > k_team_row) continue;
      alive = found_any;
      by_warp = !was_clear;
    }
    std::uint32_t rows = __ballot_sync(k_all_lanes, by_warp);
    // Ends: each turn takes one bit away.
    while (rows != 0) {
      const int source = __ffs(static_cast<int>(rows)) - 1;
      rows &= rows - 1;
      const std::uint32_t row = __shfl_sync(k_all_lanes, v, source);
      const std::uint64_t row_begin = __shfl_sync(k_all_lanes, begin, source);
      FoundFree found;
      find_free_by_warp(a_.state, digest_, row, row_begin,
                        row_begin + __shfl_sync(k_all_lanes, size, source), found);
      if (static_cast<int>(lane_) != source) continue;
      a_.choices.store_free(row, found.ids, found.more);
      alive = found.ids[0] != k_none;
    }
    __syncwarp();
    keep(alive, true, v);
  }

  __device__ void count_alive(std::uint32_t round) {
    if (threadIdx.x == 0) shared_.alive = 0;
    __syncthreads();
    if (lane_ == 0 && length_ != 0) atomicAdd(&shared_.alive, length_);
    __syncthreads();
    if (threadIdx.x == 0 && shared_.alive != 0) {
      atomicAdd(&a_.state.control->alive[round % 4], shared_.alive);
    }
  }

  // The block that comes last writes the sum.
  __device__ void count_pairs() {
    if (threadIdx.x == 0) shared_.matched = 0;
    __syncthreads();
    if (lane_ == 0) atomicAdd(&shared_.matched, num_matched_);
    __syncthreads();
    if (threadIdx.x != 0) return;
    FilteredControl& control = *a_.state.control;
    const cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device> sum(control.matched);
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> done(control.blocks_done);
    sum.fetch_add(shared_.matched, cuda::memory_order_relaxed);
    // Release: this block's part of the sum. Acquire, for the last one: everybody's.
    if (done.fetch_add(1, cuda::memory_order_acq_rel) + 1 == gridDim.x) {
      *a_.num_pairs = sum.load(cuda::memory_order_relaxed) / 2;
    }
  }

  // Those of the list whose choice is new and points back. Both ends are marked, since the other's
  // choice may be an old one.
  __device__ void match_changed() {
    constexpr std::uint32_t k_together = 4;
    num_waiting_ = 0;
    // Ends: behind the last place the queue is emptied.
    for (std::uint32_t i = 0; i < length_ || num_waiting_ != 0; i += 32 * k_together) {
      const bool last = i >= length_;
#pragma unroll
      for (std::uint32_t j = 0; j < k_together; ++j) {
        const std::uint32_t place = i + 32 * j + lane_;
        const bool flagged = place < length_ && (flags_[place / 32] >> lane_ & 1U) != 0;
        enqueue(waiting_, num_waiting_, flagged, flagged ? list_[place] : 0);
      }
      __syncwarp();
      if (num_waiting_ < (last ? 1 : 32 * k_together)) continue;
      const std::uint32_t some = min(num_waiting_, 32 * k_together);
      num_waiting_ -= some;
      match_some<k_together>(waiting_ + num_waiting_, some);
    }
  }

  template <std::uint32_t kAtOnce>
  __device__ void match_some(const std::uint32_t* queue, std::uint32_t count) {
    std::uint32_t v[kAtOnce];
    std::uint32_t choice[kAtOnce];
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      v[j] = 32 * j + lane_ < count ? queue[32 * j + lane_] : k_none;
    }
    __syncwarp();
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      choice[j] = v[j] != k_none ? a_.choices.first[v[j]] : k_none;
    }
    bool mutual[kAtOnce];
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      mutual[j] = choice[j] != k_none && a_.choices.first[choice[j]] == v[j];
    }
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      if (!mutual[j]) continue;
      a_.state.matched.set(v[j]);
      a_.state.matched.set(choice[j]);
    }
  }

  const RoundsArguments<K>& a_;
  RoundsShared& shared_;
  std::uint32_t lane_;
  std::uint32_t* waiting_;
  std::uint32_t* exhausted_;
  Digest digest_;
  std::uint32_t first_word_ = 0;  // of this warp's vertices
  std::uint32_t last_word_ = 0;
  std::uint32_t* list_ = nullptr;
  std::uint32_t* flags_ = nullptr;
  std::uint32_t length_ = 0;      // of the list
  std::uint32_t open_flags_ = 0;  // of its last places
  std::uint32_t num_waiting_ = 0;
  std::uint32_t num_exhausted_ = 0;
  unsigned long long num_matched_ = 0;
};

template <int K>
__global__ void __launch_bounds__(k_round_threads, k_round_blocks)
    match_in_rounds(const __grid_constant__ RoundsArguments<K> arguments) {
  __shared__ RoundsShared shared;
  Rounds<K>(arguments, shared).run();
}

}  // namespace hypermatch::detail::graph_matching::device
