// SPDX-License-Identifier: MIT
// Choices of long rows in `filtered` on a device, a warp at a row or at a piece of one: in the
// first pass from all arcs, later from those to vertices that are left.
#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "algorithms/graph_matching/local_max/pointing_rows/device_finder.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_state.cuh"

namespace hypermatch::detail::graph_matching::device {

/// Arcs of a warp's piece of a row in the first pass, where there are many of them, and later,
/// where few rows are left and nothing else is done meanwhile: a warp's way through a piece is all
/// the time then.
constexpr std::uint32_t k_first_piece = 4096;
constexpr std::uint32_t k_late_piece = 1024;

/// A piece of a long row; of row k_none there is none.
struct LongItem {
  std::uint32_t row;
  std::uint32_t piece;
  std::uint32_t slot;  ///< of the row's first piece, if there are several
};

/// Rows that wait for warps.
struct LongRows {
  LongItem* items;
  std::uint32_t room;   ///< for items
  ArcCandidate* found;  ///< k_holders a slot
  std::uint32_t* done;  ///< pieces of the row that begins at a slot
  std::uint32_t piece;  ///< rows of more arcs than this go to several warps; a power of two

  [[nodiscard]] __device__ std::uint32_t pieces_of(std::uint64_t size) const {
    return static_cast<std::uint32_t>((size + piece - 1) >> (31 - __clz(static_cast<int>(piece))));
  }
  /// By one thread, with counters of items and slots that begin at 0; false if there is no room.
  [[nodiscard]] __device__ bool enter(std::uint32_t& num_items, std::uint32_t& num_slots,
                                      std::uint32_t row, std::uint64_t size) const {
    const std::uint32_t pieces = pieces_of(size);
    const std::uint32_t first = atomicAdd(&num_items, pieces);
    const bool fits = first < room && pieces <= room - first;
    std::uint32_t slot = 0;
    if (fits && pieces > 1) {
      slot = atomicAdd(&num_slots, pieces);
      done[slot] = 0;
    }
    for (std::uint32_t i = 0; i < pieces && first + i < room; ++i) {
      items[first + i] = {fits ? row : k_none, i, slot};
    }
    return fits;
  }
};

/// A warp's item. `Sink`: see ScanArguments.
template <class Source, class State, class Sink>
__device__ void take_long_item(const State& state, const Sink& choices, const LongRows& rows,
                               const Digest& digest, const LongItem& item, LongScratch& scratch) {
  const Arcs& arcs = state.arcs;
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint64_t row_begin = arcs.offsets[item.row];
  const std::uint64_t size = arcs.offsets[item.row + 1ULL] - row_begin;
  const std::uint64_t begin = row_begin + std::uint64_t{item.piece} * rows.piece;
  const auto count =
      static_cast<std::uint32_t>(min(std::uint64_t{rows.piece}, row_begin + size - begin));
  const Source source(state, digest, item.row, item.piece * rows.piece, arcs.neighbours + begin,
                      arcs.is_unit() ? nullptr : arcs.words.bits + begin);
  const ArcCandidate best = UppermostFinder(source, scratch).of(count);
  if (size <= rows.piece) {
    choices.store_by_lanes(item.row, size, lane, best.other);
    return;
  }
  const std::uint32_t pieces = rows.pieces_of(size);
  ArcCandidate* const found = rows.found + std::uint64_t{item.slot} * k_holders;
  if (lane < k_holders) found[item.piece * k_holders + lane] = best;
  __syncwarp();
  std::uint32_t before = 0;
  if (lane == 0) {
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> done(rows.done[item.slot]);
    // Release: what this warp found. Acquire, for the last warp: what all found.
    before = done.fetch_add(1, cuda::memory_order_acq_rel);
  }
  if (__shfl_sync(k_all_lanes, before, 0) + 1 != pieces) return;
  const FoundArcs all{{arcs, digest}, item.row, found};
  const ArcCandidate upper = UppermostFinder(all, scratch).of(pieces * k_holders);
  choices.store_by_lanes(item.row, size, lane, upper.other);
}

/// All items, a warp each of the grid's first `num_blocks` blocks.
template <class Source, class State, class Sink>
__device__ void take_long_rows(const State& state, const Sink& choices, const LongRows& rows,
                               const Digest& digest, std::uint32_t num_items,
                               std::uint32_t num_blocks, LongScratch& scratch) {
  const std::uint32_t block_warps = blockDim.x / 32;
  const std::uint32_t last = min(num_items, rows.room);
  for (std::uint32_t i = blockIdx.x * block_warps + threadIdx.x / 32; i < last;
       i += num_blocks * block_warps) {
    const LongItem item = rows.items[i];
    if (item.row != k_none) take_long_item<Source>(state, choices, rows, digest, item, scratch);
    __syncwarp();
  }
}

constexpr std::uint32_t k_long_threads = 256;

template <class Sink>
struct LongArguments {
  FilteredState state;
  Sink choices;
  LongRows rows;
};

/// The rows that did not fit the tiles of the first pass.
template <class Sink>
__global__ void __launch_bounds__(k_long_threads, 4)
    choose_long(const __grid_constant__ LongArguments<Sink> a) {
  __shared__ LongScratch scratches[k_long_threads / 32];
  const FilteredControl& control = *a.state.control;
  const Digest digest = control.digest;
  take_long_rows<RowArcs>(a.state, a.choices, a.rows, digest, control.long_items, gridDim.x,
                          scratches[threadIdx.x / 32]);
}

}  // namespace hypermatch::detail::graph_matching::device
