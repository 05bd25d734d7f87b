// SPDX-License-Identifier: MIT
// The rounds of `filtered` on a device: vertices that are each other's choice are matched; of the
// others those whose choice is matched go on to the next free one that stands behind it, and only
// who changed its choice is looked at again. Either bits are set or choices change, never both
// between two barriers. The first rounds are kernels of their own, each with as many threads as it
// can have; the rest, which is little work but many barriers, is one persistent kernel.
#pragma once

#include <cstdint>
#include <cuda/atomic>

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
  std::uint32_t num_parts;     ///< blocks of the first pass
  std::uint32_t num_segments;  ///< vertices are cut into, one a warp
  int team;                    ///< lanes at a row of average size: 1, 2 or 4
  std::uint32_t* first_words;  ///< size num_segments + 1: of the bitmap
  std::uint32_t* lengths;      ///< size num_segments: of the lists
  std::uint32_t* lists;        ///< size n, rounded up to 32: the vertices that are left
  std::uint32_t* changed;      ///< a bit for each place of the lists
  std::uint32_t* exhausted;    ///< another: who must look at its row
  WideRows wide;
  std::uint32_t round;  ///< the kernel's, or its first
  std::uint32_t max_rounds;
  std::uint64_t* num_pairs;
};

/// Where warps collect vertices, so that all lanes have something to do.
using Queue = std::uint32_t[256];

struct RoundsShared {
  Queue queues[k_round_warps];
  std::uint64_t of_warp[k_round_warps];
  unsigned long long matched;
  std::uint32_t alive;
};

__device__ inline std::uint32_t warp_index() {
  return blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
}

/// The vertices of one warp, and what is left of them as a list, which is compacted in place.
template <int K>
class Segment {
 public:
  __device__ Segment(const RoundsArguments<K>& a, Queue& queue, std::uint32_t number)
      : a_(a),
        queue_(queue),
        number_(number),
        lane_(threadIdx.x % 32),
        first_word_(a.first_words[number]),
        last_word_(a.first_words[number + 1]),
        length_(0) {}

  /// Round 1. All choices are new, so that one end of each pair needs to look at the other.
  __device__ void match_first() const {
    constexpr std::uint32_t k_together = 4;
    const std::uint32_t n = a_.state.arcs.num_vertices;
    const std::uint32_t* const first = a_.choices.first;
    for (std::uint32_t word = first_word_; word < last_word_; word += k_together) {
      std::uint32_t choice[k_together];
      bool mutual[k_together];
#pragma unroll
      for (std::uint32_t j = 0; j < k_together; ++j) {
        const std::uint32_t v = (word + j) * 32 + lane_;
        choice[j] = load_if(word + j < last_word_ && v < n, first, v, k_none);
      }
#pragma unroll
      for (std::uint32_t j = 0; j < k_together; ++j) {
        const std::uint32_t v = (word + j) * 32 + lane_;
        const bool looks = choice[j] != k_none && v < choice[j];
        mutual[j] = load_if(looks, first, choice[j], k_none) == v;
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

  /// Who is not matched yet, of all vertices or of the list: those whose choice is taken go on to
  /// the next that is not. Returns how many were found matched.
  __device__ std::uint32_t look(bool all) {
    const std::uint32_t end = all ? (last_word_ - first_word_) * 32 : length_;
    length_ = 0;
    open_changed_ = 0;
    open_exhausted_ = 0;
    const std::uint32_t n = a_.state.arcs.num_vertices;
    const std::uint32_t* const list = this->list();
    std::uint32_t num_matched = 0;
    std::uint32_t waiting = 0;
    constexpr std::uint32_t k_together = 4;
    constexpr std::uint32_t k_at_once = 4;
    // Ends: behind the last vertex the queue is emptied.
    for (std::uint32_t i = 0; i < end || waiting != 0; i += 32 * k_together) {
      std::uint32_t v[k_together];
#pragma unroll
      for (std::uint32_t j = 0; j < k_together; ++j) {
        const std::uint32_t place = i + 32 * j + lane_;
        v[j] = all ? first_word_ * 32 + place : load_if(place < end, list, place, k_none);
        if (place >= end || v[j] >= n) v[j] = k_none;
      }
      bool matched[k_together];
#pragma unroll
      for (std::uint32_t j = 0; j < k_together; ++j) matched[j] = is_matched(v[j]);
#pragma unroll
      for (std::uint32_t j = 0; j < k_together; ++j) {
        num_matched += static_cast<unsigned>(__popc(__ballot_sync(k_all_lanes, matched[j])));
        enqueue(waiting, v[j] != k_none && !matched[j], v[j]);
      }
      __syncwarp();
      const std::uint32_t enough = i >= end ? 1 : 32 * k_at_once;
      // Ends: each turn takes some out.
      while (waiting >= enough) {
        const std::uint32_t some = min(waiting, 32 * k_at_once);
        waiting -= some;
        go_on<k_at_once>(queue_ + waiting, some);
      }
    }
    if (lane_ == 0 && length_ % 32 != 0) {
      changed()[length_ / 32] = open_changed_;
      exhausted()[length_ / 32] = open_exhausted_;
    }
    __syncwarp();
    return num_matched;
  }

  [[nodiscard]] __device__ std::uint32_t length() const {
    return length_;
  }
  /// From the last kernel, and for the next one.
  __device__ void load_length() {
    length_ = a_.lengths[number_];
  }
  __device__ void store_length() const {
    if (lane_ == 0) a_.lengths[number_] = length_;
  }

  /// The exhausted ones look at their rows.
  __device__ void look_again(const Digest& digest, std::uint32_t round) {
    for_each_flagged<32>(exhausted(), [&](const std::uint32_t* some, std::uint32_t count) {
      look_at_rows(digest, some, count, round);
    });
  }

  /// Those whose choice is new and points back. Both ends are marked, since the other's choice may
  /// be an old one.
  __device__ void match_changed() {
    for_each_flagged<128>(changed(), [&](const std::uint32_t* some, std::uint32_t count) {
      match_some<4>(some, count);
    });
  }

 private:
  // False for k_none.
  [[nodiscard]] __device__ bool is_matched(std::uint32_t v) const {
    return a_.state.matched.has_one(v);
  }
  [[nodiscard]] __device__ std::uint32_t* list() const {
    return a_.lists + std::uint64_t{first_word_} * 32;
  }
  [[nodiscard]] __device__ std::uint32_t* changed() const {
    return a_.changed + first_word_;
  }
  [[nodiscard]] __device__ std::uint32_t* exhausted() const {
    return a_.exhausted + first_word_;
  }

  __device__ void enqueue(std::uint32_t& size, bool enters, std::uint32_t v) {
    const std::uint32_t lanes = __ballot_sync(k_all_lanes, enters);
    if (enters) queue_[size + static_cast<unsigned>(__popc(lanes & ((1U << lane_) - 1)))] = v;
    size += static_cast<unsigned>(__popc(lanes));
  }

  // body(vertices, how many), with up to kSome vertices of the list whose bit is set.
  template <std::uint32_t kSome, class Body>
  __device__ void for_each_flagged(const std::uint32_t* flags, const Body& body) {
    constexpr std::uint32_t k_together = 4;
    static_assert(kSome + 32 * k_together <= sizeof(Queue) / sizeof(std::uint32_t));
    const std::uint32_t end = length_;
    const std::uint32_t* const list = this->list();
    std::uint32_t waiting = 0;
    // Ends: behind the last place the queue is emptied.
    for (std::uint32_t i = 0; i < end || waiting != 0; i += 32 * k_together) {
      std::uint32_t v[k_together];
#pragma unroll
      for (std::uint32_t j = 0; j < k_together; ++j) {
        const std::uint32_t place = i + 32 * j + lane_;
        v[j] = load_if(place < end, flags, place / 32, 0U) >> lane_ & 1U;
      }
#pragma unroll
      for (std::uint32_t j = 0; j < k_together; ++j) {
        v[j] = load_if(v[j] != 0, list, i + 32 * j + lane_, k_none);
      }
#pragma unroll
      for (std::uint32_t j = 0; j < k_together; ++j) enqueue(waiting, v[j] != k_none, v[j]);
      __syncwarp();
      const std::uint32_t enough = i >= end ? 1 : kSome;
      // Ends: each turn takes some out.
      while (waiting >= enough) {
        const std::uint32_t some = min(waiting, kSome);
        waiting -= some;
        body(queue_ + waiting, some);
      }
    }
  }

  // Keeps vertices in the list, which is written behind where it is read.
  __device__ void keep(bool keeps, bool is_changed, bool is_exhausted, std::uint32_t v) {
    const std::uint32_t lanes = __ballot_sync(k_all_lanes, keeps);
    const auto rank = static_cast<unsigned>(__popc(lanes & ((1U << lane_) - 1)));
    if (keeps) list()[length_ + rank] = v;
    const std::uint32_t bit = 1U << rank;
    const std::uint32_t new_changed = __reduce_or_sync(k_all_lanes, is_changed ? bit : 0U);
    const std::uint32_t new_exhausted = __reduce_or_sync(k_all_lanes, is_exhausted ? bit : 0U);
    const auto count = static_cast<unsigned>(__popc(lanes));
    const std::uint32_t open = length_ % 32;
    open_changed_ |= new_changed << open;
    open_exhausted_ |= new_exhausted << open;
    if (open + count >= 32) {
      if (lane_ == 0) {
        changed()[length_ / 32] = open_changed_;
        exhausted()[length_ / 32] = open_exhausted_;
      }
      open_changed_ = open == 0 ? 0 : new_changed >> (32 - open);
      open_exhausted_ = open == 0 ? 0 : new_exhausted >> (32 - open);
    }
    length_ += count;
  }

  template <std::uint32_t kAtOnce>
  __device__ void go_on(const std::uint32_t* some, std::uint32_t count) {
    std::uint32_t v[kAtOnce];
    std::uint32_t choice[kAtOnce];
    std::uint32_t rest[kAtOnce][K - 1];
    bool taken[kAtOnce];
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      v[j] = 32 * j + lane_ < count ? some[32 * j + lane_] : k_none;
      choice[j] = load_if(v[j] != k_none, a_.choices.first, v[j], k_none);
    }
    __syncwarp();
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      taken[j] = is_matched(choice[j]);
    }
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) load_rest(taken[j], v[j], rest[j]);
    std::uint32_t next[kAtOnce];
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) next[j] = k_none;
      // One after the other, since the first is free more often than not.
#pragma unroll
    for (int i = 0; i < K - 1; ++i) {
#pragma unroll
      for (std::uint32_t j = 0; j < kAtOnce; ++j) {
        const std::uint32_t candidate = next[j] == k_none ? rest[j][i] : k_none;
        if (candidate != k_none && !is_matched(candidate)) next[j] = candidate;
      }
    }
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      const bool is_exhausted = taken[j] && next[j] == k_none && rest[j][K - 2] != k_none;
      if (taken[j] && !is_exhausted) a_.choices.first[v[j]] = next[j];
      const bool keeps = choice[j] != k_none && (!taken[j] || next[j] != k_none || is_exhausted);
      keep(keeps, keeps && taken[j], is_exhausted, v[j]);
    }
  }

  __device__ void load_rest(bool loads, std::uint32_t v, std::uint32_t (&rest)[K - 1]) const {
    if constexpr (K == 2) {
      rest[0] = load_if(loads, a_.choices.rest, v, k_none);
    } else {
      const uint4 none = make_uint4(k_none, k_none, k_none, k_none);
      const uint4 four = load_if(loads, reinterpret_cast<const uint4*>(a_.choices.rest), v, none);
      rest[0] = four.x;
      rest[1] = four.y;
      rest[2] = four.z;
      rest[3] = four.w;
    }
  }

  // Each lane's row, a team of lanes each. Returns the lanes whose row asks for the whole order.
  template <int kTeam>
  __device__ std::uint32_t look_in_teams(const Digest& digest, std::uint32_t v, std::uint64_t begin,
                                         std::uint32_t size, std::uint32_t count) {
    constexpr std::uint32_t k_rows = 32 / kTeam;
    std::uint32_t unclear = 0;
#pragma unroll 1
    for (std::uint32_t from = 0; from < count; from += k_rows) {
      const int source = static_cast<int>(from + lane_ / kTeam);
      const std::uint32_t row = __shfl_sync(k_all_lanes, v, source);
      const std::uint64_t row_begin = __shfl_sync(k_all_lanes, begin, source);
      std::uint32_t row_size = __shfl_sync(k_all_lanes, size, source);
      if (row_size > k_team_row) row_size = 0;
      FoundFree found;
      const bool clear =
          find_free_by_team<kTeam>(a_.state, digest, row, row_begin, row_size, found);
      const bool speaks = row_size != 0 && lane_ % kTeam == 0;
      if (speaks && clear) a_.choices.store_free(row, found.ids, found.more);
      unclear |= __reduce_or_sync(k_all_lanes, speaks && !clear ? 1U << source : 0U);
    }
    return unclear;
  }

  // Up to 32 vertices none of whose choices is free.
  __device__ void look_at_rows(const Digest& digest, const std::uint32_t* some, std::uint32_t count,
                               std::uint32_t round) {
    const Arcs& arcs = a_.state.arcs;
    const std::uint32_t v = lane_ < count ? some[lane_] : k_none;
    __syncwarp();
    std::uint64_t begin = 0;
    std::uint32_t size = 0;
    if (v != k_none) {
      begin = arcs.offsets[v];
      size = static_cast<std::uint32_t>(arcs.offsets[v + 1ULL] - begin);
      if (size > k_wide_row) enter_wide_row(a_.state, a_.choices, a_.wide, round, v, size);
    }
    std::uint32_t by_warp = __ballot_sync(k_all_lanes, size > k_team_row && size <= k_wide_row);
    by_warp |= a_.team == 1   ? look_in_teams<1>(digest, v, begin, size, count)
               : a_.team == 2 ? look_in_teams<2>(digest, v, begin, size, count)
                              : look_in_teams<4>(digest, v, begin, size, count);
    // Ends: each turn takes one bit away.
    for (; by_warp != 0; by_warp &= by_warp - 1) {
      const int source = __ffs(static_cast<int>(by_warp)) - 1;
      const std::uint32_t row = __shfl_sync(k_all_lanes, v, source);
      const std::uint64_t row_begin = __shfl_sync(k_all_lanes, begin, source);
      const std::uint64_t row_end = row_begin + __shfl_sync(k_all_lanes, size, source);
      FoundFree found;
      find_free_by_warp(a_.state, digest, row, row_begin, row_end, found);
      if (lane_ == 0) a_.choices.store_free(row, found.ids, found.more);
    }
    __syncwarp();
  }

  template <std::uint32_t kAtOnce>
  __device__ void match_some(const std::uint32_t* some, std::uint32_t count) {
    std::uint32_t v[kAtOnce];
    std::uint32_t choice[kAtOnce];
    bool mutual[kAtOnce];
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      v[j] = 32 * j + lane_ < count ? some[32 * j + lane_] : k_none;
      choice[j] = load_if(v[j] != k_none, a_.choices.first, v[j], k_none);
    }
    __syncwarp();
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      mutual[j] = choice[j] != k_none &&
                  load_if(choice[j] != k_none, a_.choices.first, choice[j], k_none) == v[j];
    }
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      if (!mutual[j]) continue;
      a_.state.matched.set(v[j]);
      a_.state.matched.set(choice[j]);
    }
  }

  const RoundsArguments<K>& a_;
  Queue& queue_;
  std::uint32_t number_;
  std::uint32_t lane_;
  std::uint32_t first_word_;
  std::uint32_t last_word_;
  std::uint32_t length_;  // of the list, as far as it is written
  std::uint32_t open_changed_ = 0;
  std::uint32_t open_exhausted_ = 0;
};

/// Adds up what the warps of a block found, into words that all blocks share. By all threads.
__device__ inline void add_up(RoundsShared& shared, std::uint64_t matched, std::uint32_t alive,
                              FilteredControl& control, std::uint32_t& all_alive) {
  if (threadIdx.x == 0) {
    shared.matched = 0;
    shared.alive = 0;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    if (matched != 0) atomicAdd(&shared.matched, static_cast<unsigned long long>(matched));
    if (alive != 0) atomicAdd(&shared.alive, alive);
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  // Relaxed: read by later kernels, or behind a barrier of the grid.
  if (shared.matched != 0) {
    cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device>(control.matched)
        .fetch_add(shared.matched, cuda::memory_order_relaxed);
  }
  if (shared.alive != 0) atomicAdd(&all_alive, shared.alive);
}

/// By a warp: the row that begins in a part of the first pass and goes on in the next one.
template <int K>
__device__ void join_split_row(const RoundsArguments<K>& a, std::uint32_t part) {
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint32_t row = a.split_rows[2 * part + 2].row;
  if (row == k_none || a.split_rows[2 * part].row == row) return;
  Uppermost<K> upper;
  upper.clear();
  if (lane == 0) upper = a.split_rows[2 * part + 1].found;
  for (std::uint32_t next = part + 1 + lane;
       next < a.num_parts && a.split_rows[2 * next].row == row; next += 32) {
    const Uppermost<K>& found = a.split_rows[2 * next].found;
#pragma unroll
    for (int i = 0; i < K; ++i) upper.offer(found.keys[i], found.others[i]);
  }
  __syncwarp();
  upper = upper.take_from_warp();
  if (lane == 0) a.choices.store(row, upper.others);
}

/// A warp for each part of the first pass, and for each segment. These are cut so that both their
/// vertices and their arcs are at most twice the average, up to multiples of 32 vertices.
template <int K>
__global__ void __launch_bounds__(k_round_threads)
    prepare_rounds(const __grid_constant__ RoundsArguments<K> a) {
  const std::uint32_t number = warp_index();
  if (a.state.control->has_split_rows != 0 && number + 1 < a.num_parts) join_split_row(a, number);
  if (number > a.num_segments) return;
  const Arcs& arcs = a.state.arcs;
  const std::uint64_t average = arcs.num_arcs / arcs.num_vertices;
  const int shift = average == 0 ? 0 : 63 - __clzll(static_cast<long long>(average));
  std::uint64_t row = arcs.num_vertices;
  if (number < a.num_segments) {
    row = number == 0 ? 0 : row_at(arcs, place_of(arcs, number, a.num_segments, shift), shift);
  }
  if (threadIdx.x % 32 == 0) {
    a.first_words[number] = static_cast<std::uint32_t>((row + 31) / 32);
  }
}

template <int K>
__global__ void __launch_bounds__(k_round_threads, k_round_blocks)
    match_first(const __grid_constant__ RoundsArguments<K> a) {
  __shared__ RoundsShared shared;
  if (warp_index() >= a.num_segments) return;
  Segment<K>(a, shared.queues[threadIdx.x / 32], warp_index()).match_first();
}

template <int K>
__global__ void __launch_bounds__(k_round_threads, k_round_blocks)
    look(const __grid_constant__ RoundsArguments<K> a) {
  __shared__ RoundsShared shared;
  std::uint32_t matched = 0;
  std::uint32_t alive = 0;
  if (warp_index() < a.num_segments) {
    Segment<K> segment(a, shared.queues[threadIdx.x / 32], warp_index());
    if (a.round > 2) segment.load_length();
    matched = segment.look(a.round == 2);
    alive = segment.length();
    segment.store_length();
  }
  add_up(shared, matched, alive, *a.state.control, a.state.control->alive_first[a.round]);
}

template <int K>
__global__ void __launch_bounds__(k_round_threads, k_round_blocks)
    look_again(const __grid_constant__ RoundsArguments<K> a) {
  __shared__ RoundsShared shared;
  if (warp_index() >= a.num_segments) return;
  const FilteredControl& control = *a.state.control;
  Segment<K> segment(a, shared.queues[threadIdx.x / 32], warp_index());
  segment.load_length();
  segment.look_again(Digest::of(a.state.arcs, control.smallest, control.largest), a.round);
}

template <int K>
__global__ void __launch_bounds__(k_round_threads, k_round_blocks)
    look_wide(const __grid_constant__ RoundsArguments<K> a) {
  __shared__ RoundsShared shared;
  look_at_wide_rows<K, k_round_threads>(a.state, a.choices, a.wide,
                                        a.state.control->wide_items[a.round % 4], shared.of_warp);
}

template <int K>
__global__ void __launch_bounds__(k_round_threads, k_round_blocks)
    match_changed(const __grid_constant__ RoundsArguments<K> a) {
  __shared__ RoundsShared shared;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    // Of this round nobody needs them any more.
    a.state.control->wide_rows[a.round % 4] = 0;
    a.state.control->wide_items[a.round % 4] = 0;
  }
  if (warp_index() >= a.num_segments) return;
  Segment<K> segment(a, shared.queues[threadIdx.x / 32], warp_index());
  segment.load_length();
  segment.match_changed();
}

/// All rounds from a.round on, in one cooperative launch.
template <int K>
class Rounds {
 public:
  __device__ Rounds(const RoundsArguments<K>& a, RoundsShared& shared)
      : a_(a), shared_(shared), control_(*a.state.control) {}

  __device__ void run() {
    const Digest digest = Digest::of(a_.state.arcs, control_.smallest, control_.largest);
    const bool has_segment = warp_index() < a_.num_segments;
    Segment<K> segment(a_, shared_.queues[threadIdx.x / 32], has_segment ? warp_index() : 0);
    if (has_segment && a_.round > 2) segment.load_length();
    // Ends: a round in which some are left matches the uppermost of their edges.
    for (std::uint32_t round = a_.round;; ++round) {
      std::uint32_t matched = 0;
      if (has_segment) {
        matched = segment.look(round == 2);
        segment.look_again(digest, round);
      }
      add_up(shared_, matched, segment.length(), control_, control_.alive[round % 4]);
      barrier();
      const std::uint32_t items = control_.wide_items[round % 4];
      const bool done = control_.alive[round % 4] == 0;
      if (done || round > a_.max_rounds) {
        finish(round, done);
        return;
      }
      clear_counters(round + 2);
      if (items != 0) {
        look_at_wide_rows<K, k_round_threads>(a_.state, a_.choices, a_.wide, items,
                                              shared_.of_warp);
        barrier();
      }
      if (has_segment) segment.match_changed();
      barrier();
    }
  }

 private:
  __device__ void barrier() { parallel::wait_for_grid(&control_.barrier); }

  // Everyone is past the barrier behind which the counters of two rounds ago were read.
  __device__ void clear_counters(std::uint32_t round) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    control_.alive[round % 4] = 0;
    control_.wide_rows[round % 4] = 0;
    control_.wide_items[round % 4] = 0;
  }

  __device__ void finish(std::uint32_t round, bool done) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    std::uint32_t last = round - 1;
    if (done && round == a_.round) {
      // Ends: at round 2.
      while (last >= 2 && control_.alive_first[last] == 0) --last;
    }
    control_.rounds = last;
    control_.unfinished = done ? 0 : 1;
    *a_.num_pairs = control_.matched / 2;
  }

  const RoundsArguments<K>& a_;
  RoundsShared& shared_;
  FilteredControl& control_;
};

template <int K>
__global__ void __launch_bounds__(k_round_threads, k_round_blocks)
    finish_rounds(const __grid_constant__ RoundsArguments<K> arguments) {
  __shared__ RoundsShared shared;
  Rounds<K>(arguments, shared).run();
}

}  // namespace hypermatch::detail::graph_matching::device
