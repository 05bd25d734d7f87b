// SPDX-License-Identifier: MIT
// Communities of coarse vertices go down to their members, of which those that cannot move are
// found by the coarse ones.
#include <cuda/atomic>

#include "algorithms/clustering/common/device/graph_arcs.cuh"
#include "algorithms/clustering/common/device/problem.hpp"
#include "algorithms/clustering/common/multilevel/level.hpp"
#include "parallel/device/grid.cuh"

namespace hypermatch::detail::clustering {

namespace {

using namespace device;

struct OuterArguments {
  DeviceLevelView coarse;
  const VertexId* community;
  const std::int64_t* volume;
  double factor;
  std::uint8_t* is_outer;
  std::uint32_t* crowded;
};

__global__ void __launch_bounds__(k_threads) find_outer(const OuterArguments a) {
  for_rows(a.coarse,
           [&](VertexId c, const Row& row, std::uint32_t rank, std::uint32_t size, bool is_row) {
             if (!is_row) return;
             const VertexId own = a.community[c];
             bool leaves = false;
             for (std::uint64_t i = rank; i < row.length && !leaves; i += size) {
               leaves = a.community[a.coarse.neighbours[row.begin + i]] != own;
             }
             if (!leaves) return;
             // Relaxed, here and below: all write the same, and readers are other kernels.
             cuda::atomic_ref<std::uint8_t, cuda::thread_scope_device>(a.is_outer[c])
                 .store(1, cuda::memory_order_relaxed);
           });
  grid_for(a.coarse.num_vertices, [&](std::uint64_t c) {
    if (!is_crowded(MoveGain{a.factor}, a.volume[c])) return;
    cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>(*a.crowded)
        .store(1, cuda::memory_order_relaxed);
  });
}

}  // namespace

void project_outer_on_device(VertexId n, const DeviceLevelView& coarse,
                             const VertexId* coarse_vertex, const VertexId* coarse_community,
                             double factor, const DevicePartition& partition,
                             const ClusteringBuffers& buffers, DeviceStream stream) {
  // Nothing moves now.
  auto* const is_outer = reinterpret_cast<std::uint8_t*>(buffers.moved);
  std::uint8_t* const active = buffers.active;
  const VertexId known = coarse.num_vertices;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(is_outer, 0, known, stream));
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(&buffers.control->crowded, 0, sizeof(buffers.control->crowded), stream));
  find_outer<<<1024, k_threads, 0, stream>>>(
      {coarse, coarse_community, partition.volume, factor, is_outer, &buffers.control->crowded});
  check_launch("find_outer");
  for_each(
      "project_outer", n,
      [=] __device__(std::uint64_t v) {
        const VertexId c = coarse_vertex[v];
        partition.community[v] = coarse_community[c];
        active[v] = is_outer[c];
        if (v >= known) partition.volume[v] = 0;
      },
      stream);
}

}  // namespace hypermatch::detail::clustering
