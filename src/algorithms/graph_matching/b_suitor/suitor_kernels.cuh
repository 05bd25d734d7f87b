// SPDX-License-Identifier: MIT
// The kernels of b-Suitor beside the proposals of short rows: what each vertex starts with, the
// work of blocks, and the partners.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/b_suitor/device_suitor_state.cuh"
#include "algorithms/graph_matching/b_suitor/work_by_block.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching::device {

using parallel::rows_detail::thread_index;

/// Debts, bars and numbers of slots, and the vertices that blocks work on.
template <class State>
__global__ void __launch_bounds__(parallel::k_block)
    prepare_suitors(const State state, std::uint32_t* num_slots) {
  const std::uint64_t n = state.arcs.num_vertices;
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  std::uint64_t partners = 0;
  std::uint32_t with_bar = 0;
  if (thread_index() == 0) num_slots[n] = 0;
  for (std::uint64_t i = thread_index(); i < n; i += threads) {
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
  for (int lane = 16; lane > 0; lane /= 2) {
    partners += __shfl_xor_sync(k_all_lanes, partners, lane);
  }
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
__global__ void inline end_suitor_round(SuitorCounts* counts, int turn) {
  for (std::uint32_t& count : counts->listed[turn]) count = 0;
  counts->asked = 0;
}

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

/// Whether a block lists the suitors of v: a long row is to be read.
template <class State>
[[nodiscard]] __device__ inline bool is_listed_by_block(const State& state, VertexId v,
                                                        std::uint64_t size) {
  return crew_of(size) == Crew::block && state.holding(v, size) != Holding::slots;
}

/// Numbers of partners by threads; `asked_list` becomes the vertices whose rows blocks read.
template <class State>
__global__ void __launch_bounds__(parallel::k_block)
    count_suitors(const State state, VertexId* long_rows, std::uint32_t* numbers) {
  const std::uint64_t i = thread_index();
  if (i == state.arcs.num_vertices) numbers[i] = 0;
  if (i >= state.arcs.num_vertices) return;
  const VertexId v = state.vertex_at(i);
  const std::uint64_t size = state.degree(v);
  std::uint32_t number = 0;
  if (is_listed_by_block(state, v, size)) {
    if (state.room(v, size) != 0) long_rows[atomicAdd(&state.counts->asked, 1U)] = v;
  } else {
    with_suitors(state, v, 0, 1, [&](VertexId) { ++number; });
  }
  // Arcs of one key, which there should not be, may be more.
  const std::uint32_t room = state.room(v, size);
  numbers[i] = number < room ? number : room;
}

template <class State>
__global__ void __launch_bounds__(k_suitor_block)
    count_suitors_by_block(const State state, const VertexId* long_rows, std::uint32_t* numbers) {
  __shared__ std::uint32_t all;
  for (std::uint32_t i = blockIdx.x; i < state.counts->asked; i += gridDim.x) {
    const VertexId v = long_rows[i];
    if (threadIdx.x == 0) all = 0;
    __syncthreads();
    std::uint32_t number = 0;
    with_suitors(state, v, threadIdx.x, k_suitor_block, [&](VertexId) { ++number; });
    if (number != 0) atomicAdd(&all, number);
    __syncthreads();
    const std::uint32_t room = state.room(v, state.degree(v));
    if (threadIdx.x == 0) numbers[state.place_of(v)] = all < room ? all : room;
    __syncthreads();
  }
}

/// Suitors as partners, in any order.
template <class State>
__global__ void __launch_bounds__(parallel::k_block)
    write_suitors(const State state, const std::uint64_t* offsets, VertexId* partners) {
  const std::uint64_t i = thread_index();
  if (i >= state.arcs.num_vertices) return;
  const VertexId v = state.vertex_at(i);
  if (is_listed_by_block(state, v, state.degree(v))) return;
  std::uint64_t place = offsets[i];
  with_suitors(state, v, 0, 1, [&](VertexId suitor) {
    if (place < offsets[i + 1]) partners[place++] = suitor;
  });
}

template <class State>
__global__ void __launch_bounds__(k_suitor_block)
    write_suitors_by_block(const State state, const VertexId* long_rows,
                           const std::uint64_t* offsets, VertexId* partners) {
  __shared__ std::uint32_t written;
  for (std::uint32_t i = blockIdx.x; i < state.counts->asked; i += gridDim.x) {
    const VertexId v = long_rows[i];
    if (threadIdx.x == 0) written = 0;
    __syncthreads();
    const VertexId row = state.place_of(v);
    const std::uint64_t room = offsets[row + 1ULL] - offsets[row];
    with_suitors(state, v, threadIdx.x, k_suitor_block, [&](VertexId suitor) {
      const std::uint32_t place = atomicAdd(&written, 1U);
      if (place < room) partners[offsets[row] + place] = suitor;
    });
    __syncthreads();
  }
}

}  // namespace hypermatch::detail::graph_matching::device
