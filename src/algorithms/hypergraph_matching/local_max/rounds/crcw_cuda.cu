// SPDX-License-Identifier: MIT
// Local max with concurrent writes on a device: Reinstaedtler, Schulz, Sitchinava, Walliser 2026
// ("Efficient Parallel Algorithms for Hypergraph Matching", algorithm 1 and section 5.2.1). As
// crcw.hpp: the best edge of every vertex, pin counters by atomic sums where it changed, soft
// deletes. Inactive edges are a bitmap, so that looking one up mostly stays in cache; a vertex
// holds the round in which it was matched, so that nothing is cleared. Ties as on the host.
#include <algorithm>
#include <cuda/atomic>

#include "algorithms/hypergraph_matching/local_max/rounds/device_directions.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/device_keys.cuh"
#include "algorithms/hypergraph_matching/local_max/rounds/device_rounds.hpp"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::hypergraph_matching {

using parallel::k_block;
using parallel::rows_detail::thread_index;

namespace {

constexpr std::uint32_t k_active = 0;
constexpr std::uint32_t k_without_edges = ~std::uint32_t{0};

struct CrcwState {
  std::uint32_t* inactive = nullptr;   // bitmap of edges; bits beyond the last edge are set
  std::uint32_t* count = nullptr;      // of an edge: pins whose best edge it is
  EdgeId* best = nullptr;              // of a vertex
  std::uint32_t* completed = nullptr;  // of a vertex: k_active, the round, or k_without_edges
  std::uint64_t* drawn = nullptr;      // keys of this round, where they are not computed
  std::uint64_t* left = nullptr;       // active edges
};

__device__ bool is_set(const std::uint32_t* bits, EdgeId e) {
  return ((bits[e / 32] >> (e % 32)) & 1) != 0;
}

template <class Keys>
struct BestEdge {
  using Value = DeviceCandidate;
  CrcwState state;
  const EdgeId* incident;
  Keys key;
  bool redraws;

  __device__ static Value identity() { return {0, k_none}; }
  __device__ static Value combine(const Value& a, const Value& b) { return upper_of(a, b); }
  __device__ static bool is_final(const Value&) { return false; }
  template <class Tile>
  __device__ static Value exchange(const Tile& tile, const Value& value, unsigned lane) {
    return {tile.shfl_xor(value.key, lane), tile.shfl_xor(value.edge, lane)};
  }
  __device__ bool is_active(std::uint32_t v) const { return state.completed[v] == k_active; }
  __device__ EdgeId entry(std::uint64_t p) const { return incident[p]; }
  __device__ Value value(std::uint32_t, EdgeId e) const {
    return is_set(state.inactive, e) ? identity() : Value{key(e), e};
  }
  __device__ void store(std::uint32_t v, const Value& top) const {
    const EdgeId old = state.best[v];
    if (top.edge == old) {
      if (old == k_none) state.completed[v] = k_without_edges;
      return;
    }
    // With fixed ties the old best edge is inactive by now, and its counter of no interest.
    if (redraws && old != k_none) atomicSub(&state.count[old], 1U);
    state.best[v] = top.edge;
    if (top.edge == k_none) {
      state.completed[v] = k_without_edges;
    } else {
      atomicAdd(&state.count[top.edge], 1U);
    }
  }
};

// Matched edges and their vertices. No word is shared: an edge that is the best of all its pins is
// the only such edge at each of them.
struct MatchEdges {
  CrcwState state;
  const Offset* offsets;
  const VertexId* pins;
  std::uint8_t* matched;
  std::uint32_t round;

  __device__ bool is_active(std::uint32_t e) const {
    if (is_set(state.inactive, e)) return false;
    return state.count[e] == offsets[e + 1ULL] - offsets[e];
  }
  __device__ void visit(std::uint32_t e, std::uint64_t p) const {
    if (p == offsets[e]) matched[e] = 1;
    state.completed[pins[p]] = round;
  }
};

// Their edges leave; all threads that find one set the same bit.
struct RemoveEdges {
  CrcwState state;
  const EdgeId* incident;
  std::uint32_t round;

  __device__ bool is_active(std::uint32_t v) const { return state.completed[v] == round; }
  __device__ void visit(std::uint32_t, std::uint64_t p) const {
    const EdgeId e = incident[p];
    const std::uint32_t bit = 1U << (e % 32);
    // Relaxed: bits are only ever set, all with the same outcome, and the end of the kernel orders
    // them before the next one's reads. Reading first spares most of the atomic ors.
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(state.inactive[e / 32]);
    if ((word.load(cuda::memory_order_relaxed) & bit) == 0) {
      word.fetch_or(bit, cuda::memory_order_relaxed);
    }
  }
};

__global__ void __launch_bounds__(k_block)
    fill_bitmap(const std::uint8_t* left_out, std::uint64_t num_edges, std::uint32_t* bits) {
  const std::uint64_t e = thread_index();
  const bool set = e >= num_edges || left_out[e] != 0;
  const unsigned word = __ballot_sync(~0U, set ? 1 : 0);
  if (e % 32 == 0 && e < num_edges) bits[e / 32] = word;
}

__global__ void __launch_bounds__(k_block)
    count_active(const std::uint32_t* inactive, std::uint64_t words, std::uint64_t* left) {
  std::uint32_t sum = 0;
  const std::uint64_t threads = static_cast<std::uint64_t>(gridDim.x) * k_block;
  for (std::uint64_t w = thread_index(); w < words; w += threads) {
    sum += static_cast<std::uint32_t>(__popc(~inactive[w]));
  }
  sum = __reduce_add_sync(~0U, sum);
  if (threadIdx.x % 32 == 0 && sum != 0) {
    atomicAdd(reinterpret_cast<unsigned long long*>(left), static_cast<unsigned long long>(sum));
  }
}

}  // namespace

DeviceOutcome local_max_crcw_on_device(const DeviceProblem& problem) {
  const DeviceHypergraphView& hypergraph = problem.hypergraph;
  const DeviceStream stream = problem.context.stream();
  const std::uint64_t n = hypergraph.num_vertices;
  const std::uint64_t m = hypergraph.num_edges();
  const std::uint64_t words = (m + 31) / 32;
  RoundOrder order(problem.options);
  const bool mixed = order.is_mixed();

  DeviceDirections directions;
  DirectionsBuffers buffers;
  CrcwState state;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_directions(arena, problem, directions);
    state.inactive = arena.take<std::uint32_t>(words);
    state.count = arena.take<std::uint32_t>(m);
    state.best = arena.take<EdgeId>(n);
    state.completed = arena.take<std::uint32_t>(n);
    state.drawn = mixed ? nullptr : arena.take<std::uint64_t>(m);
    state.left = directions.rating.num_edges;
    lay_out_buffers(arena, problem, buffers);
  });
  prepare(problem, directions, buffers);

  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state.count, 0, m * sizeof(std::uint32_t), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state.best, 0xFF, n * sizeof(EdgeId), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state.completed, 0, n * sizeof(std::uint32_t), stream));
  if (m > 0) {
    fill_bitmap<<<parallel::blocks_for(m), k_block, 0, stream>>>(directions.rating.left_out, m,
                                                                 state.inactive);
    parallel::check_launch("fill_bitmap");
  }
  const parallel::DeviceRows edges{.offsets = hypergraph.offsets.data(),
                                   .count = m,
                                   .entries = hypergraph.num_pins(),
                                   .largest = directions.largest_edge,
                                   .heavy = directions.heavy_edges,
                                   .num_heavy = &directions.num_heavy[0]};
  const parallel::DeviceRows vertices{.offsets = directions.incidence.offsets,
                                      .count = n,
                                      .entries = hypergraph.num_pins(),
                                      .largest = directions.largest_degree,
                                      .heavy = directions.heavy_vertices,
                                      .num_heavy = &directions.num_heavy[2]};
  find_heavy_rows(edges, stream);
  find_heavy_rows(vertices, stream);

  const EdgeId* const incident = directions.incidence.edges;
  DeviceRounds rounds(problem.context);
  // Ends: the uppermost active edge is the best of all its pins, so each round matches an edge.
  const std::uint64_t done = rounds.run(state.left, [&](std::uint64_t r) {
    const auto round = static_cast<std::uint32_t>(r);
    order.begin_round(r - 1);
    if (mixed) {
      row_reduce(vertices,
                 BestEdge<MixedKeys>{state, incident,
                                     MixedKeys{directions.rating.priorities, order.mixer()},
                                     order.redraws()},
                 stream);
    } else {
      draw_keys(order, directions.rating, nullptr, directions.rating.left_out, state.drawn, m,
                stream);
      row_reduce(vertices,
                 BestEdge<StoredKeys>{state, incident, StoredKeys{state.drawn}, order.redraws()},
                 stream);
    }
    row_for_each(edges,
                 MatchEdges{state, hypergraph.offsets.data(), hypergraph.pins.data(),
                            directions.matched, round},
                 stream);
    row_for_each(vertices, RemoveEdges{state, incident, round}, stream);
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state.left, 0, sizeof(std::uint64_t), stream));
    if (m == 0) return;
    count_active<<<std::min(parallel::blocks_for(words), parallel::k_heavy_blocks), k_block, 0,
                   stream>>>(state.inactive, words, state.left);
    parallel::check_launch("count_active");
  });
  return finish(problem, directions, buffers, done);
}

}  // namespace hypermatch::detail::hypergraph_matching
