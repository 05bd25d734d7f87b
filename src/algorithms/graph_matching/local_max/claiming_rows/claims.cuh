// SPDX-License-Identifier: MIT
// What a vertex claims under capacities on a device: as many of its best open arcs as it has room
// for. The bar of a vertex is a key that exactly these arcs reach; it only falls. An arc is closed
// where the other end is settled and the arc is below its bar.
#pragma once

#include <cooperative_groups.h>

#include <cstdint>
#include <cuda/atomic>

#include "algorithms/graph_matching/common/device/arcs.cuh"

namespace hypermatch::detail::graph_matching::device {

/// An arc that is claimed. Other end k_none: nothing.
struct Claim {
  std::uint32_t raw;
  VertexId other;
};

/// Rows of at most this many arcs are read by one thread each, if no more than k_few are claimed.
constexpr std::uint32_t k_short_row = 64;
constexpr std::uint32_t k_few = 16;

/// The arcs of one vertex, in global or shared memory. `raws`: null where weights do not count.
struct RowOfArcs {
  const VertexId* others;
  const std::uint32_t* raws;
  std::uint64_t size;

  [[nodiscard]] __device__ std::uint32_t raw(std::uint64_t i) const {
    return raws == nullptr ? 0 : raws[i];
  }
};

/// How the arcs of a vertex are worked on.
enum class Work : std::uint8_t {
  none,       ///< capacity 0
  all_fit,    ///< no more arcs than capacity: the row stands for the claims
  by_thread,  ///< claims chosen by one thread
  by_block,   ///< by a block
};

struct ClaimState {
  Arcs arcs;
  const std::uint32_t* each;  ///< capacities, or null
  std::uint32_t common;
  bool some_closed;  ///< before the first round: vertices of capacity 0
  std::uint64_t* bars;
  const std::uint64_t* begins;  ///< of the claims of each vertex
  Claim* claims;
  Bitmap settled;

  [[nodiscard]] __device__ std::uint32_t capacity(VertexId v) const {
    return each == nullptr ? common : each[v];
  }
  [[nodiscard]] __device__ RowOfArcs row(VertexId v) const {
    const std::uint64_t begin = arcs.offsets[v];
    return {arcs.neighbours + begin, arcs.is_unit() ? nullptr : arcs.words.bits + begin,
            arcs.offsets[v + 1ULL] - begin};
  }
  [[nodiscard]] __device__ Work work(VertexId v, std::uint64_t size) const {
    const std::uint32_t room = capacity(v);
    if (room == 0) return Work::none;
    if (size <= room) return Work::all_fit;
    return size <= k_short_row && room <= k_few ? Work::by_thread : Work::by_block;
  }
  /// Relaxed: a bar is final before the kernel that sets the bit starts.
  [[nodiscard]] __device__ bool is_settled(VertexId v) const {
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(settled.words[v / 32]);
    return ((word.load(cuda::memory_order_relaxed) >> (v % 32)) & 1U) != 0;
  }
  /// Whether the other end of an arc has no room for it. Bars of capacity 0 are the largest key,
  /// which an arc may have.
  [[nodiscard]] __device__ bool is_closed(VertexId other, std::uint64_t key) const {
    return is_settled(other) && is_refused(other, key);
  }
  /// The same in kernels that settle no vertex.
  [[nodiscard]] __device__ bool was_closed(VertexId other, std::uint64_t key) const {
    return settled.has(other) && is_refused(other, key);
  }
  /// Calls body(raw, other, key) for the i-th arc of v if it is open, in kernels that settle none.
  /// Loops, which there should not be, are not.
  template <class Body>
  __device__ void if_open(VertexId v, const RowOfArcs& row, std::uint64_t i, bool any_closed,
                          const Body& body) const {
    const std::uint32_t raw = row.raw(i);
    const VertexId other = row.others[i];
    if (arcs.words.image(raw) < arcs.words.least || other == v) return;
    const std::uint64_t key = arcs.key(v, raw, other);
    if (any_closed && was_closed(other, key)) return;
    body(raw, other, key);
  }

 private:
  [[nodiscard]] __device__ bool is_refused(VertexId other, std::uint64_t key) const {
    return key < bars[other] || (key == k_largest_key && capacity(other) == 0);
  }
};

/// Appends v to a list; called by any lanes of a warp.
__device__ inline void append(VertexId* list, std::uint32_t* count, VertexId v) {
  const auto lanes = cooperative_groups::coalesced_threads();
  std::uint32_t place = 0;
  if (lanes.thread_rank() == 0) place = atomicAdd(count, lanes.size());
  list[lanes.shfl(place, 0) + lanes.thread_rank()] = v;
}

/// The K largest keys, falling, and where in the row their arcs stand; k_none: nothing.
template <int K>
struct LargestKeys {
  std::uint64_t keys[K];
  std::uint32_t places[K];

  __device__ void clear() {
#pragma unroll
    for (int i = 0; i < K; ++i) {
      keys[i] = 0;
      places[i] = k_none;
    }
  }
  /// A key not below the last one.
  __device__ void offer(std::uint64_t key, std::uint32_t place) {
#pragma unroll
    for (int i = 0; i < K; ++i) {
      const bool above = key > keys[i] || places[i] == k_none;
      const std::uint64_t lower_key = above ? keys[i] : key;
      const std::uint32_t lower_place = above ? places[i] : place;
      keys[i] = above ? key : keys[i];
      places[i] = above ? place : places[i];
      key = lower_key;
      place = lower_place;
    }
  }
};

/// Claims the best open arcs of v, by one thread; K is at least its capacity. Returns its
/// bar; 0 only where all open arcs fit, so that v is done.
template <int K>
__device__ std::uint64_t claim_by_thread(const ClaimState& state, VertexId v, const RowOfArcs& row,
                                         bool any_closed) {
  const std::uint32_t room = state.capacity(v);
  LargestKeys<K> best;
  best.clear();
  std::uint32_t open = 0;
  // Some arc below K open ones, which may be closed itself: it is not looked at.
  bool is_full = false;
  const auto look = [&](std::uint32_t i, std::uint32_t raw, VertexId other) {
    const std::uint32_t image = state.arcs.words.image(raw);
    if (image < state.arcs.words.least || other == v) return;
    const std::uint64_t key = base::make_key(image, state.arcs.mixer(v, other));
    if (key < best.keys[K - 1]) {
      is_full = true;
      return;
    }
    if (any_closed && state.was_closed(other, key)) return;
    ++open;
    best.offer(key, i);
  };
  // Loads of several arcs are in flight together.
  constexpr std::uint32_t k_together = 4;
  for (std::uint32_t first = 0; first < row.size; first += k_together) {
    std::uint32_t raws[k_together];
    VertexId others[k_together];
#pragma unroll
    for (std::uint32_t i = 0; i < k_together; ++i) {
      const bool loads = first + i < row.size;
      raws[i] = loads ? row.raw(first + i) : 0;
      others[i] = loads ? row.others[first + i] : v;  // as loops, which take no part
    }
#pragma unroll
    for (std::uint32_t i = 0; i < k_together; ++i) look(first + i, raws[i], others[i]);
  }
  is_full = is_full || open > room;
  std::uint64_t bar = 0;
  Claim* const claims = state.claims + state.begins[v];
#pragma unroll
  for (std::uint32_t i = 0; i < K; ++i) {
    if (i >= room) break;
    const std::uint32_t place = best.places[i];
    claims[i] = place == k_none ? Claim{0, k_none} : Claim{row.raw(place), row.others[place]};
    if (i + 1 == room && is_full) bar = best.keys[i];
  }
  state.bars[v] = bar;
  return bar;
}

/// States of the claims of a vertex.
enum class Claimed : std::uint8_t { all_mutual, some_wait, some_closed };

[[nodiscard]] __device__ inline Claimed look_at(const ClaimState& state, VertexId v,
                                                const Claim& claim) {
  if (claim.other == k_none) return Claimed::some_closed;
  const std::uint64_t key = state.arcs.key(v, claim.raw, claim.other);
  if (state.is_closed(claim.other, key)) return Claimed::some_closed;
  return key >= state.bars[claim.other] ? Claimed::all_mutual : Claimed::some_wait;
}

}  // namespace hypermatch::detail::graph_matching::device
