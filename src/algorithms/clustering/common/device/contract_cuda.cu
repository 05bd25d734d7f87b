// SPDX-License-Identifier: MIT
// Contraction of communities: classes in the order of their first members, members by class, and
// rows that are added up in tables. Rows get places in the order in which they are done, which
// differs from run to run; no later step depends on it.
#include <algorithm>
#include <cstddef>

#include "algorithms/clustering/common/device/combine_blocks.cuh"
#include "algorithms/clustering/common/device/combine_teams.cuh"
#include "algorithms/clustering/common/device/rows.cuh"
#include "parallel/device/grid.cuh"
#include "parallel/device/primitives.hpp"

namespace hypermatch::detail::clustering {

namespace {

using namespace device;

// Classes with more arcs go to blocks at once.
constexpr std::uint64_t k_most_by_warp = 1024;

// The arcs of a class, before its row is written.
__device__ std::uint64_t arcs_of(const CombineArguments& a, VertexId c) {
  return std::uint64_t{a.contraction.lengths[c]} << a.shift;
}

template <class Sum>
__device__ void list_long_class(const CombineArguments& a, VertexId c, std::uint64_t arcs) {
  list_long_row(a.long_rows, a.tables, &a.control->long_classes, c, arcs, a.contraction.num_classes,
                BlockCombiner<Sum>::k_part_arcs);
}

__device__ void list_block_class(const CombineArguments& a, VertexId c) {
  a.long_rows.block_rows[atomicAdd(&a.control->block_classes, 1U)] = c;
}

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
  for (std::uint64_t first = thread_of_grid() / 32 * 32; first < classes;
       first += threads_of_grid()) {
    const std::uint64_t mine = first + lane;
    const std::uint64_t arcs = mine < classes ? arcs_of(a, static_cast<VertexId>(mine)) : 0;
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
      if (lane != 0) continue;
      if (sum > BlockCombiner<Sum>::k_most_arcs) {
        list_long_class<Sum>(a, c, sum);
      } else if (sum > BlockCombiner<Sum>::k_most_of_group) {
        list_block_class(a, c);
      } else {
        a.classes[atomicAdd(&a.control->group_classes, 1U)] = c;
      }
    }
  }
  room.report();
}

template <class Sum>
__global__ void __launch_bounds__(k_threads, 2)
    combine_by_groups(const __grid_constant__ CombineArguments a) {
  extern __shared__ unsigned char memory[];
  auto& shared = *reinterpret_cast<CombineShared<Sum>*>(memory);
  BlockCombiner<Sum> combiner(a, shared);
  const std::uint32_t count = a.control->group_classes;
  std::uint32_t* const next = &a.control->next_group_class;
  // Ends: the counter grows.
  for (std::uint32_t i = QuarterBlock::take(next, shared.item); i < count;
       i = QuarterBlock::take(next, shared.item)) {
    const VertexId c = a.classes[i];
    const bool fits = combiner.template combine<QuarterBlock>(c, arcs_of(a, c));
    if (!fits && QuarterBlock::rank() == 0) list_block_class(a, c);
  }
}

template <class Sum>
__global__ void __launch_bounds__(k_threads, 2)
    combine_by_blocks(const __grid_constant__ CombineArguments a) {
  extern __shared__ unsigned char memory[];
  auto& shared = *reinterpret_cast<CombineShared<Sum>*>(memory);
  BlockCombiner<Sum> combiner(a, shared);
  const std::uint32_t count = a.control->block_classes;
  std::uint32_t* const next = &a.control->next_block_class;
  // Ends: the counter grows.
  for (std::uint32_t i = WholeBlock::take(next, shared.item); i < count;
       i = WholeBlock::take(next, shared.item)) {
    const VertexId c = a.long_rows.block_rows[i];
    const std::uint64_t arcs = arcs_of(a, c);
    const bool fits = combiner.template combine<WholeBlock>(c, arcs);
    if (!fits && threadIdx.x == 0) list_long_class<Sum>(a, c, arcs);
  }
}

// Where the rows of long classes of a pass go; each class by one thread.
__device__ void place_long_classes(const CombineArguments& a, std::uint32_t pass) {
  ClusteringControl& control = *a.control;
  grid_for(control.long_classes.rows, [&](std::uint64_t i) {
    LongRow& row = a.long_rows.rows[i];
    if (row.pass != pass) return;
    row.place = atomicAdd(&control.next_arc, static_cast<unsigned long long>(row.keys));
    a.contraction.begins[row.item] = row.place;
    a.contraction.lengths[row.item] = row.keys;
    a.contraction.loops[row.item] = static_cast<std::int64_t>(row.loops + row.inside / 2);
    atomicAdd(&control.num_arcs, static_cast<unsigned long long>(row.keys));
    atomicMax(&control.longest, static_cast<unsigned long long>(row.keys));
  });
}

// Long classes, by the whole grid. The host runs all again with larger tables where these are too
// small.
template <class Sum>
__global__ void __launch_bounds__(k_threads, 2)
    combine_long(const __grid_constant__ CombineArguments a) {
  extern __shared__ unsigned char memory[];
  auto& shared = *reinterpret_cast<CombineShared<Sum>*>(memory);
  ClusteringControl& control = *a.control;
  const std::uint32_t passes = num_passes(control.long_classes);
  const std::uint64_t classes = a.contraction.num_classes;
  const std::uint64_t most = min(static_cast<std::uint64_t>(control.longest_sum), classes);
  if (passes == 0 || long_slots_for(most) > a.tables.slots) return;
  BlockCombiner<Sum> combiner(a, shared);
  const std::uint32_t parts = control.long_classes.parts;
  for (std::uint32_t pass = 0; pass < passes; ++pass) {
    for_parts(a.long_rows, parts, pass, shared.parts,
              [&](LongRow& row, std::uint32_t part) { combiner.collect_part(row, part); });
    parallel::wait_for_grid(&control.class_barrier);
    place_long_classes(a, pass);
    parallel::wait_for_grid(&control.class_barrier);
    for_parts(a.long_rows, parts, pass, shared.parts,
              [&](LongRow& row, std::uint32_t part) { combiner.write_part(row, part); });
    parallel::wait_for_grid(&control.class_barrier);
  }
}

template <class Kernel, class Arguments>
void launch_shared(const char* name, Kernel* kernel, std::size_t bytes, std::uint64_t wanted,
                   const Arguments& arguments, cudaStream_t stream) {
  parallel::allow_shared_bytes(kernel, bytes);
  // As many as run at once, more or less: they share the work out.
  constexpr std::uint64_t k_most = 528;
  const auto blocks = static_cast<unsigned>(std::clamp<std::uint64_t>(wanted, 1, k_most));
  kernel<<<blocks, k_threads, bytes, stream>>>(arguments);
  check_launch(name);
}

template <class Sum>
void launch_all(const CombineArguments& arguments, cudaStream_t stream) {
  const std::uint64_t arcs = arguments.contraction.level.num_arcs;
  launch_shared("combine_by_warps", &combine_by_warps<Sum>, sizeof(TableMemory<Sum>),
                arguments.contraction.num_classes / k_threads + 1, arguments, stream);
  launch_shared("combine_by_groups", &combine_by_groups<Sum>, sizeof(CombineShared<Sum>),
                arcs / k_warp_room, arguments, stream);
  launch_shared("combine_by_blocks", &combine_by_blocks<Sum>, sizeof(CombineShared<Sum>),
                arcs / LongRows::k_block_arcs, arguments, stream);
  if (arcs <= k_block_room) return;
  launch_cooperative(&combine_long<Sum>, sizeof(CombineShared<Sum>), arcs / k_block_room, arguments,
                     stream);
}

// Counts of arcs of a class fit 32 bits if they are divided by this power of two, rows rounded up.
int shift_of(const DeviceLevelView& level) {
  int shift = 0;
  // Ends: the first number falls to 0.
  while ((level.num_arcs >> shift) + (shift == 0 ? 0 : level.num_vertices) >> 32 != 0) ++shift;
  return shift;
}

// One member, in the upper half, and its arcs.
__device__ unsigned long long word_of(const DeviceLevelView& level, VertexId v, int shift) {
  const std::uint64_t arcs = row_of(level, v).length;
  return std::uint64_t{1} << 32 | (arcs + (std::uint64_t{1} << shift) - 1) >> shift;
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
      cudaMemsetAsync(contraction.begins, 0, std::size_t{classes} * sizeof(std::uint64_t), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(
      &buffers.control->next_arc, 0,
      offsetof(ClusteringControl, first_wrong) - offsetof(ClusteringControl, next_arc), stream));
  const DeviceLevelView level = contraction.level;
  const VertexId* const class_of = contraction.coarse_vertex;
  // Of each class the members, in the upper half of a word, and their arcs, in units of 2^shift.
  auto* const words = reinterpret_cast<unsigned long long*>(contraction.begins);
  const int shift = shift_of(level);
  for_each(
      "count_members", level.num_vertices,
      [=] __device__(std::uint64_t i) {
        const auto v = static_cast<VertexId>(i);
        atomicAdd(&words[class_of[v]], word_of(level, v, shift));
      },
      stream);
  VertexId* const counts = buffers.moved;
  std::uint32_t* const sums = contraction.lengths;
  ClusteringControl* const control = buffers.control;
  for_each(
      "sums_of_classes", classes,
      [=] __device__(std::uint64_t c) {
        counts[c] = static_cast<std::uint32_t>(words[c] >> 32);
        sums[c] = static_cast<std::uint32_t>(words[c]);
        const unsigned long long arcs = std::uint64_t{sums[c]} << shift;
        if (arcs > k_block_room) atomicMax(&control->longest_sum, arcs);
      },
      stream);
  parallel::exclusive_scan(buffers.scratch, counts, buffers.starts, classes, stream);
  const std::uint64_t* const starts = buffers.starts;
  VertexId* const members = buffers.target;
  std::uint32_t* const before = counts;
  for_each(
      "place_members", level.num_vertices,
      [=] __device__(std::uint64_t i) {
        const auto v = static_cast<VertexId>(i);
        const VertexId c = class_of[v];
        const unsigned long long word = word_of(level, v, shift);
        const unsigned long long left = atomicAdd(&words[c], 0ULL - word) - word;
        const std::uint64_t place = starts[c] + (left >> 32);
        members[place] = v;
        // Classes that warps may not do need the arcs before each member, too.
        if (std::uint64_t{sums[c]} << shift > k_warp_room) {
          before[place] = static_cast<std::uint32_t>(left);
        }
      },
      stream);
}

void combine_rows_on_device(const DeviceContraction& contraction, const ClusteringBuffers& buffers,
                            DeviceStream stream) {
  constexpr std::uint64_t k_chunks = 32 * 528 * k_warps;
  const CombineArguments arguments{
      contraction,
      buffers.target,
      buffers.starts,
      buffers.moved,
      shift_of(contraction.level),
      buffers.first,
      buffers.long_rows,
      buffers.tables,
      buffers.control,
      contraction.exact ? 0 : std::min<std::uint64_t>(contraction.level.num_arcs / k_chunks, 1024)};
  contraction.narrow ? launch_all<NarrowSum>(arguments, stream)
                     : launch_all<WideTableSum>(arguments, stream);
}

}  // namespace hypermatch::detail::clustering
