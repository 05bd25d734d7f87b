// SPDX-License-Identifier: MIT
// Locally dominant edges on a device, a thread per vertex: the baseline.
#include "algorithms/graph_matching/common/device/on_rows.cuh"
#include "algorithms/graph_matching/locally_dominant/locally_dominant.hpp"
#include "hypermatch/error.hpp"

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

struct DominantOnDevice {
  LocallyDominant<CudaPlace> rounds;

  void lay_out(parallel::DeviceArena& arena, const DeviceGraphView& graph) {
    CudaPlace::Arena of_place(arena);
    rounds.lay_out(of_place, graph.num_vertices);
  }
  std::uint64_t run(const device::Arcs& arcs, const CudaPlace::Words<VertexId>& mates) {
    return rounds.run(DominantArcs{arcs}, arcs.num_vertices, mates, {}, [] {
      throw Error(ErrorCode::invalid_input,
                  "a vertex points where it is no neighbour (validate says which)");
    });
  }
};

}  // namespace

DeviceGraphOutcome locally_dominant_on_device(const DeviceGraphProblem& problem) {
  CudaPlace place(problem.context);
  return run_on_rows(problem, DominantOnDevice{LocallyDominant<CudaPlace>(place)});
}

}  // namespace hypermatch::detail::graph_matching
