// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/common/device/rounds.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching::device {

namespace {

// Each pair at its smaller end.
__global__ void __launch_bounds__(parallel::k_block)
    add_pairs(const VertexId* mates, std::uint64_t num_vertices, std::uint64_t* count) {
  const std::uint64_t v = parallel::rows_detail::thread_index();
  const bool counts = v < num_vertices && mates[v] != k_none && v < mates[v];
  const int sum = __syncthreads_count(counts ? 1 : 0);
  if (threadIdx.x == 0 && sum != 0) {
    atomicAdd(reinterpret_cast<unsigned long long*>(count), static_cast<unsigned long long>(sum));
  }
}

}  // namespace

void count_pairs(const DeviceGraphOutcome& outcome, std::uint64_t num_vertices,
                 DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(outcome.count, 0, sizeof(std::uint64_t), stream));
  if (num_vertices == 0) return;
  add_pairs<<<parallel::blocks_for(num_vertices), parallel::k_block, 0, stream>>>(
      outcome.mates, num_vertices, outcome.count);
  parallel::check_launch("add_pairs");
}

}  // namespace hypermatch::detail::graph_matching::device
