// SPDX-License-Identifier: MIT
// The first kernel of `filtered` on a device: every vertex's first choices, in one pass over the
// arcs. Rows and arcs together are cut into equal parts, one a block, whatever the degrees. A block
// takes its part tile by tile: bulk copies bring the arcs of some rows to shared memory, a thread a
// row looks at them, while other blocks of the multiprocessor wait for theirs; rows longer than
// k_places are looked at by a warp, and those that fit no tile by the block, or by several, each at
// its part of them.
#pragma once

#include <cstdint>
#include <cuda/ptx>
#include <type_traits>

#include "algorithms/graph_matching/local_max/device_filtered_state.cuh"
#include "base/random.hpp"

namespace hypermatch::detail::graph_matching::device {

constexpr std::uint32_t k_scan_threads = 256;
constexpr std::uint32_t k_scan_blocks = 4;  ///< a multiprocessor
constexpr std::uint32_t k_scan_warps = k_scan_threads / 32;
constexpr std::uint32_t k_max_tile = 4096;  ///< arcs
constexpr std::uint32_t k_tile_slack = 8;   ///< tiles begin and end at multiples of four arcs
constexpr std::uint32_t k_max_long_rows = k_max_tile / (k_places + 1) + 1;
/// Rows up to this size have places in a warp's digests.
constexpr std::uint32_t k_warp_row = k_places * 32;

template <int K>
struct ScanArguments {
  FilteredState state;
  Choices<K> choices;
  SplitRow<K>* split_rows;  ///< two a block: of the row it begins in, and of the one it ends in
  std::uint32_t tile;       ///< arcs, a multiple of 4 up to k_max_tile
};

/// The arcs of a tile in shared memory.
struct TileArcs {
  std::uint32_t* others;
  std::uint32_t* raw;
};

/// Where a row stands in a tile.
struct RowInTile {
  std::uint32_t v;
  std::uint32_t first;
  std::uint32_t size;
};

template <int K>
struct ScanShared {
  std::uint64_t copied;  // barrier of the copies
  std::uint64_t part_arc[2];
  std::uint32_t part_row[2];
  std::uint32_t smallest;
  std::uint32_t largest;
  std::uint32_t num_long[2];
  RowInTile long_rows[k_max_long_rows];
  Uppermost<K> of_warp[k_scan_warps];
};

/// The whole order, where digests do not tell.
template <int K>
__device__ void offer_exactly(const Arcs& arcs, const TileArcs& tile, const RowInTile& row,
                              std::uint32_t begin, std::uint32_t stride, Uppermost<K>& upper) {
#pragma unroll 1
  for (std::uint32_t i = begin; i < row.size; i += stride) {
    const std::uint32_t other = tile.others[row.first + i];
    const std::uint32_t raw = arcs.is_unit() ? 0 : tile.raw[row.first + i];
    if (arcs.word(row.v, raw, other) < arcs.words.least) continue;
    upper.offer(arcs.key(row.v, raw, other), other);
  }
}

/// A row that fits no tile, or a part of it.
struct Piece {
  std::uint32_t row;
  std::uint64_t begin;
  std::uint64_t end;
};

/// Each lane's share of a piece, up to k_places arcs, k_scan_threads apart.
template <int K>
__device__ void look_along_exactly(const Arcs& arcs, const Piece& piece, Uppermost<K>& upper) {
#pragma unroll 1
  for (std::uint64_t arc = piece.begin + threadIdx.x; arc < piece.end; arc += k_scan_threads) {
    const std::uint32_t other = arcs.neighbours[arc];
    const std::uint32_t raw = arcs.raw_word(arc);
    if (arcs.word(piece.row, raw, other) < arcs.words.least) continue;
    upper.offer(arcs.key(piece.row, raw, other), other);
  }
}

/// The uppermost arcs of a warp's share of a piece, spread over the lists of its lanes.
template <int K>
__device__ void look_along(const Arcs& arcs, const Digest& digest, const Piece& piece,
                           Uppermost<K>& upper) {
  std::uint32_t keys[K + 1] = {};
  constexpr std::uint32_t k_together = 4;
  const std::uint64_t first = piece.begin + threadIdx.x;
  for (std::uint32_t place = 1; first + (place - 1) * k_scan_threads < piece.end;
       place += k_together) {
    std::uint32_t raw[k_together];
    std::uint32_t other[k_together];
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      const std::uint64_t arc = first + std::uint64_t{place - 1 + j} * k_scan_threads;
      other[j] = load_if(arc < piece.end, arcs.neighbours, arc, k_none);
      raw[j] = arcs.is_unit() ? 0 : load_if(arc < piece.end, arcs.words.bits, arc, 0U);
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      if (other[j] == k_none) continue;
      insert_key(keys, digest_key(arcs, digest, piece.row, raw[j], other[j], place + j));
    }
  }
  __syncwarp();
  LaneKey found[K + 1];
  if (!uppermost_of_warp(keys, found)) {
    look_along_exactly(arcs, piece, upper);
    return;
  }
  const std::uint64_t warp_first = first - threadIdx.x % 32;
#pragma unroll
  for (int i = 0; i < K; ++i) {
    if (found[i].key == 0 || static_cast<int>(threadIdx.x % 32) != i) continue;
    const std::uint64_t arc = warp_first + static_cast<std::uint32_t>(found[i].lane) +
                              std::uint64_t{(found[i].key & k_place_mask) - 1} * k_scan_threads;
    upper.offer(arcs.key(piece.row, arcs.raw_word(arc), arcs.neighbours[arc]),
                arcs.neighbours[arc]);
  }
}

/// Called by all threads of a block.
template <int K>
__device__ void take_piece(const ScanArguments<K>& a, const Digest& digest, const Piece& piece,
                           Uppermost<K> (&of_warp)[k_scan_warps]) {
  const Arcs& arcs = a.state.arcs;
  Uppermost<K> mine;
  mine.clear();
  // Lanes have places for so many.
  constexpr std::uint64_t k_at_once = std::uint64_t{k_places / 4 * 4} * k_scan_threads;
  for (std::uint64_t begin = piece.begin; begin < piece.end; begin += k_at_once) {
    look_along(arcs, digest, {piece.row, begin, min(begin + k_at_once, piece.end)}, mine);
    __syncwarp();
  }
  mine = mine.take_from_warp();
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x < 32) {
    Uppermost<K> upper;
    upper.clear();
    if (threadIdx.x < k_scan_warps) upper = of_warp[threadIdx.x];
    upper = upper.take_from_warp();
    const bool from_begin = piece.begin == arcs.offsets[piece.row];
    const bool to_end = piece.end == arcs.offsets[piece.row + 1ULL];
    if (threadIdx.x == 0 && from_begin && to_end) a.choices.store(piece.row, upper.others);
    if (threadIdx.x == 0 && !(from_begin && to_end)) {
      SplitRow<K>& split = a.split_rows[2 * blockIdx.x + (from_begin ? 1 : 0)];
      split.found = upper;
      split.row = piece.row;
      if (from_begin) {
        a.choices.first[piece.row] = k_pending;
        a.state.control->has_split_rows = 1;  // by whoever: the same word
      }
    }
  }
  __syncthreads();
}

/// Arcs first, first + 32, .. of a row, up to k_places a lane: the uppermost of the warp's are
/// offered to the lists of its lanes.
template <int K>
__device__ void offer_uppermost(const Arcs& arcs, const Digest& digest, const TileArcs& tile,
                                const RowInTile& row, Uppermost<K>& mine) {
  const std::uint32_t lane = threadIdx.x % 32;
  std::uint32_t keys[K + 1] = {};
#pragma unroll 2
  for (std::uint32_t i = lane, place = 1; i < row.size; i += 32, ++place) {
    insert_key(keys, digest_key(arcs, digest, row.v, arcs.is_unit() ? 0 : tile.raw[row.first + i],
                                tile.others[row.first + i], place));
  }
  __syncwarp();
  LaneKey upper[K + 1];
  if (!uppermost_of_warp(keys, upper)) {
    offer_exactly(arcs, tile, row, lane, 32, mine);
    return;
  }
#pragma unroll
  for (int i = 0; i < K; ++i) {
    if (upper[i].key == 0 || static_cast<int>(lane) != i) continue;
    const std::uint32_t at = row.first + (upper[i].key & k_place_mask) * 32 - 32 +
                             static_cast<std::uint32_t>(upper[i].lane);
    mine.offer(arcs.key(row.v, arcs.is_unit() ? 0 : tile.raw[at], tile.others[at]),
               tile.others[at]);
  }
}

/// A row by a warp.
template <int K>
__device__ void choose_by_warp(const ScanArguments<K>& a, const Digest& digest,
                               const TileArcs& tile, const RowInTile& row) {
  Uppermost<K> mine;
  mine.clear();
#pragma unroll 1
  for (std::uint32_t begin = 0; begin < row.size; begin += k_warp_row) {
    offer_uppermost(a.state.arcs, digest, tile,
                    {row.v, row.first + begin, min(k_warp_row, row.size - begin)}, mine);
    __syncwarp();
  }
  mine = mine.take_from_warp();
  if (threadIdx.x % 32 == 0) a.choices.store(row.v, mine.others);
}

template <int K>
class Scan {
 public:
  __device__ Scan(const ScanArguments<K>& a, ScanShared<K>& shared, std::uint32_t* memory)
      : a_(a),
        arcs_(a.state.arcs),
        shared_(shared),
        tile_{memory, memory + a.tile + k_tile_slack} {}

  __device__ void run() {
    prepare();
    row_ = shared_.part_row[0];
    last_row_ = shared_.part_row[1];
    const std::uint64_t last_arc = shared_.part_arc[1];
    load_row();
    bool begins_inside = at_ != shared_.part_arc[0];
    at_ = shared_.part_arc[0];
    // Ends: each turn takes a row or a piece of one.
    for (std::uint32_t turn = 0; row_ < last_row_ || (row_ == last_row_ && at_ < last_arc);
         ++turn) {
      const bool fits =
          std::uint64_t{row_} + threadIdx.x < last_row_ && end_ - at_ <= a_.tile && !begins_inside;
      // Rows that fit stand in front of all others. Behind it nobody reads the last tile.
      const auto rows = static_cast<std::uint32_t>(__syncthreads_count(fits ? 1 : 0));
      if (threadIdx.x == 0) shared_.num_long[(turn + 1) % 2] = 0;
      if (rows != 0) {
        take_tile(rows, shared_.num_long[turn % 2]);
        continue;
      }
      const std::uint64_t row_end = arcs_.offsets[row_ + 1ULL];
      const Piece piece{row_, at_, row_ == last_row_ ? last_arc : row_end};
      take_piece(a_, digest_, piece, shared_.of_warp);
      ++row_;
      begins_inside = false;
      load_row();
    }
  }

 private:
  // The block's part, the digests, what nobody may find uninitialised.
  __device__ void prepare() {
    const Bitmap& matched = a_.state.matched;
    const std::uint32_t words = arcs_.num_vertices / 32 + (arcs_.num_vertices % 32 != 0 ? 1 : 0);
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * k_scan_threads + threadIdx.x; i < words;
         i += std::uint64_t{gridDim.x} * k_scan_threads) {
      matched.words[i] = 0;
    }
    if (threadIdx.x == 0) {
      shared_.smallest = ~0U;
      shared_.largest = 0;
      for (std::uint32_t& count : shared_.num_long) count = 0;
      init_barrier(&shared_.copied);
      a_.split_rows[2 * blockIdx.x].row = k_none;
    }
    __syncthreads();
    sample();
    if (threadIdx.x < 64) find_part(threadIdx.x / 32);
    __syncthreads();
    digest_ = Digest::of(arcs_, shared_.smallest, shared_.largest);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
      a_.state.control->smallest = shared_.smallest;
      a_.state.control->largest = shared_.largest;
    }
  }

  __device__ void sample() {
    if (arcs_.is_unit() || arcs_.num_arcs == 0) return;
    std::uint32_t smallest = ~0U;
    std::uint32_t largest = 0;
#pragma unroll
    for (std::uint32_t i = 0; i < k_samples / k_scan_threads; ++i) {
      const std::uint64_t place =
          __umul64hi(base::splitmix64(i * k_scan_threads + threadIdx.x), arcs_.num_arcs);
      const std::uint32_t word = arcs_.words.image(arcs_.words.bits[place]);
      if (word < arcs_.words.least) continue;
      smallest = min(smallest, word);
      largest = max(largest, word);
    }
    smallest = __reduce_min_sync(k_all_lanes, smallest);
    largest = __reduce_max_sync(k_all_lanes, largest);
    if (threadIdx.x % 32 != 0) return;
    atomicMin(&shared_.smallest, smallest);
    atomicMax(&shared_.largest, largest);
  }

  // Where this block's part begins (0) or ends (1). Rows that fit a tile are not cut.
  __device__ void find_part(std::uint32_t side) {
    const std::uint64_t place = place_of(arcs_, blockIdx.x + side, gridDim.x, 0);
    std::uint32_t row = row_at(arcs_, place, 0);
    std::uint64_t arc = arcs_.num_arcs;
    if (row < arcs_.num_vertices) {
      const std::uint64_t begin = arcs_.offsets[row];
      const std::uint64_t end = arcs_.offsets[row + 1ULL];
      arc = min(place - row, end);
      const bool is_cut = end - begin > a_.tile && arc != end;
      if (!is_cut && arc != begin) {
        arc = end;
        ++row;
      }
    }
    if (threadIdx.x % 32 != 0) return;
    shared_.part_row[side] = row;
    shared_.part_arc[side] = arc;
  }

  // This thread's row from row_ on, and where row_ begins.
  __device__ void load_row() {
    const std::uint64_t mine = std::uint64_t{row_} + threadIdx.x;
    if (mine < arcs_.num_vertices && mine <= last_row_) {
      begin_ = arcs_.offsets[mine];
      end_ = arcs_.offsets[mine + 1];
    }
    if (row_ <= last_row_) at_ = arcs_.offsets[row_];
  }

  __device__ void take_tile(std::uint32_t rows, std::uint32_t& num_long) {
    const std::uint64_t from = at_;
    const std::uint64_t base = uses_bulk() ? from & ~std::uint64_t{3} : from;
    if (threadIdx.x == rows - 1 && uses_bulk() && end_ != from) copy_in_bulk(base, end_);
    RowInTile mine{row_ + threadIdx.x, static_cast<std::uint32_t>(begin_ - base), 0};
    if (threadIdx.x < rows) mine.size = static_cast<std::uint32_t>(end_ - begin_);
    row_ += rows;
    load_row();
    const auto arcs = static_cast<std::uint32_t>(at_ - from);
    if (uses_bulk()) {
      if (arcs != 0) wait_for_copies();
    } else {
      copy_plainly(from, arcs);
      __syncthreads();
    }
    if (threadIdx.x < rows && mine.size <= k_places) choose_by_thread(mine);
    choose_long(mine, arcs > 16 * rows, num_long);
  }

  // Rows of more than k_places arcs, by warps: by their own, or where there are many, and some
  // warps have none, shared out.
  __device__ void choose_long(const RowInTile& mine, bool shares, std::uint32_t& num_long) {
    const bool is_long = mine.size > k_places;
    if (shares) {
      if (is_long) shared_.long_rows[atomicAdd(&num_long, 1U)] = mine;
      __syncthreads();
    }
    std::uint32_t lanes = __ballot_sync(k_all_lanes, is_long);
    // Ends: each turn takes one row.
    for (std::uint32_t i = threadIdx.x / 32; shares ? i < num_long : lanes != 0;
         i += k_scan_warps) {
      RowInTile row{};
      if (shares) {
        row = shared_.long_rows[i];
      } else {
        const int lane = __ffs(static_cast<int>(lanes)) - 1;
        row = {__shfl_sync(k_all_lanes, mine.v, lane), __shfl_sync(k_all_lanes, mine.first, lane),
               __shfl_sync(k_all_lanes, mine.size, lane)};
        lanes &= lanes - 1;
      }
      choose_by_warp(a_, digest_, tile_, row);
    }
  }

  [[nodiscard]] __device__ bool uses_bulk() const {
#if __CUDA_ARCH__ >= 900
    return arcs_.vectors;
#else
    return false;
#endif
  }
  __device__ static void init_barrier([[maybe_unused]] std::uint64_t* barrier) {
#if __CUDA_ARCH__ >= 900
    cuda::ptx::mbarrier_init(barrier, 1);
#endif
  }
  // By one thread: arcs base .. end - 1, rounded up to groups of four that the arrays hold.
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
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                   &shared_.copied, bytes * (arcs_.is_unit() ? 1 : 2));
    if (bytes == 0) return;
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile_.others, arcs_.neighbours + base,
                       bytes, &shared_.copied);
    if (arcs_.is_unit()) return;
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile_.raw, arcs_.words.bits + base,
                       bytes, &shared_.copied);
#endif
  }
  __device__ void wait_for_copies() {
#if __CUDA_ARCH__ >= 900
    // Ends when the copies have arrived.
    while (!cuda::ptx::mbarrier_try_wait_parity(&shared_.copied, parity_)) {
    }
    parity_ ^= 1U;
#endif
  }
  __device__ void copy_plainly(std::uint64_t from, std::uint32_t arcs) {
    for (std::uint32_t i = threadIdx.x; i < arcs; i += k_scan_threads) {
      tile_.others[i] = arcs_.neighbours[from + i];
      if (!arcs_.is_unit()) tile_.raw[i] = arcs_.words.bits[from + i];
    }
  }

  __device__ void choose_by_thread(const RowInTile& row) {
    std::uint32_t keys[K + 1] = {};
    const std::uint32_t* const others = tile_.others + row.first;
    const std::uint32_t* const raw = tile_.raw + row.first;
    const std::uint32_t least = arcs_.words.least;
    // Rows of one size, a power of two, would meet in few banks if all threads began at the front.
    const auto for_each_key = [&](const auto& key_at) {
      std::uint32_t i = threadIdx.x % 32 * row.size / 32;
#pragma unroll 2
      for (std::uint32_t left = row.size; left != 0; --left) {
        insert_key(keys, key_at(i));
        i = i + 1 == row.size ? 0 : i + 1;
      }
    };
    if (!arcs_.is_unit() && digest_.hash_bits == 0 && arcs_.words.float_mask == 0) {
      const std::uint32_t flip = arcs_.words.flip;
      for_each_key([&](std::uint32_t i) {
        const std::uint32_t word = raw[i] ^ flip;
        return word < least ? 0 : digest_(word) << k_place_bits | (i + 1);
      });
    } else {
      for_each_key([&](std::uint32_t i) {
        return digest_key(arcs_, digest_, row.v, arcs_.is_unit() ? 0 : raw[i], others[i], i + 1);
      });
    }
    std::uint32_t ids[K];
#pragma unroll
    for (int i = 0; i < K; ++i)
      ids[i] = keys[i] != 0 ? others[(keys[i] & k_place_mask) - 1] : k_none;
    if (is_ambiguous(keys)) {
      Uppermost<K> upper;
      upper.clear();
      offer_exactly(arcs_, tile_, row, 0, 1, upper);
#pragma unroll
      for (int i = 0; i < K; ++i) ids[i] = upper.others[i];
    }
    a_.choices.store(row.v, ids);
  }

  const ScanArguments<K>& a_;
  const Arcs& arcs_;
  ScanShared<K>& shared_;
  TileArcs tile_;
  Digest digest_;
  std::uint32_t row_ = 0;       // the next one
  std::uint64_t at_ = 0;        // the next arc
  std::uint32_t last_row_ = 0;  // rows before it are this block's, and perhaps a part of it
  std::uint64_t begin_ = 0;     // of row row_ + threadIdx.x
  std::uint64_t end_ = 0;
  std::uint32_t parity_ = 0;  // of the barrier's next phase
};

template <int K>
__global__ void __launch_bounds__(k_scan_threads, k_scan_blocks)
    choose_first(const __grid_constant__ ScanArguments<K> arguments) {
  extern __shared__ __align__(16) std::uint32_t tile_memory[];
  __shared__ ScanShared<K> shared;
  Scan<K>(arguments, shared, tile_memory).run();
}

}  // namespace hypermatch::detail::graph_matching::device
