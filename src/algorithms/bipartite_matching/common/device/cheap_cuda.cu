// SPDX-License-Identifier: MIT
// The cheap start on a device: each row takes the first free neighbour behind a random one, cyclic.
// A column that is taken is never given back, so one pass leaves a maximal matching. Deveci, Kaya,
// Ucar, Catalyurek 2013 (doi:10.1007/978-3-642-40047-6_84) start from the same heuristic, on the
// host. Work: O(entries) at most. Ties: the first thread wins.
#include "algorithms/bipartite_matching/common/device/launch.cuh"
#include "algorithms/bipartite_matching/common/device/problem.hpp"
#include "algorithms/bipartite_matching/common/device/rows.cuh"
#include "base/random.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

using namespace device;

struct CheapArguments {
  Rows rows;
  VertexId* row_mates;
  VertexId* column_mates;
  std::uint64_t seed;
  std::uint32_t team;
};

// The lanes of a team look at as many neighbours at once; the first one that is free is tried.
__device__ void take_first_free(const CheapArguments& a, const TeamRow& row, std::uint32_t rank) {
  const std::uint32_t shift = lane_of_warp() - rank;
  const std::uint32_t team_mask = a.team == 32 ? k_all_lanes : (1U << a.team) - 1;
  const std::uint64_t start =
      row.size == 0 ? 0 : base::below(base::hash(a.seed, row.row), row.size);
  std::uint64_t from = 0;
  // Ends: each turn goes on in the row, unless another row has just taken what was seen free.
  while (__any_sync(k_all_lanes, from < row.size)) {
    VertexId column = k_none;
    if (from + rank < row.size) {
      const std::uint64_t place = start + from + rank;
      column = a.rows.columns[row.begin + (place < row.size ? place : place - row.size)];
    }
    const bool free = column != k_none && peek(a.column_mates[column]) == k_none;
    const std::uint32_t seen = __ballot_sync(k_all_lanes, free) >> shift & team_mask;
    bool taken = false;
    if (seen != 0 && rank + 1 == static_cast<std::uint32_t>(__ffs(static_cast<int>(seen)))) {
      taken = swap_in(a.column_mates[column], k_none, row.row);
      if (taken) a.row_mates[row.row] = column;
    }
    const std::uint32_t done = __ballot_sync(k_all_lanes, taken) >> shift & team_mask;
    if (done != 0) {
      from = row.size;
    } else if (seen == 0) {
      from += a.team;
    }
  }
}

__global__ void __launch_bounds__(k_threads)
    choose_first_free(const __grid_constant__ CheapArguments a) {
  __shared__ std::uint8_t orders[k_warps][32];
  for_each_row(
      a.rows, a.team, orders[threadIdx.x / 32], [](std::uint32_t) { return true; },
      [&](const TeamRow& row, std::uint32_t rank) { take_first_free(a, row, rank); });
}

__global__ void __launch_bounds__(k_threads)
    count_mates(const VertexId* mates, std::uint64_t size, std::uint64_t* count) {
  std::uint32_t matched = 0;
  for (std::uint64_t i = thread_of_grid(); i < size; i += threads_of_grid()) {
    if (mates[i] != k_none) ++matched;
  }
  matched = __reduce_add_sync(k_all_lanes, matched);
  if (matched != 0 && lane_of_warp() == 0) {
    Shared<std::uint64_t>(*count).fetch_add(matched, cuda::memory_order_relaxed);
  }
}

}  // namespace

void enqueue_cheap(const DeviceBipartiteProblem& problem) {
  const DeviceBipartiteView& graph = problem.graph;
  const CheapArguments arguments{
      .rows = {graph.offsets.data(), graph.columns.data(), graph.num_rows, graph.num_columns},
      .row_mates = problem.mates.rows,
      .column_mates = problem.mates.columns,
      .seed = problem.options.seed,
      .team = team_for(graph.num_entries(), graph.num_rows)};
  launch_resident(&choose_first_free, k_threads, graph.num_rows * std::uint64_t{arguments.team},
                  arguments, problem.context.stream());
}

void count_matched(const VertexId* mates, std::uint64_t size, std::uint64_t* count,
                   DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(count, 0, sizeof(std::uint64_t), stream));
  count_mates<<<resident_blocks(&count_mates, k_threads, size), k_threads, 0, stream>>>(mates, size,
                                                                                        count);
  parallel::check_launch("count_mates");
}

BipartiteStart resolved_start(BipartiteStart start) {
  return start == BipartiteStart::automatic ? BipartiteStart::karp_sipser : start;
}

void enqueue_start(const DeviceBipartiteProblem& problem, BipartiteStart start,
                   const DeviceStartBuffers& buffers) {
  const DeviceStream stream = problem.context.stream();
  const DeviceBipartiteView& graph = problem.graph;
  static_assert(k_none == ~std::uint32_t{0}, "all bytes of it are 0xFF");
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(problem.mates.rows, 0xFF,
                                       std::size_t{graph.num_rows} * sizeof(VertexId), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(problem.mates.columns, 0xFF,
                                       std::size_t{graph.num_columns} * sizeof(VertexId), stream));
  switch (start) {
    case BipartiteStart::none:
    case BipartiteStart::least_degree:  // refused before
    case BipartiteStart::initial:       // `enqueue_initial` follows
      break;
    case BipartiteStart::cheap:
      enqueue_cheap(problem);
      break;
    case BipartiteStart::automatic:
    case BipartiteStart::karp_sipser:
      enqueue_karp_sipser(problem, buffers);
      break;
    case BipartiteStart::two_sided:
      enqueue_two_sided(problem, buffers);
      break;
  }
}

}  // namespace hypermatch::detail::bipartite_matching
