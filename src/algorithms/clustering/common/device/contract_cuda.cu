// SPDX-License-Identifier: MIT
// Contraction of communities: classes in the order of their first members, members by class, and
// rows that are added up in tables. Rows get places in the order in which they are done, which
// differs from run to run; no later step depends on it.
#include <algorithm>
#include <cstddef>

#include "algorithms/clustering/common/device/combine_teams.cuh"
#include "parallel/device/primitives.hpp"

namespace hypermatch::detail::clustering {

namespace {

using namespace device;

// Classes with more arcs go to blocks at once.
constexpr std::uint64_t k_most_by_warp = 1024;

template <class Sum>
__global__ void __launch_bounds__(k_threads, 2)
    combine_by_warps(const __grid_constant__ CombineArguments a) {
  extern __shared__ unsigned char memory[];
  auto& tables = *reinterpret_cast<TableMemory<Sum>*>(memory);
  RowRoom room(a);
  TeamCombiner<Sum> by_team(a, tables, room);
  WarpCombiner<Sum> by_warp(a, tables, room);
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint64_t classes = a.contraction.num_classes;
  // A warp takes 32 classes at a time: those with few arcs four at once, then one after another.
  for (std::uint64_t first = thread_index() / 32 * 32; first < classes; first += num_threads()) {
    const std::uint64_t mine = first + lane;
    const std::uint64_t arcs = mine < classes ? a.contraction.begins[mine] : 0;
    const bool is_few = mine < classes && arcs <= TeamCombiner<Sum>::k_most_arcs;
    const std::uint32_t few = __ballot_sync(k_all_lanes, is_few);
    for (std::uint32_t t = 0; t < static_cast<std::uint32_t>(__popc(few)); t += 4) {
      // The lane of the t-th bit: 32 behind the last.
      const std::uint32_t number = t + lane / 8;
      const std::uint32_t at =
          few == k_all_lanes ? number : __fns(few, 0, static_cast<int>(number + 1));
      by_team.combine(at < 32 ? static_cast<VertexId>(first + at) : k_none);
    }
    std::uint32_t rest = __ballot_sync(k_all_lanes, mine < classes && !is_few);
    // Ends: a bit goes each time.
    for (; rest != 0; rest &= rest - 1) {
      const int at = __ffs(static_cast<int>(rest)) - 1;
      const auto c = static_cast<VertexId>(first + static_cast<std::uint64_t>(at));
      const std::uint64_t sum = __shfl_sync(k_all_lanes, arcs, at);
      if (sum <= k_most_by_warp && by_warp.combine(c, sum)) continue;
      if (lane == 0) a.classes[atomicAdd(&a.control->long_classes, 1U)] = c;
    }
  }
  room.report();
}

template <class Sum>
__device__ std::uint32_t take(std::uint32_t* counter, CombineShared<Sum>& shared) {
  __syncthreads();
  if (threadIdx.x == 0) shared.item = atomicAdd(counter, 1U);
  __syncthreads();
  return shared.item;
}

template <class Sum>
__global__ void __launch_bounds__(k_threads)
    combine_by_blocks(const __grid_constant__ CombineArguments a) {
  extern __shared__ unsigned char memory[];
  auto& shared = *reinterpret_cast<CombineShared<Sum>*>(memory);
  BlockCombiner<Sum> combiner(a, shared);
  const Table<Sum> table = table_of_block(shared.tables);
  const std::uint32_t count = a.control->long_classes;
  // Ends: the counter grows.
  for (std::uint32_t i = take(&a.control->next_class, shared); i < count;
       i = take(&a.control->next_class, shared)) {
    const VertexId c = a.classes[i];
    table.clear(threadIdx.x, k_threads);
    if (!combiner.combine(c, table, k_block_room) && threadIdx.x == 0) {
      a.huge[atomicAdd(&a.control->huge_classes, 1U)] = c;
    }
  }
}

// Classes that fit no table in shared memory. The host runs all again with larger tables where
// these are too small.
template <class Sum>
__global__ void __launch_bounds__(k_threads)
    combine_huge(const __grid_constant__ CombineArguments a) {
  extern __shared__ unsigned char memory[];
  auto& shared = *reinterpret_cast<CombineShared<Sum>*>(memory);
  BlockCombiner<Sum> combiner(a, shared);
  const std::uint32_t count = a.control->huge_classes;
  if (count == 0) return;
  const std::uint64_t classes = a.contraction.num_classes;
  const std::uint64_t most = min(static_cast<std::uint64_t>(a.control->longest_sum), classes);
  GlobalTables tables = a.tables;
  tables.slots = slots_for(most);
  if (blockIdx.x >= a.pool_slots / tables.slots) return;
  for (std::uint32_t i = take(&a.control->next_huge_class, shared); i < count;
       i = take(&a.control->next_huge_class, shared)) {
    const VertexId c = a.huge[i];
    const Table<WideTableSum> table = global_table(tables, min(a.contraction.begins[c], classes));
    (void)combiner.combine(c, table, ~std::uint64_t{0});
    table.clear(threadIdx.x, k_threads);
  }
}

template <class Kernel, class Arguments>
void launch(const char* name, Kernel* kernel, std::size_t bytes, std::uint64_t wanted,
            const Arguments& arguments, cudaStream_t stream) {
  HYPERMATCH_CUDA_CALL(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            static_cast<int>(bytes)));
  // As many as run at once, more or less: they share the work out.
  constexpr std::uint64_t k_most = 528;
  const auto blocks = static_cast<unsigned>(std::clamp<std::uint64_t>(wanted, 1, k_most));
  kernel<<<blocks, k_threads, bytes, stream>>>(arguments);
  check_launch(name);
}

template <class Sum>
void launch_all(const CombineArguments& arguments, cudaStream_t stream) {
  const std::uint64_t arcs = arguments.contraction.level.num_arcs;
  launch("combine_by_warps", &combine_by_warps<Sum>, sizeof(TableMemory<Sum>),
         arguments.contraction.num_classes / k_threads + 1, arguments, stream);
  launch("combine_by_blocks", &combine_by_blocks<Sum>, sizeof(CombineShared<Sum>),
         arcs / k_warp_room, arguments, stream);
  launch("combine_huge", &combine_huge<Sum>, sizeof(CombineShared<Sum>),
         std::min<std::uint64_t>(arcs / k_block_room, 132), arguments, stream);
}

}  // namespace

std::size_t clustering_scratch_bytes(VertexId n) {
  return std::max(parallel::select_bytes(n), parallel::exclusive_scan_bytes(n));
}

void find_classes_on_device(const VertexId* community, VertexId n, const ClusteringBuffers& buffers,
                            DeviceStream stream) {
  static_assert(k_none == ~VertexId{0});
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(buffers.first, 0xFF, std::size_t{n} * sizeof(VertexId), stream));
  VertexId* const first = buffers.first;
  std::uint8_t* const flags = buffers.active;
  for_each(
      "first_members", n,
      [=] __device__(std::uint64_t i) {
        const auto v = static_cast<VertexId>(i);
        // Relaxed: a minimum, read by the next kernel; a late value costs an exchange.
        const cuda::atomic_ref<VertexId, cuda::thread_scope_device> word(first[community[v]]);
        if (v < word.load(cuda::memory_order_relaxed)) {
          word.fetch_min(v, cuda::memory_order_relaxed);
        }
      },
      stream);
  for_each(
      "flag_first", n,
      [=] __device__(std::uint64_t v) { flags[v] = first[community[v]] == v ? 1 : 0; }, stream);
  parallel::select(buffers.scratch, flags, buffers.moved, &buffers.control->num_classes, n, stream);
}

void class_volumes_on_device(const DevicePartition& partition, VertexId num_classes,
                             const ClusteringBuffers& buffers, std::int64_t* volume,
                             DeviceStream stream) {
  const VertexId* const heads = buffers.moved;
  for_each(
      "class_volumes", num_classes,
      [=] __device__(std::uint64_t c) {
        volume[c] = partition.volume[partition.community[heads[c]]];
      },
      stream);
}

void number_classes_on_device(const VertexId* community, VertexId n, VertexId num_classes,
                              const ClusteringBuffers& buffers, VertexId* class_of,
                              DeviceStream stream) {
  VertexId* const number = buffers.first;
  const VertexId* const heads = buffers.moved;
  for_each(
      "number_classes", num_classes,
      [=] __device__(std::uint64_t c) { number[community[heads[c]]] = static_cast<VertexId>(c); },
      stream);
  for_each(
      "class_of", n, [=] __device__(std::uint64_t v) { class_of[v] = number[community[v]]; },
      stream);
}

void place_members_on_device(const DeviceContraction& contraction, const ClusteringBuffers& buffers,
                             DeviceStream stream) {
  const VertexId classes = contraction.num_classes;
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(buffers.moved, 0, std::size_t{classes} * sizeof(VertexId), stream));
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(contraction.begins, 0, std::size_t{classes} * sizeof(std::uint64_t), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(
      &buffers.control->next_arc, 0,
      offsetof(ClusteringControl, first_wrong) - offsetof(ClusteringControl, next_arc), stream));
  const DeviceLevelView level = contraction.level;
  const VertexId* const class_of = contraction.coarse_vertex;
  VertexId* const counts = buffers.moved;
  auto* const sums = reinterpret_cast<unsigned long long*>(contraction.begins);
  for_each(
      "count_members", level.num_vertices,
      [=] __device__(std::uint64_t i) {
        const auto v = static_cast<VertexId>(i);
        atomicAdd(&counts[class_of[v]], 1U);
        atomicAdd(&sums[class_of[v]], static_cast<unsigned long long>(row_of(level, v).length));
      },
      stream);
  parallel::exclusive_scan(buffers.scratch, counts, buffers.starts, classes, stream);
  const std::uint64_t* const starts = buffers.starts;
  VertexId* const members = buffers.target;
  for_each(
      "place_members", level.num_vertices,
      [=] __device__(std::uint64_t v) {
        const VertexId c = class_of[v];
        members[starts[c] + atomicSub(&counts[c], 1U) - 1] = static_cast<VertexId>(v);
      },
      stream);
  ClusteringControl* const control = buffers.control;
  for_each(
      "longest_sum", classes,
      [=] __device__(std::uint64_t c) {
        if (sums[c] > k_block_room) atomicMax(&control->longest_sum, sums[c]);
      },
      stream);
}

void combine_rows_on_device(const DeviceContraction& contraction, const ClusteringBuffers& buffers,
                            DeviceStream stream) {
  const std::uint64_t pool = buffers.tables.slots * buffers.tables.count;
  constexpr std::uint64_t k_chunks = 32 * 528 * k_warps;
  const CombineArguments arguments{
      contraction,
      buffers.target,
      buffers.starts,
      buffers.first,
      buffers.moved,
      buffers.tables,
      pool,
      buffers.control,
      contraction.exact ? 0 : std::min<std::uint64_t>(contraction.level.num_arcs / k_chunks, 1024)};
  contraction.narrow ? launch_all<NarrowSum>(arguments, stream)
                     : launch_all<WideTableSum>(arguments, stream);
}

}  // namespace hypermatch::detail::clustering
