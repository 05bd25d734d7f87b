// SPDX-License-Identifier: MIT
// `filtered` on a device for a batch of edges of an instance that does not fit.
#include "algorithms/hypergraph_matching/local_max/competing_batches/launch.cuh"

namespace hypermatch::detail::hypergraph_matching {

using filtered::PackedWords;

PackedEdges lay_out_packed(parallel::DeviceArena& arena, const PackedSize& size) {
  PackedEdges packed;
  packed.offsets = arena.take<std::uint32_t>(size.edges + 1);
  packed.pins = arena.take<VertexId>(size.pins);
  if (size.rated) packed.priorities = arena.take<std::uint32_t>(size.edges);
  packed.origins = arena.take<EdgeId>(size.edges);
  return packed;
}

namespace {

// Scarce memory goes to edges, because fewer batches are faster.
constexpr DeviceFilteredTuning k_packed_tuning{.memory_share = 0.38};
// And where it is not, no more than this is of use.
constexpr double k_largest_share = 1.5;

DeviceProblem problem_of(const DeviceContext& context, DeviceWorkspace& workspace,
                         VertexId num_vertices, const PackedSize& size, std::uint64_t seed,
                         const PackedEdges& packed) {
  return {context,
          {num_vertices, {nullptr, size.edges + 1}, {packed.pins, size.pins}, {}},
          {.order = {.rating = Rating::weight,
                     .objective = size.rated ? Objective::weight : Objective::cardinality,
                     .seed = seed}},
          workspace,
          {}};
}

// The largest share of memory for which the workspace is large enough: it must stay where it is.
double share_of_memory(const DeviceProblem& problem, const PackedSize& capacity) {
  const std::size_t there = problem.workspace.size();
  DeviceFilteredTuning tuning = k_packed_tuning;
  tuning.memory_share = k_largest_share;
  // Ends: the share falls to that of packed_bytes().
  while (tuning.memory_share > k_packed_tuning.memory_share &&
         workspace_bytes<PackedWords>(problem, tuning, Source::packed, capacity) > there) {
    tuning.memory_share = std::max(0.9 * tuning.memory_share, k_packed_tuning.memory_share);
  }
  return tuning.memory_share;
}

}  // namespace

std::size_t packed_bytes(const DeviceContext& context, VertexId num_vertices,
                         const PackedSize& size, const PackedSize& capacity) {
  DeviceWorkspace none;
  const DeviceProblem problem = problem_of(context, none, num_vertices, size, 0, {});
  return workspace_bytes<PackedWords>(problem, k_packed_tuning, Source::packed, capacity);
}

PackedOutcome solve_packed(const PackedProblem& packed) {
  parallel::DeviceArena arena(packed.workspace.data());
  const PackedEdges edges = lay_out_packed(arena, packed.capacity);
  const DeviceProblem problem = problem_of(packed.context, packed.workspace, packed.num_vertices,
                                           packed.size, packed.seed, edges);
  DeviceFilteredTuning tuning = k_packed_tuning;
  tuning.codes = packed.codes;
  tuning.memory_share = share_of_memory(problem, packed.capacity);
  DeviceOutcome outcome;
  PackedLaunch batch{.capacity = packed.capacity, .matched_vertices = packed.matched_vertices};
  const DeviceFilteredEnd end = with_team(problem.hypergraph, [&](auto team) {
    return launch<PackedWords, decltype(team)>(
        problem, tuning, Source::packed,
        [&](const BatchPlan&) {
          return PackedWords{.priorities = edges.priorities,
                             .origins = edges.origins,
                             .its_offsets = edges.offsets};
        },
        &batch, outcome);
  });
  if (end == DeviceFilteredEnd::complete) {
    note_matched(packed.context, packed.size.edges, batch.matched_edges, edges.origins,
                 packed.matched_edges);
  }
  return {.end = end, .rounds = outcome.rounds};
}

}  // namespace hypermatch::detail::hypergraph_matching
