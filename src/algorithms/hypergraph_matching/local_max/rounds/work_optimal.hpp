// SPDX-License-Identifier: MIT
// Work-optimal local max with exclusive writes: Reinstaedtler, Schulz, Sitchinava, Walliser 2026
// ("Efficient Parallel Algorithms for Hypergraph Matching", sections 4.2.1 and 5.2.3). After each
// round of `crew`, both directions of what is left are written into the other of two buffers, at
// places that prefix sums give. Every array that a round passes over is shorter in the next one.
#pragma once

#include "algorithms/hypergraph_matching/local_max/rounds/crew.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// The remaining hypergraph after a round: vertices and edges are renumbered in their order.
template <SharedArrays Arrays>
struct CompactLevel {
  template <class T>
  using Words = typename Arrays::template Words<T>;

  /// Room for `input` without the edges that were never in it.
  CompactLevel(Arrays& arrays, std::size_t n, std::size_t m, std::size_t pin_room)
      : edge_offsets(arrays.template make<Offset>("edge_offsets", m + 1)),
        pins(arrays.template make<VertexId>("pins", pin_room)),
        vertex_offsets(arrays.template make<Offset>("vertex_offsets", n + 1)),
        incident(arrays.template make<EdgeId>("incident", pin_room)),
        words(arrays.template make<std::uint64_t>("words", m)),
        origins(arrays.template make<EdgeId>("origins", m)) {}

  [[nodiscard]] EdgeId origin(std::size_t e) const { return origins.get(e); }

  std::size_t num_vertices = 0;
  std::size_t num_edges = 0;
  std::size_t num_pins = 0;
  Words<Offset> edge_offsets;
  Words<VertexId> pins;
  Words<Offset> vertex_offsets;
  Words<EdgeId> incident;
  Words<std::uint64_t> words;
  Words<EdgeId> origins;
};

/// New numbers of edges and vertices, for those that stay.
template <SharedArrays Arrays>
struct Renumbering {
  Renumbering(const Context& context, Arrays& arrays, std::size_t n, std::size_t m)
      : edge(arrays.template make<EdgeId>("new_edge", m)),
        vertex(arrays.template make<VertexId>("new_vertex", n)),
        degree(arrays.make("new_degree", n, EdgeId{0})),
        sum_rows(context) {}

  typename Arrays::template Words<EdgeId> edge;
  typename Arrays::template Words<VertexId> vertex;
  typename Arrays::template Words<EdgeId> degree;
  parallel::RowReducer<EdgeId> sum_rows;
};

/// Rows and entries of a CSR, for a prefix sum of both at once.
struct RowsAndEntries {
  std::size_t rows = 0;
  std::uint64_t entries = 0;
  RowsAndEntries& operator+=(const RowsAndEntries& other) {
    rows += other.rows;
    entries += other.entries;
    return *this;
  }
};

/// Writes the active edges of `from`, and their vertices, to `to`. All pins of an active edge are
/// active vertices: an edge leaves with its first vertex.
template <SharedArrays Arrays, class Claims, class Level>
void compact(const Context& context, const Level& from, CompactLevel<Arrays>& to,
             CrewState<Arrays, Claims>& state, Renumbering<Arrays>& renumbering, Arrays& arrays) {
  const auto stays = [&](std::size_t e) { return state.is(e, EdgeState::active); };
  const auto edge_offset = [&](std::size_t e) { return from.edge_offsets.get(e); };
  const auto vertex_offset = [&](std::size_t v) { return from.vertex_offsets.get(v); };

  // Edges: numbers and offsets.
  arrays.begin_phase();
  const RowsAndEntries edges = parallel::exclusive_scan<RowsAndEntries>(
      context, from.num_edges,
      [&](std::size_t e) {
        return stays(e) ? RowsAndEntries{1, edge_offset(e + 1) - edge_offset(e)} : RowsAndEntries{};
      },
      [&](std::size_t e, const RowsAndEntries& before) {
        if (!stays(e)) return;
        renumbering.edge.set(e, static_cast<EdgeId>(before.rows));
        to.edge_offsets.set(before.rows, before.entries);
        to.words.set(before.rows, from.words.get(e));
        to.origins.set(before.rows, from.origin(e));
      });
  to.edge_offsets.set(edges.rows, edges.entries);

  // Vertices: how many of their edges stay, numbers and offsets.
  arrays.begin_phase();
  renumbering.sum_rows(
      context, from.num_vertices, vertex_offset, [](std::size_t) { return true; }, EdgeId{0},
      [&](std::size_t, std::uint64_t p) { return EdgeId{stays(from.incident.get(p)) ? 1U : 0U}; },
      std::plus<>(), [&](std::size_t v, EdgeId degree) { renumbering.degree.set(v, degree); });
  arrays.begin_phase();
  const RowsAndEntries vertices = parallel::exclusive_scan<RowsAndEntries>(
      context, from.num_vertices,
      [&](std::size_t v) {
        const EdgeId degree = renumbering.degree.get(v);
        return degree != 0 ? RowsAndEntries{1, degree} : RowsAndEntries{};
      },
      [&](std::size_t v, const RowsAndEntries& before) {
        if (renumbering.degree.get(v) == 0) return;
        renumbering.vertex.set(v, static_cast<VertexId>(before.rows));
        to.vertex_offsets.set(before.rows, before.entries);
        if constexpr (Claims::k_counts) state.claims.renumber(v, before.rows);
      });
  if constexpr (Claims::k_counts) state.claims.end_renumbering();
  to.vertex_offsets.set(vertices.rows, vertices.entries);

  // Edges to pins: whole rows move.
  arrays.begin_phase();
  parallel::for_pieces(context, from.num_edges, edge_offset, [&](const parallel::RowPiece& piece) {
    if (!stays(piece.row)) return;
    std::uint64_t place =
        to.edge_offsets.get(renumbering.edge.get(piece.row)) + piece.begin - edge_offset(piece.row);
    for (std::uint64_t p = piece.begin; p < piece.end; ++p) {
      to.pins.set(place++, renumbering.vertex.get(from.pins.get(p)));
    }
  });

  // Vertices to edges: what stays, in order, is in the order of the new rows already.
  arrays.begin_phase();
  parallel::select(
      context, from.num_pins, [&](std::size_t p) { return stays(from.incident.get(p)); },
      [&](std::size_t place, std::size_t p) {
        to.incident.set(place, renumbering.edge.get(from.incident.get(p)));
      });

  to.num_edges = edges.rows;
  to.num_vertices = vertices.rows;
  to.num_pins = edges.entries;
}

template <SharedArrays Arrays, class Claims>
[[nodiscard]] LocalMaxOutcome work_optimal_rounds(const Context& context,
                                                  const Directions& directions, RatedEdges rated,
                                                  RoundOrder order, Arrays& arrays, Claims claims) {
  const InputLevel<Arrays> input(arrays, directions, std::move(rated.words));
  const std::size_t n = input.num_vertices;
  const std::size_t m = input.num_edges;
  CrewState<Arrays, Claims> state(context, arrays, n, std::move(rated.left_out), order.redraws(),
                                  std::move(claims));
  Renumbering<Arrays> renumbering(context, arrays, n, m);
  CompactLevel<Arrays> current(arrays, n, m, input.num_pins);
  CompactLevel<Arrays> next(arrays, n, m, input.num_pins);
  // In a matching each edge takes a vertex.
  auto chosen = arrays.template make<EdgeId>("chosen", Claims::k_counts ? m : std::min(n, m));
  std::size_t num_chosen = 0;
  LocalMaxOutcome outcome{.edges = {}, .variant = name_of(LocalMaxVariant::work_optimal)};

  const auto round = [&](const auto& from, CompactLevel<Arrays>& to) {
    context.check_cancelled();
    context.report({"solve", rated.num_edges - from.num_edges, rated.num_edges});
    order.begin_round(outcome.rounds++);
    arrays.begin_round();
    crew_round<Removal::compact>(context, from, order, state, arrays);
    arrays.begin_phase();
    num_chosen += parallel::select(
        context, from.num_edges, [&](std::size_t e) { return state.is(e, EdgeState::matched); },
        [&](std::size_t place, std::size_t e) { chosen.set(num_chosen + place, from.origin(e)); });
    compact(context, from, to, state, renumbering, arrays);
    if (to.num_edges == from.num_edges) structures::throw_broken_promise(directions.hypergraph);
  };

  // Edges that take no part are removed before the first round; if there are none, it works on the
  // input itself.
  if (rated.num_edges < m) {
    compact(context, input, current, state, renumbering, arrays);
  } else if (m > 0) {
    round(input, current);
  }
  // Ends: all pins of the uppermost edge claim it, so each round removes an edge.
  while (current.num_edges > 0) {
    round(current, next);
    std::swap(current, next);
  }

  Array<EdgeId> edges(num_chosen);
  for (std::size_t i = 0; i < num_chosen; ++i) edges[i] = chosen.get(i);
  parallel::radix_sort(context, edges, [](EdgeId e) { return e; });
  outcome.edges.assign(edges.begin(), edges.end());
  return outcome;
}

}  // namespace hypermatch::detail::hypergraph_matching
