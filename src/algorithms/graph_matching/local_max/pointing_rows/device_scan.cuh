// SPDX-License-Identifier: MIT
// The first kernel of `filtered` on a device: every vertex's first choices, in one pass over the
// arcs. A warp takes a few rows at a time, by itself: a bulk copy brings their arcs to its own
// shared memory, while other warps of the multiprocessor look at theirs. Rows of similar size are
// looked at by a thread each, those that are much longer than the others by all lanes together, and
// those that do not fit are left to a second kernel.
#pragma once

#include <cstdint>
#include <cuda/ptx>

#include "algorithms/graph_matching/local_max/pointing_rows/device_lanes.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_long.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_state.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_tile.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_window.cuh"
#include "base/random.hpp"

namespace hypermatch::detail::graph_matching::device {

constexpr std::uint32_t k_scan_threads = 128;
constexpr std::uint32_t k_scan_warps = k_scan_threads / 32;
constexpr std::uint32_t k_scan_blocks = 7;  ///< a multiprocessor

struct ScanArguments {
  FilteredState state;
  Choices choices;
  LongRows long_rows;
  std::uint32_t tile;           ///< arcs, a multiple of 4 up to k_max_tile
  std::uint32_t rows_per_unit;  ///< that a warp takes at once, a multiple of k_window
};

struct ScanShared {
  std::uint64_t copied[k_scan_warps];  // barriers of the copies
  LongScratch scratches[k_scan_warps];
};

/// One warp's part in the first pass.
template <WordKind kKind>
class Scan {
 public:
  __device__ Scan(const ScanArguments& a, ScanShared& shared, std::uint32_t* memory)
      : a_(a),
        arcs_(a.state.arcs),
        digest_(Digest::of(a.state.arcs, a.state.control->smallest, a.state.control->largest)),
        copied_(shared.copied[threadIdx.x / 32]),
        scratch_(shared.scratches[threadIdx.x / 32]),
        order_(scratch_.places),
        lane_(threadIdx.x % 32) {
    if constexpr (kKind != WordKind::unit) skips_ = a.state.control->skips != 0;
    const std::uint32_t room = a.tile + k_tile_slack;
    tile_.others = memory + std::size_t{threadIdx.x / 32} * room * (arcs_.is_unit() ? 1 : 2);
    tile_.raw = tile_.others + room;
  }

  __device__ void run() {
    if (lane_ == 0) init_barrier();
    __syncwarp();
    const std::uint32_t warps = gridDim.x * k_scan_warps;
    std::uint64_t unit = blockIdx.x * k_scan_warps + threadIdx.x / 32;
    // Ends: units rise.
    while (unit * a_.rows_per_unit < arcs_.num_vertices) {
      std::uint32_t next = 0;
      if (lane_ == 0) next = atomicAdd(&a_.state.control->next_unit, 1U);
      const std::uint64_t begin = unit * a_.rows_per_unit;
      take_rows(static_cast<std::uint32_t>(begin),
                static_cast<std::uint32_t>(
                    min(begin + a_.rows_per_unit, std::uint64_t{arcs_.num_vertices})));
      unit = std::uint64_t{warps} + __shfl_sync(k_all_lanes, next, 0);
    }
  }

 private:
  // Where this lane's two rows begin and end, from `row` on.
  __device__ void load_rows(std::uint32_t row, std::uint32_t last) {
    const std::uint32_t left = last - row;
#pragma unroll
    for (std::uint32_t half = 0; half < 2; ++half) {
      begin_[half] = arcs_.offsets[std::uint64_t{row} + min(lane_ + 32 * half, left)];
      end_[half] = arcs_.offsets[std::uint64_t{row} + min(lane_ + 32 * half + 1, left)];
    }
  }

  // How many rows from the first on do not fit a tile by themselves, of 32 at most.
  [[nodiscard]] __device__ std::uint32_t count_long() const {
    const std::uint32_t others = __ballot_sync(k_all_lanes, end_[0] - begin_[0] <= a_.tile);
    return others == 0 ? 32 : static_cast<std::uint32_t>(__ffs(static_cast<int>(others)) - 1);
  }

  // How many rows from the first on fit the tile, of which `left` are there.
  [[nodiscard]] __device__ std::uint32_t count_that_fit(std::uint64_t at,
                                                        std::uint32_t left) const {
    const std::uint32_t lower = __ballot_sync(k_all_lanes, lane_ < left && end_[0] - at <= a_.tile);
    const std::uint32_t upper =
        __ballot_sync(k_all_lanes, lane_ + 32 < left && end_[1] - at <= a_.tile);
    const auto count = static_cast<std::uint32_t>(__popc(lower) + __popc(upper));
    // A few rows more would take as long as 32.
    constexpr std::uint32_t k_worth_it = 44;
    return count > 32 && count < k_worth_it ? 32 : count;
  }

  __device__ void take_rows(std::uint32_t row, std::uint32_t last) {
    load_rows(row, last);
    // Ends: each turn takes at least one row.
    while (row < last) {
      const std::uint64_t at = __shfl_sync(k_all_lanes, begin_[0], 0);
      const std::uint32_t count = count_that_fit(at, last - row);
      if (count == 0) {
        const std::uint32_t num_long = count_long();
        if (lane_ < num_long) {
          FilteredControl& control = *a_.state.control;
          // There is room for all.
          (void)a_.long_rows.enter(control.long_items, control.long_slots, row + lane_,
                                   end_[0] - begin_[0]);
        }
        __syncwarp();
        row += num_long;
        if (row < last) load_rows(row, last);
        continue;
      }
      const auto source = static_cast<int>((count - 1) % 32);
      const std::uint64_t arcs_end =
          __shfl_sync(k_all_lanes, count > 32 ? end_[1] : end_[0], source);
      const std::uint64_t base = uses_bulk() ? at & ~std::uint64_t{3} : at;
      PackedRow rows[2];
#pragma unroll
      for (std::uint32_t half = 0; half < 2; ++half) {
        const std::uint32_t i = lane_ + 32 * half;
        if (i >= count) continue;
        rows[half] = PackedRow::of(i, static_cast<std::uint32_t>(begin_[half] - base),
                                   static_cast<std::uint32_t>(end_[half] - begin_[half]));
      }
      if (arcs_end != at) begin_copy(base, arcs_end);
      const std::uint32_t first_row = row;
      row += count;
      if (row < last) load_rows(row, last);
      const bool takes_hashes = kKind == WordKind::unit || digest_.hash_bits != 0;
      if (count > 32 && WindowOrder::pays(rows, takes_hashes)) order_.apply(rows);
      if (arcs_end != at) wait_for_copy();
      choose(rows, first_row, count);
      __syncwarp();  // before the tile is written again
    }
  }

  __device__ void choose(const PackedRow (&rows)[2], std::uint32_t first_row, std::uint32_t count) {
    if constexpr (kKind == WordKind::unit) {
      choose_all(TileDigests<kKind, false>(arcs_, digest_), rows, first_row, count);
    } else if (skips_) {
      choose_weighted<true>(rows, first_row, count);
    } else {
      choose_weighted<false>(rows, first_row, count);
    }
  }
  template <bool kSkips>
  __device__ void choose_weighted(const PackedRow (&rows)[2], std::uint32_t first_row,
                                  std::uint32_t count) {
    if constexpr (kKind == WordKind::integers) {
      if (digest_.hash_bits != 0) {
        choose_all(TileDigests<WordKind::hashed_integers, kSkips>(arcs_, digest_), rows, first_row,
                   count);
        return;
      }
    }
    choose_all(TileDigests<kKind, kSkips>(arcs_, digest_), rows, first_row, count);
  }

  template <class Digests>
  __device__ void choose_all(const Digests& digests, const PackedRow (&rows)[2],
                             std::uint32_t first_row, std::uint32_t count) {
    const RowInTile mine[2] = {rows[0].in_tile(first_row), rows[1].in_tile(first_row)};
    bool left[2] = {};
    left[0] = !choose_by_threads(digests, mine[0], rows[0].exists());
    if (count > 32) left[1] = !choose_by_threads(digests, mine[1], rows[1].exists());
    std::uint32_t lanes[2];
#pragma unroll
    for (int half = 0; half < 2; ++half) lanes[half] = __ballot_sync(k_all_lanes, left[half]);
    // Ends: each turn takes one bit away.
    while ((lanes[0] | lanes[1]) != 0) {
      const int half = lanes[0] != 0 ? 0 : 1;
      const int source = __ffs(static_cast<int>(half == 0 ? lanes[0] : lanes[1])) - 1;
      (half == 0 ? lanes[0] : lanes[1]) &= ~(1U << source);
      PackedRow row;
      row.bits = __shfl_sync(k_all_lanes, half == 0 ? rows[0].bits : rows[1].bits, source);
      choose_by_warp(digests, row.in_tile(first_row));
    }
  }

  // Each lane's row; false if it is left to the warp.
  template <class Digests>
  __device__ bool choose_by_threads(const Digests& digests, const RowInTile& mine, bool exists) {
    const std::uint32_t most = most_by_threads(mine.size);
    const bool by_thread = mine.size != 0 && mine.size <= most;
    bool clear = mine.size <= most;
    if (most != 0) {
      std::uint32_t ids[k_most_choices];
      const RowInTile row{mine.v, mine.first, by_thread ? mine.size : 0};
      const bool told = choose_by_thread(digests, tile_, row, most, ids);
      if (by_thread && told) a_.choices.store(mine.v, ids);
      clear = clear && (told || !by_thread);
    }
    if (exists && mine.size == 0) a_.choices.first[mine.v] = k_none;
    return clear;
  }

  template <class Digests>
  __device__ void choose_by_warp(const Digests& digests, const RowInTile& row) {
    const auto key = [&](std::uint32_t arc, std::uint32_t place, bool there) {
      return digests.key(tile_, row, there ? arc : 0, place, there);
    };
    std::uint32_t arc = 0;
    std::uint32_t first = 0;
    bool clear = row.size <= 4 * 32 ? find_by_lanes<4>(key, row.size, arc, first)
                                    : find_by_lanes<8>(key, row.size, arc, first);
    clear = clear && digests.is_in_range(first);
    std::uint32_t id = arc != k_none ? tile_.others[row.first + arc] : k_none;
    __syncwarp();
    if (!clear) {
      const RowArcs arcs(a_.state, digest_, row.v, tile_.others + row.first, tile_.raw + row.first);
      id = UppermostFinder(arcs, scratch_).of(row.size).other;
    }
    if (lane_ < k_most_choices) a_.choices.store_place(row.v, lane_, id);
  }

  // Rows up to which size go by threads: one row more by the warp costs as much as about 8 arcs
  // more by threads.
  [[nodiscard]] __device__ std::uint32_t most_by_threads(std::uint32_t size) const {
    constexpr std::uint32_t k_step = 8;
    std::uint32_t most = __reduce_max_sync(k_all_lanes, size <= k_places ? size : 0U);
    int out = 0;
    // Ends: it falls.
    while (most > k_kept) {
      const std::uint32_t fewer = most > k_step ? most - k_step : 0;
      const int above = __popc(__ballot_sync(k_all_lanes, size > fewer && size <= k_places));
      if (above > out + 1) break;
      out = above;
      most = fewer;
    }
    return most;
  }

  [[nodiscard]] __device__ bool uses_bulk() const {
#if __CUDA_ARCH__ >= 900
    return arcs_.vectors;
#else
    return false;
#endif
  }
  __device__ void init_barrier() {
#if __CUDA_ARCH__ >= 900
    cuda::ptx::mbarrier_init(&copied_, 1);
    // The copies, which another part of the chip makes, must find it.
    cuda::ptx::fence_mbarrier_init(cuda::ptx::sem_release, cuda::ptx::scope_cluster);
#endif
  }
  __device__ void begin_copy(std::uint64_t base, std::uint64_t end) {
    if (!uses_bulk()) {
      copy_plainly(base, static_cast<std::uint32_t>(end - base));
    } else if (lane_ == 0) {
      copy_in_bulk(base, end);
    }
  }
  // Arcs base .. end - 1, rounded up to groups of four that the arrays hold.
  __device__ void copy_in_bulk([[maybe_unused]] std::uint64_t base,
                               [[maybe_unused]] std::uint64_t end) {
#if __CUDA_ARCH__ >= 900
    namespace ptx = cuda::ptx;
    const std::uint64_t whole =
        min((end + 3) & ~std::uint64_t{3}, arcs_.num_arcs & ~std::uint64_t{3});
    for (std::uint64_t i = max(whole, base); i < end; ++i) {  // at most three
      tile_.others[i - base] = arcs_.neighbours[i];
      if (!arcs_.is_unit()) tile_.raw[i - base] = arcs_.words.bits[i];
    }
    const auto bytes = static_cast<std::uint32_t>(whole > base ? (whole - base) * 4 : 0);
    // Releases the words above to those who wait.
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &copied_,
                                   bytes * (arcs_.is_unit() ? 1 : 2));
    if (bytes == 0) return;
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile_.others, arcs_.neighbours + base,
                       bytes, &copied_);
    if (arcs_.is_unit()) return;
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile_.raw, arcs_.words.bits + base,
                       bytes, &copied_);
#endif
  }
  __device__ void wait_for_copy() {
    if (!uses_bulk()) {
      __syncwarp();
      return;
    }
#if __CUDA_ARCH__ >= 900
    // Ends when the copies have arrived.
    while (!cuda::ptx::mbarrier_try_wait_parity(&copied_, parity_)) {
    }
    parity_ ^= 1U;
#endif
  }
  __device__ void copy_plainly(std::uint64_t from, std::uint32_t arcs) {
    for (std::uint32_t i = lane_; i < arcs; i += 32) {
      tile_.others[i] = arcs_.neighbours[from + i];
      if (!arcs_.is_unit()) tile_.raw[i] = arcs_.words.bits[from + i];
    }
  }

  const ScanArguments& a_;
  const Arcs& arcs_;
  Digest digest_;
  std::uint64_t& copied_;
  LongScratch& scratch_;
  WindowOrder order_;
  std::uint32_t lane_;
  TileArcs tile_{};
  std::uint64_t begin_[2] = {};  // of row + lane, and of the 32nd behind it
  std::uint64_t end_[2] = {};
  std::uint32_t parity_ = 0;  // of the barrier's next phase
  bool skips_ = false;        // arcs that take no part are not rare
};

template <WordKind kKind>
__global__ void __launch_bounds__(k_scan_threads, k_scan_blocks)
    choose_first(const __grid_constant__ ScanArguments arguments) {
  extern __shared__ __align__(16) std::uint32_t tile_memory[];
  __shared__ ScanShared shared;
  Scan<kKind>(arguments, shared, tile_memory).run();
}

/// Before all others: clears the bitmap and the counters, and samples the words.
constexpr std::uint32_t k_prepare_threads = 256;
__global__ void __launch_bounds__(k_prepare_threads)
    prepare_filtered(const __grid_constant__ FilteredState state) {
  const Arcs& arcs = state.arcs;
  const std::uint32_t words = arcs.num_vertices / 32 + (arcs.num_vertices % 32 != 0 ? 1 : 0);
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * k_prepare_threads + threadIdx.x; i < words;
       i += std::uint64_t{gridDim.x} * k_prepare_threads) {
    state.gone.words[i] = 0;
  }
  if (blockIdx.x != 0) return;
  __shared__ std::uint32_t smallest;
  __shared__ std::uint32_t largest;
  __shared__ std::uint32_t skips;
  if (threadIdx.x == 0) {
    *state.control = FilteredControl{};
    smallest = ~0U;
    largest = 0;
    skips = 0;
  }
  __syncthreads();
  std::uint32_t least = ~0U;
  std::uint32_t most = 0;
#pragma unroll
  for (std::uint32_t i = 0; i < k_samples / k_prepare_threads; ++i) {
    const std::uint64_t place =
        __umul64hi(base::splitmix64(i * k_prepare_threads + threadIdx.x), arcs.num_arcs);
    const std::uint32_t word = arcs.is_unit() ? 0 : arcs.words.image(arcs.words.bits[place]);
    if (word < arcs.words.least) {
      skips = 1;  // whoever writes it
      continue;
    }
    least = min(least, word);
    most = max(most, word);
  }
  least = __reduce_min_sync(k_all_lanes, least);
  most = __reduce_max_sync(k_all_lanes, most);
  if (threadIdx.x % 32 == 0) {
    atomicMin(&smallest, least);
    atomicMax(&largest, most);
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  state.control->smallest = smallest;
  state.control->largest = largest;
  state.control->skips = skips;
}

}  // namespace hypermatch::detail::graph_matching::device
