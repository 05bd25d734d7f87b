// SPDX-License-Identifier: MIT
// Largest matchings by breadth-first searches from all free rows at once, in one persistent kernel.
// A phase grows a forest level by level: columns are claimed by bits, so that trees are disjoint; a
// tree stops at its first free column (the early exit of Azad, Buluc, Pothen 2017,
// doi:10.1109/TPDS.2016.2546258). Then one thread per tree alternates its path; nothing is
// speculative and nothing needs repair. A phase is cut short when nearly all trees have stopped, or
// when the levels since the last path outnumber those up to it: a restart then costs less.
// Guarantee: maximum. Work: O(entries) per phase. Ties: the first thread wins.
#include <algorithm>

#include "algorithms/bipartite_matching/common/device/launch.cuh"
#include "algorithms/bipartite_matching/common/device/problem.hpp"
#include "algorithms/bipartite_matching/ms_bfs/guided_walks.cuh"
#include "algorithms/bipartite_matching/ms_bfs/kernel.cuh"
#include "parallel/device/runtime.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

using namespace device;

__global__ void __launch_bounds__(k_threads, 3)
    search_paths(const __grid_constant__ MsBfsArguments a) {
  __shared__ PushMemory push_memory;
  __shared__ Outcome outcome;
  Search search{.a = a, .push_memory = &push_memory, .outcome = &outcome};
  search.take_mates();
  search.end_step();
  std::uint32_t phases = 0;
  Search::End end = Search::End::paths;
  bool handed_over = false;
  // Ends: each phase but the last enlarges the matching.
  while (end == Search::End::paths && !handed_over) {
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
      handed_over = search.hands_over(phases);
    }
  }
  search.give_mates();
  if (thread_of_grid() == 0) {
    a.control->phases = phases;
    a.control->levels = search.levels;
    a.control->handed_over = handed_over ? 1 : 0;
    a.control->too_narrow = end == Search::End::too_narrow ? 1 : 0;
  }
}

}  // namespace

MsBfsBuffers lay_out_ms_bfs(parallel::DeviceArena& arena, const DeviceBipartiteView& graph) {
  MsBfsBuffers buffers;
  buffers.control = arena.take<MsBfsControl>(1);
  buffers.walks = reinterpret_cast<GuidedWalkControl*>(
      arena.take<std::uint64_t>((guided_walk_control_bytes() + 7) / 8));
  buffers.records =
      arena.take<std::byte>(std::uint64_t{graph.num_columns} * sizeof(Records::Record));
  buffers.visited = arena.take<std::uint32_t>((std::uint64_t{graph.num_columns} + 31) / 32);
  buffers.leaves = arena.take<VertexId>(graph.num_rows);
  buffers.free_rows = arena.take<std::uint32_t>((std::uint64_t{graph.num_rows} + 31) / 32);
  const std::uint64_t most = graph.num_rows + graph.num_entries() / k_piece;
  for (std::byte*& frontier : buffers.frontiers) {
    frontier = arena.take<std::byte>(most * sizeof(Entry));
  }
  return buffers;
}

namespace {

// Phases until the matching is maximum, or until they hand over.
MsBfsControl run_phases(const DeviceBipartiteProblem& problem, const MsBfsBuffers& buffers,
                        bool may_hand_over) {
  const DeviceBipartiteView& graph = problem.graph;
  const DeviceStream stream = problem.context.stream();
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(buffers.control, 0, sizeof(MsBfsControl), stream));
  const MsBfsArguments arguments{
      .rows = {graph.offsets.data(), graph.columns.data(), graph.num_rows, graph.num_columns},
      .row_mates = problem.mates.rows,
      .column_mates = problem.mates.columns,
      .records = {reinterpret_cast<Records::Record*>(buffers.records)},
      .visited = buffers.visited,
      .leaves = buffers.leaves,
      .free_rows = buffers.free_rows,
      .frontiers = {reinterpret_cast<Entry*>(buffers.frontiers[0]),
                    reinterpret_cast<Entry*>(buffers.frontiers[1])},
      .control = buffers.control,
      .may_hand_over = may_hand_over};
  launch_resident(&search_paths, k_threads,
                  std::max(std::uint64_t{graph.num_rows}, graph.num_entries() / 8), arguments,
                  stream);
  auto* const mail = reinterpret_cast<MsBfsControl*>(problem.context.state()->mailbox());
  parallel::runtime::copy_to_host(mail, buffers.control, sizeof(MsBfsControl), stream);
  parallel::runtime::synchronize(stream);
  return *mail;
}

// Walks need 16 bytes per row or column of each frontier.
bool may_walk(const DeviceBipartiteView& graph) {
  return graph.num_columns <= graph.num_rows + graph.num_entries() / k_piece;
}

}  // namespace

DeviceSearch run_ms_bfs(const DeviceBipartiteProblem& problem, const MsBfsBuffers& buffers) {
  const GuidedWalkMemory memory{.control = buffers.walks,
                                .slots = {buffers.frontiers[0], buffers.records},
                                .lists = buffers.frontiers[1]};
  DeviceSearch search;
  bool may_hand_over = may_walk(problem.graph);
  bool goes_on = true;
  // Ends: between two hand-overs a fourth of the remaining rows is matched.
  while (goes_on) {
    const MsBfsControl control = run_phases(problem, buffers, may_hand_over);
    search.phases += control.phases;
    search.levels += control.levels;
    search.free_rows = control.free_rows;
    search.too_narrow = control.too_narrow != 0;
    goes_on = control.handed_over != 0;
    if (!goes_on) break;
    problem.context.check_cancelled();
    std::uint64_t walkers = 0;
    const std::uint64_t found = run_guided_walks(problem, memory, walkers);
    may_hand_over = 4 * found >= walkers;
  }
  return search;
}

}  // namespace hypermatch::detail::bipartite_matching
