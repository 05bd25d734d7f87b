// SPDX-License-Identifier: MIT
// Largest matchings by breadth-first searches from all free rows at once, in one persistent kernel.
// A phase grows a forest level by level: columns are claimed by bits, so that trees are disjoint; a
// tree stops at its first free column (the early exit of Azad, Buluc, Pothen 2017,
// doi:10.1109/TPDS.2016.2546258). Then one thread a tree alternates its path; nothing is
// speculative and nothing needs repair. A phase is cut short when nearly all trees have stopped, or
// when the levels since the last path outnumber those up to it: starting anew then costs less.
// Guarantee: maximum. Work: O(entries) a phase. Ties: whoever comes first.
#include "algorithms/bipartite_matching/device/device_frontier.cuh"
#include "algorithms/bipartite_matching/device/device_launch.cuh"
#include "algorithms/bipartite_matching/device/device_problem.hpp"
#include "parallel/cuda_grid.cuh"
#include "parallel/device_runtime.hpp"
#include "parallel/device_state.hpp"

namespace hypermatch::detail::bipartite_matching {

// What the blocks tell one another. Of three successive steps the slots take turns: while step s
// reads slot s, it fills slot s + 1, and slot s + 2 is cleared.
struct MsBfsControl {
  std::uint32_t barrier;
  std::uint32_t sizes[3];  // entries of the frontier
  std::uint32_t found[3];  // trees that have stopped
  std::uint32_t phases;
  std::uint32_t too_narrow;
  std::uint64_t levels;
  std::uint64_t free_rows;
};

namespace {

using namespace device;

// Levels over which it is judged whether there is work for a device, and the entries a level that
// it takes: below, a core of the host is faster.
constexpr std::uint32_t k_window = 1024;
constexpr std::uint32_t k_too_narrow = 12;
// Where a warp has no more entries than this, it goes on by itself for so many levels before it
// meets the others again: what it waits for is the latency of memory and of the barrier, not work.
// Trees need not grow evenly.
constexpr std::uint32_t k_narrow = 4;
constexpr std::uint32_t k_hops = 8;
// After so many levels trees are kept, if most have not stopped.
constexpr std::uint32_t k_long_phase = 24;

struct Arguments {
  Rows rows;
  VertexId* row_mates;
  VertexId* column_mates;
  Records records;
  std::uint32_t* visited;
  VertexId* leaves;
  Entry* frontiers[2];
  MsBfsControl* control;
};

// All threads of the grid are in the same step, and hold the same numbers.
struct Search {
  const Arguments& a;
  Entry* stage;
  std::uint32_t step = 0;
  std::uint64_t levels = 0;
  std::uint64_t window_entries = 0;
  std::uint64_t trees = 0;  // that have not stopped; pieces of rows count each
  bool keeps_trees = false;

  __device__ std::uint32_t next_slot() const { return (step + 1) % 3; }
  __device__ Pushes pushes() const {
    return {.stage = stage,
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
  }
  __device__ std::uint32_t size() const { return peek(a.control->sizes[step % 3]); }
  __device__ std::uint32_t found() const { return peek(a.control->found[step % 3]); }

  __device__ void take_mates() const {
    for (std::uint64_t c = thread_of_grid(); c < a.rows.num_columns; c += threads_of_grid()) {
      a.records.set_mate(static_cast<VertexId>(c), a.column_mates[c]);
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
    const std::uint64_t lane = lane_of_warp();
    for (std::uint64_t base = thread_of_grid() - lane; base < a.rows.num_rows;
         base += threads_of_grid()) {
      const auto row = static_cast<VertexId>(base + lane);
      const bool free = base + lane < a.rows.num_rows && a.row_mates[row] == k_none;
      if (free && anew) a.leaves[row] = k_none;
      push_row(out, free, row, row, k_none);
    }
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
      // Another lane was faster. The column goes back to those who can use it.
      Shared<std::uint32_t>(a.visited[c / 32])
          .fetch_and(~(1U << (c % 32)), cuda::memory_order_relaxed);
      return false;
    }
    a.records.link(c, via, root);
    return true;
  }
  // True for the one who sets the column's bit.
  __device__ bool claim(VertexId c) const {
    const std::uint32_t bit = 1U << (c % 32);
    Shared<std::uint32_t> word(a.visited[c / 32]);
    return (word.fetch_or(bit, cuda::memory_order_relaxed) & bit) == 0;
  }

  // Claims the columns for the trees of those who look at them, and pushes their mates. Step by
  // step for all neighbours of a lane, so that their loads are in flight together.
  __device__ void visit(const Neighbours& found, Pushes& out, std::uint32_t& stopped) const {
    VertexId mates[k_together];
    std::uint64_t begins[k_together];
    std::uint64_t ends[k_together];
    bool open[k_together];
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      const VertexId c = found.columns[j];
      open[j] = c != k_none && (peek(a.visited[c / 32]) >> (c % 32) & 1U) == 0;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      mates[j] = open[j] ? a.records.mate(found.columns[j]) : k_none;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      if (!open[j]) continue;
      if (mates[j] != k_none) {
        open[j] = claim(found.columns[j]);
        continue;
      }
      open[j] = false;
      if (stop_at(found.columns[j], found.roots[j], found.vias[j])) ++stopped;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      begins[j] = 0;
      ends[j] = 0;
      if (!open[j]) continue;
      a.records.link(found.columns[j], found.vias[j], found.roots[j]);
      begins[j] = a.rows.offsets[mates[j]];
      ends[j] = a.rows.offsets[mates[j] + std::uint64_t{1}];
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      if (__ballot_sync(k_all_lanes, open[j]) == 0) continue;
      out.push(begins[j], ends[j] - begins[j], found.roots[j], found.columns[j]);
    }
  }

  __device__ void expand_entry(const Entry& entry, Pushes& out, std::uint32_t& stopped) const {
    auto count = static_cast<std::uint32_t>(entry.place & 0xFFFFU);
    if (count != 0 && peek(a.leaves[entry.root]) != k_none) count = 0;
    for_each_neighbour(a.rows, entry, count,
                       [&](const Neighbours& found) { visit(found, out, stopped); });
  }

  // One level: the neighbours of all rows in the frontier; a few levels where it is narrow.
  __device__ void expand(std::uint32_t size) const {
    Pushes out = pushes();
    std::uint32_t stopped = 0;
    for_each_entry(a.frontiers[step % 2], size,
                   [&](const Entry& entry) { expand_entry(entry, out, stopped); });
    if (size <= k_narrow * (threads_of_grid() / 32)) {
      for (std::uint32_t hop = 0; hop < k_hops && out.held != 0; ++hop) {
        expand_entry(out.take_held(), out, stopped);
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
    keeps_trees = level > k_long_phase && trees > stopped;
    return stopped == 0 ? End::no_path : End::paths;
  }

  // The trees are disjoint, so each thread has its path to itself.
  __device__ void alternate() const {
    for (std::uint64_t r = thread_of_grid(); r < a.rows.num_rows; r += threads_of_grid()) {
      if (peek(a.row_mates[r]) != k_none) continue;
      VertexId column = a.leaves[r];
      if (column == k_none) continue;
      VertexId previous = a.records.previous(column);
      // Ends at the root: a column's previous one is a level nearer to it.
      for (;;) {
        const bool at_root = previous == k_none;
        const Records::Record before = at_root
                                           ? Records::Record{k_none, 0, static_cast<VertexId>(r), 0}
                                           : a.records.get(previous);
        a.records.set_mate(column, before.mate);
        poke(a.row_mates[before.mate], column);
        if (at_root) break;
        column = previous;
        previous = before.previous;
      }
    }
  }

  __device__ void give_mates() const {
    for (std::uint64_t c = thread_of_grid(); c < a.rows.num_columns; c += threads_of_grid()) {
      a.column_mates[c] = a.records.mate(static_cast<VertexId>(c));
    }
    std::uint32_t free = 0;
    for (std::uint64_t r = thread_of_grid(); r < a.rows.num_rows; r += threads_of_grid()) {
      if (a.row_mates[r] == k_none) ++free;
    }
    free = __reduce_add_sync(k_all_lanes, free);
    if (free != 0 && lane_of_warp() == 0) {
      Shared<std::uint64_t>(a.control->free_rows).fetch_add(free, cuda::memory_order_relaxed);
    }
  }
};

__global__ void __launch_bounds__(k_threads, 2) search_paths(const Arguments a) {
  __shared__ Entry stages[k_warps][k_stage];
  Search search{.a = a, .stage = stages[threadIdx.x / 32]};
  search.take_mates();
  std::uint32_t phases = 0;
  Search::End end = Search::End::paths;
  // Ends: each phase but the last enlarges the matching.
  while (end == Search::End::paths) {
    if (search.keeps_trees) {
      search.graft();
      search.end_step();
    } else {
      search.plant();
      search.end_step();
      search.trees = search.size();
    }
    end = search.grow();
    ++phases;
    if (end == Search::End::paths) {
      search.alternate();
      search.end_step();
    }
  }
  search.give_mates();
  if (thread_of_grid() == 0) {
    a.control->phases = phases;
    a.control->levels = search.levels;
    a.control->too_narrow = end == Search::End::too_narrow ? 1 : 0;
  }
}

}  // namespace

MsBfsBuffers lay_out_ms_bfs(parallel::DeviceArena& arena, const DeviceBipartiteView& graph) {
  MsBfsBuffers buffers;
  buffers.control = arena.take<MsBfsControl>(1);
  buffers.records =
      arena.take<std::byte>(std::uint64_t{graph.num_columns} * sizeof(Records::Record));
  buffers.visited = arena.take<std::uint32_t>((std::uint64_t{graph.num_columns} + 31) / 32);
  buffers.leaves = arena.take<VertexId>(graph.num_rows);
  const std::uint64_t most = graph.num_rows + graph.num_entries() / k_piece;
  for (std::byte*& frontier : buffers.frontiers) {
    frontier = arena.take<std::byte>(most * sizeof(Entry));
  }
  return buffers;
}

DeviceSearch run_ms_bfs(const DeviceBipartiteProblem& problem, const MsBfsBuffers& buffers) {
  const DeviceBipartiteView& graph = problem.graph;
  const DeviceStream stream = problem.context.stream();
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(buffers.control, 0, sizeof(MsBfsControl), stream));
  const Arguments arguments{
      .rows = {graph.offsets.data(), graph.columns.data(), graph.num_rows, graph.num_columns},
      .row_mates = problem.mates.rows,
      .column_mates = problem.mates.columns,
      .records = {reinterpret_cast<Records::Record*>(buffers.records)},
      .visited = buffers.visited,
      .leaves = buffers.leaves,
      .frontiers = {reinterpret_cast<Entry*>(buffers.frontiers[0]),
                    reinterpret_cast<Entry*>(buffers.frontiers[1])},
      .control = buffers.control};
  launch_resident(&search_paths, k_threads,
                  std::max(std::uint64_t{graph.num_rows}, graph.num_entries() / 8), arguments,
                  stream);
  auto* const mail = reinterpret_cast<MsBfsControl*>(problem.context.state()->mailbox());
  parallel::runtime::copy_to_host(mail, buffers.control, sizeof(MsBfsControl), stream);
  parallel::runtime::synchronize(stream);
  return {.phases = mail->phases,
          .levels = mail->levels,
          .free_rows = mail->free_rows,
          .too_narrow = mail->too_narrow != 0};
}

}  // namespace hypermatch::detail::bipartite_matching
