// SPDX-License-Identifier: MIT
// Rounds of locally dominant edges in rows along which weights rise or fall strictly: a vertex's
// next choice is the next free neighbour along its row, so that each arc is looked at once, and no
// weight is read again. Either bits are set or choices change, never both between two barriers.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/chains/device_order_check.cuh"

namespace hypermatch::detail::graph_matching::device {

/// Few blocks have short barriers.
constexpr std::uint32_t k_ordered_threads = 768;
constexpr std::uint32_t k_ordered_warps = k_ordered_threads / 32;
constexpr std::uint32_t k_ordered_blocks = 2;  ///< a multiprocessor
/// Words of the bitmaps that a warp takes at once.
constexpr std::uint32_t k_ordered_words = 4;

struct OrderedShared {
  std::uint16_t queue[k_ordered_warps][32 * k_ordered_words];
  std::uint32_t changed[k_ordered_warps][k_ordered_words];
  std::uint32_t count;  // of the block, in a phase
  std::uint64_t sum;
};

/// A warp's part of the rounds. All is called by all lanes.
class OrderedRows {
 public:
  __device__ OrderedRows(const OrderedArguments& a, OrderedShared& shared)
      : a_(a),
        queue_(shared.queue[threadIdx.x / 32]),
        changed_(shared.changed[threadIdx.x / 32]),
        lane_(threadIdx.x % 32) {
    const std::uint32_t n = a.arcs.num_vertices;
    num_words_ = n / 32 + (n % 32 != 0 ? 1 : 0);
    num_turns_ = (num_words_ + k_ordered_words - 1) / k_ordered_words;
  }

  /// Vertices whose choice is gone go on along their rows. Returns the vertices that were left, in
  /// lane 0.
  [[nodiscard]] __device__ std::uint32_t advance(bool is_first) {
    std::uint32_t left = 0;
    for_each_turn([&](std::uint32_t turn) { left += advance_turn(turn, is_first); });
    return left;
  }

  /// Matches vertices with a new choice that points back. Both ends are marked, since the other's
  /// choice may be an old one. Returns this lane's vertices without a free neighbour.
  [[nodiscard]] __device__ std::uint32_t match(bool is_first) {
    std::uint32_t dead = 0;
    for_each_turn([&](std::uint32_t turn) { dead += match_turn(turn, is_first); });
    return dead;
  }

 private:
  /// Arcs that a lane looks at together.
  static constexpr std::uint32_t k_group = 4;
  /// Groups that a lane looks at before its warp helps.
  static constexpr int k_groups_alone = 3;

  struct Row {
    std::uint64_t begin;
    std::uint32_t size;
  };

  template <class Body>
  __device__ void for_each_turn(const Body& body) const {
    const std::uint32_t warps = gridDim.x * k_ordered_warps;
    // Neighbouring warps are in different blocks, so that few turns use all multiprocessors.
    for (std::uint32_t turn = threadIdx.x / 32 * gridDim.x + blockIdx.x; turn < num_turns_;
         turn += warps) {
      body(turn);
    }
  }
  // Words of a turn lie equally far apart, so that neither vertices that are left nor long rows
  // pile up in one.
  [[nodiscard]] __device__ std::uint32_t word_of(std::uint32_t turn, std::uint32_t j) const {
    return turn + j * num_turns_;
  }

  __device__ std::uint32_t advance_turn(std::uint32_t turn, bool is_first) const {
    std::uint32_t open[k_ordered_words];
    std::uint32_t choice[k_ordered_words];
    bool lost[k_ordered_words];
    std::uint32_t left = 0;
#pragma unroll
    for (std::uint32_t j = 0; j < k_ordered_words; ++j) {
      const std::uint32_t word = word_of(turn, j);
      open[j] = ~load_if(word < num_words_, a_.gone.words, word, ~0U);
      const std::uint32_t first = word * 32;
      if (word == num_words_ - 1 && a_.arcs.num_vertices - first < 32) {
        open[j] &= (1U << (a_.arcs.num_vertices - first)) - 1;
      }
      left += static_cast<std::uint32_t>(__popc(open[j]));
    }
    if (left == 0) {  // the same in all lanes
      if (lane_ < k_ordered_words && word_of(turn, lane_) < num_words_) {
        a_.changed.words[word_of(turn, lane_)] = 0;
      }
      return 0;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_ordered_words; ++j) {
      lost[j] = (open[j] >> lane_ & 1U) != 0;
      const bool loads = lost[j] && !is_first;
      choice[j] = load_if(loads, a_.choices, std::uint64_t{word_of(turn, j)} * 32 + lane_, k_none);
    }
    std::uint32_t waiting = 0;
#pragma unroll
    for (std::uint32_t j = 0; j < k_ordered_words; ++j) {
      lost[j] = lost[j] && (is_first || a_.gone.has_one(choice[j]));
      const std::uint32_t lanes = __ballot_sync(k_all_lanes, lost[j]);
      const std::uint32_t place = waiting + __popc(lanes & ((1U << lane_) - 1));
      if (lost[j]) queue_[place] = static_cast<std::uint16_t>(j * 32 + lane_);
      waiting += static_cast<std::uint32_t>(__popc(lanes));
    }
    if (lane_ < k_ordered_words) changed_[lane_] = 0;
    __syncwarp();
    for (std::uint32_t i = 0; i < waiting; i += 32) {
      go_along(turn, i + lane_ < waiting ? queue_[i + lane_] : k_no_place, is_first);
    }
    __syncwarp();
    if (lane_ < k_ordered_words && word_of(turn, lane_) < num_words_) {
      a_.changed.words[word_of(turn, lane_)] = changed_[lane_];
    }
    __syncwarp();
    return lane_ == 0 ? left : 0;
  }

  // Each lane's vertex goes on to its next free neighbour.
  __device__ void go_along(std::uint32_t turn, std::uint32_t place, bool is_first) const {
    const bool mine = place != k_no_place;
    const std::uint32_t v = mine ? word_of(turn, place / 32) * 32 + place % 32 : 0;
    const bool has_group = a_.ahead != nullptr && !is_first;
    std::uint32_t next = k_none;
    bool searches = mine;
    if (has_group) {
      const uint4 four = load_if(mine, a_.ahead, v, make_uint4(k_none, k_none, k_none, k_none));
      next = first_free(four);
      searches = mine && next == k_none && four.w != k_none;
    }
    if (__any_sync(k_all_lanes, searches)) search(v, is_first, has_group, searches, next);
    if (!mine) return;
    a_.choices[v] = next;
    atomicOr(&changed_[place / 32], 1U << (place % 32));
  }

  [[nodiscard]] __device__ std::uint32_t first_free(const uint4& four) const {
    const bool is_gone[] = {a_.gone.has_one(four.x), a_.gone.has_one(four.y),
                            a_.gone.has_one(four.z), a_.gone.has_one(four.w)};
    // What is not there is not gone, and k_none.
    return !is_gone[0]   ? four.x
           : !is_gone[1] ? four.y
           : !is_gone[2] ? four.z
           : !is_gone[3] ? four.w
                         : k_none;
  }

  [[nodiscard]] __device__ std::uint32_t neighbour(bool wanted, const Row& row,
                                                   std::uint32_t i) const {
    const bool inside = wanted && i < row.size;
    return load_if(inside, a_.arcs.neighbours,
                   inside ? a_.arc(row.begin, row.size, i) : std::uint64_t{0}, k_none);
  }
  [[nodiscard]] __device__ uint4 group_at(bool wanted, const Row& row, std::uint32_t i) const {
    return make_uint4(neighbour(wanted, row, i), neighbour(wanted, row, i + 1),
                      neighbour(wanted, row, i + 2), neighbour(wanted, row, i + 3));
  }

  // Lanes that search look at the rows of their vertices, from what is passed on.
  __device__ void search(std::uint32_t v, bool is_first, bool has_group, bool searches,
                         std::uint32_t& next) const {
    const bool stores = searches;
    Row row{load_if(searches, a_.arcs.offsets, v, std::uint64_t{0}), 0};
    row.size = static_cast<std::uint32_t>(
        load_if(searches, a_.arcs.offsets, v + 1ULL, std::uint64_t{0}) - row.begin);
    std::uint32_t passed = is_first ? 0 : load_if(searches, a_.passed, v, 0U);
    if (has_group) passed += k_group;
    uint4 four{};
    for (int i = 0; i < k_groups_alone; ++i) {
      const uint4 group = group_at(searches, row, passed);
      if (searches) {
        four = group;
        next = is_first ? group.x : first_free(group);
        searches = next == k_none && group.w != k_none;
        if (searches) passed += k_group;
      }
      if (!__any_sync(k_all_lanes, searches)) break;
    }
    std::uint32_t left = __ballot_sync(k_all_lanes, searches);
    // Ends: each turn takes one bit away.
    for (; left != 0; left &= left - 1) {
      const int owner = __ffs(static_cast<int>(left)) - 1;
      const NextFree found = go_together(__shfl_sync(k_all_lanes, row.begin, owner),
                                         __shfl_sync(k_all_lanes, row.size, owner),
                                         __shfl_sync(k_all_lanes, passed, owner));
      if (lane_ == static_cast<std::uint32_t>(owner)) {
        next = found.vertex;
        passed = found.passed;
      }
    }
    if (!stores) return;
    a_.passed[v] = passed;
    if (a_.ahead != nullptr) a_.ahead[v] = searches ? group_at(true, row, passed) : four;
  }

  struct NextFree {
    std::uint32_t vertex;
    std::uint32_t passed;
  };
  // A row by all lanes.
  __device__ NextFree go_together(std::uint64_t begin, std::uint32_t size,
                                  std::uint32_t passed) const {
    constexpr std::uint32_t k_steps = 2;
    for (; passed < size; passed += 32 * k_steps) {
      std::uint32_t others[k_steps];
#pragma unroll
      for (std::uint32_t s = 0; s < k_steps; ++s) {
        const std::uint32_t i = passed + 32 * s + lane_;
        others[s] = load_if(i < size, a_.arcs.neighbours,
                            i < size ? a_.arc(begin, size, i) : std::uint64_t{0}, k_none);
      }
      std::uint32_t lanes[k_steps];
#pragma unroll
      for (std::uint32_t s = 0; s < k_steps; ++s) {
        const bool is_gone = a_.gone.has_one(others[s]);
        lanes[s] = __ballot_sync(k_all_lanes, others[s] != k_none && !is_gone);
      }
#pragma unroll
      for (std::uint32_t s = 0; s < k_steps; ++s) {
        if (lanes[s] == 0) continue;
        const int first = __ffs(static_cast<int>(lanes[s])) - 1;
        return {__shfl_sync(k_all_lanes, others[s], first),
                passed + 32 * s + static_cast<std::uint32_t>(first)};
      }
    }
    return {k_none, size};
  }

  __device__ std::uint32_t match_turn(std::uint32_t turn, bool is_first) const {
    std::uint32_t words[k_ordered_words];
    std::uint32_t choice[k_ordered_words];
    std::uint32_t back[k_ordered_words];
    std::uint32_t any = 0;
#pragma unroll
    for (std::uint32_t j = 0; j < k_ordered_words; ++j) {
      const std::uint32_t word = word_of(turn, j);
      words[j] = load_if(word < num_words_, a_.changed.words, word, 0U);
      any |= words[j];
    }
    if (any == 0) return 0;  // the same in all lanes
#pragma unroll
    for (std::uint32_t j = 0; j < k_ordered_words; ++j) {
      const bool loads = (words[j] >> lane_ & 1U) != 0;
      choice[j] = load_if(loads, a_.choices, std::uint64_t{word_of(turn, j)} * 32 + lane_, k_none);
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_ordered_words; ++j) {
      // Where all choices are new one end of each pair looks at the other.
      const bool loads =
          choice[j] != k_none && (!is_first || choice[j] > word_of(turn, j) * 32 + lane_);
      back[j] = load_if(loads, a_.choices, choice[j], k_none);
    }
    std::uint32_t dead = 0;
#pragma unroll
    for (std::uint32_t j = 0; j < k_ordered_words; ++j) {
      const std::uint32_t v = word_of(turn, j) * 32 + lane_;
      const bool is_dead = (words[j] >> lane_ & 1U) != 0 && choice[j] == k_none;
      const bool is_mutual = choice[j] != k_none && back[j] == v;
      const std::uint32_t lanes = __ballot_sync(k_all_lanes, is_dead || is_mutual);
      // Relaxed: read behind the next barrier.
      if (lane_ == 0 && lanes != 0) atomicOr(&a_.gone.words[word_of(turn, j)], lanes);
      if (is_mutual) a_.gone.set(choice[j]);
      dead += is_dead ? 1 : 0;
    }
    return dead;
  }

  static constexpr std::uint32_t k_no_place = ~0U;

  const OrderedArguments& a_;
  std::uint16_t* queue_;
  std::uint32_t* changed_;
  std::uint32_t lane_;
  std::uint32_t num_words_;
  std::uint32_t num_turns_;
};

/// All rounds, in one cooperative launch.
__global__ void __launch_bounds__(k_ordered_threads, k_ordered_blocks)
    run_ordered_rounds(const __grid_constant__ OrderedArguments a) {
  __shared__ OrderedShared shared;
  OrderedControl& control = *a.control;
  if (control.breaks != 0 || control.unfit != 0) return;
  if (threadIdx.x == 0) shared.count = 0;
  __syncthreads();
  OrderedRows rows(a, shared);
  StallWatch watch(a.stall);
  std::uint32_t turn = 0;
  const auto add_up = [&](std::uint32_t mine) {
    mine = __reduce_add_sync(k_all_lanes, mine);
    if (threadIdx.x % 32 == 0 && mine != 0) atomicAdd(&shared.count, mine);
    // It waits for the block before it calls, and lets it go on behind.
    return static_cast<std::uint32_t>(control.sums.add(turn++, &shared.sum, [&] {
      const std::uint32_t count = shared.count;
      shared.count = 0;
      return count;
    }));
  };
  std::uint32_t dead = 0;
  // Ends: a round in which some are left matches the uppermost of their edges, or takes the last
  // arc from a vertex.
  for (std::uint32_t round = 1;; ++round) {
    const std::uint32_t left = add_up(rows.advance(round == 1));
    const bool done = left == 0;
    if (done || round > a.max_rounds || watch.is_stalled(round, 1, left)) {
      if (blockIdx.x != 0 || threadIdx.x != 0) return;
      control.rounds = round - 1;
      control.unfinished = done ? 0 : 1;
      *a.num_pairs = (a.arcs.num_vertices - dead) / 2;
      return;
    }
    dead += add_up(rows.match(round == 1));
  }
}

}  // namespace hypermatch::detail::graph_matching::device
