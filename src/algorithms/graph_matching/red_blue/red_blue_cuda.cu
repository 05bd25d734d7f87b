// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/common/device/count_pairs.hpp"
#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/common/device/words.cuh"
#include "algorithms/graph_matching/red_blue/red_blue.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/incidence.hpp"
#include "parallel/device/place.cuh"

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

}  // namespace

DeviceGraphOutcome red_blue_on_device(const DeviceGraphProblem& problem,
                                      const RedBlueOptions& options) {
  const DeviceGraphView& graph = problem.graph;
  const std::uint64_t n = graph.num_vertices;
  RedBlueOptions resolved = options;
  resolved.order = problem.order;
  DeviceGraphOutcome outcome;
  device::RankBuffers ranks;
  CudaPlace place(problem.context);
  RedBlue<CudaPlace> rounds(place);
  parallel::Rows<CudaPlace> rows{.offsets = CudaPlace::Words<const Offset>(graph.offsets.data()),
                                 .count = n,
                                 .entries = graph.num_arcs()};
  parallel::RowSizes* sizes = nullptr;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_result(arena, problem.memory, n, outcome);
    ranks = device::lay_out_ranks(arena, graph.weights, problem.order);
    rows.heavy = arena.take<std::uint32_t>(parallel::heavy_room(rows.entries));
    rows.num_heavy = arena.take<std::uint32_t>(2);
    sizes = arena.take<parallel::RowSizes>(1);
    CudaPlace::Arena of_place(arena);
    rounds.lay_out(of_place, n, false);
  });
  const device::ArcWords words =
      device::make_words(graph.weights, problem.order, ranks, place.stream());
  parallel::find_row_sizes(graph.offsets.data(), n, sizes, place.stream());
  rows.largest = place.read<1>(CudaPlace::Words<parallel::RowSizes>(sizes))[0].largest;
  const std::uint64_t seed = problem.order.seed;
  const RedBlueArcs arcs{device::arcs_of(problem, words), base::PairMixer(seed),
                         options.variant == RedBlueVariant::random};
  outcome.rounds = rounds.run(
      rows,
      [&](const RedBlueState<CudaPlace>& state, std::uint64_t round) {
        RedBlueArcs of_round = arcs;
        if (arcs.is_random) of_round.mixer = base::PairMixer(pair_seed(seed, round));
        return red_blue_rounds::Look<CudaPlace, RedBlueArcs>{of_round, state};
      },
      resolved, CudaPlace::Words<VertexId>(outcome.mates),
      [] {
        throw Error(ErrorCode::invalid_input,
                    "a lone vertex finds no mate, so the graph is not valid (validate says why)");
      });
  device::count_pairs(problem.context, outcome, n);
  return outcome;
}

}  // namespace hypermatch::detail::graph_matching
