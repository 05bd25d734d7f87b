// SPDX-License-Identifier: MIT
// The kernels of b-Suitor beside the proposals of short rows: what each vertex starts with, the
// work of blocks, and the partners.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/b_suitor/device_suitor_state.cuh"
#include "algorithms/graph_matching/b_suitor/work_by_block.cuh"
#include "algorithms/graph_matching/common/device/partner_lists.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching::device {

using parallel::thread_of_grid;

/// Debts, bars and numbers of slots, and the vertices that blocks work on.
template <class State>
__global__ void __launch_bounds__(parallel::k_block)
    prepare_suitors(const State state, std::uint32_t* num_slots) {
  const std::uint64_t n = state.arcs.num_vertices;
  const std::uint64_t threads = parallel::threads_of_grid();
  std::uint64_t partners = 0;
  std::uint32_t with_bar = 0;
  if (thread_of_grid() == 0) num_slots[n] = 0;
  for (std::uint64_t i = thread_of_grid(); i < n; i += threads) {
    const VertexId v = state.vertex_at(i);
    const std::uint64_t size = state.degree(v);
    const std::uint32_t room = state.room(v, size);
    const Holding holding = state.holding(v, size);
    num_slots[i] = holding == Holding::slots ? room : 0;
    state.bars[v] = holding == Holding::nothing ? k_largest_key : 0;
    state.lowest[v] = k_largest_key;
    state.owed[i] = room;
    if (room != 0 && crew_of(size) == Crew::block) state.list(v, 1);
    with_bar += holding == Holding::bar ? 1 : 0;
    partners += room;
  }
  __syncwarp();
  with_bar = __reduce_add_sync(k_all_lanes, with_bar);
  partners = parallel::sum_of_warp(partners);
  if (threadIdx.x % 32 != 0) return;
  atomicAdd(&state.counts->with_bar, with_bar);
  atomicAdd(reinterpret_cast<unsigned long long*>(&state.counts->partners_at_most),
            static_cast<unsigned long long>(partners));
}

template <class State>
__global__ void __launch_bounds__(k_suitor_block)
    propose_by_blocks(const State state, int turn, bool is_first) {
  __shared__ typename BlockWork<State>::Shared shared;
  BlockWork<State> work(state, shared, turn);
  const std::uint32_t count = state.counts->listed[turn][static_cast<int>(Crew::block)];
  for (std::uint32_t i = blockIdx.x; i < count; i += gridDim.x) {
    work.propose(state.listed(Crew::block, i, turn), is_first);
  }
}

/// Of the vertices that hold by a bar and were proposed to.
template <class State>
__global__ void __launch_bounds__(k_suitor_block) raise_bars(const State state, int turn) {
  __shared__ typename BlockWork<State>::Shared shared;
  BlockWork<State> work(state, shared, turn);
  for (std::uint32_t i = blockIdx.x; i < state.counts->asked; i += gridDim.x) {
    work.raise_bar(state.asked_list[i]);
  }
}

/// Between rounds, by one thread: empties the lists that were worked on.
struct EndSuitorRound {
  SuitorCounts* counts;
  int turn;

  __device__ void operator()(std::uint32_t) const {
    for (std::uint32_t& count : counts->listed[turn]) count = 0;
    counts->asked = 0;
  }
};

/// Calls body(suitor) for the suitors of v that stand at the places rank, rank + stride, .. of its
/// slots or its row.
template <class State, class Body>
__device__ void with_suitors(const State& state, VertexId v, std::uint64_t rank,
                             std::uint64_t stride, const Body& body) {
  const std::uint64_t size = state.degree(v);
  switch (state.holding(v, size)) {
    case Holding::nothing:
      return;
    case Holding::slots:
      for (std::uint64_t i = rank; i < state.capacity(v); i += stride) {
        const auto suitor = static_cast<VertexId>(state.slots[state.begins[state.place_of(v)] + i]);
        if (suitor != k_none) body(suitor);
      }
      return;
    case Holding::row:
    case Holding::bar:
      break;
  }
  const std::uint64_t bar = state.bars[v];
  for (std::uint64_t i = rank; i < size; i += stride) {
    state.with_arc(v, state.row_begin(v) + i, [&](VertexId other, std::uint64_t key) {
      if (key >= bar && state.has_proposed(other, key)) body(other);
    });
  }
}

/// Suitors as partners (partner_lists.cuh). A block looks at a long row that is to be read.
template <class State>
struct ListedSuitors {
  State state;
  VertexId* long_rows;
  std::uint32_t* num_long_rows;

  [[nodiscard]] __device__ std::uint64_t num_vertices() const { return state.arcs.num_vertices; }
  [[nodiscard]] __device__ VertexId vertex_at(std::uint64_t i) const { return state.vertex_at(i); }
  [[nodiscard]] __device__ std::uint64_t row_of(VertexId v) const { return state.place_of(v); }
  [[nodiscard]] __device__ bool is_long(VertexId v) const {
    const std::uint64_t size = state.degree(v);
    return crew_of(size) == Crew::block && state.holding(v, size) != Holding::slots;
  }
  [[nodiscard]] __device__ std::uint32_t number(VertexId v) const {
    std::uint32_t number = 0;
    with_suitors(state, v, 0, 1, [&](VertexId) { ++number; });
    return number;
  }
  /// Arcs of one key, which there should not be, may be more.
  [[nodiscard]] __device__ std::uint32_t most(VertexId v) const {
    return state.room(v, state.degree(v));
  }
  template <class Body>
  __device__ void for_each_partner(VertexId v, std::uint64_t rank, std::uint64_t stride,
                                   const Body& body) const {
    with_suitors(state, v, rank, stride, body);
  }
};

}  // namespace hypermatch::detail::graph_matching::device
