// SPDX-License-Identifier: MIT
// Locally dominant edges on a device, a thread a vertex: the baseline (Manne, Bisseling 2008,
// doi:10.1007/978-3-540-68111-3_74; Halappanavar, Feo, Villa, Tumeo, Pothen 2012,
// doi:10.1177/1094342012452893). In each round every free vertex whose choice is not free looks
// through its row for its best free neighbour; then those that point at each other are matched.
// The greedy matching of the order, its ties included. Work O(m degree) at worst.
#include "algorithms/graph_matching/device/device_problem.hpp"
#include "algorithms/graph_matching/device/device_rounds.hpp"
#include "algorithms/graph_matching/device/device_words.cuh"
#include "parallel/cuda_check.cuh"
#include "parallel/cuda_rows.cuh"

namespace hypermatch::detail::graph_matching {

namespace {

using namespace device;

struct State {
  Arcs arcs;
  VertexId* choices;
  VertexId* mates;
  std::uint64_t* left;  ///< vertices that may still be matched
};

// Points at the best free neighbour, unless what it points at is free.
struct Point {
  State state;
  __device__ void operator()(std::uint32_t v) const {
    const Arcs& arcs = state.arcs;
    if (state.mates[v] != k_none || state.choices[v] == v) return;
    const VertexId choice = state.choices[v];
    if (choice != k_none && state.mates[choice] == k_none) return;
    Uppermost<1> best;
    best.clear();
    const std::uint64_t end = arcs.offsets[v + 1ULL];
    for (std::uint64_t arc = arcs.offsets[v]; arc < end; ++arc) {
      const VertexId other = arcs.neighbours[arc];
      const std::uint32_t raw = arcs.raw_word(arc);
      if (arcs.word(v, raw, other) < arcs.words.least || state.mates[other] != k_none) continue;
      best.offer(arcs.key(v, raw, other), other);
    }
    // Who has nobody points at itself.
    state.choices[v] = best.others[0] == k_none ? v : best.others[0];
  }
};

// Choices do not change, and each writes its own mate only.
__global__ void __launch_bounds__(parallel::k_block) match_mutual(const State state) {
  const std::uint64_t v = parallel::rows_detail::thread_index();
  bool may_match = false;
  if (v < state.arcs.num_vertices && state.mates[v] == k_none && state.choices[v] != v) {
    const VertexId choice = state.choices[v];
    may_match = state.choices[choice] != v;
    if (!may_match) state.mates[v] = choice;
  }
  const int sum = __syncthreads_count(may_match ? 1 : 0);
  if (threadIdx.x == 0 && sum != 0) {
    atomicAdd(reinterpret_cast<unsigned long long*>(state.left),
              static_cast<unsigned long long>(sum));
  }
}

}  // namespace

DeviceGraphOutcome locally_dominant_on_device(const DeviceGraphProblem& problem) {
  const DeviceStream stream = problem.context.stream();
  const DeviceGraphView& graph = problem.graph;
  const std::uint64_t n = graph.num_vertices;
  DeviceGraphOutcome outcome;
  State state{};
  RankBuffers ranks;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_result(arena, problem.memory, n, outcome);
    ranks = lay_out_ranks(arena, graph.weights, problem.order);
    state.choices = arena.take<VertexId>(n);
    state.left = arena.take<std::uint64_t>(1);
  });
  state.arcs = arcs_of(problem, make_words(graph.weights, problem.order, ranks, stream));
  state.mates = outcome.mates;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state.mates, 0xFF, n * sizeof(VertexId), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state.choices, 0xFF, n * sizeof(VertexId), stream));
  // Ends: the uppermost edge between free vertices is matched in each round.
  outcome.rounds = run_rounds(problem.context, n, state.left, [&](std::uint64_t) {
    parallel::for_each_item(n, Point{state}, stream);
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state.left, 0, sizeof(std::uint64_t), stream));
    if (n == 0) return;
    match_mutual<<<parallel::blocks_for(n), parallel::k_block, 0, stream>>>(state);
    parallel::check_launch("match_mutual");
  });
  count_pairs(outcome, n, stream);
  return outcome;
}

}  // namespace hypermatch::detail::graph_matching
