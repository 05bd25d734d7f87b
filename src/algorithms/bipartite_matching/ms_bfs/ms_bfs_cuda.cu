// SPDX-License-Identifier: MIT
// Largest matchings by breadth-first searches from all free rows at once, in one persistent kernel.
// A phase grows a forest level by level: columns are claimed by bits, so that trees are disjoint; a
// tree stops at its first free column (the early exit of Azad, Buluc, Pothen 2017,
// doi:10.1109/TPDS.2016.2546258). Then one thread a tree alternates its path; nothing is
// speculative and nothing needs repair. A phase is cut short when nearly all trees have stopped, or
// when the levels since the last path outnumber those up to it: starting anew then costs less.
// Guarantee: maximum. Work: O(entries) a phase. Ties: whoever comes first.
#include <algorithm>

#include "algorithms/bipartite_matching/common/device/launch.cuh"
#include "algorithms/bipartite_matching/common/device/problem.hpp"
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
  buffers.free_rows = arena.take<std::uint32_t>((std::uint64_t{graph.num_rows} + 31) / 32);
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
