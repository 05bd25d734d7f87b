// SPDX-License-Identifier: MIT
// `filtered` on a device for a batch of edges of an instance that does not fit.
#include "algorithms/hypergraph_matching/local_max/device_filtered_launch.cuh"

namespace hypermatch::detail::hypergraph_matching {

using filtered::PackedWords;

PackedEdges lay_out_packed(parallel::DeviceArena& arena, const PackedSize& size) {
  PackedEdges packed;
  packed.offsets = arena.take<Offset>(size.edges + 1);
  packed.pins = arena.take<VertexId>(size.pins);
  if (size.rated) packed.priorities = arena.take<std::uint32_t>(size.edges);
  packed.origins = arena.take<EdgeId>(size.edges);
  return packed;
}

namespace {

// Where memory is short it is better spent on edges: fewer batches.
constexpr DeviceFilteredTuning k_packed_tuning{.memory_share = 0.33};

DeviceProblem problem_of(const DeviceContext& context, DeviceWorkspace& workspace,
                         VertexId num_vertices, const PackedSize& size, std::uint64_t seed,
                         const PackedEdges& packed) {
  return {context,
          {num_vertices, {packed.offsets, size.edges + 1}, {packed.pins, size.pins}, {}},
          {.order = {.rating = Rating::weight,
                     .objective = size.rated ? Objective::weight : Objective::cardinality,
                     .seed = seed}},
          workspace,
          {}};
}

}  // namespace

std::size_t packed_bytes(const DeviceContext& context, VertexId num_vertices,
                         const PackedSize& size) {
  DeviceWorkspace none;
  const DeviceProblem problem = problem_of(context, none, num_vertices, size, 0, {});
  return workspace_bytes<PackedWords>(problem, k_packed_tuning, Source::packed);
}

PackedOutcome solve_packed(const PackedProblem& packed) {
  parallel::DeviceArena arena(packed.workspace.data());
  const PackedEdges edges = lay_out_packed(arena, packed.size);
  const DeviceProblem problem = problem_of(packed.context, packed.workspace, packed.num_vertices,
                                           packed.size, packed.seed, edges);
  DeviceFilteredTuning tuning = k_packed_tuning;
  tuning.codes = packed.codes;
  DeviceOutcome outcome;
  PackedLaunch batch{.matched_vertices = packed.matched_vertices};
  const DeviceFilteredEnd end = with_team(problem.hypergraph, [&](auto team) {
    return launch<PackedWords, decltype(team)>(
        problem, tuning, Source::packed,
        [&](const Plan&) {
          return PackedWords{.priorities = edges.priorities, .origins = edges.origins};
        },
        &batch, outcome);
  });
  return {.end = end, .matched_edges = batch.matched_edges, .rounds = outcome.rounds};
}

}  // namespace hypermatch::detail::hypergraph_matching
