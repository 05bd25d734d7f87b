// SPDX-License-Identifier: MIT
// Red-blue matching on a device: Fagginger Auer, Bisseling 2012
// (doi:10.1007/978-3-642-30397-5_11). The rule, which decides every byte, is in red_blue_rule.hpp.
// A thread per vertex, a warp where its row is long; a red vertex keeps the uppermost of its
// proposals as they come, by compare-and-swap on (word of the edge, vertex).
#include <cuda/atomic>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/common/device/rounds.hpp"
#include "algorithms/graph_matching/common/device/words.cuh"
#include "algorithms/graph_matching/red_blue/red_blue_rule.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching {

namespace {

using namespace device;

enum class Colour : std::uint8_t { gone, red, blue, retiring };

constexpr std::uint64_t k_nobody = k_none;  // word 0
constexpr std::uint64_t k_long_row = 64;

struct RedBlueState {
  Arcs arcs;
  Colour* colours;
  std::uint64_t* suitors;  ///< of red vertices: word of the edge << 32 | the suitor
  VertexId* mates;
  std::uint64_t* left;
  std::uint32_t* lowest;  ///< live vertex
};

struct Start {
  RedBlueState state;
  __device__ void operator()(std::uint32_t v) const {
    state.colours[v] = Colour::red;
    state.mates[v] = k_none;
  }
};

struct FindLowest {
  RedBlueState state;
  __device__ void operator()(std::uint32_t v) const {
    if (state.colours[v] != Colour::gone) atomicMin(state.lowest, v);
  }
};

struct Paint {
  RedBlueState state;
  std::uint64_t seed;
  std::uint64_t round;
  std::uint64_t limit;
  bool is_lone;
  __device__ void operator()(std::uint32_t v) const {
    if (state.colours[v] == Colour::gone) return;
    const bool blue = is_lone ? v == *state.lowest : is_blue(seed, round, v, limit);
    state.colours[v] = blue ? Colour::blue : Colour::red;
    state.suitors[v] = k_nobody;
  }
};

// The uppermost arc to a red vertex, and whether there is one to a live vertex.
struct Best {
  std::uint64_t arc = k_nobody;  // word << 32 | other end
  bool meets_live = false;
};

struct Comparison {
  base::PairMixer mixer;
  bool is_random;  ///< by the hash alone
  [[nodiscard]] __device__ std::uint32_t word(const Arcs& arcs, std::uint32_t v, std::uint32_t raw,
                                              std::uint32_t other) const {
    return is_random || arcs.is_unit() ? mixer(v, other) : arcs.words.image(raw);
  }
};

__device__ void look_along(const RedBlueState& state, const Comparison& comparison, std::uint32_t v,
                           std::uint64_t first, std::uint64_t stride, Best& best) {
  const Arcs& arcs = state.arcs;
  const std::uint64_t end = arcs.offsets[v + 1ULL];
  for (std::uint64_t arc = arcs.offsets[v] + first; arc < end; arc += stride) {
    const std::uint32_t raw = arcs.raw_word(arc);
    if (!arcs.is_unit() && arcs.words.image(raw) < arcs.words.least) continue;
    const std::uint32_t other = arcs.neighbours[arc];
    const Colour colour = state.colours[other];
    if (colour == Colour::gone) continue;
    best.meets_live = true;
    if (colour != Colour::red) continue;
    const std::uint64_t mine = std::uint64_t{comparison.word(arcs, v, raw, other)} << 32 | other;
    if (is_above(comparison.mixer, v, mine, best.arc)) best.arc = mine;
  }
}

// Relaxed: a slot holds all there is to know. Ends: the exchange fails where the slot rose.
__device__ void offer(const RedBlueState& state, const Comparison& comparison, std::uint32_t v,
                      std::uint64_t arc) {
  const auto red = static_cast<std::uint32_t>(arc);
  const std::uint64_t mine = (arc >> 32) << 32 | v;
  const cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device> slot(state.suitors[red]);
  std::uint64_t held = slot.load(cuda::memory_order_relaxed);
  while (is_above(comparison.mixer, red, mine, held) &&
         !slot.compare_exchange_weak(held, mine, cuda::memory_order_relaxed)) {
  }
}

// Red neighbours stay red, and live ones live: retired vertices get a third colour, neither red nor
// gone.
__global__ void __launch_bounds__(parallel::k_block)
    propose(const RedBlueState state, const Comparison comparison) {
  const std::uint64_t i = parallel::rows_detail::thread_index();
  const auto v = static_cast<std::uint32_t>(i);
  const bool is_blue = i < state.arcs.num_vertices && state.colours[v] == Colour::blue;
  const std::uint64_t size = is_blue ? state.arcs.offsets[i + 1] - state.arcs.offsets[i] : 0;
  Best best;
  if (size <= k_long_row && size != 0) look_along(state, comparison, v, 0, 1, best);
  __syncwarp();
  std::uint32_t lanes = __ballot_sync(k_all_lanes, size > k_long_row);
  // Ends: each turn takes one bit away.
  for (; lanes != 0; lanes &= lanes - 1) {
    const int lane = __ffs(static_cast<int>(lanes)) - 1;
    const std::uint32_t row = __shfl_sync(k_all_lanes, v, lane);
    Best part;
    look_along(state, comparison, row, threadIdx.x % 32, 32, part);
    __syncwarp();
    for (int step = 1; step < 32; step *= 2) {
      const std::uint64_t other = __shfl_xor_sync(k_all_lanes, part.arc, step);
      if (is_above(comparison.mixer, row, other, part.arc)) part.arc = other;
    }
    part.meets_live = __any_sync(k_all_lanes, part.meets_live ? 1 : 0) != 0;
    if (static_cast<int>(threadIdx.x % 32) == lane) best = part;
  }
  if (!is_blue) return;
  if (best.arc != k_nobody && static_cast<std::uint32_t>(best.arc) != k_none) {
    offer(state, comparison, v, best.arc);
  } else if (!best.meets_live) {
    state.colours[v] = Colour::retiring;
  }
}

struct Respond {
  RedBlueState state;
  __device__ void operator()(std::uint32_t v) const {
    if (state.colours[v] != Colour::red) return;
    const auto suitor = static_cast<std::uint32_t>(state.suitors[v]);
    if (suitor == k_none) return;
    state.mates[v] = suitor;
    state.mates[suitor] = v;
  }
};

__global__ void __launch_bounds__(parallel::k_block) leave(const RedBlueState state) {
  const std::uint64_t v = parallel::rows_detail::thread_index();
  bool stays = false;
  if (v < state.arcs.num_vertices && state.colours[v] != Colour::gone) {
    stays = state.mates[v] == k_none && state.colours[v] != Colour::retiring;
    if (!stays) state.colours[v] = Colour::gone;
  }
  const int sum = __syncthreads_count(stays ? 1 : 0);
  if (threadIdx.x == 0 && sum != 0) {
    atomicAdd(reinterpret_cast<unsigned long long*>(state.left),
              static_cast<unsigned long long>(sum));
  }
}

void run_round(const RedBlueState& state, const RedBlueOptions& options, std::uint64_t round,
               bool is_lone, DeviceStream stream) {
  const std::uint64_t n = state.arcs.num_vertices;
  const std::uint64_t seed = options.order.seed;
  if (is_lone) {
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state.lowest, 0xFF, sizeof(std::uint32_t), stream));
    parallel::for_each(n, FindLowest{state}, stream);
  }
  const bool is_random = options.variant == RedBlueVariant::random;
  const Comparison comparison{base::PairMixer(is_random ? pair_seed(seed, round) : seed),
                              is_random};
  parallel::for_each(n, Paint{state, seed, round, blue_limit(options.blue_share), is_lone}, stream);
  propose<<<parallel::blocks_for(n), parallel::k_block, 0, stream>>>(state, comparison);
  parallel::check_launch("propose");
  parallel::for_each(n, Respond{state}, stream);
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state.left, 0, sizeof(std::uint64_t), stream));
  leave<<<parallel::blocks_for(n), parallel::k_block, 0, stream>>>(state);
  parallel::check_launch("leave");
}

}  // namespace

DeviceGraphOutcome red_blue_on_device(const DeviceGraphProblem& problem,
                                      const RedBlueOptions& options) {
  const DeviceStream stream = problem.context.stream();
  const DeviceGraphView& graph = problem.graph;
  const std::uint64_t n = graph.num_vertices;
  DeviceGraphOutcome outcome;
  RedBlueState state{};
  RankBuffers ranks;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_result(arena, problem.memory, n, outcome);
    ranks = lay_out_ranks(arena, graph.weights, problem.order);
    state.colours = arena.take<Colour>(n);
    state.suitors = arena.take<std::uint64_t>(n);
    state.left = arena.take<std::uint64_t>(1);
    state.lowest = arena.take<std::uint32_t>(1);
  });
  state.arcs = arcs_of(problem, make_words(graph.weights, problem.order, ranks, stream));
  state.mates = outcome.mates;
  parallel::for_each(n, Start{state}, stream);
  std::uint64_t before = n;
  bool is_lone = false;
  const auto* const mail =
      reinterpret_cast<const std::uint64_t*>(problem.context.state()->mailbox());
  // Ends: in a lone round a vertex leaves, and every other round that none leaves is followed by
  // one.
  outcome.rounds = run_rounds(problem.context, n, state.left, [&](std::uint64_t r) {
    if (r > 1) {
      is_lone = *mail == before;
      before = *mail;
    }
    run_round(state, options, r - 1, is_lone, stream);
  });
  count_pairs(outcome, n, stream);
  return outcome;
}

}  // namespace hypermatch::detail::graph_matching
