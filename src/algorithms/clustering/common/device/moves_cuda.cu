// SPDX-License-Identifier: MIT
// All sweeps of a level in one cooperative launch: in each sub-round warps collect the active
// vertices by the lengths of their rows and decide; after a barrier of the grid the vertices move,
// and after another one they wake their neighbours.
#include <algorithm>
#include <cstddef>

#include "algorithms/clustering/common/device/move_rows.cuh"
#include "parallel/device/grid.cuh"

namespace hypermatch::detail::clustering {

namespace {

using namespace device;
using parallel::wait_for_grid;

// The vertices of a sub-round in queues of a warp, by the lengths of their rows.
template <class Mover>
class WarpQueues {
 public:
  __device__ WarpQueues(const MoveArguments& arguments, typename Mover::Shared& shared,
                        Mover& mover)
      : a_(arguments), queues_(shared.queue[threadIdx.x / 32]), mover_(mover) {}

  // Decides for all rows that are not long; lists the long ones.
  __device__ void run(const SubRound& round, SubRoundCounts* counts) {
    const VertexId n = a_.moves.level.num_vertices;
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint64_t words = (std::uint64_t{n} + 3) / 4;
    auto* const active = reinterpret_cast<std::uint32_t*>(a_.active);
    for (std::uint64_t first = thread_index() / 32 * 32; first < words; first += num_threads()) {
      const std::uint64_t i = first + lane;
      const std::uint32_t word = i < words ? active[i] : 0;
      std::uint32_t left = word;
      std::uint32_t hits = 0;
      for (std::uint32_t j = 0; j < 4; ++j) {
        const auto v = static_cast<VertexId>(4 * i + j);
        if ((word >> (8 * j) & 0xFFU) == 0 || !round.has(v)) continue;
        left &= ~(0xFFU << (8 * j));
        if (mover_.may_move(v)) hits |= 1U << j;
      }
      if (left != word) active[i] = left;
      for (std::uint32_t j = 0; j < 4; ++j) {
        const bool is_hit = (hits >> j & 1U) != 0;
        if (__any_sync(k_all_lanes, is_hit)) {
          push(static_cast<VertexId>(4 * i + j), is_hit, counts);
          drain(false);
        }
      }
    }
    drain(true);
  }

 private:
  __device__ void push(VertexId v, bool is_hit, SubRoundCounts* counts) {
    const std::uint64_t length = is_hit ? row_of(a_.moves.level, v).length : 0;
    constexpr std::uint64_t k_one = k_lane_arcs;
    const int kind = length <= k_one ? 0 : length <= 2 * k_one ? 1 : length <= 4 * k_one ? 2 : 3;
    if (is_hit && length > k_warp_room) {
      if (length <= k_block_room) {
        a_.rows[atomicAdd(&counts->long_rows, 1U)] = v;
      } else {
        a_.rows[a_.moves.level.num_vertices - 1 - atomicAdd(&counts->huge_rows, 1U)] = v;
      }
      is_hit = false;
    }
    const std::uint32_t lane = threadIdx.x % 32;
    for (int k = 0; k < k_classes; ++k) {
      const std::uint32_t all = __ballot_sync(k_all_lanes, is_hit && kind == k);
      if (is_hit && kind == k) {
        queues_[k][counts_[k] + __popc(all & ((1U << lane) - 1U))] = v;
      }
      counts_[k] += __popc(all);
    }
    __syncwarp();
  }

  template <int kLanes>
  __device__ void drain_short(int k, bool all) {
    constexpr int k_rows = 32 / kLanes;
    // Ends: the queue gets shorter.
    while (counts_[k] >= k_rows || (all && counts_[k] > 0)) {
      const int count = counts_[k] < k_rows ? counts_[k] : k_rows;
      counts_[k] -= count;
      mover_.template decide_short<kLanes>(queues_[k] + counts_[k], count);
    }
  }
  __device__ void drain(bool all) {
    drain_short<1>(0, all);
    drain_short<2>(1, all);
    drain_short<4>(2, all);
    for (; counts_[3] > 0; --counts_[3]) mover_.decide_by_warp(queues_[3][counts_[3] - 1]);
    __syncwarp();
  }

  const MoveArguments& a_;
  VertexId (&queues_)[k_classes][k_queue];
  Mover& mover_;
  int counts_[k_classes] = {};
};

// The next number that a counter hands out to the block.
template <class Shared>
__device__ std::uint32_t take(std::uint32_t* counter, Shared& shared) {
  __syncthreads();
  if (threadIdx.x == 0) shared.item = atomicAdd(counter, 1U);
  __syncthreads();
  return shared.item;
}

template <class Mover>
__device__ void decide_long(const MoveArguments& a, typename Mover::Shared& shared, Mover& mover,
                            SubRoundCounts* counts) {
  const VertexId n = a.moves.level.num_vertices;
  if (blockIdx.x < a.tables.count) {
    const std::uint32_t huge = counts->huge_rows;
    // Both end: the counter grows.
    for (std::uint32_t i = take(&counts->next_huge, shared); i < huge;
         i = take(&counts->next_huge, shared)) {
      const VertexId v = a.rows[n - 1 - i];
      const std::uint64_t length = row_of(a.moves.level, v).length;
      mover.decide_by_block(v, global_table(a.tables, length < n ? length : n), true);
    }
  }
  const std::uint32_t count = counts->long_rows;
  for (std::uint32_t i = take(&counts->next_long, shared); i < count;
       i = take(&counts->next_long, shared)) {
    mover.decide_by_block(a.rows[i], table_of_block(shared.tables), false);
  }
  __syncthreads();
}

__device__ void apply(const MoveArguments& a, SubRoundCounts* counts) {
  const DevicePartition partition = a.moves.partition;
  grid_for(counts->moved, [&](std::uint64_t i) {
    const VertexId v = a.moved[i];
    const std::int64_t volume = a.moves.level.volume[v];
    const VertexId to = a.target[v];
    add(&partition.volume[partition.community[v]], -volume);
    add(&partition.volume[to], volume);
    partition.community[v] = to;
    if (row_of(a.moves.level, v).length > k_block_room) {
      a.rows[atomicAdd(&counts->huge_moved, 1U)] = v;
    }
  });
}

__device__ void wake(const MoveArguments& a, VertexId u, VertexId to) {
  if (a.moves.partition.community[u] == to) return;
  // Relaxed: all writers write 1, and readers come after a barrier.
  const cuda::atomic_ref<std::uint8_t, cuda::thread_scope_device> word(a.active[u]);
  if (word.load(cuda::memory_order_relaxed) == 0) word.store(1, cuda::memory_order_relaxed);
}

__device__ void wake_neighbours(const MoveArguments& a, const SubRoundCounts* counts) {
  constexpr std::uint32_t k_team = 8;
  const DeviceLevelView& level = a.moves.level;
  for (std::uint64_t i = thread_index() / k_team; i < counts->moved; i += num_threads() / k_team) {
    const VertexId v = a.moved[i];
    const Row row = row_of(level, v);
    if (row.length > k_block_room) continue;
    const VertexId to = a.target[v];
    for (std::uint64_t j = threadIdx.x % k_team; j < row.length; j += k_team) {
      wake(a, level.neighbours[row.begin + j], to);
    }
  }
  for (std::uint32_t i = 0; i < counts->huge_moved; ++i) {
    const VertexId v = a.rows[i];
    const Row row = row_of(level, v);
    grid_for(row.length,
             [&](std::uint64_t j) { wake(a, level.neighbours[row.begin + j], a.target[v]); });
  }
}

template <bool kUnit, class Sum>
__global__ void __launch_bounds__(k_threads, 2)
    move_kernel(const __grid_constant__ MoveArguments a) {
  using Mover = RowMover<kUnit, Sum>;
  extern __shared__ unsigned char memory[];
  auto& shared = *reinterpret_cast<typename Mover::Shared*>(memory);
  ClusteringControl& control = *a.control;
  Mover mover(a, shared);
  const bool has_long = a.moves.level.longest > k_warp_room;
  // In the only sweep each vertex is active until its sub-round, and then no longer looked at.
  const bool wakes = a.moves.max_sweeps > 1;
  std::uint32_t turn = 0;
  std::uint64_t sweeps = 0;
  bool go_on = true;
  // Ends: there are at most `max_sweeps`.
  while (go_on) {
    const std::uint64_t seed = base::hash(a.moves.seed, sweeps);
    for (std::uint32_t i = 0; i < k_sub_rounds; ++i, ++turn) {
      SubRoundCounts* const counts = &control.rounds[turn % 2];
      const SubRound round{seed, i};
      mover.begin(round, counts);
      WarpQueues<Mover>(a, shared, mover).run(round, counts);
      wait_for_grid(&control.barrier);
      if (has_long) {
        decide_long(a, shared, mover, counts);
        wait_for_grid(&control.barrier);
      }
      if (thread_index() == 0) {
        // The other counters were last read in the sub-round before, which all blocks have left.
        control.rounds[(turn + 1) % 2] = {};
        if (i == 0) control.gain[(sweeps + 1) % 2] = 0;
      }
      apply(a, counts);
      wait_for_grid(&control.barrier);
      if (wakes) wake_neighbours(a, counts);
      const bool is_last = i + 1 == k_sub_rounds;
      if (is_last) mover.report(&control.gain[sweeps % 2], &control.arcs);
      if (wakes || is_last) wait_for_grid(&control.barrier);
    }
    const auto gain = static_cast<std::int64_t>(control.gain[sweeps % 2]);
    ++sweeps;
    go_on = gain > a.moves.enough && sweeps < a.moves.max_sweeps && control.arcs < a.moves.max_arcs;
  }
  if (thread_index() == 0) control.sweeps = sweeps;
}

template <bool kUnit, class Sum>
void launch(MoveArguments& arguments, DeviceStream stream) {
  const auto* const address = reinterpret_cast<const void*>(&move_kernel<kUnit, Sum>);
  constexpr std::size_t k_bytes = sizeof(MoveShared<Sum>);
  HYPERMATCH_CUDA_CALL(cudaFuncSetAttribute(address, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            static_cast<int>(k_bytes)));
  int device = 0;
  int multiprocessors = 0;
  int resident = 0;
  HYPERMATCH_CUDA_CALL(cudaGetDevice(&device));
  HYPERMATCH_CUDA_CALL(
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  HYPERMATCH_CUDA_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &resident, address, static_cast<int>(k_threads), k_bytes));
  // A block for so much work: barriers of one block cost next to nothing.
  constexpr std::uint64_t k_work = 4096;
  const DeviceLevelView& level = arguments.moves.level;
  const std::uint64_t most = static_cast<std::uint64_t>(multiprocessors) *
                             static_cast<std::uint64_t>(std::max(resident, 1));
  const std::uint64_t blocks =
      std::clamp<std::uint64_t>((level.num_vertices + level.num_arcs) / k_work, 1, most);
  void* parameters[] = {&arguments};
  HYPERMATCH_CUDA_CALL(cudaLaunchCooperativeKernel(address, dim3(static_cast<unsigned>(blocks)),
                                                   dim3(k_threads), parameters, k_bytes, stream));
}

}  // namespace

void move_on_device(const DeviceMoves& moves, const ClusteringBuffers& buffers,
                    DeviceStream stream) {
  const VertexId n = moves.level.num_vertices;
  MoveArguments arguments{moves,         buffers.active, buffers.target, buffers.moved,
                          buffers.first, buffers.tables, buffers.control};
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(buffers.control, 0, offsetof(ClusteringControl, num_classes), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(buffers.active, 1, n, stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(buffers.active + n, 0, (4 - n % 4) % 4, stream));
  const bool is_unit = moves.level.weights.kind == ArcWeights::Kind::none;
  if (moves.narrow) {
    is_unit ? launch<true, NarrowSum>(arguments, stream)
            : launch<false, NarrowSum>(arguments, stream);
  } else {
    is_unit ? launch<true, WideTableSum>(arguments, stream)
            : launch<false, WideTableSum>(arguments, stream);
  }
}

}  // namespace hypermatch::detail::clustering
