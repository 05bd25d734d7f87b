// SPDX-License-Identifier: MIT
// Locally dominant edges on a device, a thread per vertex: the baseline, as Halappanavar, Feo,
// Villa, Tumeo, Pothen 2012 (doi:10.1177/1094342012452893) and Naim 2017 (its Algorithm 1) describe
// it, after Manne, Bisseling 2008 (doi:10.1007/978-3-540-68111-3_74). A thread looks through a row
// for the best free neighbour and points at it; mutual pointers are matched, and both vertices
// enter a queue. In each round a thread takes a vertex of the queue, and those of its neighbours
// that point at it look again. The greedy matching of the order, its ties included. Work O(m
// degree) at worst.
#include <cuda/atomic>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/common/device/rounds.hpp"
#include "algorithms/graph_matching/common/device/words.cuh"
#include "parallel/device/check.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching {

namespace {

using namespace device;

using Word = cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>;

struct DominantState {
  Arcs arcs;
  VertexId* choices;
  VertexId* mates;
  VertexId* queue;      ///< size n: each vertex enters once
  std::uint32_t* tail;  ///< of the queue
};

__device__ VertexId now(VertexId& word) {
  return Word(word).load(cuda::memory_order_relaxed);
}

// Called by a thread that found v and choice pointing at each other, possibly by two.
__device__ void match(const DominantState& state, VertexId v, VertexId choice) {
  const VertexId low = min(v, choice);
  const VertexId high = max(v, choice);
  std::uint32_t expected = k_none;
  // Relaxed: the next kernel reads what is written here.
  if (!Word(state.mates[low]).compare_exchange_strong(expected, high, cuda::memory_order_relaxed)) {
    return;
  }
  Word(state.mates[high]).store(low, cuda::memory_order_relaxed);
  const std::uint32_t place = Word(*state.tail).fetch_add(2, cuda::memory_order_relaxed);
  state.queue[place] = low;
  state.queue[place + 1] = high;
}

// Points v, which is free and points at no free vertex, at its best free neighbour.
__device__ void point_at_best(const DominantState& state, VertexId v) {
  const Arcs& arcs = state.arcs;
  Uppermost<1> best;
  best.clear();
  const std::uint64_t end = arcs.offsets[v + 1ULL];
  for (std::uint64_t arc = arcs.offsets[v]; arc < end; ++arc) {
    const VertexId other = arcs.neighbours[arc];
    const std::uint32_t raw = arcs.raw_word(arc);
    // A loop, which there should not be, would bring v into the queue twice.
    if (arcs.word(v, raw, other) < arcs.words.least || other == v) continue;
    // It may be stale: a vertex that points at a vertex matched meanwhile rescans in the next
    // round.
    if (now(state.mates[other]) != k_none) continue;
    best.offer(arcs.key(v, raw, other), other);
  }
  const VertexId choice = best.others[0];
  Word(state.choices[v]).store(choice, cuda::memory_order_relaxed);
  if (choice == k_none) return;
  // Of two that point at each other at the same time at least one sees it: each first writes its
  // own choice, then reads the other's, with a fence between.
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  // The other's choice stays what it is while v is free.
  if (now(state.choices[choice]) == v) match(state, v, choice);
}

struct LookFirst {
  DominantState state;
  __device__ void operator()(std::uint32_t v) const { point_at_best(state, v); }
};

struct LookAgain {
  DominantState state;
  std::uint32_t first;  ///< of the queue
  __device__ void operator()(std::uint32_t i) const {
    const VertexId v = state.queue[first + i];
    const std::uint64_t end = state.arcs.offsets[v + 1ULL];
    for (std::uint64_t arc = state.arcs.offsets[v]; arc < end; ++arc) {
      const VertexId other = state.arcs.neighbours[arc];
      // All of these but the mate are free. They point at v alone, so that no other vertex lets
      // them look, and then elsewhere, so that they do it once.
      if (now(state.choices[other]) == v && now(state.mates[other]) == k_none)
        point_at_best(state, other);
    }
  }
};

}  // namespace

DeviceGraphOutcome locally_dominant_on_device(const DeviceGraphProblem& problem) {
  const DeviceStream stream = problem.context.stream();
  const DeviceGraphView& graph = problem.graph;
  const std::uint64_t n = graph.num_vertices;
  DeviceGraphOutcome outcome;
  DominantState state{};
  RankBuffers ranks;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_result(arena, problem.memory, n, outcome);
    ranks = lay_out_ranks(arena, graph.weights, problem.order);
    state.choices = arena.take<VertexId>(n);
    state.queue = arena.take<VertexId>(n);
    state.tail = arena.take<std::uint32_t>(1);
  });
  state.arcs = arcs_of(problem, make_words(graph.weights, problem.order, ranks, stream));
  state.mates = outcome.mates;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state.mates, 0xFF, n * sizeof(VertexId), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state.choices, 0xFF, n * sizeof(VertexId), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state.tail, 0, sizeof(std::uint32_t), stream));
  auto* const tail = reinterpret_cast<std::uint32_t*>(problem.context.state()->mailbox());
  parallel::for_each(n, LookFirst{state}, stream);
  std::uint32_t first = 0;
  // Ends: each vertex enters the queue at most once.
  for (;;) {
    parallel::runtime::copy_to_host(tail, state.tail, sizeof(std::uint32_t), stream);
    parallel::runtime::synchronize(stream);
    problem.context.check_cancelled();
    problem.context.report({"solve", *tail, n});
    const std::uint32_t last = *tail;
    if (last == first) break;
    ++outcome.rounds;
    parallel::for_each(last - first, LookAgain{state, first}, stream);
    first = last;
  }
  count_pairs(outcome, n, stream);
  return outcome;
}

}  // namespace hypermatch::detail::graph_matching
