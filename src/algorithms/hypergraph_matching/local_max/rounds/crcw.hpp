// SPDX-License-Identifier: MIT
// Local max with concurrent writes: Reinstaedtler, Schulz, Sitchinava, Walliser 2026 ("Efficient
// Parallel Algorithms for Hypergraph Matching", algorithm 1 and section 5.2.1). The best edge of
// every vertex, pin counters by atomic sums where it changed, soft deletes. A vertex holds the
// round in which it was matched, so that nothing is cleared. Under capacities edges look for the
// claims of their pins, and use up room by atomic differences. One source for all places.
#pragma once

#include "algorithms/hypergraph_matching/local_max/rounds/level.hpp"

namespace hypermatch::detail::hypergraph_matching {

template <class P>
struct CrcwState {
  static constexpr std::uint32_t k_active = 0;
  static constexpr std::uint32_t k_without_edges = ~std::uint32_t{0};

  typename P::Flags inactive;                       ///< edges
  typename P::template Words<std::uint32_t> count;  ///< of an edge: pins whose best edge it is
  typename P::template Words<EdgeId> best;          ///< of a vertex, in a matching
  typename P::template Words<std::uint32_t>
      completed;                                     ///< of a vertex: k_active, round, or without
  typename P::template Words<std::uint64_t> lowest;  ///< of a vertex, under capacities
  typename P::template Words<std::uint64_t> drawn;   ///< keys of this round, where none are made

  HYPERMATCH_FN bool edge_is_active(EdgeId e) const { return !inactive.is_set(e); }
  HYPERMATCH_FN bool vertex_is_active(VertexId v) const { return completed.get(v) == k_active; }
  HYPERMATCH_FN void claims(VertexId v, bool any) const {
    if (!any) completed.set(v, k_without_edges);
  }
};

namespace crcw {

template <class P, class Keys>
struct BestEdge : UppermostEdge, EdgesOfVertex<P> {
  CrcwState<P> state;
  Keys key;
  bool redraws;

  HYPERMATCH_FN bool is_active(std::uint32_t v) const { return state.vertex_is_active(v); }
  HYPERMATCH_FN Value value(std::uint32_t /*v*/, EdgeId e) const {
    return state.edge_is_active(e) ? Value{key(e), e} : identity();
  }
  HYPERMATCH_FN void store(std::uint32_t v, const Value& top) const {
    const EdgeId old = state.best.get(v);
    if (top.edge == k_none) state.completed.set(v, state.k_without_edges);
    if (top.edge == old) return;
    // With fixed ties the old best edge is inactive by now, and its counter of no interest.
    if (redraws && old != k_none) state.count.fetch_add(old, ~std::uint32_t{0});
    state.best.set(v, top.edge);
    if (top.edge != k_none) state.count.fetch_add(top.edge, 1);
  }
};

// Matched edges and their vertices. No word is shared: an edge that is the best of all its pins is
// the only such edge at each of them.
template <class P>
struct MatchEdges {
  CrcwState<P> state;
  Level<P> level;
  typename P::template Words<std::uint8_t> matched;
  std::uint32_t round;

  HYPERMATCH_FN bool is_active(std::uint32_t e) const {
    const auto& offsets = level.edges.offsets;
    return state.edge_is_active(e) &&
           state.count.get(e) == offsets.get(e + std::uint64_t{1}) - offsets.get(e);
  }
  HYPERMATCH_FN void visit(std::uint32_t e, std::uint64_t p) const {
    if (p == level.edges.offsets.get(e)) matched.set(e, 1);
    state.completed.set(level.pins.get(p), round);
  }
};

// Their edges leave; all threads that find one set the same flag.
template <class P>
struct RemoveEdges {
  CrcwState<P> state;
  typename P::template Words<const EdgeId> incident;
  std::uint32_t round;

  HYPERMATCH_FN bool is_active(std::uint32_t v) const { return state.completed.get(v) == round; }
  HYPERMATCH_FN void visit(std::uint32_t /*v*/, std::uint64_t p) const {
    state.inactive.set(incident.get(p));
  }
};

// Under capacities: edges that all their pins claim are matched; `count` of one is its round.
template <class P, class Keys>
struct MatchClaimedEdges : parallel::AllOf, PinsOfEdge<P> {
  CrcwState<P> state;
  Keys key;
  typename P::template Words<std::uint8_t> matched;
  std::uint32_t round;

  HYPERMATCH_FN bool is_active(std::uint32_t e) const { return state.edge_is_active(e); }
  HYPERMATCH_FN Value value(std::uint32_t e, VertexId v) const {
    return key(e) >= state.lowest.get(v) ? 1 : 0;
  }
  HYPERMATCH_FN void store(std::uint32_t e, Value agreed) const {
    if (agreed == 0) return;
    matched.set(e, 1);
    state.count.set(e, round);
    state.inactive.set(e);
  }
};
// The matched edges use up room. Some thread takes the last of a vertex's room.
template <class P>
struct UseRoom {
  CrcwState<P> state;
  typename P::template Words<const VertexId> pins;
  typename P::template Words<std::uint32_t> room;
  std::uint32_t round;

  HYPERMATCH_FN bool is_active(std::uint32_t e) const { return state.count.get(e) == round; }
  HYPERMATCH_FN void visit(std::uint32_t /*e*/, std::uint64_t p) const {
    const VertexId v = pins.get(p);
    if (room.fetch_add(v, ~std::uint32_t{0}) == 1) state.completed.set(v, round);
  }
};

}  // namespace crcw

template <parallel::Place P>
class Crcw {
 public:
  static constexpr LocalMaxVariant k_variant = LocalMaxVariant::crcw;
  explicit Crcw(P& place) : place_(place) {}

  void lay_out(typename P::Arena& arena, const RoundsSize& size) {
    state_.inactive = arena.take_flags("inactive", size.edges);
    state_.count = arena.template take<std::uint32_t>("count", size.edges);
    state_.completed = arena.template take<std::uint32_t>("completed", size.vertices);
    if (size.has_capacities) {
      state_.lowest = arena.template take<std::uint64_t>("lowest", size.vertices);
    } else {
      state_.best = arena.template take<EdgeId>("best", size.vertices);
    }
    if (size.draws_keys) state_.drawn = arena.template take<std::uint64_t>("drawn", size.edges);
  }

  /// Returns the number of rounds. Calls stuck(round) where an edge has a pin twice.
  template <class Stuck>
  std::uint64_t run(RoundsInput<P> input, const Stuck& stuck) {
    const Level<P>& level = input.level;
    begin_rounds(place_, input);
    place_.assign(state_.inactive, level.edges.count, TakesPart<P, false>{input.left_out});
    place_.fill(state_.count, level.edges.count, std::uint32_t{0});
    place_.fill(state_.completed, level.vertices.count, state_.k_active);
    if (!input.has_capacities()) place_.fill(state_.best, level.vertices.count, EdgeId{k_none});
    // Ends: all pins of the uppermost active edge claim it, so each round matches an edge. One with
    // a repeated pin is never the best of as many vertices as it has pins: then no edge leaves.
    return place_.rounds(
        input.left,
        [&](std::uint64_t r) {
          input.order.begin_round(r - 1);
          round(input, static_cast<std::uint32_t>(r));
        },
        stuck);
  }

 private:
  void round(const RoundsInput<P>& input, std::uint32_t r) {
    const Level<P>& level = input.level;
    if (state_.drawn.data() != nullptr) {
      place_.for_each(level.edges.count, DrawKeys<P, CrcwState<P>>{
                                             state_, input.rated, input.order, {}, state_.drawn});
    }
    with_keys(input, state_.drawn, [&](auto keys) {
      input.has_capacities() ? match_claimed(input, keys, r) : match_best(input, keys, r);
    });
    place_.row_for_each(level.vertices, crcw::RemoveEdges<P>{state_, level.incident, r});
    place_.count_clear(state_.inactive, level.edges.count, input.left);
  }

  template <class Keys>
  void match_best(const RoundsInput<P>& input, const Keys& keys, std::uint32_t r) {
    const Level<P>& level = input.level;
    place_.row_reduce(
        level.vertices,
        crcw::BestEdge<P, Keys>{{}, {level.incident}, state_, keys, input.order.redraws()});
    place_.row_for_each(level.edges, crcw::MatchEdges<P>{state_, level, input.matched, r});
  }

  template <class Keys>
  void match_claimed(const RoundsInput<P>& input, const Keys& keys, std::uint32_t r) {
    const Level<P>& level = input.level;
    place_.row_lowest(level.vertices,
                      ClaimEdges<P, CrcwState<P>, Keys>{
                          {level.incident}, state_, keys, input.room, state_.lowest});
    place_.row_reduce(level.edges, crcw::MatchClaimedEdges<P, Keys>{
                                       {}, {level.pins}, state_, keys, input.matched, r});
    place_.row_for_each(level.edges, crcw::UseRoom<P>{state_, level.pins, input.room, r});
  }

  P& place_;
  CrcwState<P> state_;
};

}  // namespace hypermatch::detail::hypergraph_matching
