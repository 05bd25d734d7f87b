// SPDX-License-Identifier: MIT
// The kernels of local max under capacities: first claims, rounds over the vertices whose claims
// are not all mutual, and the partners.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/common/device/partner_lists.cuh"
#include "algorithms/graph_matching/local_max/claiming_rows/claims.cuh"
#include "algorithms/graph_matching/local_max/claiming_rows/claims_by_block.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching::device {

using parallel::thread_of_grid;

/// Two lists of vertices: those that threads work on, and those that blocks do.
struct VertexLists {
  VertexId* by_thread;
  VertexId* by_block;
};

/// Numbers that kernels add to; the host reads them once per some rounds.
struct RoundCounts {
  std::uint32_t active[2][2];    ///< of this round's list and the next one's: by thread, by block
  std::uint32_t again[2];        ///< vertices that must choose again: by thread, by block
  std::uint32_t changes;         ///< not 0: some bar fell
  std::uint32_t room_by_thread;  ///< no vertex that threads choose for has more
  std::uint64_t by_thread_at_most;  ///< vertices that threads choose for
  std::uint64_t partners_at_most;   ///< sum of min(capacity, degree)
};

struct ClaimRounds {
  ClaimState state;
  VertexLists active[2];
  VertexLists again;
  RoundCounts* counts;
};

/// Relaxed: the host reads it when the kernel has ended.
__device__ inline void note_change(RoundCounts* counts) {
  cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>(counts->changes)
      .store(1, cuda::memory_order_relaxed);
}

/// Sizes of the claims, bars of vertices that choose none, and the vertices that blocks choose for.
__global__ void __launch_bounds__(parallel::k_block)
    prepare_claims(const ClaimRounds rounds, std::uint32_t* sizes) {
  const ClaimState& state = rounds.state;
  const std::uint64_t n = state.arcs.num_vertices;
  const std::uint64_t threads = parallel::threads_of_grid();
  std::uint64_t partners = 0;
  std::uint32_t by_thread = 0;
  std::uint32_t room_by_thread = 0;
  if (thread_of_grid() == 0) sizes[n] = 0;
  for (std::uint64_t v = thread_of_grid(); v < n; v += threads) {
    const auto vertex = static_cast<VertexId>(v);
    const std::uint64_t degree = state.arcs.offsets[v + 1] - state.arcs.offsets[v];
    const std::uint32_t room = state.capacity(vertex);
    const Work work = state.work(vertex, degree);
    const bool chooses = work == Work::by_thread || work == Work::by_block;
    sizes[v] = chooses ? room : 0;
    if (!chooses) state.bars[v] = work == Work::none ? k_largest_key : 0;
    if (work == Work::none) state.settled.set(vertex);
    if (work == Work::by_block) append(rounds.again.by_block, &rounds.counts->again[1], vertex);
    if (work == Work::by_thread) {
      ++by_thread;
      room_by_thread = room > room_by_thread ? room : room_by_thread;
    }
    partners += degree < room ? degree : room;
  }
  __syncwarp();
  room_by_thread = __reduce_max_sync(k_all_lanes, room_by_thread);
  by_thread = __reduce_add_sync(k_all_lanes, by_thread);
  partners = parallel::sum_of_warp(partners);
  if (threadIdx.x % 32 != 0) return;
  atomicMax(&rounds.counts->room_by_thread, room_by_thread);
  atomicAdd(reinterpret_cast<unsigned long long*>(&rounds.counts->by_thread_at_most),
            static_cast<unsigned long long>(by_thread));
  atomicAdd(reinterpret_cast<unsigned long long*>(&rounds.counts->partners_at_most),
            static_cast<unsigned long long>(partners));
}

constexpr unsigned k_first_rows = 128;        ///< of a block, one per thread
constexpr std::uint32_t k_first_arcs = 4096;  ///< that it copies to shared memory

/// Appends v to a list where `mine`; called by all threads of a block.
__device__ inline void append_by_block(VertexId* list, std::uint32_t* count, bool mine,
                                       VertexId v) {
  __shared__ std::uint32_t places[k_first_rows / 32 + 1];
  const std::uint32_t warp = threadIdx.x / 32;
  const std::uint32_t lanes = __ballot_sync(k_all_lanes, mine);
  if (threadIdx.x % 32 == 0) places[warp + 1] = static_cast<std::uint32_t>(__popc(lanes));
  __syncthreads();
  if (threadIdx.x == 0) {
    places[0] = 0;
    for (unsigned w = 1; w <= k_first_rows / 32; ++w) places[w] += places[w - 1];
    const std::uint32_t first = atomicAdd(count, places[k_first_rows / 32]);
    for (unsigned w = 0; w < k_first_rows / 32; ++w) places[w] += first;
  }
  __syncthreads();
  const std::uint32_t before = lanes & ((1U << (threadIdx.x % 32)) - 1);
  if (mine) list[places[warp] + static_cast<std::uint32_t>(__popc(before))] = v;
}

/// First claims of the vertices that threads choose for.
template <int K>
__global__ void __launch_bounds__(k_first_rows) claim_first(const ClaimRounds rounds) {
  __shared__ VertexId others[k_first_arcs];
  __shared__ std::uint32_t raws[k_first_arcs];
  const ClaimState& state = rounds.state;
  const std::uint64_t n = state.arcs.num_vertices;
  const std::uint64_t first_row = std::uint64_t{blockIdx.x} * k_first_rows;
  const std::uint64_t v = first_row + threadIdx.x;
  RowOfArcs row{};
  bool chooses = false;
  if (v < n) {
    row = state.row(static_cast<VertexId>(v));
    chooses = state.work(static_cast<VertexId>(v), row.size) == Work::by_thread;
  }
  if (__syncthreads_or(chooses ? 1 : 0) == 0) return;
  const std::uint64_t first = state.arcs.offsets[first_row];
  const std::uint64_t last =
      state.arcs.offsets[first_row + k_first_rows < n ? first_row + k_first_rows : n];
  if (last - first <= k_first_arcs) {
    const auto count = static_cast<std::uint32_t>(last - first);
#pragma unroll 8
    for (std::uint32_t i = threadIdx.x; i < count; i += k_first_rows) {
      others[i] = state.arcs.neighbours[first + i];
      if (!state.arcs.is_unit()) raws[i] = state.arcs.words.bits[first + i];
    }
    __syncthreads();
    if (chooses) {
      const std::uint64_t begin = state.arcs.offsets[v] - first;
      row.others = others + begin;
      row.raws = state.arcs.is_unit() ? nullptr : raws + begin;
    }
  }
  const auto vertex = static_cast<VertexId>(v);
  const bool is_active = chooses && claim_by_thread<K>(state, vertex, row, state.some_closed) != 0;
  append_by_block(rounds.active[0].by_thread, &rounds.counts->active[0][0], is_active, vertex);
}

/// Settles active vertices whose claims are all mutual, and lists those with a closed one.
__global__ void __launch_bounds__(parallel::k_block)
    look_by_thread(const ClaimRounds rounds, int turn) {
  const ClaimState& state = rounds.state;
  const std::uint64_t threads = parallel::threads_of_grid();
  for (std::uint64_t i = thread_of_grid(); i < rounds.counts->active[turn][0]; i += threads) {
    const VertexId v = rounds.active[turn].by_thread[i];
    const Claim* const claims = state.claims + state.begins[v];
    const std::uint32_t room = state.capacity(v);
    Claimed worst = Claimed::all_mutual;
    for (std::uint32_t k = 0; k < room && worst != Claimed::some_closed; ++k) {
      const Claimed found = look_at(state, v, claims[k]);
      if (found != Claimed::all_mutual) worst = found;
    }
    if (worst == Claimed::all_mutual) {
      state.settled.set(v);
    } else if (worst == Claimed::some_closed) {
      append(rounds.again.by_thread, &rounds.counts->again[0], v);
    } else {
      append(rounds.active[1 - turn].by_thread, &rounds.counts->active[1 - turn][0], v);
    }
  }
}

__global__ void __launch_bounds__(k_claim_block) look_by_block(const ClaimRounds rounds, int turn) {
  __shared__ BlockClaims::Shared shared;
  BlockClaims claims(rounds.state, shared);
  for (std::uint32_t i = blockIdx.x; i < rounds.counts->active[turn][1]; i += gridDim.x) {
    const VertexId v = rounds.active[turn].by_block[i];
    const Claimed worst = claims.look(v);
    if (threadIdx.x != 0) continue;
    if (worst == Claimed::all_mutual) {
      rounds.state.settled.set(v);
    } else if (worst == Claimed::some_closed) {
      append(rounds.again.by_block, &rounds.counts->again[1], v);
    } else {
      append(rounds.active[1 - turn].by_block, &rounds.counts->active[1 - turn][1], v);
    }
  }
}

/// New claims of the vertices with a closed one. Bits and bars of settled vertices stand still.
template <int K>
__global__ void __launch_bounds__(k_first_rows) claim_again(const ClaimRounds rounds, int turn) {
  const ClaimState& state = rounds.state;
  const std::uint64_t threads = parallel::threads_of_grid();
  for (std::uint64_t i = thread_of_grid(); i < rounds.counts->again[0]; i += threads) {
    const VertexId v = rounds.again.by_thread[i];
    const std::uint64_t before = state.bars[v];
    const std::uint64_t bar = claim_by_thread<K>(state, v, state.row(v), true);
    if (bar < before) note_change(rounds.counts);
    if (bar != 0) append(rounds.active[1 - turn].by_thread, &rounds.counts->active[1 - turn][0], v);
  }
}

/// The same by blocks; `turn` below 0: first claims.
__global__ void __launch_bounds__(k_claim_block)
    claim_by_blocks(const ClaimRounds rounds, int turn) {
  __shared__ BlockClaims::Shared shared;
  BlockClaims claims(rounds.state, shared);
  const int next = turn < 0 ? 0 : 1 - turn;
  for (std::uint32_t i = blockIdx.x; i < rounds.counts->again[1]; i += gridDim.x) {
    const VertexId v = rounds.again.by_block[i];
    const std::uint64_t before = turn < 0 ? 0 : rounds.state.bars[v];
    const std::uint64_t bar = claims.claim(v, turn >= 0 || rounds.state.some_closed);
    if (threadIdx.x != 0) continue;
    if (bar < before) note_change(rounds.counts);
    if (bar != 0) append(rounds.active[next].by_block, &rounds.counts->active[next][1], v);
  }
}

/// Between rounds, by one thread: empties the lists that were worked on.
struct EndRound {
  RoundCounts* counts;
  int turn;

  __device__ void operator()(std::uint32_t) const {
    for (int by = 0; by < 2; ++by) {
      if (turn >= 0) counts->active[turn][by] = 0;
      counts->again[by] = 0;
    }
  }
};

/// Calls body(other) for the partners of v, those of the threads' numbers rank, rank + stride, ..
template <class Body>
__device__ void with_partners(const ClaimState& state, VertexId v, std::uint64_t rank,
                              std::uint64_t stride, const Body& body) {
  const RowOfArcs row = state.row(v);
  const Work work = state.work(v, row.size);
  if (work == Work::none) return;
  const bool is_row = work == Work::all_fit;
  // All of them are mutual.
  const bool is_settled = state.is_settled(v);
  const Claim* const claims = state.claims + state.begins[v];
  const std::uint64_t count = is_row ? row.size : state.capacity(v);
  for (std::uint64_t i = rank; i < count; i += stride) {
    if (is_row) {
      state.if_open(v, row, i, true, [&](std::uint32_t, VertexId other, std::uint64_t key) {
        if (key >= state.bars[other]) body(other);
      });
    } else if (is_settled ||
               (claims[i].other != k_none && look_at(state, v, claims[i]) == Claimed::all_mutual)) {
      body(claims[i].other);
    }
  }
}

/// Partners (partner_lists.cuh). A block looks at a vertex with more than few to look at.
struct ClaimedPartners {
  ClaimState state;
  VertexId* long_rows;
  std::uint32_t* num_long_rows;

  [[nodiscard]] __device__ std::uint64_t num_vertices() const { return state.arcs.num_vertices; }
  [[nodiscard]] __device__ VertexId vertex_at(std::uint64_t i) const {
    return static_cast<VertexId>(i);
  }
  [[nodiscard]] __device__ std::uint64_t row_of(VertexId v) const { return v; }
  [[nodiscard]] __device__ bool is_long(VertexId v) const {
    const std::uint64_t degree = state.row(v).size;
    const std::uint32_t room = state.capacity(v);
    return (degree < room ? degree : room) > k_short_row;
  }
  [[nodiscard]] __device__ std::uint32_t most(VertexId v) const { return state.capacity(v); }
  [[nodiscard]] __device__ std::uint32_t number(VertexId v) const {
    if (most(v) != 0 && state.is_settled(v)) return most(v);
    std::uint32_t number = 0;
    with_partners(state, v, 0, 1, [&](VertexId) { ++number; });
    return number;
  }
  template <class Body>
  __device__ void for_each_partner(VertexId v, std::uint64_t rank, std::uint64_t stride,
                                   const Body& body) const {
    with_partners(state, v, rank, stride, body);
  }
};

}  // namespace hypermatch::detail::graph_matching::device
