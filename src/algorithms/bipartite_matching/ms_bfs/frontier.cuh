// SPDX-License-Identifier: MIT
// Frontiers of a breadth-first search on a device: what stands in them, how warps fill them, and
// how warps share out the neighbours of the rows in them, so that every lane has one whatever the
// sizes of the rows.
#pragma once

#include <cstdint>

#include "algorithms/bipartite_matching/common/device/rows.cuh"

namespace hypermatch::detail::bipartite_matching::device {

/// Longer rows stand in a frontier in several pieces.
inline constexpr std::uint32_t k_piece = 256;
/// Entries that a warp holds back until it can write three per lane together: all writers add
/// to the same counter.
inline constexpr std::uint32_t k_flush = 96;
inline constexpr std::uint32_t k_stage = k_flush + 32;
/// Neighbours that a lane looks at together, so that their loads are in flight together.
inline constexpr std::uint32_t k_together = 2;

/// A row, or a piece of one, in a tree.
struct alignas(16) Entry {
  std::uint64_t place;  // of its neighbours, and below (16 bits) how many they are
  VertexId root;
  VertexId via;  // the column that it was reached by, its mate; k_none for a root
};

/// The mate of each column, its predecessor on the way to the root, and the root. They are stored
/// together, because they are used together.
struct Records {
  struct alignas(16) Record {
    VertexId previous;
    VertexId root;
    VertexId mate;
    VertexId unused;
  };
  struct alignas(8) Link {
    VertexId previous;
    VertexId root;
  };

  Record* records;

  __device__ Record get(VertexId c) const { return records[c]; }
  __device__ VertexId mate(VertexId c) const { return records[c].mate; }
  __device__ VertexId previous(VertexId c) const { return records[c].previous; }
  __device__ VertexId root(VertexId c) const { return records[c].root; }
  __device__ void set_mate(VertexId c, VertexId mate) const { records[c].mate = mate; }
  __device__ void link(VertexId c, VertexId previous, VertexId root) const {
    *reinterpret_cast<Link*>(&records[c]) = {previous, root};
  }
};

/// Shared memory of a block, for its warps' ways into the next frontier.
struct PushMemory {
  Entry stages[k_warps][k_stage];
  std::uint32_t held[k_warps];
  std::uint32_t place;
};

/// A warp's way into the next frontier. All lanes call together.
struct Pushes {
  PushMemory& memory;
  Entry* frontier;
  std::uint32_t* size;
  Entry* stage = memory.stages[threadIdx.x / 32];
  std::uint32_t held = 0;

  /// Adds a row with `entries` entries; nothing if `entries` is 0.
  __device__ void push(std::uint64_t begin, std::uint64_t entries, VertexId root, VertexId via) {
    push_short(entries != 0 && entries <= k_piece, {begin << 16 | entries, root, via});
    std::uint32_t todo = __ballot_sync(k_all_lanes, entries > k_piece);
    // Ends: each turn takes one bit away.
    while (todo != 0) {
      const int leader = __ffs(static_cast<int>(todo)) - 1;
      todo &= todo - 1;
      push_pieces(__shfl_sync(k_all_lanes, begin, leader),
                  __shfl_sync(k_all_lanes, entries, leader), __shfl_sync(k_all_lanes, root, leader),
                  __shfl_sync(k_all_lanes, via, leader));
    }
  }
  /// Some of what the warp holds back, for itself instead of the frontier.
  __device__ Entry take_held() {
    const std::uint32_t count = held < 32 ? held : 32;
    held -= count;
    const Entry entry = lane_of_warp() < count ? stage[held + lane_of_warp()] : Entry{0, 0, 0};
    __syncwarp();
    return entry;
  }
  /// Writes what is left; called by the whole block, whose warps take their places together.
  __device__ void finish() {
    const std::uint32_t warp = threadIdx.x / 32;
    if (lane_of_warp() == 0) memory.held[warp] = held;
    __syncthreads();
    if (warp == 0) {
      std::uint32_t sum = lane_of_warp() < k_warps ? memory.held[lane_of_warp()] : 0;
      const std::uint32_t mine = sum;
      for (std::uint32_t distance = 1; distance < k_warps; distance *= 2) {
        const std::uint32_t before = __shfl_up_sync(k_all_lanes, sum, distance);
        if (lane_of_warp() >= distance) sum += before;
      }
      if (lane_of_warp() < k_warps) memory.held[lane_of_warp()] = sum - mine;
      const std::uint32_t total = __shfl_sync(k_all_lanes, sum, k_warps - 1);
      const std::uint32_t place = total != 0 ? reserve(total) : 0;
      if (lane_of_warp() == 0) memory.place = place;
    }
    __syncthreads();
    write(memory.place + memory.held[warp], held);
    held = 0;
  }

 private:
  __device__ std::uint32_t reserve(std::uint32_t count) const {
    std::uint32_t place = 0;
    if (lane_of_warp() == 0) {
      place = Shared<std::uint32_t>(*size).fetch_add(count, cuda::memory_order_relaxed);
    }
    return __shfl_sync(k_all_lanes, place, 0);
  }
  __device__ void write(std::uint32_t place, std::uint32_t count) const {
    for (std::uint32_t i = lane_of_warp(); i < count; i += 32) frontier[place + i] = stage[i];
    __syncwarp();
  }
  __device__ void push_short(bool has, const Entry& entry) {
    const std::uint32_t lane = lane_of_warp();
    const std::uint32_t mask = __ballot_sync(k_all_lanes, has);
    if (mask == 0) return;
    if (has) stage[held + static_cast<std::uint32_t>(__popc(mask & ((1U << lane) - 1)))] = entry;
    __syncwarp();
    held += static_cast<std::uint32_t>(__popc(mask));
    if (held < k_flush) return;
    write(reserve(k_flush), k_flush);
    held -= k_flush;
    if (lane < held) stage[lane] = stage[k_flush + lane];
    __syncwarp();
  }
  __device__ void push_pieces(std::uint64_t begin, std::uint64_t entries, VertexId root,
                              VertexId via) const {
    const auto pieces = static_cast<std::uint32_t>((entries + k_piece - 1) / k_piece);
    const std::uint32_t place = reserve(pieces);
    for (std::uint32_t i = lane_of_warp(); i < pieces; i += 32) {
      const std::uint64_t from = std::uint64_t{i} * k_piece;
      const std::uint64_t left = entries - from;
      frontier[place + i] = {(begin + from) << 16 | (left < k_piece ? left : k_piece), root, via};
    }
  }
};

/// Neighbours that a lane looks at together: k_none for none.
struct Neighbours {
  VertexId columns[k_together];
  VertexId roots[k_together];
  VertexId vias[k_together];
};

/// Calls visit(neighbours) until all neighbours of the rows, one per lane, have been there. The
/// whole warp calls, and is called, together.
template <class Visit>
__device__ void for_each_neighbour(const Rows& rows, const Entry& entry, std::uint32_t count,
                                   const Visit& visit) {
  const std::uint32_t lane = lane_of_warp();
  std::uint32_t end = count;  // of this lane's neighbours, in those of the warp
  for (std::uint32_t distance = 1; distance < 32; distance *= 2) {
    const std::uint32_t before = __shfl_up_sync(k_all_lanes, end, distance);
    if (lane >= distance) end += before;
  }
  const std::uint32_t total = __shfl_sync(k_all_lanes, end, 31);
  const std::uint64_t start = (entry.place >> 16) - (end - count);
  for (std::uint32_t base = 0; base < total; base += 32 * k_together) {
    Neighbours found;
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      found.columns[j] = k_none;
      if (base + 32 * j >= total) continue;  // the same for the whole warp
      const std::uint32_t k = base + 32 * j + lane;
      int owner = 0;  // how many lanes end at k or before: the next one has neighbour k
#pragma unroll
      for (int half = 16; half > 0; half /= 2) {
        if (__shfl_sync(k_all_lanes, end, owner + half - 1) <= k) owner += half;
      }
      const std::uint64_t place = __shfl_sync(k_all_lanes, start, owner) + k;
      found.roots[j] = __shfl_sync(k_all_lanes, entry.root, owner);
      found.vias[j] = __shfl_sync(k_all_lanes, entry.via, owner);
      if (k < total) found.columns[j] = rows.columns[place];
    }
    visit(found);
  }
}

/// In one access.
[[nodiscard]] __device__ inline Entry load(const Entry& entry) {
  const uint4 words = *reinterpret_cast<const uint4*>(&entry);
  return {std::uint64_t{words.y} << 32 | words.x, words.z, words.w};
}

/// Calls body(entry) for all entries of a frontier, one per lane, few of them a warp if they are
/// few.
template <class Body>
__device__ void for_each_entry(const Entry* frontier, std::uint32_t size, const Body& body) {
  const std::uint32_t lane = lane_of_warp();
  const std::uint64_t warps = threads_of_grid() / 32;
  const std::uint64_t even = (size + warps - 1) / warps;
  const auto batch = static_cast<std::uint32_t>(even < 32 ? even : 32);
  for (std::uint64_t first = thread_of_grid() / 32 * batch; first < size; first += warps * batch) {
    const bool has = lane < batch && first + lane < size;
    body(has ? load(frontier[first + lane]) : Entry{0, 0, 0});
  }
}

}  // namespace hypermatch::detail::bipartite_matching::device
