// SPDX-License-Identifier: MIT
// All sweeps of a level in one cooperative launch: in each sub-round warps collect the active
// vertices by the lengths of their rows and decide; after a barrier of the grid the vertices move,
// and after another one they wake their neighbours.
#include <cstddef>

#include "algorithms/clustering/common/device/move_rows.cuh"
#include "algorithms/clustering/common/device/rows.cuh"
#include "parallel/device/grid.cuh"

namespace hypermatch::detail::clustering {

namespace {

using namespace device;
using parallel::wait_for_grid;

__device__ void prefetch(const void* address) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
}

// The words of bytes that a warp looks at, 32 at a time: a piece of its own, then those that are
// handed out, because some multiprocessors are faster than others.
class Pieces {
 public:
  __device__ Pieces(std::uint32_t words, SubRoundCounts* counts)
      : words_(words), size_(size_of(words)), counts_(counts) {
    begin(static_cast<std::uint32_t>(thread_of_grid() / 32));
  }

  __device__ bool has_next() const { return word_ < words_; }
  __device__ std::uint32_t word() const { return word_; }
  __device__ void next() {
    word_ += 32;
    if (word_ < end_) return;
    if (std::uint64_t{size_} * num_warps() >= words_) {
      word_ = words_;
      return;
    }
    std::uint32_t taken = 0;
    if (threadIdx.x % 32 == 0) taken = atomicAdd(&counts_->next_piece, 1U);
    begin(num_warps() + __shfl_sync(k_all_lanes, taken, 0));
  }

 private:
  __device__ static std::uint32_t num_warps() { return gridDim.x * k_warps; }
  // Some pieces for each warp.
  __device__ static std::uint32_t size_of(std::uint32_t words) {
    return (words / (num_warps() * 8) / 32 + 1) * 32;
  }
  __device__ void begin(std::uint32_t piece) {
    word_ = piece * size_;
    end_ = word_ + size_;
  }

  std::uint32_t words_;
  std::uint32_t size_;
  SubRoundCounts* counts_;
  std::uint32_t word_ = 0;
  std::uint32_t end_ = 0;
};

// The vertices of a sub-round in queues of a warp, by the lengths of their rows.
template <class Mover>
class WarpQueues {
 public:
  __device__ WarpQueues(const MoveArguments& arguments, typename Mover::Shared& shared,
                        Mover& mover)
      : a_(arguments),
        due_(shared.due[threadIdx.x / 32]),
        queues_(shared.queue[threadIdx.x / 32]),
        mover_(mover) {}

  // Decides for all rows that are not long; lists the long ones.
  __device__ void run(const SubRound& round, SubRoundCounts* counts) {
    const VertexId n = a_.moves.level.num_vertices;
    const std::uint32_t lane = threadIdx.x % 32;
    const auto words = static_cast<std::uint32_t>((std::uint64_t{n} + 3) / 4);
    auto* const active = reinterpret_cast<std::uint32_t*>(a_.active);
    const bool are_all = a_.moves.knows_inner && a_.control->crowded != 0;
    for (Pieces pieces(words, counts); pieces.has_next(); pieces.next()) {
      const std::uint32_t i = pieces.word() + lane;
      std::uint32_t word = i < words ? active[i] : 0;
      if (are_all) word = all_of_word(i, n);
      std::uint32_t left = word;
      std::uint32_t hits = 0;
      for (std::uint32_t j = 0; j < 4; ++j) {
        const auto v = static_cast<VertexId>(4 * i + j);
        if ((word >> (8 * j) & 0xFFU) == 0 || !round.has(v)) continue;
        left &= ~(0xFFU << (8 * j));
        if (mover_.may_move(v)) hits |= 1U << j;
      }
      if (left != word) active[i] = left;
#pragma unroll
      for (std::uint32_t j = 0; j < 4; ++j) {
        const bool is_hit = (hits >> j & 1U) != 0;
        const std::uint32_t all = __ballot_sync(k_all_lanes, is_hit);
        if (is_hit) {
          due_[num_due_ + __popc(all & ((1U << lane) - 1U))] = static_cast<VertexId>(4 * i + j);
        }
        num_due_ += __popc(all);
      }
      __syncwarp();
      // Ends: the list gets shorter.
      while (num_due_ >= 32) {
        push(counts);
        drain(false);
      }
    }
    if (num_due_ > 0) push(counts);
    merge_few();
    drain(true);
  }

 private:
  // As if the four vertices of a word were active, as far as there are so many.
  __device__ static std::uint32_t all_of_word(std::uint32_t i, VertexId n) {
    const std::uint32_t there = i < n / 4 ? 4 : i == n / 4 ? n % 4 : 0;
    return there == 0 ? 0 : 0x01010101U >> (8 * (4 - there));
  }

  // The last vertices of the list go to queues.
  __device__ void push(SubRoundCounts* counts) {
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int taken = num_due_ < 32 ? num_due_ : 32;
    num_due_ -= taken;
    bool is_hit = lane < taken;
    const VertexId v = is_hit ? due_[num_due_ + lane] : 0;
    const Row row = is_hit ? row_of(a_.moves.level, v) : Row{0, 0};
    const std::uint64_t length = row.length;
    if (row.length != 0) {
      // Is soon read.
      prefetch(a_.moves.level.neighbours + row.begin);
      prefetch(a_.moves.level.neighbours + row.begin + row.length - 1);
    }
    const int kind = length == 0 ? 0 : length > 32 ? 4 : static_cast<int>((length - 1) / 8);
    if (is_hit && lists_ && kind == k_classes - 1) {
      if (length <= k_warp_room) {
        a_.rows[a_.moves.level.num_vertices - 1 - atomicAdd(&counts->warp_rows, 1U)] = v;
      } else if (length <= QuarterBlock::k_room) {
        a_.rows[atomicAdd(&counts->group_rows, 1U)] = v;
      } else if (length <= k_block_room) {
        a_.long_rows.block_rows[atomicAdd(&counts->block_rows, 1U)] = v;
      } else {
        list_long_row(a_.long_rows, a_.tables, &counts->long_rows, v, length,
                      a_.moves.level.num_vertices, LongRows::k_arcs);
      }
      is_hit = false;
    }
#pragma unroll
    for (int k = 0; k < k_classes; ++k) {
      const std::uint32_t all = __ballot_sync(k_all_lanes, is_hit && kind == k);
      if (is_hit && kind == k) {
        queues_[k][counts_[k] + __popc(all & ((1U << lane) - 1U))] = v;
      }
      counts_[k] += __popc(all);
    }
    __syncwarp();
  }

  // A few rows go into one queue, so that they take fewer turns.
  __device__ void merge_few() {
    constexpr int k_last = k_classes - 2;
    int all = 0;
#pragma unroll
    for (int k = 0; k <= k_last; ++k) all += counts_[k];
    if (all > 16) return;
    const int lane = static_cast<int>(threadIdx.x % 32);
#pragma unroll
    for (int k = 0; k < k_last; ++k) {
      if (lane < counts_[k]) queues_[k_last][counts_[k_last] + lane] = queues_[k][lane];
      counts_[k_last] += counts_[k];
      counts_[k] = 0;
    }
    __syncwarp();
  }

  template <int kLanes, int kArcs>
  __device__ void drain_short(int k, bool all) {
    constexpr int k_rows = 32 / kLanes;
    // Ends: the queue gets shorter.
    while (counts_[k] >= k_rows || (all && counts_[k] > 0)) {
      const int count = counts_[k] < k_rows ? counts_[k] : k_rows;
      counts_[k] -= count;
      mover_.template decide_short<kLanes, kArcs>(queues_[k] + counts_[k], count);
    }
  }
  __device__ void drain(bool all) {
    drain_short<1, 8>(0, all);
    drain_short<2, 8>(1, all);
    drain_short<4, 6>(2, all);
    drain_short<4, 8>(3, all);
    for (; counts_[4] > 0; --counts_[4]) mover_.decide_by_warp(queues_[4][counts_[4] - 1]);
    __syncwarp();
  }

  const MoveArguments& a_;
  VertexId (&due_)[k_due];
  VertexId (&queues_)[k_classes][k_queue];
  Mover& mover_;
  // Whether rows of whole warps wait for the barrier, too: where there are longer ones, they are
  // often neighbours in the numbering.
  const bool lists_ = a_.moves.level.longest > k_warp_room;
  int num_due_ = 0;
  int counts_[k_classes] = {};
};

// Rows of warps, groups and blocks that were listed, and long ones, whose tables fit the pool in
// some passes.
template <class Mover>
__device__ __noinline__ void decide_listed(const MoveArguments& a, typename Mover::Shared& shared,
                                           Mover& mover, SubRoundCounts* counts) {
  const std::uint32_t passes = num_passes(counts->long_rows);
  const std::uint32_t parts = counts->long_rows.parts;
  const auto collect = [&](std::uint32_t pass) {
    for_parts(a.long_rows, parts, pass, shared.parts,
              [&](LongRow& row, std::uint32_t part) { mover.collect_part(row, part); });
  };
  if (passes != 0) collect(0);
  // These end: the counters grow.
  const std::uint32_t block_rows = counts->block_rows;
  for (std::uint32_t i = WholeBlock::take(&counts->next_block_row, shared.item); i < block_rows;
       i = WholeBlock::take(&counts->next_block_row, shared.item)) {
    mover.template decide_by_group<WholeBlock>(a.long_rows.block_rows[i]);
  }
  __syncthreads();
  const std::uint32_t group_rows = counts->group_rows;
  for (std::uint32_t i = QuarterBlock::take(&counts->next_group_row, shared.item); i < group_rows;
       i = QuarterBlock::take(&counts->next_group_row, shared.item)) {
    mover.template decide_by_group<QuarterBlock>(a.rows[i]);
  }
  __syncthreads();
  const std::uint32_t warp_rows = counts->warp_rows;
  for (std::uint64_t i = thread_of_grid() / 32; i < warp_rows; i += threads_of_grid() / 32) {
    mover.decide_by_warp(a.rows[a.moves.level.num_vertices - 1 - i]);
  }
  __syncthreads();
  for (std::uint32_t pass = 0; pass < passes; ++pass) {
    if (pass != 0) {
      wait_for_grid(&a.control->barrier);
      collect(pass);
    }
    wait_for_grid(&a.control->barrier);
    for_parts(a.long_rows, parts, pass, shared.parts,
              [&](LongRow& row, std::uint32_t part) { mover.choose_part(row, part); });
  }
}

// Rows of up to so many arcs wake their neighbours by teams of threads.
constexpr std::uint64_t k_team_row = 128;

// Relaxed: who adds last to a volume sees no less than what is left in the end. All write the same,
// and readers come after a barrier.
__device__ void tell_if_crowded(const MoveArguments& a, VertexId community) {
  const cuda::atomic_ref<std::int64_t, cuda::thread_scope_device> volume(
      a.moves.partition.volume[community]);
  if (!is_crowded(MoveGain{a.moves.factor}, volume.load(cuda::memory_order_relaxed))) return;
  cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>(a.control->crowded)
      .store(1, cuda::memory_order_relaxed);
}

__device__ __noinline__ void apply_moves(const MoveArguments& a, SubRoundCounts* counts,
                                         bool wakes) {
  const DevicePartition partition = a.moves.partition;
  grid_for(counts->moved, [&](std::uint64_t i) {
    const VertexId v = a.moved[i];
    const std::int64_t volume = volume_at(a.moves.level, v);
    const VertexId to = a.target[v];
    add(&partition.volume[partition.community[v]], -volume);
    add(&partition.volume[to], volume);
    partition.community[v] = to;
    if (a.moves.knows_inner) tell_if_crowded(a, to);
    if (!wakes) return;
    const std::uint64_t length = row_of(a.moves.level, v).length;
    if (length > k_team_row && length <= k_block_room) {
      a.rows[atomicAdd(&counts->wide_rows_moved, 1U)] = v;
    }
  });
}

// Wakes the neighbours of v at the end of some of its arcs.
__device__ void wake_neighbours(const MoveArguments& a, VertexId v, const Row& row,
                                std::uint32_t rank, std::uint32_t size) {
  const VertexId to = a.target[v];
  for (std::uint64_t j = rank; j < row.length; j += size) {
    const VertexId u = a.moves.level.neighbours[row.begin + j];
    // Relaxed: all writers write 1, and readers come after a barrier.
    const cuda::atomic_ref<std::uint8_t, cuda::thread_scope_device> word(a.active[u]);
    if (word.load(cuda::memory_order_relaxed) != 0) continue;
    if (a.moves.partition.community[u] != to) word.store(1, cuda::memory_order_relaxed);
  }
}

__device__ __noinline__ void wake_neighbours(const MoveArguments& a, const SubRoundCounts* counts) {
  constexpr std::uint32_t k_team = 8;
  const DeviceLevelView& level = a.moves.level;
  for (std::uint64_t p = blockIdx.x; p < counts->long_rows.parts; p += gridDim.x) {
    const LongRow& row = a.long_rows.rows[a.long_rows.row_of_part[p]];
    if (!row.moves) continue;
    const auto part = static_cast<std::uint32_t>(p - row.first_part);
    wake_neighbours(a, row.item, part_of(row, row_of(level, row.item).begin, part), threadIdx.x,
                    k_threads);
  }
  for (std::uint32_t i = blockIdx.x; i < counts->wide_rows_moved; i += gridDim.x) {
    wake_neighbours(a, a.rows[i], row_of(level, a.rows[i]), threadIdx.x, k_threads);
  }
  for (std::uint64_t i = thread_of_grid() / k_team; i < counts->moved;
       i += threads_of_grid() / k_team) {
    const VertexId v = a.moved[i];
    const Row row = row_of(level, v);
    if (row.length <= k_team_row) wake_neighbours(a, v, row, threadIdx.x % k_team, k_team);
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
  std::uint32_t turn = 0;
  std::uint64_t sweeps = 0;
  bool go_on = true;
  // Ends: there are at most `max_sweeps`.
  while (go_on) {
    const std::uint64_t seed = base::hash(a.moves.seed, sweeps);
    // The first sweep looks at each vertex once, woken or not, and at all arcs.
    const bool wakes = sweeps != 0 || a.moves.knows_inner ||
                       (a.moves.max_sweeps > 1 && a.moves.level.num_arcs < a.moves.max_arcs);
    for (std::uint32_t i = 0; i < k_sub_rounds; ++i, ++turn) {
      SubRoundCounts* const counts = &control.rounds[turn % k_sub_round_counts];
      const SubRound round{seed, i};
      mover.begin(round, counts);
      WarpQueues<Mover>(a, shared, mover).run(round, counts);
      wait_for_grid(&control.barrier);
      if (has_long) {
        decide_listed(a, shared, mover, counts);
        wait_for_grid(&control.barrier);
      }
      if (thread_of_grid() == 0) {
        // Those of the sub-round before, which all blocks have left, are those after the next one,
        // which none begins before this thread is through.
        control.rounds[(turn + 2) % k_sub_round_counts] = {};
        if (i == 0) control.gain[(sweeps + 1) % 2] = 0;
      }
      // The same in all blocks: nothing counts up before the next barrier.
      const bool any_moves = counts->moved != 0;
      if (any_moves) {
        apply_moves(a, counts, wakes);
        wait_for_grid(&control.barrier);
        if (wakes) wake_neighbours(a, counts);
      }
      const bool is_last = i + 1 == k_sub_rounds;
      if (is_last) mover.report(&control.gain[sweeps % 2], &control.arcs);
      if ((any_moves && wakes) || is_last) wait_for_grid(&control.barrier);
    }
    const auto gain = static_cast<std::int64_t>(control.gain[sweeps % 2]);
    ++sweeps;
    go_on = gain > a.moves.enough && sweeps < a.moves.max_sweeps && control.arcs < a.moves.max_arcs;
  }
  if (thread_of_grid() == 0) control.sweeps = sweeps;
}

template <bool kUnit, class Sum>
void launch_moves(const MoveArguments& arguments, DeviceStream stream) {
  // A block for so much work: barriers of one block cost next to nothing.
  constexpr std::uint64_t k_work = 4096;
  const DeviceLevelView& level = arguments.moves.level;
  launch_cooperative(&move_kernel<kUnit, Sum>, sizeof(MoveShared<Sum>),
                     (level.num_vertices + level.num_arcs) / k_work, arguments, stream);
}

}  // namespace

void move_on_device(const DeviceMoves& moves, const ClusteringBuffers& buffers,
                    DeviceStream stream) {
  const VertexId n = moves.level.num_vertices;
  MoveArguments arguments{moves,         buffers.active,    buffers.target, buffers.moved,
                          buffers.first, buffers.long_rows, buffers.tables, buffers.control};
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(buffers.control, 0, offsetof(ClusteringControl, num_classes), stream));
  if (!moves.knows_inner) HYPERMATCH_CUDA_CALL(cudaMemsetAsync(buffers.active, 1, n, stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(buffers.active + n, 0, (4 - n % 4) % 4, stream));
  const bool is_unit = moves.level.weights.kind == DeviceArcWeights::Kind::none;
  if (moves.narrow) {
    is_unit ? launch_moves<true, NarrowSum>(arguments, stream)
            : launch_moves<false, NarrowSum>(arguments, stream);
  } else {
    is_unit ? launch_moves<true, WideTableSum>(arguments, stream)
            : launch_moves<false, WideTableSum>(arguments, stream);
  }
}

}  // namespace hypermatch::detail::clustering
