// SPDX-License-Identifier: MIT
// A caller's matching as the start on a device: checked, and seen from both sides. Work: O(rows +
// entries of matched rows).
#include "algorithms/bipartite_matching/common/device/launch.cuh"
#include "algorithms/bipartite_matching/common/device/problem.hpp"
#include "algorithms/bipartite_matching/common/device/rows.cuh"

namespace hypermatch::detail::bipartite_matching {

namespace {

using namespace device;

struct InitialArguments {
  Rows rows;
  const VertexId* initial;
  VertexId* row_mates;
  VertexId* column_mates;
  VertexId* bad_row;
};

__device__ bool is_entry(const Rows& rows, std::uint64_t row, VertexId column) {
  if (column >= rows.num_columns) return false;
  for (std::uint64_t p = rows.offsets[row]; p < rows.offsets[row + 1]; ++p) {
    if (rows.columns[p] == column) return true;
  }
  return false;
}

// The rows that want one column are all refused: which of them came first depends on timing, and
// the lowest bad row is reported.
__global__ void __launch_bounds__(k_threads)
    write_initial(const __grid_constant__ InitialArguments a) {
  for (std::uint64_t r = thread_of_grid(); r < a.rows.num_rows; r += threads_of_grid()) {
    const VertexId column = a.initial[r];
    if (column == k_none) continue;
    const auto row = static_cast<VertexId>(r);
    const bool entry = is_entry(a.rows, r, column);
    if (entry && swap_in(a.column_mates[column], k_none, row)) {
      a.row_mates[r] = column;
      continue;
    }
    const VertexId other = entry ? peek(a.column_mates[column]) : row;
    Shared<VertexId>(*a.bad_row).fetch_min(other < row ? row : other, cuda::memory_order_relaxed);
  }
}

}  // namespace

void enqueue_initial(const DeviceBipartiteProblem& problem, VertexId* bad_row) {
  const DeviceBipartiteView& graph = problem.graph;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(bad_row, 0xFF, sizeof(VertexId), problem.context.stream()));
  const InitialArguments arguments{
      .rows = {graph.offsets.data(), graph.columns.data(), graph.num_rows, graph.num_columns},
      .initial = problem.options.initial.data(),
      .row_mates = problem.mates.rows,
      .column_mates = problem.mates.columns,
      .bad_row = bad_row};
  launch_resident(&write_initial, k_threads, graph.num_rows, arguments, problem.context.stream());
}

}  // namespace hypermatch::detail::bipartite_matching
