// SPDX-License-Identifier: MIT
// The kernel side of `ms_bfs`: what the threads of the grid do together, step by step.
// ms_bfs_cuda.cu says what the algorithm is.
#pragma once

#include <cstdint>

#include "algorithms/bipartite_matching/common/device/rows.cuh"
#include "algorithms/bipartite_matching/ms_bfs/frontier.cuh"
#include "parallel/device/grid.cuh"

namespace hypermatch::detail::bipartite_matching {

// Words that the blocks exchange. Three slots rotate over the steps: while step s reads slot s, it
// fills slot s + 1, and slot s + 2 is cleared.
struct MsBfsControl {
  std::uint32_t barrier;
  std::uint32_t sizes[3];  // entries of the frontier
  std::uint32_t found[3];  // trees that have stopped
  std::uint32_t phases;
  std::uint32_t too_narrow;
  std::uint32_t handed_over;
  std::uint64_t levels;
  std::uint64_t free_rows;
};

namespace device {

// Levels over which it is judged whether there is work for a device, and the entries a level that
// it takes: below, a core of the host is faster.
inline constexpr std::uint32_t k_window = 1024;
inline constexpr std::uint32_t k_too_narrow = 12;
// A warp with at most k_narrow entries runs k_hops levels before the next barrier: latency of
// memory and of the barrier dominates, not work. Trees need not grow evenly.
inline constexpr std::uint32_t k_narrow = 4;
inline constexpr std::uint32_t k_hops = 8;
// After so many levels trees are kept, if most have not stopped.
inline constexpr std::uint32_t k_long_phase = 20;
// Guided walks take over, where the host allows it, after so many phases, if the last one had no
// more levels than this (far away they find no more than trees do), found paths for less than one
// tree in four, and for one in 32 at least (elsewhere hardly any of the rows can be matched).
inline constexpr std::uint32_t k_many_phases = 6;
inline constexpr std::uint32_t k_near = 100;
inline constexpr std::uint32_t k_few = 4;
inline constexpr std::uint32_t k_hopeless = 32;

struct MsBfsArguments {
  Rows rows;
  VertexId* row_mates;
  VertexId* column_mates;
  Records records;
  std::uint32_t* visited;
  VertexId* leaves;
  std::uint32_t* free_rows;  // bits
  Entry* frontiers[2];
  MsBfsControl* control;
  bool may_hand_over;
};

// Outcome of the previous step.
struct Outcome {
  std::uint32_t size;
  std::uint32_t found;
};

// All threads of the grid are in the same step, and hold the same numbers.
struct Search {
  const MsBfsArguments& a;
  PushMemory* push_memory;  // this and the next in shared memory
  Outcome* outcome;
  std::uint32_t step = 0;
  std::uint64_t levels = 0;
  std::uint64_t window_entries = 0;
  std::uint64_t trees = 0;         // that have not stopped; pieces of rows count each
  std::uint32_t last_depth = 0;    // levels of the last phase, or of one whose trees it kept
  std::uint64_t last_stopped = 0;  // trees that it stopped
  bool keeps_trees = false;

  __device__ std::uint32_t next_slot() const { return (step + 1) % 3; }
  __device__ Pushes pushes() const {
    return {.memory = *push_memory,
            .frontier = a.frontiers[(step + 1) % 2],
            .size = &a.control->sizes[next_slot()]};
  }
  __device__ void end_step() {
    if (thread_of_grid() == 0) {
      poke(a.control->sizes[(step + 2) % 3], 0U);
      poke(a.control->found[(step + 2) % 3], 0U);
    }
    parallel::wait_for_grid(&a.control->barrier);
    ++step;
    // One thread per block asks: thousands of warps that ask for the same word wait for one
    // another.
    if (threadIdx.x == 0) {
      outcome->size = peek(a.control->sizes[step % 3]);
      outcome->found = peek(a.control->found[step % 3]);
    }
    __syncthreads();
  }
  __device__ std::uint32_t size() const { return outcome->size; }
  __device__ std::uint32_t found() const { return outcome->found; }

  __device__ void take_mates() const {
    for (std::uint64_t c = thread_of_grid(); c < a.rows.num_columns; c += threads_of_grid()) {
      a.records.set_mate(static_cast<VertexId>(c), a.column_mates[c]);
    }
    const std::uint64_t lane = lane_of_warp();
    for (std::uint64_t base = thread_of_grid() - lane; base < a.rows.num_rows;
         base += threads_of_grid()) {
      const bool free = base + lane < a.rows.num_rows && a.row_mates[base + lane] == k_none;
      const std::uint32_t word = __ballot_sync(k_all_lanes, free);
      if (lane == 0) a.free_rows[base / 32] = word;
    }
  }
  // Calls body(has, row) for all free rows, one per lane; body returns false for a row that is free
  // no more. Rows lie thinly: a lane has 32 of them, and goes through those that are free.
  template <class Body>
  __device__ void for_each_free_row(const Body& body) const {
    const std::uint64_t words = (a.rows.num_rows + std::uint64_t{31}) / 32;
    const std::uint64_t lane = lane_of_warp();
    for (std::uint64_t base = thread_of_grid() - lane; base < words; base += threads_of_grid()) {
      const bool mine = base + lane < words;
      const std::uint32_t word = mine ? a.free_rows[base + lane] : 0;
      std::uint32_t left = word;
      // Ends: each turn takes a bit from every lane that has one.
      for (std::uint32_t todo = word; __ballot_sync(k_all_lanes, todo != 0) != 0;) {
        const bool has = todo != 0;
        const auto bit = static_cast<std::uint32_t>(has ? __ffs(static_cast<int>(todo)) - 1 : 0);
        todo &= todo - 1;
        const auto row = static_cast<VertexId>(32 * (base + lane) + bit);
        if (!body(has, has ? row : 0) && has) left &= ~(1U << bit);
      }
      if (left != word) a.free_rows[base + lane] = left;
    }
  }

  // Every free row with a neighbour becomes the root of a tree.
  __device__ void plant() const {
    const std::uint64_t words = (a.rows.num_columns + std::uint64_t{31}) / 32;
    for (std::uint64_t w = thread_of_grid(); w < words; w += threads_of_grid()) a.visited[w] = 0;
    Pushes out = pushes();
    push_free_rows(out, true);
    out.finish();
  }
  __device__ void push_free_rows(Pushes& out, bool anew) const {
    for_each_free_row([&](bool has, VertexId row) {
      if (has && anew) a.leaves[row] = k_none;
      push_row(out, has, row, row, k_none);
      return true;
    });
  }
  __device__ void push_row(Pushes& out, bool has, VertexId row, VertexId root, VertexId via) const {
    if (__ballot_sync(k_all_lanes, has) == 0) return;
    const std::uint64_t begin = has ? a.rows.offsets[row] : 0;
    out.push(begin, has ? a.rows.offsets[row + std::uint64_t{1}] - begin : 0, root, via);
  }

  // Gives the columns of stopped trees free, and lets all rows of the others look again.
  __device__ void graft() const {
    const std::uint32_t lane = lane_of_warp();
    const std::uint64_t words = (a.rows.num_columns + std::uint64_t{31}) / 32;
    Pushes out = pushes();
    for (std::uint64_t w = thread_of_grid() / 32; w < words; w += threads_of_grid() / 32) {
      const std::uint32_t word = a.visited[w];
      if (word == 0) continue;
      const auto column = static_cast<VertexId>(32 * w + lane);
      const bool mine = (word >> lane & 1U) != 0;
      const VertexId root = mine ? a.records.root(column) : 0;
      const bool lives = mine && a.leaves[root] == k_none;
      const std::uint32_t left = __ballot_sync(k_all_lanes, lives);
      if (lane == 0) a.visited[w] = left;
      push_row(out, lives, lives ? a.records.mate(column) : 0, root, column);
    }
    push_free_rows(out, false);
    out.finish();
  }

  // Column c, which is free, ends the tree of `root`, unless that has ended, or c is taken.
  __device__ bool stop_at(VertexId c, VertexId root, VertexId via) const {
    if (peek(a.leaves[root]) != k_none || !claim(c)) return false;
    if (!swap_in(a.leaves[root], k_none, c)) {
      // Another lane was faster. The column becomes available again.
      Shared<std::uint32_t>(a.visited[c / 32])
          .fetch_and(~(1U << (c % 32)), cuda::memory_order_relaxed);
      return false;
    }
    a.records.link(c, via, root);
    return true;
  }
  // True for the thread that sets the column's bit.
  __device__ bool claim(VertexId c) const {
    const std::uint32_t bit = 1U << (c % 32);
    Shared<std::uint32_t> word(a.visited[c / 32]);
    return (word.fetch_or(bit, cuda::memory_order_relaxed) & bit) == 0;
  }

  // Claims the columns for the trees that reached them, and pushes their mates. Step by step for
  // all neighbours of a lane, so that their loads are in flight together; `early`: mates are loaded
  // before it is known which are needed, which takes more loads and less time where few warps have
  // work.
  __device__ void visit(const Neighbours& found, bool early, Pushes& out,
                        std::uint32_t& stopped) const {
    VertexId mates[k_together];
    bool open[k_together];
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      const VertexId c = found.columns[j];
      mates[j] = early && c != k_none ? a.records.mate(c) : k_none;
      open[j] = c != k_none && (peek(a.visited[c / 32]) >> (c % 32) & 1U) == 0;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      if (!early && open[j]) mates[j] = a.records.mate(found.columns[j]);
    }
    std::uint64_t begins[k_together];
    std::uint64_t ends[k_together];
    const auto look_up = [&](std::uint32_t j, bool asks) {
      begins[j] = asks ? a.rows.offsets[mates[j]] : 0;
      ends[j] = asks ? a.rows.offsets[mates[j] + std::uint64_t{1}] : 0;
    };
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      if (early) look_up(j, open[j] && mates[j] != k_none);
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      if (!open[j]) continue;
      const VertexId c = found.columns[j];
      if (mates[j] == k_none) {
        open[j] = false;
        if (stop_at(c, found.roots[j], found.vias[j])) ++stopped;
      } else {
        open[j] = claim(c);
        if (open[j]) a.records.link(c, found.vias[j], found.roots[j]);
      }
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      if (!early) look_up(j, open[j]);
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      if (__ballot_sync(k_all_lanes, open[j]) == 0) continue;
      out.push(begins[j], open[j] ? ends[j] - begins[j] : 0, found.roots[j], found.columns[j]);
    }
  }

  __device__ void expand_entry(const Entry& entry, bool early, Pushes& out,
                               std::uint32_t& stopped) const {
    auto count = static_cast<std::uint32_t>(entry.place & 0xFFFFU);
    if (count != 0 && peek(a.leaves[entry.root]) != k_none) count = 0;
    for_each_neighbour(a.rows, entry, count,
                       [&](const Neighbours& found) { visit(found, early, out, stopped); });
  }
  // One level: the neighbours of all rows in the frontier; a few levels where it is narrow.
  __device__ void expand(std::uint32_t size) const {
    Pushes out = pushes();
    std::uint32_t stopped = 0;
    const bool narrow = size <= k_narrow * (threads_of_grid() / 32);
    for_each_entry(a.frontiers[step % 2], size,
                   [&](const Entry& entry) { expand_entry(entry, narrow, out, stopped); });
    if (narrow) {
      for (std::uint32_t hop = 0; hop < k_hops && out.held != 0; ++hop) {
        expand_entry(out.take_held(), true, out, stopped);
      }
    }
    out.finish();
    stopped = __reduce_add_sync(k_all_lanes, stopped);
    if (stopped != 0 && lane_of_warp() == 0) {
      Shared<std::uint32_t>(a.control->found[next_slot()])
          .fetch_add(stopped, cuda::memory_order_relaxed);
    }
  }

  // True if the last window of levels held too few rows.
  __device__ bool is_too_narrow(std::uint32_t size) {
    ++levels;
    window_entries += size;
    if (levels % k_window != 0) return false;
    const bool narrow = window_entries < std::uint64_t{k_window} * k_too_narrow;
    window_entries = 0;
    return narrow;
  }

  enum class End { paths, no_path, too_narrow };

  // Grows the trees until none can, or until it pays to look at what was found.
  __device__ End grow() {
    std::uint32_t frontier = size();
    std::uint64_t stopped = 0;
    std::uint32_t last = 0;
    std::uint32_t level = 0;
    // Ends: every level claims columns for the next one, of which there are finitely many.
    while (frontier != 0) {
      ++level;
      expand(frontier);
      end_step();
      const std::uint32_t now = found();
      if (now != 0) last = level;
      stopped += now;
      frontier = size();
      if (is_too_narrow(frontier)) return End::too_narrow;
      if (stopped != 0 && (stopped * 16 > trees * 15 || level > 2 * last + 4)) break;
    }
    trees -= stopped;
    if (!keeps_trees || level > last_depth) last_depth = level;
    last_stopped = stopped;
    keeps_trees = level > k_long_phase && trees > stopped;
    return stopped == 0 ? End::no_path : End::paths;
  }

  // True if rows are left that guided walks may serve sooner.
  [[nodiscard]] __device__ bool hands_over(std::uint32_t phases) const {
    return a.may_hand_over && phases >= k_many_phases && last_depth <= k_near &&
           last_stopped * k_few < trees && last_stopped * k_hopeless > trees;
  }

  // The trees are disjoint, so each thread has its path to itself.
  __device__ void alternate() const {
    for_each_free_row([&](bool has, VertexId root) {
      const VertexId leaf = has ? a.leaves[root] : k_none;
      if (leaf != k_none) alternate_path(root, leaf);
      return leaf == k_none;
    });
  }
  __device__ void alternate_path(VertexId root, VertexId column) const {
    VertexId previous = a.records.previous(column);
    // Ends at the root: a column's previous one is a level nearer to it.
    while (previous != k_none) {
      const Records::Record before = a.records.get(previous);
      a.records.set_mate(column, before.mate);
      a.row_mates[before.mate] = column;
      column = previous;
      previous = before.previous;
    }
    a.records.set_mate(column, root);
    a.row_mates[root] = column;
  }

  __device__ void give_mates() const {
    for (std::uint64_t c = thread_of_grid(); c < a.rows.num_columns; c += threads_of_grid()) {
      a.column_mates[c] = a.records.mate(static_cast<VertexId>(c));
    }
    std::uint32_t free = 0;
    for_each_free_row([&](bool has, VertexId) {
      if (has) ++free;
      return true;
    });
    free = __reduce_add_sync(k_all_lanes, free);
    if (free != 0 && lane_of_warp() == 0) {
      Shared<std::uint64_t>(a.control->free_rows).fetch_add(free, cuda::memory_order_relaxed);
    }
  }
};

}  // namespace device

}  // namespace hypermatch::detail::bipartite_matching
