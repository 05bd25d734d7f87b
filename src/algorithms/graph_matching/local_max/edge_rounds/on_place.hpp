// SPDX-License-Identifier: MIT
// Rounds of local max on a list of edges in host memory, in any place that takes its arrays, or
// copies of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/graph_matching/local_max/edge_rounds/crcw.hpp"
#include "algorithms/graph_matching/local_max/edge_rounds/edge_rounds.hpp"
#include "algorithms/graph_matching/local_max/edge_rounds/work_optimal.hpp"
#include "parallel/host/incidence.hpp"

namespace hypermatch::detail::graph_matching {

template <class P>
[[nodiscard]] EdgeRoundsOutcome run_crcw(P& place, typename P::Arena& arena, RatedEdges& edges,
                                         const PairKeys& keys) {
  EdgeRoundsOutcome outcome{std::vector<VertexId>(edges.num_vertices)};
  const auto ends = arena.adopt("ends", std::span<const GraphEdge>(edges.ends));
  const auto words = arena.adopt("words", std::span<const std::uint64_t>(edges.words));
  const std::span<VertexId> answer(outcome.mates);
  const auto mates = parallel::lay_out_answer<P>(arena, "mates", answer);
  Crcw<P> rounds(place);
  rounds.lay_out(arena, edges.num_vertices);
  const auto run = [&](const auto& pairs) {
    return rounds.run(pairs, edges.ends.size(), edges.num_vertices, mates);
  };
  outcome.rounds =
      keys.redraws() ? run(RatedPairs<P>{ends, words, keys}) : run(KeyedPairs<P>{ends, words});
  parallel::bring_answer(place, mates, answer);
  outcome.left_per_round = place.left_per_round();
  return outcome;
}

/// `of_pairs`: the edges of each vertex.
template <class P>
[[nodiscard]] EdgeRoundsOutcome run_work_optimal(P& place, typename P::Arena& arena,
                                                 RatedEdges& edges, parallel::Incidence& of_pairs,
                                                 const PairKeys& keys) {
  EdgeRoundsOutcome outcome{std::vector<VertexId>(edges.num_vertices)};
  const std::uint64_t m = edges.ends.size();
  PairLevel<P> level{.ends = arena.adopt("ends", std::span<GraphEdge>(edges.ends)),
                     .words = arena.adopt("words", std::span<std::uint64_t>(edges.words)),
                     .num_edges = m,
                     .offsets = arena.adopt("offsets", std::span<Offset>(of_pairs.offsets)),
                     .entries = arena.adopt("entries", std::span<EdgeId>(of_pairs.edges)),
                     .vertices = {},
                     .rows = {}};
  level.rows = parallel::lay_out_rows(place, arena, level.offsets, edges.num_vertices, 2 * m);
  WorkOptimal<P> rounds(place);
  rounds.lay_out(arena, edges.num_vertices, m, keys.redraws());
  const std::span<VertexId> answer(outcome.mates);
  const auto mates = parallel::lay_out_answer<P>(arena, "mates", answer);
  outcome.rounds = rounds.run(level, keys, mates);
  parallel::bring_answer(place, mates, answer);
  outcome.left_per_round = place.left_per_round();
  return outcome;
}

template <class P>
[[nodiscard]] EdgeRoundsOutcome run_edge_rounds(P& place, typename P::Arena& arena,
                                                RatedEdges& edges, parallel::Incidence* of_pairs,
                                                const PairKeys& keys) {
  if (of_pairs != nullptr) return run_work_optimal(place, arena, edges, *of_pairs, keys);
  return run_crcw(place, arena, edges, keys);
}

}  // namespace hypermatch::detail::graph_matching
