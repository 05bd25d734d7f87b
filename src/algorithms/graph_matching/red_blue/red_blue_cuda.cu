// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/common/device/on_rows.cuh"
#include "algorithms/graph_matching/red_blue/red_blue.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/measured_rows.cuh"

namespace hypermatch::detail::graph_matching {

namespace {

using parallel::CudaPlace;

struct RedBlueArcs {
  struct Entry {
    VertexId other;
    std::uint32_t raw;
  };
  device::Arcs arcs;
  base::PairMixer mixer;
  bool is_random;  ///< by the hash alone

  __device__ Entry entry(std::uint64_t p) const { return {arcs.neighbours[p], arcs.raw_word(p)}; }
  __device__ static VertexId head(const Entry& entry) { return entry.other; }
  __device__ bool takes_part(const Entry& entry) const {
    return arcs.is_unit() || arcs.words.image(entry.raw) >= arcs.words.least;
  }
  __device__ std::uint64_t key(VertexId v, const Entry& entry) const {
    const std::uint32_t image = is_random || arcs.is_unit() ? 0 : arcs.words.image(entry.raw);
    return base::graph_key(image, mixer, v, entry.other);
  }
};

struct RedBlueOnDevice {
  CudaPlace place;
  RedBlueOptions options;  ///< with a resolved order
  RedBlue<CudaPlace> rounds{place};
  parallel::MeasuredRows rows{};

  void lay_out(parallel::DeviceArena& arena, const DeviceGraphView& graph) {
    rows.lay_out(arena, graph.num_arcs());
    CudaPlace::Arena of_place(arena);
    rounds.lay_out(of_place, graph.num_vertices, false);
  }
  std::uint64_t run(const device::Arcs& graph, const CudaPlace::Words<VertexId>& mates) {
    rows.measure(place, graph.offsets, graph.num_vertices);
    const std::uint64_t seed = options.order.seed;
    const RedBlueArcs arcs{graph, base::PairMixer(seed), options.variant == RedBlueVariant::random};
    return rounds.run(
        rows.rows(),
        [&](const RedBlueState<CudaPlace>& state, std::uint64_t round) {
          RedBlueArcs of_round = arcs;
          if (arcs.is_random) of_round.mixer = base::PairMixer(pair_seed(seed, round));
          return red_blue_rounds::Look<CudaPlace, RedBlueArcs>{of_round, state};
        },
        options, mates,
        [] {
          throw Error(ErrorCode::invalid_input,
                      "a lone vertex finds no mate, so the graph is not valid (validate says why)");
        });
  }
};

}  // namespace

DeviceGraphOutcome red_blue_on_device(const DeviceGraphProblem& problem,
                                      const RedBlueOptions& options) {
  RedBlueOptions resolved = options;
  resolved.order = problem.order;
  return run_on_rows(problem, RedBlueOnDevice{CudaPlace(problem.context), resolved});
}

}  // namespace hypermatch::detail::graph_matching
