// SPDX-License-Identifier: MIT
// The first kernel of `filtered` on a device: every vertex's first choices, in one pass over the
// arcs. A warp takes a few rows at a time, by itself: a bulk copy brings their arcs to its own
// shared memory, while other warps of the multiprocessor look at theirs. Rows of similar size are
// looked at by a thread each, those that are much longer than the others by all lanes together, and
// those that do not fit are left to a second kernel.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/pointing_rows/device_copy.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_lanes.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_long.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_settle.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_state.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_tile.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_window.cuh"

namespace hypermatch::detail::graph_matching::device {

constexpr std::uint32_t k_scan_threads = 128;
constexpr std::uint32_t k_scan_warps = k_scan_threads / 32;
constexpr std::uint32_t k_scan_blocks = 7;  ///< a multiprocessor

/// `Sink` takes the uppermost arcs of each row: Choices, or what has the same functions.
template <class Sink>
struct ScanArguments {
  FilteredState state;
  Sink choices;
  LongRows long_rows;
  std::uint32_t tile;           ///< arcs, a multiple of 4 up to k_max_tile
  std::uint32_t rows_per_unit;  ///< that a warp takes at once, a multiple of k_window
};

struct ScanShared {
  std::uint64_t copied[k_scan_warps];  // barriers of the copies
  LongScratch scratches[k_scan_warps];
};

/// One warp's part in the first pass.
template <WordKind kKind, class Sink>
class Scan {
 public:
  __device__ Scan(const ScanArguments<Sink>& a, ScanShared& shared, std::uint32_t* memory)
      : a_(a),
        arcs_(a.state.arcs),
        digest_(a.state.control->digest),
        range_(a.state.arcs, digest_),
        scratch_(shared.scratches[threadIdx.x / 32]),
        order_(scratch_.places),
        tile_(tile_in(a, memory)),
        copy_(arcs_, tile_, shared.copied[threadIdx.x / 32]),
        lane_(threadIdx.x % 32) {
    if constexpr (kKind != WordKind::unit) skips_ = a.state.control->skips != 0;
  }

  __device__ void run() {
    copy_.init();
    const std::uint32_t warps = gridDim.x * k_scan_warps;
    std::uint64_t unit = blockIdx.x * k_scan_warps + threadIdx.x / 32;
    const auto begin_of = [&](std::uint64_t i) {
      return a_.state.first_row + i * a_.rows_per_unit;
    };
    // Ends: units rise.
    while (begin_of(unit) < arcs_.num_vertices) {
      std::uint32_t next = 0;
      if (lane_ == 0) next = atomicAdd(&a_.state.control->next_unit, 1U);
      const std::uint64_t begin = begin_of(unit);
      take_rows(static_cast<std::uint32_t>(begin),
                static_cast<std::uint32_t>(
                    min(begin + a_.rows_per_unit, std::uint64_t{arcs_.num_vertices})));
      unit = std::uint64_t{warps} + __shfl_sync(k_all_lanes, next, 0);
    }
  }

 private:
  __device__ static TileArcs tile_in(const ScanArguments<Sink>& a, std::uint32_t* memory) {
    const std::uint32_t room = a.tile + k_tile_slack;
    auto* const others =
        memory + std::size_t{threadIdx.x / 32} * room * (a.state.arcs.is_unit() ? 1 : 2);
    return {others, others + room};
  }
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
    // Ends: each iteration takes at least one row.
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
      const std::uint64_t base = copy_.is_bulk() ? at & ~std::uint64_t{3} : at;
      PackedRow rows[2];
#pragma unroll
      for (std::uint32_t half = 0; half < 2; ++half) {
        const std::uint32_t i = lane_ + 32 * half;
        if (i >= count) continue;
        rows[half] = PackedRow::of(i, static_cast<std::uint32_t>(begin_[half] - base),
                                   static_cast<std::uint32_t>(end_[half] - begin_[half]));
      }
      if (arcs_end != at) copy_.begin(base, arcs_end);
      const std::uint32_t first_row = row;
      row += count;
      if (row < last) load_rows(row, last);
      const bool takes_hashes = kKind == WordKind::unit || range_.is_hashed;
      if (count > 32 && WindowOrder::pays(rows, takes_hashes)) order_.apply(rows);
      if (arcs_end != at) copy_.wait();
      choose(rows, first_row, count);
      __syncwarp();  // before the tile is written again
    }
  }

  // Calls body(digests) with those that fit the words.
  template <class Body>
  __device__ void with_digests(const Body& body) const {
    if constexpr (kKind == WordKind::unit) {
      body(TileDigests<kKind, false>{arcs_, range_});
    } else if (kKind != WordKind::codes && range_.few != nullptr) {
      if constexpr (kKind != WordKind::codes) body(TileDigests<WordKind::few, true>{arcs_, range_});
    } else if (skips_) {
      with_weighted_digests<true>(body);
    } else {
      with_weighted_digests<false>(body);
    }
  }
  template <bool kSkips, class Body>
  __device__ void with_weighted_digests(const Body& body) const {
    if constexpr (kKind == WordKind::floats) {
      if (range_.is_below_zero) {
        // Where such floats take part, all do.
        body(TileDigests<kKind, false>{arcs_, range_});
        return;
      }
    }
    if (kKind == WordKind::codes || !range_.is_hashed) {
      body(TileDigests<WordKind::integers, kSkips>{arcs_, range_});
      return;
    }
    if constexpr (kKind == WordKind::integers) {
      body(TileDigests<WordKind::hashed_integers, kSkips>{arcs_, range_});
    }
    // Floats of few digits hardly ever leave room for hashes without that.
    if constexpr (kKind == WordKind::floats) {
      body(TileDigests<WordKind::hashed_turned, kSkips>{arcs_, range_});
    }
  }

  // Whether a key stands for one word, and a hash if it has one.
  [[nodiscard]] __device__ bool is_in_range(std::uint32_t key) const {
    return kKind == WordKind::unit || key < range_.first_beyond;
  }
  [[nodiscard]] __device__ HeldRow held(const RowInTile& row) const {
    return {tile_, row, range_.first_beyond};
  }

  __device__ void choose(const PackedRow (&rows)[2], std::uint32_t first_row, std::uint32_t count) {
    std::uint32_t lanes[2] = {};
#pragma unroll 1
    for (int half = 0; half == 0 || (half == 1 && count > 32); ++half) {
      const PackedRow row = half == 0 ? rows[0] : rows[1];
      const bool is_left = !choose_by_threads(row.in_tile(first_row), row.exists());
      const std::uint32_t all = __ballot_sync(k_all_lanes, is_left);
      (half == 0 ? lanes[0] : lanes[1]) = all;
    }
    // Ends: each turn takes one bit away.
    while ((lanes[0] | lanes[1]) != 0) {
      const int half = lanes[0] != 0 ? 0 : 1;
      const int source = __ffs(static_cast<int>(half == 0 ? lanes[0] : lanes[1])) - 1;
      (half == 0 ? lanes[0] : lanes[1]) &= ~(1U << source);
      PackedRow row;
      row.bits = __shfl_sync(k_all_lanes, half == 0 ? rows[0].bits : rows[1].bits, source);
      choose_by_warp(row.in_tile(first_row));
    }
  }

  // Each lane's row; false if it is left to the warp.
  __device__ bool choose_by_threads(const RowInTile& mine, bool exists) {
    const std::uint32_t most = most_by_threads(mine.size);
    const bool by_thread = mine.size != 0 && mine.size <= most;
    bool clear = mine.size <= most;
    if (most != 0) {
      const RowInTile row{mine.v, mine.first, by_thread ? mine.size : 0};
      std::uint32_t keys[k_kept];
      with_digests([&](const auto& digests) { find_by_thread(digests, tile_, row, most, keys); });
      bool told = !is_ambiguous(keys) && is_in_range(keys[0]);
      if (!told && by_thread) {
        const SettledKeys settled = settle_by_thread(
            arcs_, held(row),
            {keys[0], keys[1], keys[2], keys[3], keys[4], keys[5], keys[6], keys[7]});
#pragma unroll
        for (int i = 0; i < k_kept; ++i) keys[i] = settled.keys[i];
        told = settled.told;
      }
      std::uint32_t ids[k_most_choices];
#pragma unroll
      for (std::uint32_t i = 0; i < k_most_choices; ++i) {
        ids[i] = keys[i] != 0 ? tile_.others[row.first + (keys[i] & k_place_mask) - 1] : k_none;
      }
      if (by_thread && told) a_.choices.store(mine.v, mine.size, ids);
      clear = clear && (told || !by_thread);
    }
    if (exists && mine.size == 0) a_.choices.store_empty(mine.v);
    return clear;
  }

  __device__ void choose_by_warp(const RowInTile& row) {
    RankedArc mine;
    with_digests([&](const auto& digests) {
      const auto key = [&](std::uint32_t arc, std::uint32_t place, bool there) {
        return digests.key(tile_, row, there ? arc : 0, place, there);
      };
      mine = row.size <= 4 * 32 ? find_by_lanes<4>(key, row.size) : find_by_lanes<8>(key, row.size);
    });
    const bool is_one = mine.key == 0 || mine.is_one();
    std::uint32_t arc = mine.key != 0 ? mine.arc() : k_none;
    const std::uint32_t first = __shfl_sync(k_all_lanes, mine.key, 0);
    const std::uint32_t next = __shfl_down_sync(k_all_lanes, mine.key, 1);
    const bool is_told = is_one && (next == 0 || !have_one_digest(mine.key, next));
    bool clear = __all_sync(k_all_lanes, is_told) && is_in_range(first);
    if (!clear && __all_sync(k_all_lanes, is_one)) {
      arc = settle_by_warp(arcs_, held(row), mine.key, arc, scratch_);
      clear = __any_sync(k_all_lanes, arc != k_none) != 0;
    }
    std::uint32_t id = clear && arc != k_none ? tile_.others[row.first + arc] : k_none;
    __syncwarp();
    if (!clear) {
      const RowArcs arcs(a_.state, digest_, row.v, 0, tile_.others + row.first,
                         tile_.raw + row.first);
      id = UppermostFinder(arcs, scratch_).of(row.size).other;
    }
    a_.choices.store_by_lanes(row.v, row.size, lane_, id);
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

  const ScanArguments<Sink>& a_;
  const Arcs& arcs_;
  const Digest& digest_;
  TileRange range_;
  LongScratch& scratch_;
  WindowOrder order_;
  TileArcs tile_;
  TileCopy copy_;
  std::uint32_t lane_;
  std::uint64_t begin_[2] = {};  // of row + lane, and of the 32nd behind it
  std::uint64_t end_[2] = {};
  bool skips_ = false;  // arcs that take no part are not rare
};

template <WordKind kKind, class Sink>
__global__ void __launch_bounds__(k_scan_threads, k_scan_blocks)
    choose_first(const __grid_constant__ ScanArguments<Sink> arguments) {
  extern __shared__ __align__(16) std::uint32_t tile_memory[];
  __shared__ ScanShared shared;
  if (arguments.state.control->order != RowOrder::none) return;
  Scan<kKind, Sink>(arguments, shared, tile_memory).run();
}

}  // namespace hypermatch::detail::graph_matching::device
