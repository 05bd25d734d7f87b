// SPDX-License-Identifier: MIT
// Locally dominant edges on a device, a thread per vertex: the baseline.
#include "algorithms/graph_matching/common/device/count_pairs.hpp"
#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/common/device/words.cuh"
#include "algorithms/graph_matching/locally_dominant/locally_dominant.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/place.cuh"

namespace hypermatch::detail::graph_matching {

namespace {

using parallel::CudaPlace;

struct DominantArcs {
  device::Arcs arcs;

  __device__ std::uint64_t begin(VertexId v) const { return arcs.offsets[v]; }
  __device__ std::uint64_t end(VertexId v) const { return arcs.offsets[v + 1ULL]; }
  __device__ VertexId head(std::uint64_t arc) const { return arcs.neighbours[arc]; }
  __device__ VertexId first_choice(VertexId v, const CudaPlace::Flags& matched) const {
    return choice(v, matched);
  }
  // A flag may be stale if its vertex is matched meanwhile. Vertex v then looks again in the next
  // round.
  __device__ VertexId choice(VertexId v, const CudaPlace::Flags& matched) const {
    device::Uppermost<1> best;
    best.clear();
    const std::uint64_t last = end(v);  // not read again behind each atomic load
    for (std::uint64_t arc = begin(v); arc < last; ++arc) {
      const VertexId other = arcs.neighbours[arc];
      const std::uint32_t raw = arcs.raw_word(arc);
      if (arcs.word(v, raw, other) < arcs.words.least || other == v) continue;
      if (!matched.is_set_by_now(other)) best.offer(arcs.key(v, raw, other), other);
    }
    return best.others[0];
  }
};

}  // namespace

DeviceGraphOutcome locally_dominant_on_device(const DeviceGraphProblem& problem) {
  const DeviceGraphView& graph = problem.graph;
  const std::uint64_t n = graph.num_vertices;
  DeviceGraphOutcome outcome;
  device::RankBuffers ranks;
  CudaPlace place(problem.context);
  LocallyDominant<CudaPlace> rounds(place);
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_result(arena, problem.memory, n, outcome);
    ranks = device::lay_out_ranks(arena, graph.weights, problem.order);
    CudaPlace::Arena of_place(arena);
    rounds.lay_out(of_place, n);
  });
  const device::ArcWords words =
      device::make_words(graph.weights, problem.order, ranks, place.stream());
  outcome.rounds =
      rounds.run(DominantArcs{device::arcs_of(problem, words)}, n,
                 CudaPlace::Words<VertexId>(outcome.mates), {}, [] {
                   throw Error(ErrorCode::invalid_input,
                               "a vertex points where it is no neighbour (validate says which)");
                 });
  device::count_pairs(problem.context, outcome, n);
  return outcome;
}

}  // namespace hypermatch::detail::graph_matching
