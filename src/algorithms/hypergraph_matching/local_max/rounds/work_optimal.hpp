// SPDX-License-Identifier: MIT
// Work-optimal local max with exclusive writes: Reinstaedtler, Schulz, Sitchinava, Walliser 2026
// ("Efficient Parallel Algorithms for Hypergraph Matching", sections 4.2.1 and 5.2.3). After each
// round of crew, both directions of what is left are written into the other of two buffers, at
// places that prefix sums give. Every array that a round passes over is shorter in the next one.
// The host reads the new lengths once per round. One source for all places.
#pragma once

#include <algorithm>

#include "algorithms/hypergraph_matching/local_max/rounds/crew.hpp"

namespace hypermatch::detail::hypergraph_matching {

namespace work_optimal {

/// Room for what is left after a round: vertices and edges renumbered, in their order.
template <class P>
struct Buffers {
  typename P::template Words<Offset> edge_offsets;
  typename P::template Words<VertexId> pins;
  typename P::template Words<Offset> vertex_offsets;
  typename P::template Words<EdgeId> incident;
  typename P::template Words<EdgeId> origins;      ///< numbers in the input
  typename P::template Words<std::uint32_t> room;  ///< under capacities
};

/// New numbers of what stays.
template <class P>
struct Renumbering {
  typename P::template Words<std::uint32_t> degree;  ///< of a vertex: edges that stay
  typename P::template Words<EdgeId> edge;           ///< `k_none` for what goes
  typename P::template Words<VertexId> vertex;
  typename P::template Words<parallel::RowsBefore> totals;  ///< of edges, of vertices
};

template <class P>
struct CountStaying : parallel::SumOf, EdgesOfVertex<P> {
  CrewState<P> state;
  typename P::template Words<std::uint32_t> degree;
  HYPERMATCH_FN bool is_active(std::uint32_t /*v*/) const { return true; }
  HYPERMATCH_FN Value value(std::uint32_t /*v*/, EdgeId e) const {
    return state.edge.get(e) == k_edge_active ? 1 : 0;
  }
  HYPERMATCH_FN void store(std::uint32_t v, Value sum) const { degree.set(v, sum); }
};

// Items of scans are one more than rows: the last one closes the offsets.
template <class P>
struct MoveEdge {
  CrewState<P> state;
  parallel::Rows<P> edges;
  typename P::template Words<const EdgeId> origins;  // none: as they are
  Buffers<P> to;
  Renumbering<P> renumbering;

  HYPERMATCH_FN bool stays(std::uint32_t e) const {
    return e != edges.count && state.edge.get(e) == k_edge_active;
  }
  HYPERMATCH_FN parallel::RowsBefore operator()(std::uint32_t e) const {
    if (!stays(e)) return {};
    return {edges.offsets.get(e + std::uint64_t{1}) - edges.offsets.get(e), 1};
  }
  HYPERMATCH_FN void operator()(std::uint32_t e, const parallel::RowsBefore& before) const {
    if (e == edges.count) {
      to.edge_offsets.set(before.rows, before.entries);
      renumbering.totals.set(0, before);
      return;
    }
    renumbering.edge.set(e, stays(e) ? before.rows : k_none);
    if (!stays(e)) return;
    to.edge_offsets.set(before.rows, before.entries);
    to.origins.set(before.rows, origins.exists() ? origins.get(e) : e);
  }
};
template <class P>
struct MoveVertex {
  std::uint64_t count;
  typename P::template Words<const std::uint32_t> room;  // under capacities
  Buffers<P> to;
  Renumbering<P> renumbering;

  HYPERMATCH_FN parallel::RowsBefore operator()(std::uint32_t v) const {
    if (v == count || renumbering.degree.get(v) == 0) return {};
    return {renumbering.degree.get(v), 1};
  }
  HYPERMATCH_FN void operator()(std::uint32_t v, const parallel::RowsBefore& before) const {
    if (v == count) {
      to.vertex_offsets.set(before.rows, before.entries);
      renumbering.totals.set(1, before);
    } else if (renumbering.degree.get(v) != 0) {
      to.vertex_offsets.set(before.rows, before.entries);
      renumbering.vertex.set(v, before.rows);
      if (room.exists()) to.room.set(before.rows, room.get(v));
    }
  }
};
// Whole rows move. All pins of an edge that stays are vertices that stay: an edge leaves with its
// first vertex.
template <class P>
struct MovePins {
  typename P::template Words<const Offset> offsets;
  typename P::template Words<const VertexId> pins;
  Buffers<P> to;
  Renumbering<P> renumbering;
  HYPERMATCH_FN bool is_active(std::uint32_t e) const { return renumbering.edge.get(e) != k_none; }
  HYPERMATCH_FN void visit(std::uint32_t e, std::uint64_t p) const {
    to.pins.set(to.edge_offsets.get(renumbering.edge.get(e)) + (p - offsets.get(e)),
                renumbering.vertex.get(pins.get(p)));
  }
};
// Vertices to edges: what stays, in order, is in the order of the new rows already.
template <class P>
struct NewNumber {
  typename P::template Words<const EdgeId> incident;
  typename P::template Words<const EdgeId> edge;
  HYPERMATCH_FN EdgeId operator()(std::uint64_t p) const { return edge.get(incident.get(p)); }
};

template <class P>
[[nodiscard]] Buffers<P> lay_out(typename P::Arena& arena, const RoundsSize& size) {
  Buffers<P> buffers{arena.template take<Offset>("edge_offsets", size.edges + 1),
                     arena.template take<VertexId>("pins", size.pins),
                     arena.template take<Offset>("vertex_offsets", size.vertices + 1),
                     arena.template take<EdgeId>("incident", size.pins),
                     arena.template take<EdgeId>("origins", size.edges),
                     {}};
  if (size.has_capacities) {
    buffers.room = arena.template take<std::uint32_t>("room", size.vertices);
  }
  return buffers;
}

}  // namespace work_optimal

template <parallel::Place P>
class WorkOptimal {
 public:
  static constexpr LocalMaxVariant k_variant = LocalMaxVariant::work_optimal;
  explicit WorkOptimal(P& place) : place_(place) {}

  void lay_out(typename P::Arena& arena, const RoundsSize& size) {
    state_ = crew::lay_out<P>(arena, size);
    keys_ = arena.template take<std::uint64_t>("keys", size.edges);
    for (auto& buffers : buffers_) buffers = work_optimal::lay_out<P>(arena, size);
    renumbering_ = {arena.template take<std::uint32_t>("new_degree", size.vertices),
                    arena.template take<EdgeId>("new_edge", size.edges),
                    arena.template take<VertexId>("new_vertex", size.vertices),
                    arena.template take<parallel::RowsBefore>("totals", 2)};
    place_.lay_out_scans(arena, std::max({size.vertices + 1, size.edges + 1, size.pins}));
  }

  /// Returns the number of rounds. Calls stuck(round) where an edge has a pin twice.
  template <class Stuck>
  std::uint64_t run(RoundsInput<P> input, const Stuck& stuck) {
    begin_rounds(place_, input);
    state_.edge = input.left_out;  // 0 and 1 are active and inactive
    const std::uint64_t total = place_.template read<1>(input.left)[0];
    // Edges that take no part are removed before the first round; if there are none, it works on
    // the input itself.
    if (total < input.level.edges.count) compact(input);
    std::uint64_t rounds = 0;
    // Ends: all pins of the uppermost edge claim it, so each round removes an edge.
    while (input.level.edges.count > 0) {
      const std::uint64_t left = input.level.edges.count;
      place_.report(left, total);
      input.order.begin_round(rounds++);
      round(input);
      if (input.level.edges.count >= left) stuck(rounds);
    }
    return rounds;
  }

 private:
  // Plays a round on what is left, and removes what left.
  void round(RoundsInput<P>& input) {
    using All = crew::View<P, Removal::compact>;
    place_.for_each(input.level.edges.count,
                    DrawKeys<P, All>{All{state_}, input.rated, input.order, origins_, keys_});
    place_.find_heavy_rows(input.level.edges);
    place_.find_heavy_rows(input.level.vertices);
    crew::round<Removal::compact>(place_, input, StoredKeys<P>{keys_}, state_, origins_);
    compact(input);
  }

  void compact(RoundsInput<P>& input) {
    Level<P>& level = input.level;
    const work_optimal::Buffers<P>& to = buffers_[turn_];
    place_.scan_rows(level.edges.count + 1,
                     work_optimal::MoveEdge<P>{state_, level.edges, origins_, to, renumbering_});
    place_.row_reduce(level.vertices, work_optimal::CountStaying<P>{
                                          {}, {level.incident}, state_, renumbering_.degree});
    place_.scan_rows(
        level.vertices.count + 1,
        work_optimal::MoveVertex<P>{level.vertices.count, input.room, to, renumbering_});
    place_.row_for_each(
        level.edges, work_optimal::MovePins<P>{level.edges.offsets, level.pins, to, renumbering_});
    place_.filter_map(level.edges.entries,
                      work_optimal::NewNumber<P>{level.incident, renumbering_.edge}, to.incident);
    const auto [edges, vertices] = place_.template read<2>(renumbering_.totals);
    level.edges.offsets = to.edge_offsets;
    level.edges.count = edges.rows;
    level.edges.entries = edges.entries;
    level.vertices.offsets = to.vertex_offsets;
    level.vertices.count = vertices.rows;
    level.vertices.entries = vertices.entries;
    level.pins = to.pins;
    level.incident = to.incident;
    origins_ = to.origins;
    input.room = to.room;
    turn_ ^= 1;
  }

  P& place_;
  CrewState<P> state_;
  typename P::template Words<std::uint64_t> keys_;
  work_optimal::Buffers<P> buffers_[2];
  work_optimal::Renumbering<P> renumbering_;
  typename P::template Words<const EdgeId> origins_;
  int turn_ = 0;  // the buffers that are written next
};

}  // namespace hypermatch::detail::hypergraph_matching
