// SPDX-License-Identifier: MIT
// The steps of clustering on a device that are one pass over vertices or arcs.
#include <cstddef>

#include "algorithms/clustering/common/device/community_table.cuh"
#include "algorithms/clustering/common/device/graph_arcs.cuh"
#include "algorithms/clustering/common/device/problem.hpp"

namespace hypermatch::detail::clustering {

namespace {

using namespace device;

__device__ WideSum sum_of(const WideSum& a, const WideSum& b) {
  const std::uint64_t low = a.low + b.low;
  return {low, a.high + b.high + (low < a.low ? 1U : 0U)};
}

// Adds what the threads of a block have; all of them call it.
__device__ void report(ClusteringControl* control, std::int64_t inside, WideSum sum) {
  __shared__ WideSum sums[k_threads];
  inside = sum_of_warp(inside);
  if (threadIdx.x % 32 == 0 && inside != 0) {
    atomicAdd(&control->inside, static_cast<unsigned long long>(inside));
  }
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (std::uint32_t step = k_threads / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) sums[threadIdx.x] = sum_of(sums[threadIdx.x], sums[threadIdx.x + step]);
    __syncthreads();
  }
  if (threadIdx.x == 0) control->sums[blockIdx.x] = sums[0];
}

// Squares of volumes, or pairs of vertices.
__device__ WideSum expectation(std::int64_t volume, bool sizes) {
  const auto wide = static_cast<unsigned __int128>(volume);
  const unsigned __int128 value = !sizes ? wide * wide : volume == 0 ? 0 : wide * (wide - 1) / 2;
  return {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)};
}

__device__ bool is_bad(const DeviceArcWeights& weights, std::uint64_t i) {
  switch (weights.kind) {
    case DeviceArcWeights::Kind::int32:
      return static_cast<const std::int32_t*>(weights.items)[i] < 0;
    case DeviceArcWeights::Kind::int64:
      return static_cast<const std::int64_t*>(weights.items)[i] < 0;
    case DeviceArcWeights::Kind::float32: {
      const float weight = static_cast<const float*>(weights.items)[i];
      return !(weight >= 0) || isinf(weight);
    }
    case DeviceArcWeights::Kind::float64: {
      const double weight = static_cast<const double*>(weights.items)[i];
      return !(weight >= 0) || isinf(weight);
    }
    case DeviceArcWeights::Kind::none:
      break;
  }
  return false;
}

__device__ double real_at(const DeviceArcWeights& weights, std::uint64_t i) {
  if (weights.kind == DeviceArcWeights::Kind::float32)
    return static_cast<const float*>(weights.items)[i];
  if (weights.kind == DeviceArcWeights::Kind::float64) {
    return static_cast<const double*>(weights.items)[i];
  }
  return static_cast<double>(weight_at(weights, i));
}

__global__ void __launch_bounds__(k_threads)
    sum_weights(const DeviceArcWeights weights, std::uint64_t items, ClusteringControl* control) {
  WideSum sum;
  double largest = 0.0;
  grid_for(items, [&](std::uint64_t i) {
    if (is_bad(weights, i)) {
      atomicMin(&control->first_wrong, static_cast<unsigned long long>(i));
    } else {
      largest = fmax(largest, real_at(weights, i));
      sum = sum_of(sum, {static_cast<std::uint64_t>(weight_at(weights, i)), 0});
    }
  });
  // Bits of numbers that are not negative compare as these do.
  atomicMax(&control->largest, static_cast<unsigned long long>(__double_as_longlong(largest)));
  report(control, 0, sum);
}

__global__ void __launch_bounds__(k_threads)
    make_finest(DeviceLevelView level, const DeviceArcWeights loop_weights, std::int64_t* loops,
                std::int64_t* volume, bool sizes, ClusteringControl* control) {
  std::uint64_t longest = 0;
  const auto finish = [&](VertexId v, std::int64_t sum) {
    std::int64_t loop = 0;
    if (loops != nullptr) {
      loop = weight_at(loop_weights, v);
      loops[v] = loop;
    }
    if (volume != nullptr) volume[v] = sizes ? 1 : sum + 2 * loop;
  };
  if (sizes || level.weights.kind == DeviceArcWeights::Kind::none) {
    grid_for(level.num_vertices, [&](std::uint64_t i) {
      const auto v = static_cast<VertexId>(i);
      const std::uint64_t length = row_of(level, v).length;
      longest = length > longest ? length : longest;
      finish(v, static_cast<std::int64_t>(length) * level.weights.one);
    });
  } else {
    for_rows(level,
             [&](VertexId v, const Row& row, std::uint32_t rank, std::uint32_t size, bool is_row) {
               longest = row.length > longest ? row.length : longest;
               std::int64_t sum = 0;
               for (std::uint64_t i = rank; i < row.length; i += size) {
                 sum += weight_at(level.weights, row.begin + i);
               }
               if (size == k_row_team) {
                 sum = sum_of_warp<k_row_team>(sum);
               } else {
                 __shared__ unsigned long long total;
                 if (rank == 0) total = 0;
                 __syncthreads();
                 sum = sum_of_warp(sum);
                 if (rank % 32 == 0) atomicAdd(&total, static_cast<unsigned long long>(sum));
                 __syncthreads();
                 sum = static_cast<std::int64_t>(total);
                 __syncthreads();
               }
               if (is_row && rank == 0) finish(v, sum);
             });
  }
  for (int step = 16; step > 0; step /= 2) {
    const std::uint64_t other = __shfl_xor_sync(k_all_lanes, longest, step);
    longest = other > longest ? other : longest;
  }
  if (threadIdx.x % 32 == 0) {
    atomicMax(&control->longest, static_cast<unsigned long long>(longest));
  }
}

__global__ void __launch_bounds__(k_threads)
    sum_vertices(const DeviceLevelView level, bool sizes, ClusteringControl* control) {
  std::int64_t inside = 0;
  WideSum sum;
  grid_for(level.num_vertices, [&](std::uint64_t v) {
    inside += 2 * loop_at(level, static_cast<VertexId>(v));
    sum = sum_of(sum, expectation(volume_at(level, v), sizes));
  });
  report(control, inside, sum);
}

// For one kind of weights: with a choice of kinds inside, the compiler takes ten minutes, since it
// makes a loop for each.
template <DeviceArcWeights::Kind kKind>
__global__ void __launch_bounds__(k_threads)
    sum_communities(const DeviceLevelView level, const DevicePartition partition, bool sizes,
                    ClusteringControl* control) {
  std::int64_t inside = 0;
  WideSum sum;
  const VertexId* const community = partition.community;
  if (level.lengths == nullptr) {
    for_arcs(
        level, [&](VertexId v) { return community[v]; },
        [&](std::uint64_t arc, VertexId u, VertexId own) {
          if (community[u] == own) inside += weight_of_kind<kKind>(level.weights, arc);
        });
  } else {
    for_rows(level,
             [&](VertexId v, const Row& row, std::uint32_t rank, std::uint32_t size, bool is_row) {
               if (!is_row) return;
               const VertexId own = community[v];
               for (std::uint64_t i = rank; i < row.length; i += size) {
                 const std::uint64_t arc = row.begin + i;
                 if (community[level.neighbours[arc]] == own) {
                   inside += weight_of_kind<kKind>(level.weights, arc);
                 }
               }
             });
  }
  grid_for(level.num_vertices, [&](std::uint64_t v) {
    inside += 2 * loop_at(level, static_cast<VertexId>(v));
    sum = sum_of(sum, expectation(partition.volume[v], sizes));
  });
  report(control, inside, sum);
}

// The root of a tree in which a parent is never above its child. Relaxed: a word is only ever
// exchanged for a lower vertex of the same tree, so that any value that was once there leads to the
// root.
using Word = cuda::atomic_ref<VertexId, cuda::thread_scope_device>;
__device__ VertexId root_of(VertexId* parent, VertexId v) {
  VertexId above = Word(parent[v]).load(cuda::memory_order_relaxed);
  // Ends: v falls.
  while (above != v) {
    const VertexId next = Word(parent[above]).load(cuda::memory_order_relaxed);
    if (next != above) {
      VertexId expected = above;
      (void)Word(parent[v]).compare_exchange_strong(expected, next, cuda::memory_order_relaxed);
    }
    v = above;
    above = next;
  }
  return v;
}

__device__ void join(VertexId* parent, VertexId u, VertexId v) {
  // Ends: each failed exchange means that the higher root got a parent.
  for (;;) {
    u = root_of(parent, u);
    v = root_of(parent, v);
    if (u == v) return;
    const VertexId high = u > v ? u : v;
    const VertexId low = u > v ? v : u;
    VertexId expected = high;
    if (Word(parent[high]).compare_exchange_strong(expected, low, cuda::memory_order_relaxed)) {
      return;
    }
  }
}

__global__ void __launch_bounds__(k_threads)
    join_neighbours(const DeviceLevelView level, const VertexId* community, VertexId* parent) {
  for_arcs(
      level, [](VertexId v) { return v; },
      [&](std::uint64_t, VertexId u, VertexId v) {
        if (u < v && community[u] == community[v]) join(parent, u, v);
      });
}

void clear_sums(ClusteringControl* control, cudaStream_t stream) {
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(&control->largest, 0,
                      sizeof(ClusteringControl) - offsetof(ClusteringControl, largest), stream));
}

}  // namespace

void sum_weights_on_device(const DeviceArcWeights& weights, std::uint64_t items,
                           ClusteringControl* control, DeviceStream stream) {
  clear_sums(control, stream);
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(&control->first_wrong, 0xFF, 8, stream));
  sum_weights<<<k_sum_blocks, k_threads, 0, stream>>>(weights, items, control);
  check_launch("sum_weights");
}

void make_finest_on_device(const DeviceLevelView& level, const DeviceArcWeights& loop_weights,
                           std::int64_t* loops, std::int64_t* volume, bool sizes,
                           ClusteringControl* control, DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(&control->longest, 0, 8, stream));
  make_finest<<<1024, k_threads, 0, stream>>>(level, loop_weights, loops, volume, sizes, control);
  check_launch("make_finest");
}

void singletons_on_device(const DeviceLevelView& level, const DevicePartition& partition,
                          DeviceStream stream) {
  for_each(
      "singletons", level.num_vertices,
      [=] __device__(std::uint64_t v) {
        partition.community[v] = static_cast<VertexId>(v);
        partition.volume[v] = volume_at(level, v);
      },
      stream);
}

void copy_on_device(const VertexId* from, std::uint64_t count, VertexId* to, DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(
      cudaMemcpyAsync(to, from, count * sizeof(VertexId), cudaMemcpyDeviceToDevice, stream));
}

void clear_tables_on_device(const GlobalTables& tables, DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(tables.keys, 0xFF, tables.slots * sizeof(VertexId), stream));
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(tables.sums, 0, tables.slots * sizeof(unsigned long long), stream));
}

void add_volumes_on_device(const DeviceLevelView& level, const VertexId* community, VertexId count,
                           std::int64_t* volume, ClusteringControl* control, DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(&control->first_wrong, 0xFF, 8, stream));
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(volume, 0, std::size_t{count} * sizeof(std::int64_t), stream));
  for_each(
      "add_volumes", level.num_vertices,
      [=] __device__(std::uint64_t v) {
        const VertexId c = community[v];
        if (c < count) {
          device::add(&volume[c], volume_at(level, v));
        } else {
          atomicMin(&control->first_wrong, static_cast<unsigned long long>(v));
        }
      },
      stream);
}

void compose_on_device(VertexId n, const VertexId* coarse_vertex, VertexId* map,
                       DeviceStream stream) {
  for_each(
      "compose", n, [=] __device__(std::uint64_t v) { map[v] = coarse_vertex[map[v]]; }, stream);
}

void sum_vertices_on_device(const DeviceLevelView& level, bool sizes, ClusteringControl* control,
                            DeviceStream stream) {
  clear_sums(control, stream);
  sum_vertices<<<k_sum_blocks, k_threads, 0, stream>>>(level, sizes, control);
  check_launch("sum_vertices");
}

void sum_communities_on_device(const DeviceLevelView& level, const DevicePartition& partition,
                               bool sizes, ClusteringControl* control, DeviceStream stream) {
  clear_sums(control, stream);
  const auto launch = [&](auto kernel) {
    kernel<<<k_sum_blocks, k_threads, 0, stream>>>(level, partition, sizes, control);
  };
  switch (level.weights.kind) {
    case DeviceArcWeights::Kind::none:
      launch(sum_communities<DeviceArcWeights::Kind::none>);
      break;
    case DeviceArcWeights::Kind::int32:
      launch(sum_communities<DeviceArcWeights::Kind::int32>);
      break;
    case DeviceArcWeights::Kind::int64:
      launch(sum_communities<DeviceArcWeights::Kind::int64>);
      break;
    case DeviceArcWeights::Kind::float32:
      launch(sum_communities<DeviceArcWeights::Kind::float32>);
      break;
    case DeviceArcWeights::Kind::float64:
      launch(sum_communities<DeviceArcWeights::Kind::float64>);
      break;
  }
  check_launch("sum_communities");
}

void project_down_on_device(VertexId n, VertexId known, const VertexId* coarse_vertex,
                            const VertexId* coarse_community, const DevicePartition& partition,
                            DeviceStream stream) {
  for_each(
      "project_down", n,
      [=] __device__(std::uint64_t v) {
        partition.community[v] = coarse_community[coarse_vertex[v]];
        if (v >= known) partition.volume[v] = 0;
      },
      stream);
}

void project_up_on_device(VertexId n, const VertexId* coarse_vertex, const VertexId* community,
                          VertexId* coarse_community, VertexId* lowest, DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(lowest, 0xFF, std::size_t{n} * sizeof(VertexId), stream));
  for_each(
      "lowest", n,
      [=] __device__(std::uint64_t v) { atomicMin(&lowest[community[v]], coarse_vertex[v]); },
      stream);
  for_each(
      "project_up", n,
      [=] __device__(std::uint64_t v) {
        // Relaxed: all members write the same value.
        Word(coarse_community[coarse_vertex[v]])
            .store(lowest[community[v]], cuda::memory_order_relaxed);
      },
      stream);
}

void components_on_device(const DeviceLevelView& level, const VertexId* community, VertexId* parent,
                          DeviceStream stream) {
  for_each(
      "alone", level.num_vertices,
      [=] __device__(std::uint64_t v) { parent[v] = static_cast<VertexId>(v); }, stream);
  join_neighbours<<<1024, k_threads, 0, stream>>>(level, community, parent);
  check_launch("join_neighbours");
  // In a kernel of its own, so that no word changes to anything but a root.
  for_each(
      "roots", level.num_vertices,
      [=] __device__(std::uint64_t v) {
        Word(parent[v]).store(root_of(parent, static_cast<VertexId>(v)),
                              cuda::memory_order_relaxed);
      },
      stream);
}

}  // namespace hypermatch::detail::clustering
