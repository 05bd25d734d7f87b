// SPDX-License-Identifier: MIT
// Local max with concurrent writes on a device: Reinstaedtler, Schulz, Sitchinava, Walliser 2026
// ("Efficient Parallel Algorithms for Hypergraph Matching", algorithm 1 and section 5.2.1). As
// crcw.hpp: the best edge of every vertex, pin counters by atomic sums where it changed, soft
// deletes. Inactive edges are a bitmap, so that looking one up mostly stays in cache; a vertex
// holds the round in which it was matched, so that nothing is cleared. Ties as on the host. Under
// capacities edges look for the claims of their pins, and use up room by atomic differences.
#include <algorithm>
#include <cuda/atomic>

#include "algorithms/hypergraph_matching/local_max/rounds/device_claims.cuh"
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
  EdgeId* best = nullptr;              // of a vertex, in a matching
  std::uint32_t* completed = nullptr;  // of a vertex: k_active, the round, or k_without_edges
  std::uint64_t* drawn = nullptr;      // keys of this round, where they are not computed
  std::uint64_t* left = nullptr;       // active edges
};

__device__ bool is_set(const std::uint32_t* bits, EdgeId e) {
  return ((bits[e / 32] >> (e % 32)) & 1) != 0;
}

__device__ void set(std::uint32_t* bits, EdgeId e) {
  const std::uint32_t bit = 1U << (e % 32);
  // Relaxed: bits are only ever set, all with the same outcome, and the end of the kernel orders
  // them before the next one's reads. Reading first spares most of the atomic ors.
  const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(bits[e / 32]);
  if ((word.load(cuda::memory_order_relaxed) & bit) == 0) {
    word.fetch_or(bit, cuda::memory_order_relaxed);
  }
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
  __device__ void visit(std::uint32_t, std::uint64_t p) const { set(state.inactive, incident[p]); }
};

// Edge and vertex state for claims under capacities. `count` of a matched edge is its round.
struct OpenEdges {
  CrcwState state;
  MixedKeys keys;
  std::uint8_t* matched;
  std::uint32_t round;

  __device__ bool vertex_is_active(std::uint32_t v) const { return state.completed[v] == k_active; }
  __device__ bool is_open(EdgeId e) const { return !is_set(state.inactive, e); }
  __device__ std::uint64_t key(EdgeId e) const { return keys(e); }
  __device__ void has_no_edge(std::uint32_t v) const { state.completed[v] = k_without_edges; }
  __device__ void take(EdgeId e, bool taken) const {
    if (!taken) return;
    matched[e] = 1;
    state.count[e] = round;
    set(state.inactive, e);
  }
  __device__ bool was_taken(EdgeId e) const { return state.count[e] == round; }
  __device__ void is_full(std::uint32_t v) const { state.completed[v] = round; }
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

class Crcw {
 public:
  explicit Crcw(const DeviceProblem& problem)
      : problem_(problem),
        stream_(problem.context.stream()),
        n_(problem.hypergraph.num_vertices),
        m_(problem.hypergraph.num_edges()),
        order_(problem.options) {}

  DeviceOutcome run();

 private:
  void lay_out(parallel::DeviceArena& arena);
  void begin();
  // Enqueue round `r`, from 1.
  void round_of_matching(std::uint64_t r);
  void round_by_claims(std::uint64_t r);
  void count_left();

  [[nodiscard]] MixedKeys mixed_keys() const {
    return {directions_.rating.priorities, order_.mixer()};
  }

  const DeviceProblem& problem_;
  DeviceStream stream_;
  std::uint64_t n_;
  std::uint64_t m_;
  RoundOrder order_;
  DeviceDirections directions_;
  DirectionsBuffers buffers_;
  CrcwState state_;
  DeviceClaims claims_;
  DeviceLevel level_;
};

void Crcw::lay_out(parallel::DeviceArena& arena) {
  lay_out_directions(arena, problem_, directions_);
  state_.inactive = arena.take<std::uint32_t>((m_ + 31) / 32);
  state_.count = arena.take<std::uint32_t>(m_);
  if (problem_.has_capacities()) {
    claims_ = {.room = problem_.room, .lowest = arena.take<std::uint64_t>(n_)};
  } else {
    state_.best = arena.take<EdgeId>(n_);
  }
  state_.completed = arena.take<std::uint32_t>(n_);
  state_.drawn = order_.is_mixed() ? nullptr : arena.take<std::uint64_t>(m_);
  state_.left = directions_.rating.num_edges;
  lay_out_buffers(arena, problem_, buffers_);
}

void Crcw::begin() {
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state_.count, 0, m_ * sizeof(std::uint32_t), stream_));
  if (!problem_.has_capacities()) {
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state_.best, 0xFF, n_ * sizeof(EdgeId), stream_));
  }
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state_.completed, 0, n_ * sizeof(std::uint32_t), stream_));
  level_ = input_level(problem_.hypergraph, directions_);
  find_heavy_rows(level_.edges, stream_);
  find_heavy_rows(level_.vertices, stream_);
  if (problem_.has_capacities()) {
    leave_out_full(level_, claims_.room, directions_.rating, stream_);
  }
  if (m_ == 0) return;
  fill_bitmap<<<parallel::blocks_for(m_), k_block, 0, stream_>>>(directions_.rating.left_out, m_,
                                                                 state_.inactive);
  parallel::check_launch("fill_bitmap");
}

void Crcw::round_of_matching(std::uint64_t r) {
  const auto round = static_cast<std::uint32_t>(r);
  order_.begin_round(r - 1);
  if (order_.is_mixed()) {
    row_reduce(level_.vertices,
               BestEdge<MixedKeys>{state_, level_.incident, mixed_keys(), order_.redraws()},
               stream_);
  } else {
    draw_keys(order_, directions_.rating, nullptr, directions_.rating.left_out, state_.drawn, m_,
              stream_);
    row_reduce(
        level_.vertices,
        BestEdge<StoredKeys>{state_, level_.incident, StoredKeys{state_.drawn}, order_.redraws()},
        stream_);
  }
  row_for_each(level_.edges,
               MatchEdges{state_, level_.edges.offsets, level_.pins, directions_.matched, round},
               stream_);
  row_for_each(level_.vertices, RemoveEdges{state_, level_.incident, round}, stream_);
  count_left();
}

void Crcw::round_by_claims(std::uint64_t r) {
  const auto round = static_cast<std::uint32_t>(r);
  claim_on_device(level_, OpenEdges{state_, mixed_keys(), directions_.matched, round}, claims_,
                  stream_);
  row_for_each(level_.vertices, RemoveEdges{state_, level_.incident, round}, stream_);
  count_left();
}

void Crcw::count_left() {
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state_.left, 0, sizeof(std::uint64_t), stream_));
  if (m_ == 0) return;
  const std::uint64_t words = (m_ + 31) / 32;
  count_active<<<std::min(parallel::blocks_for(words), parallel::k_heavy_blocks), k_block, 0,
                 stream_>>>(state_.inactive, words, state_.left);
  parallel::check_launch("count_active");
}

DeviceOutcome Crcw::run() {
  parallel::cut_workspace(problem_.context, problem_.workspace,
                          [&](parallel::DeviceArena& arena) { lay_out(arena); });
  prepare(problem_, directions_, buffers_);
  begin();
  DeviceRounds rounds(problem_.context);
  // Ends: all pins of the uppermost active edge claim it, so each round matches an edge.
  const std::uint64_t done = rounds.run(state_.left, [&](std::uint64_t r) {
    problem_.has_capacities() ? round_by_claims(r) : round_of_matching(r);
  });
  return finish(problem_, directions_, buffers_, done);
}

}  // namespace

DeviceOutcome local_max_crcw_on_device(const DeviceProblem& problem) {
  return Crcw(problem).run();
}

}  // namespace hypermatch::detail::hypergraph_matching
