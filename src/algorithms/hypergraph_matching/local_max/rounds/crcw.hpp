// SPDX-License-Identifier: MIT
// Local max with concurrent writes: Reinstaedtler, Schulz, Sitchinava, Walliser 2026 ("Efficient
// Parallel Algorithms for Hypergraph Matching", algorithm 1 and section 5.2.1). Sums on pin
// counters are atomic, an edge's inactive flag is written by all who find it, with one value.
// Four phases a round, as template over how arrays are reached.
#pragma once

#include <functional>

#include "algorithms/hypergraph_matching/local_max/rounds/shared_arrays.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/variants.hpp"
#include "hypermatch/names.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/segmented.hpp"

namespace hypermatch::detail::hypergraph_matching {

template <SharedArrays Arrays>
[[nodiscard]] LocalMaxOutcome crcw_rounds(const Context& context, const Directions& directions,
                                          RatedEdges rated, RoundOrder order, Arrays& arrays) {
  enum VertexState : std::uint8_t { k_active = 0, k_completed = 1, k_inactive = 2 };
  const std::size_t n = directions.hypergraph.num_vertices;
  const std::size_t m = directions.hypergraph.num_edges();
  const auto edge_offsets = arrays.input("edge_offsets", directions.hypergraph.offsets);
  const auto pins = arrays.input("pins", directions.hypergraph.pins);
  const auto vertex_offsets = arrays.input("vertex_offsets", directions.incidence.offsets.view());
  const auto incident = arrays.input("incident", directions.incidence.edges.view());
  auto words = arrays.adopt("words", std::move(rated.words));
  auto drawn = arrays.template make<std::uint64_t>("drawn", order.redraws() ? m : 0);
  const auto& key = order.redraws() ? drawn : words;
  auto edge_inactive = arrays.adopt("edge_inactive", std::move(rated.left_out));
  auto matched = arrays.make("matched", m, std::uint8_t{0});
  auto count = arrays.make("count", m, std::uint32_t{0});  // pins whose best edge this is
  auto vertex_state = arrays.make("vertex_state", n, std::uint8_t{k_active});
  auto best = arrays.make("best", n, EdgeId{k_none});
  parallel::RowReducer<Candidate> row_reduce(context);

  const auto edge_offset = [&](std::size_t e) { return edge_offsets.get(e); };
  const auto vertex_offset = [&](std::size_t v) { return vertex_offsets.get(v); };

  LocalMaxOutcome outcome{.edges = {}, .variant = name_of(LocalMaxVariant::crcw)};
  std::uint64_t active = rated.num_edges;
  // Ends: the uppermost active edge is the best of all its pins, so each round matches an edge. One
  // with a repeated pin is never the best of as many vertices as it has pins: then no edge leaves.
  while (active > 0) {
    context.check_cancelled();
    context.report({"solve", rated.num_edges - active, rated.num_edges});
    order.begin_round(outcome.rounds++);
    arrays.begin_round();

    // 1: keys.
    if (order.redraws()) {
      arrays.begin_phase();
      parallel::for_each(context, m, [&](std::size_t e) {
        if (edge_inactive.get(e) != 0) return;
        drawn.set(e, order.key(words.get(e), static_cast<EdgeId>(e)));
      });
    }

    // 2: the best edge of every vertex, and the counters where it is a new one.
    arrays.begin_phase();
    row_reduce(
        context, n, vertex_offset, [&](std::size_t v) { return vertex_state.get(v) == k_active; },
        Candidate{},
        [&](std::size_t, std::uint64_t p) {
          const EdgeId e = incident.get(p);
          return edge_inactive.get(e) != 0 ? Candidate{} : Candidate{key.get(e), e};
        },
        upper,
        [&](std::size_t v, const Candidate& top) {
          const EdgeId old = best.get(v);
          if (top.edge == old) return;
          // With fixed ties the old best edge is inactive by now, and its counter of no interest.
          if (order.redraws() && old != k_none) count.atomic_add(old, ~std::uint32_t{0});
          best.set(v, top.edge);
          if (top.edge == k_none) {
            vertex_state.set(v, k_inactive);
          } else {
            count.atomic_add(top.edge, 1);
          }
        });

    // 3: matched edges and their vertices. No word is shared: an edge that is the best of all its
    // pins is the only such edge at each of them.
    arrays.begin_phase();
    parallel::row_for_each(
        context, m, edge_offset,
        [&](std::size_t e) {
          return edge_inactive.get(e) == 0 &&
                 count.get(e) == edge_offsets.get(e + 1) - edge_offsets.get(e);
        },
        [&](std::size_t e, std::uint64_t p) {
          if (p == edge_offsets.get(e)) matched.set(e, 1);
          vertex_state.set(pins.get(p), k_completed);
        });

    // 4: their edges, then the vertices themselves.
    arrays.begin_phase();
    parallel::row_for_each(
        context, n, vertex_offset,
        [&](std::size_t v) { return vertex_state.get(v) == k_completed; },
        [&](std::size_t, std::uint64_t p) {
          const EdgeId e = incident.get(p);
          // Reading first keeps the line shared among cores once the flag is set.
          if (edge_inactive.atomic_get(e) == 0) edge_inactive.atomic_set(e, 1);
        });
    arrays.begin_phase();
    parallel::for_each(context, n, [&](std::size_t v) {
      if (vertex_state.get(v) == k_completed) vertex_state.set(v, k_inactive);
    });

    arrays.begin_phase();
    const std::uint64_t before = active;
    active = parallel::reduce<std::uint64_t>(
        context, m, 0,
        [&](std::size_t e) { return std::uint64_t{edge_inactive.get(e) == 0 ? 1U : 0U}; },
        std::plus<>());
    if (active == before) structures::throw_broken_promise(directions.hypergraph);
  }

  for (std::size_t e = 0; e < m; ++e) {
    if (matched.get(e) != 0) outcome.edges.push_back(static_cast<EdgeId>(e));
  }
  return outcome;
}

}  // namespace hypermatch::detail::hypergraph_matching
