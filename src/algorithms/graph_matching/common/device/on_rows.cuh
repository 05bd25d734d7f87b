// SPDX-License-Identifier: MIT
// The frame of rounds over the rows of a graph on a device: memory, words of arcs, and the count of
// the pairs.
#pragma once

#include "algorithms/graph_matching/common/device/count_pairs.hpp"
#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/common/device/words.cuh"
#include "parallel/device/place.cuh"

namespace hypermatch::detail::graph_matching {

/// Runs rounds over the rows of the problem: rounds.lay_out(arena, graph), then rounds.run(arcs,
/// mates), which returns how many rounds there were.
template <class Rounds>
[[nodiscard]] DeviceGraphOutcome run_on_rows(const DeviceGraphProblem& problem, Rounds&& rounds) {
  const DeviceGraphView& graph = problem.graph;
  DeviceGraphOutcome outcome;
  device::RankBuffers ranks;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_result(arena, problem.memory, graph.num_vertices, outcome);
    ranks = device::lay_out_ranks(arena, graph.weights, problem.order);
    rounds.lay_out(arena, graph);
  });
  const device::ArcWords words =
      device::make_words(graph.weights, problem.order, ranks, problem.context.stream());
  outcome.rounds = rounds.run(device::arcs_of(problem, words),
                              parallel::CudaPlace::Words<VertexId>(outcome.mates));
  device::count_pairs(problem.context, outcome, graph.num_vertices);
  return outcome;
}

}  // namespace hypermatch::detail::graph_matching
