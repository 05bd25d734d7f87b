// SPDX-License-Identifier: MIT
// Rounds of local max on graphs on the threads of a host; tests pass another place with the same
// loops.
#pragma once

#include <chrono>
#include <span>

#include "algorithms/graph_matching/local_max/edge_rounds/crcw.hpp"
#include "algorithms/graph_matching/local_max/edge_rounds/edge_rounds.hpp"
#include "algorithms/graph_matching/local_max/edge_rounds/work_optimal.hpp"
#include "base/clock.hpp"
#include "parallel/host/incidence.hpp"
#include "parallel/host/place_threads.hpp"

namespace hypermatch::detail::graph_matching {

template <class P>
[[nodiscard]] EdgeRoundsOutcome run_crcw(P& place, typename P::Arena& arena, RatedEdges& edges,
                                         const PairKeys& keys) {
  EdgeRoundsOutcome outcome{std::vector<VertexId>(edges.num_vertices)};
  const auto ends = arena.adopt("ends", std::span<const GraphEdge>(edges.ends));
  const auto words = arena.adopt("words", std::span<const std::uint64_t>(edges.words));
  const auto mates = arena.adopt("mates", std::span<VertexId>(outcome.mates));
  Crcw<P> rounds(place);
  rounds.lay_out(arena, edges.num_vertices);
  const auto run = [&](const auto& pairs) {
    return rounds.run(pairs, edges.ends.size(), edges.num_vertices, mates);
  };
  outcome.rounds =
      keys.redraws() ? run(RatedPairs<P>{ends, words, keys}) : run(KeyedPairs<P>{ends, words});
  outcome.left_per_round = place.left_per_round();
  return outcome;
}

template <class P>
[[nodiscard]] EdgeRoundsOutcome run_work_optimal(P& place, typename P::Arena& arena,
                                                 RatedEdges& edges, const PairKeys& keys) {
  EdgeRoundsOutcome outcome{std::vector<VertexId>(edges.num_vertices)};
  const base::Clock::time_point begin = base::Clock::now();
  parallel::Incidence of_pairs =
      parallel::build_incidence_of_pairs(place.context(), edges.num_vertices, edges.ends.view());
  const std::chrono::duration<double> prepare = base::Clock::now() - begin;
  outcome.prepare_seconds = prepare.count();
  const std::uint64_t m = edges.ends.size();
  PairLevel<P> level{.ends = arena.adopt("ends", std::span<GraphEdge>(edges.ends)),
                     .words = arena.adopt("words", std::span<std::uint64_t>(edges.words)),
                     .num_edges = m,
                     .offsets = arena.adopt("offsets", std::span<Offset>(of_pairs.offsets)),
                     .entries = arena.adopt("entries", std::span<EdgeId>(of_pairs.edges)),
                     .vertices = {},
                     .rows = {}};
  level.rows = {.offsets = level.offsets, .count = edges.num_vertices, .entries = 2 * m};
  WorkOptimal<P> rounds(place);
  rounds.lay_out(arena, edges.num_vertices, m, keys.redraws());
  outcome.rounds =
      rounds.run(level, keys, arena.adopt("mates", std::span<VertexId>(outcome.mates)));
  outcome.left_per_round = place.left_per_round();
  return outcome;
}

}  // namespace hypermatch::detail::graph_matching
