// SPDX-License-Identifier: MIT
// A host that goes along the edges of a device: the device sorts the edges whose ends are free,
// part by part of falling keys, and the host looks at each of them once, while the next part is
// sorted and travels. What the host does with an edge is the taker's.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>

#include "algorithms/graph_matching/common/device/arcs.cuh"
#include "algorithms/graph_matching/local_max/chains/open_edges.cuh"
#include "hypermatch/device_context.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/primitives.hpp"
#include "parallel/device/rows.cuh"
#include "parallel/device/runtime.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch::detail::graph_matching {

/// Words in device memory that the host reads.
struct SortedPartsCounts {
  unsigned long long open;     ///< edges with two free ends
  unsigned long long drawn;    ///< keys drawn of them
  unsigned long long matched;  ///< for the taker
  unsigned long long of_part[2];
};

/// Where edges are sorted.
struct SortedPartsRoom {
  std::uint64_t part = 0;  ///< edges that a part should have
  std::uint64_t most = 0;  ///< and may have
  std::uint64_t* drawn = nullptr;
  SortedPartsCounts* counts = nullptr;
  std::uint64_t* keys = nullptr;
  std::uint64_t* sorted_keys = nullptr;
  std::uint32_t* places = nullptr;
  std::uint32_t* sorted_places = nullptr;
  uint2* ends = nullptr;
  uint2* sorted_ends = nullptr;
  parallel::DeviceScratch scratch;

  /// Two per edge, until keys are sorted.
  [[nodiscard]] HYPERMATCH_HD std::uint32_t* hashes() const {
    return reinterpret_cast<std::uint32_t*>(sorted_keys);
  }
};

namespace device {

/// Keys that are drawn, at most, where all edges are open; and room for them.
constexpr std::uint64_t k_drawn = 8192;
constexpr std::uint64_t k_drawn_room = 2 * k_drawn;
/// Parts are at least so small that the last one travels in no time, unless they become too many.
constexpr std::uint64_t k_least_part = std::uint64_t{1} << 18;
constexpr std::uint64_t k_most_sorted_parts = 128;

using Count = unsigned long long;

/// Appends the items of lanes with `wanted`: the place of this lane's one.
__device__ inline Count append(bool wanted, Count* count) {
  const std::uint32_t lanes = __ballot_sync(k_all_lanes, wanted);
  Count first = 0;
  if (threadIdx.x % 32 == 0) first = atomicAdd(count, static_cast<Count>(__popc(lanes)));
  return __shfl_sync(k_all_lanes, first, 0) + __popc(lanes & ((1U << (threadIdx.x % 32)) - 1));
}

/// Counts open edges, and draws one in 2^shift of them, the same in every run.
template <bool kWide>
__global__ void __launch_bounds__(k_open_threads)
    draw_open(const __grid_constant__ Arcs arcs, const __grid_constant__ Bitmap gone, int shift,
              std::uint64_t* drawn, SortedPartsCounts* counts) {
  const KeyRange all{};
  std::uint32_t open = 0;
  OpenEdges<kWide>(arcs, gone, all)
      .for_each([&](bool wanted, std::uint64_t arc, uint2, std::uint64_t key) {
        open += wanted ? 1 : 0;
        // Of multiples of the golden ratio equally many lie in equal intervals.
        const bool draws =
            wanted && (shift == 0 || (arc * 0x9E3779B97F4A7C15ULL) >> (64 - shift) == 0);
        if (!__any_sync(k_all_lanes, draws)) return;
        const Count place = append(draws, &counts->drawn);
        if (draws && place < k_drawn_room) drawn[place] = key;
      });
  open = __reduce_add_sync(k_all_lanes, open);
  if (threadIdx.x % 32 == 0 && open != 0) atomicAdd(&counts->open, static_cast<Count>(open));
}

/// Lists the open edges of a range; sorted by the complements of their keys they fall. Where hashes
/// are no part of keys their complements stand where keys are sorted later.
template <bool kWide>
__global__ void __launch_bounds__(k_open_threads)
    collect_open(const __grid_constant__ Arcs arcs, const __grid_constant__ Bitmap gone,
                 const __grid_constant__ KeyRange range,
                 const __grid_constant__ SortedPartsRoom room, Count* count) {
  OpenEdges<kWide>(arcs, gone, range)
      .for_each([&](bool wanted, std::uint64_t, uint2 ends, std::uint64_t key) {
        const Count place = append(wanted, count);
        if (!wanted || place >= room.most) return;
        room.keys[place] = ~key;
        room.ends[place] = ends;
        if constexpr (kWide) room.hashes()[place] = ~arcs.mixer(ends.x, ends.y);
      });
}

/// Places that no edge has come to are sorted behind all others.
struct ClearPlaces {
  std::uint64_t* keys;
  std::uint32_t* places;
  std::uint32_t* hashes;  ///< or null
  __device__ void operator()(std::uint32_t i) const {
    keys[i] = ~std::uint64_t{0};
    places[i] = i;
    if (hashes != nullptr) hashes[i] = ~0U;
  }
};
template <class T>
struct Gather {
  const T* items;
  const std::uint32_t* places;
  T* sorted;
  __device__ void operator()(std::uint32_t i) const { sorted[i] = items[places[i]]; }
};

/// How often the device learns which vertices are gone.
constexpr std::uint64_t k_refreshes = 16;

/// One run along the sorted edges. The taker has
///   lay_out(arena)        its memory that the device can copy from, cut from an arena;
///   begin(counts)         enqueues what comes first: sets `gone`, copies what it needs to the
///   host; take(gone, edges, n)  takes what is free of n falling edges, in order: moves it to the
///   front,
///                         sets bits of `gone`, and says how many it took;
///   send(edges, n, room)  enqueues that these go to the device; `room.ends` is free for them.
template <class Taker>
class SortedParts {
 public:
  SortedParts(const DeviceContext& context, const Arcs& arcs, const Bitmap& gone,
              const SortedPartsRoom& room, Taker& taker)
      : context_(context),
        arcs_(arcs),
        gone_(gone),
        room_(room),
        taker_(taker),
        stream_(context.stream()),
        gone_words_((arcs.num_vertices + std::uint64_t{31}) / 32),
        memory_([&] {
          parallel::DeviceArena measure;
          (void)lay_out(measure);
          return measure.bytes();
        }()),
        drained_(stream_) {
    parallel::DeviceArena cut(memory_.data());
    host_ = lay_out(cut);
  }

  /// False if parts are too uneven: then the matching has to begin anew. Else finish(counts,
  /// taken) is called before the stream is waited for.
  template <class Finish>
  [[nodiscard]] bool run(const Finish& finish) {
    const std::size_t scratch = std::max(parallel::radix_sort_wide_bytes(room_.most),
                                         parallel::radix_sort_bytes(room_.most));
    if (scratch > room_.scratch.bytes) return false;
    draw();
    if (host_.counts->open != 0 && !match_parts()) return false;
    finish(*host_.counts, num_taken_);
    parallel::runtime::synchronize(stream_);
    drained_.disarm();
    return true;
  }

 private:
  // What the host reads and writes, in one piece of pinned memory.
  struct HostRoom {
    SortedPartsCounts* counts = nullptr;
    std::uint64_t* drawn = nullptr;
    std::uint32_t* gone = nullptr;
    std::uint32_t* gone_sent = nullptr;
    uint2* pieces[2] = {};
  };

  [[nodiscard]] HostRoom lay_out(parallel::DeviceArena& arena) const {
    HostRoom host;
    host.counts = arena.take<SortedPartsCounts>(1);
    host.drawn = arena.take<std::uint64_t>(k_drawn_room);
    host.gone = arena.take<std::uint32_t>(gone_words_);
    host.gone_sent = arena.take<std::uint32_t>(gone_words_);
    for (uint2*& piece : host.pieces) piece = arena.take<uint2>(room_.most);
    taker_.lay_out(arena);
    return host;
  }

  [[nodiscard]] bool is_wide() const { return arcs_.words.wide != nullptr; }

  [[nodiscard]] unsigned open_blocks() const {
    constexpr std::uint64_t k_block_arcs = std::uint64_t{k_open_warps} * k_open_arcs;
    return static_cast<unsigned>(
        std::min<std::uint64_t>((arcs_.num_arcs - 1) / k_block_arcs + 1, 1U << 16));
  }

  // Counts, keys of some open edges, falling, and the bitmap.
  void draw() {
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(room_.counts, 0, sizeof(SortedPartsCounts), stream_));
    taker_.begin(room_.counts);
    parallel::runtime::copy_to_host(host_.gone, gone_.words, gone_words_ * sizeof(std::uint32_t),
                                    stream_);
    draw_one_of(arcs_.num_arcs / 2);
    // Few edges are open: more of them are drawn.
    constexpr std::uint64_t k_too_few = k_drawn / 16;
    if (host_.counts->drawn < k_too_few && host_.counts->drawn < host_.counts->open) {
      HYPERMATCH_CUDA_CALL(cudaMemsetAsync(room_.counts, 0, 2 * sizeof(Count), stream_));
      draw_one_of(host_.counts->open);
    }
    num_drawn_ = std::min<std::uint64_t>(host_.counts->drawn, k_drawn_room);
    std::sort(host_.drawn, host_.drawn + num_drawn_, std::greater<>());
  }
  void draw_one_of(std::uint64_t edges) {
    const auto shift = static_cast<int>(std::bit_width(edges / k_drawn));
    auto* const kernel = is_wide() ? &draw_open<true> : &draw_open<false>;
    kernel<<<open_blocks(), k_open_threads, 0, stream_>>>(arcs_, gone_, shift, room_.drawn,
                                                          room_.counts);
    parallel::check_launch("draw_open");
    parallel::runtime::copy_to_host(host_.counts, room_.counts, sizeof(SortedPartsCounts), stream_);
    parallel::runtime::copy_to_host(host_.drawn, room_.drawn, k_drawn_room * sizeof(std::uint64_t),
                                    stream_);
    parallel::runtime::synchronize(stream_);
  }

  // Part i of `parts`.
  [[nodiscard]] KeyRange range_of(std::uint64_t i, std::uint64_t parts) const {
    const auto bound = [&](std::uint64_t part) { return host_.drawn[part * num_drawn_ / parts]; };
    KeyRange range;
    if (i != 0) range.high = bound(i) - 1;
    if (i + 1 != parts) range.low = bound(i + 1);
    return range;
  }

  [[nodiscard]] bool match_parts() {
    const std::uint64_t wanted = (host_.counts->open - 1) / room_.part + 1;
    const std::uint64_t parts = std::min(wanted, std::max<std::uint64_t>(num_drawn_, 1));
    // What was sent before has arrived once the part after the next one has.
    const std::uint64_t refresh = std::max<std::uint64_t>(parts / k_refreshes, 2);
    send_part(range_of(0, parts), 0);
    for (std::uint64_t i = 0; i < parts; ++i) {
      context_.check_cancelled();
      if (i + 1 < parts) send_part(range_of(i + 1, parts), (i + 1) % 2);
      arrived_[i % 2].wait();
      const std::uint64_t count = host_.counts->of_part[i % 2];
      if (count > room_.most) return false;
      take_piece(host_.pieces[i % 2], count);
      if (i % refresh == refresh - 1) send_gone();
    }
    return true;
  }

  // Enqueues all until the part's edges are in host memory.
  void send_part(const KeyRange& range, std::size_t turn) {
    Count* const count = &room_.counts->of_part[turn];
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(count, 0, sizeof(Count), stream_));
    parallel::for_each(room_.most,
                       ClearPlaces{room_.keys, room_.places, is_wide() ? room_.hashes() : nullptr},
                       stream_);
    auto* const kernel = is_wide() ? &collect_open<true> : &collect_open<false>;
    kernel<<<open_blocks(), k_open_threads, 0, stream_>>>(arcs_, gone_, range, room_, count);
    parallel::check_launch("collect_open");
    const std::uint32_t* const places = sort_part();
    parallel::for_each(room_.most, Gather<uint2>{room_.ends, places, room_.sorted_ends}, stream_);
    parallel::runtime::copy_to_host(&host_.counts->of_part[turn], count, sizeof(Count), stream_);
    parallel::runtime::copy_to_host(host_.pieces[turn], room_.sorted_ends,
                                    room_.most * sizeof(uint2), stream_);
    arrived_[turn].record(stream_);
  }

  // The places of the part's edges, falling.
  [[nodiscard]] const std::uint32_t* sort_part() const {
    if (!is_wide()) {
      parallel::radix_sort(room_.scratch, room_.keys, room_.sorted_keys, room_.places,
                           room_.sorted_places, room_.most, stream_);
      return room_.sorted_places;
    }
    // Stable: by hashes first, then by weights.
    parallel::radix_sort(room_.scratch, room_.hashes(), room_.hashes() + room_.most, room_.places,
                         room_.sorted_places, room_.most, 32, stream_);
    parallel::for_each(room_.most,
                       Gather<std::uint64_t>{room_.keys, room_.sorted_places, room_.sorted_keys},
                       stream_);
    parallel::radix_sort(room_.scratch, room_.sorted_keys, room_.keys, room_.sorted_places,
                         room_.places, room_.most, stream_);
    return room_.places;
  }

  // The piece is written again by a later part, on the same stream.
  void take_piece(uint2* edges, std::uint64_t count) {
    const std::uint64_t taken = taker_.take(host_.gone, edges, count);
    num_taken_ += taken;
    if (taken != 0) taker_.send(edges, taken, room_);
  }

  // Of parts that follow the next one fewer edges are open.
  void send_gone() {
    std::copy_n(host_.gone, gone_words_, host_.gone_sent);
    parallel::runtime::copy_to_device(gone_.words, host_.gone_sent,
                                      gone_words_ * sizeof(std::uint32_t), stream_);
  }

  const DeviceContext& context_;
  const Arcs& arcs_;
  const Bitmap& gone_;
  const SortedPartsRoom& room_;
  Taker& taker_;
  DeviceStream stream_;
  std::uint64_t gone_words_;
  parallel::PinnedBytes memory_;
  parallel::runtime::Event arrived_[2];
  // Before memory is given back.
  parallel::DrainedOnThrow drained_;
  HostRoom host_;
  std::uint64_t num_drawn_ = 0;
  std::uint64_t num_taken_ = 0;
};

}  // namespace device

[[nodiscard]] inline SortedPartsRoom lay_out_sorted_parts(parallel::DeviceArena& arena,
                                                          std::uint64_t num_edges) {
  SortedPartsRoom room;
  room.part = std::min(std::max<std::uint64_t>(num_edges / 64, 4096),
                       std::max(num_edges / device::k_most_sorted_parts, device::k_least_part));
  room.most = std::min(room.part / 2 * 3, num_edges);
  room.drawn = arena.take<std::uint64_t>(device::k_drawn_room);
  room.counts = arena.take<SortedPartsCounts>(1);
  room.keys = arena.take<std::uint64_t>(room.most);
  room.sorted_keys = arena.take<std::uint64_t>(room.most);
  room.places = arena.take<std::uint32_t>(room.most);
  room.sorted_places = arena.take<std::uint32_t>(room.most);
  room.ends = arena.take<uint2>(room.most);
  room.sorted_ends = arena.take<uint2>(room.most);
  // The sort copies what it sorts, and says how much it needs; asking it takes longer than a round.
  room.scratch.bytes = 14 * room.most + (std::size_t{1} << 17);
  room.scratch.data = arena.take<std::byte>(room.scratch.bytes);
  return room;
}

}  // namespace hypermatch::detail::graph_matching
