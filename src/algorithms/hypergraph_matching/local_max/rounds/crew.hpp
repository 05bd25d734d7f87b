// SPDX-License-Identifier: MIT
// Local max with exclusive writes: Reinstaedtler, Schulz, Sitchinava, Walliser 2026 ("Efficient
// Parallel Algorithms for Hypergraph Matching", section 5.2.2 and appendix A). Edges and vertices
// are first marked as newly completed, then as gone; maxima, conjunctions and sums are segmented
// reductions. No phase writes a word twice, and nothing is atomic. One source for all places.
#pragma once

#include "algorithms/hypergraph_matching/local_max/rounds/level.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Whether what left the hypergraph stays in the arrays, marked, or is removed from them.
enum class Removal { soft, compact };

enum EdgeState : std::uint8_t {
  k_edge_active = 0,
  k_edge_inactive = 1,
  k_edge_completed = 2,
  k_edge_matched = 3
};
enum VertexState : std::uint8_t {
  k_vertex_active = 0,
  k_vertex_inactive = 1,
  k_vertex_completed = 2
};

template <class P>
struct CrewState {
  typename P::template Words<std::uint8_t> edge;     ///< EdgeState
  typename P::template Words<std::uint8_t> vertex;   ///< VertexState
  typename P::template Words<EdgeId> best;           ///< of a vertex: its best edge; in a matching
  typename P::template Words<std::uint64_t> lowest;  ///< the lowest key it claims; under capacities
  typename P::template Words<std::uint8_t> claims;   ///< whether it claims any; under capacities
};

namespace crew {

/// The state as phases see it: with `Removal::compact` all edges and vertices are active before.
template <class P, Removal k_removal>
struct View {
  static constexpr bool k_soft = k_removal == Removal::soft;
  CrewState<P> state;

  HYPERMATCH_FN bool edge_is_active(EdgeId e) const {
    return !k_soft || state.edge.get(e) == k_edge_active;
  }
  HYPERMATCH_FN bool vertex_is_active(VertexId v) const {
    return !k_soft || state.vertex.get(v) == k_vertex_active;
  }
  HYPERMATCH_FN void claims(VertexId v, bool any) const { state.claims.set(v, any ? 1 : 0); }
  HYPERMATCH_FN bool claims_none(VertexId v) const {
    return state.claims.exists() ? state.claims.get(v) == 0 : state.best.get(v) == k_none;
  }
};

template <class P, Removal k_removal, class Keys>
struct BestEdge : UppermostEdge, EdgesOfVertex<P> {
  View<P, k_removal> view;
  Keys key;

  HYPERMATCH_FN bool is_active(std::uint32_t v) const { return view.vertex_is_active(v); }
  HYPERMATCH_FN Value value(std::uint32_t /*v*/, EdgeId e) const {
    return view.edge_is_active(e) ? Value{key(e), e} : identity();
  }
  HYPERMATCH_FN void store(std::uint32_t v, const Value& top) const {
    view.state.best.set(v, top.edge);
  }
};

// Claims of a vertex: its best edge, or under capacities all from its lowest key on.
template <class P>
struct BestClaimed {
  typename P::template Words<const EdgeId> best;
  HYPERMATCH_FN bool operator()(VertexId v, EdgeId e) const { return best.get(v) == e; }
};
template <class P, class Keys>
struct UppermostClaimed {
  typename P::template Words<const std::uint64_t> lowest;
  Keys key;
  HYPERMATCH_FN bool operator()(VertexId v, EdgeId e) const { return key(e) >= lowest.get(v); }
};

// Edges that all their pins claim are newly completed.
template <class P, Removal k_removal, class Claimed>
struct CompleteEdges : parallel::AllOf, PinsOfEdge<P> {
  View<P, k_removal> view;
  Claimed is_claimed;

  HYPERMATCH_FN bool is_active(std::uint32_t e) const { return view.edge_is_active(e); }
  HYPERMATCH_FN Value value(std::uint32_t e, VertexId v) const { return is_claimed(v, e) ? 1 : 0; }
  HYPERMATCH_FN void store(std::uint32_t e, Value all) const {
    if (all != 0 || !view.k_soft) {
      view.state.edge.set(e, all != 0 ? k_edge_completed : k_edge_active);
    }
  }
};

// So are the vertices that they leave without room. In a matching only the best edge of a vertex
// decides.
template <class P, Removal k_removal>
struct CompleteVertices {
  View<P, k_removal> view;

  HYPERMATCH_FN void complete(std::uint32_t v, bool completed) const {
    if (completed || !view.k_soft) {
      view.state.vertex.set(v, completed ? k_vertex_completed : k_vertex_active);
    }
  }
  HYPERMATCH_FN void operator()(std::uint32_t v) const {
    if (!view.vertex_is_active(v)) return;
    const EdgeId e = view.state.best.get(v);
    complete(v, e != k_none && view.state.edge.get(e) == k_edge_completed);
  }
};
// Under capacities their number does.
template <class P, Removal k_removal>
struct UseRoom : parallel::SumOf, EdgesOfVertex<P> {
  CompleteVertices<P, k_removal> vertices;
  typename P::template Words<std::uint32_t> room;

  HYPERMATCH_FN bool is_active(std::uint32_t v) const { return vertices.view.vertex_is_active(v); }
  HYPERMATCH_FN Value value(std::uint32_t /*v*/, EdgeId e) const {
    return vertices.view.state.edge.get(e) == k_edge_completed ? 1 : 0;
  }
  HYPERMATCH_FN void store(std::uint32_t v, Value used) const {
    const std::uint32_t left = room.get(v) - used;
    room.set(v, left);
    vertices.complete(v, left == 0);
  }
};

// Newly completed edges leave, matched, and those with a newly completed vertex.
template <class P, Removal k_removal>
struct RemoveEdges : parallel::AnyOf, PinsOfEdge<P> {
  CrewState<P> state;
  typename P::template Words<std::uint8_t> matched;
  typename P::template Words<const EdgeId> origins;  // none: edges have the numbers of the input

  HYPERMATCH_FN bool is_active(std::uint32_t e) const {
    const std::uint8_t mine = state.edge.get(e);
    return k_removal == Removal::compact || mine == k_edge_active || mine == k_edge_completed;
  }
  HYPERMATCH_FN Value value(std::uint32_t /*e*/, VertexId v) const {
    return state.vertex.get(v) == k_vertex_completed ? 1 : 0;
  }
  HYPERMATCH_FN void store(std::uint32_t e, Value meets) const {
    if (state.edge.get(e) == k_edge_completed) {
      state.edge.set(e, k_edge_matched);
      matched.set(origins.exists() ? origins.get(e) : e, 1);
    } else if (meets != 0) {
      state.edge.set(e, k_edge_inactive);
    }
  }
};

// Newly completed vertices leave, and with soft deletes those that have no active edge.
template <class P, Removal k_removal>
struct RemoveVertices {
  View<P, k_removal> view;
  HYPERMATCH_FN void operator()(std::uint32_t v) const {
    const std::uint8_t mine = view.state.vertex.get(v);
    if (mine == k_vertex_completed ||
        (view.k_soft && mine == k_vertex_active && view.claims_none(v))) {
      view.state.vertex.set(v, k_vertex_inactive);
    }
  }
};

template <class P>
struct IsActive {
  CrewState<P> state;
  HYPERMATCH_FN bool operator()(std::uint64_t e) const {
    return state.edge.get(e) == k_edge_active;
  }
};

template <class P>
[[nodiscard]] CrewState<P> lay_out(typename P::Arena& arena, const RoundsSize& size) {
  CrewState<P> state;
  state.vertex = arena.template take<std::uint8_t>("vertex_state", size.vertices);
  if (size.has_capacities) {
    state.lowest = arena.template take<std::uint64_t>("lowest", size.vertices);
    state.claims = arena.template take<std::uint8_t>("claims", size.vertices);
  } else {
    state.best = arena.template take<EdgeId>("best", size.vertices);
  }
  return state;
}

/// Marks the edges that all their pins claim as newly completed, and the vertices that they leave
/// without room.
template <Removal k_removal, class P, class Keys>
void complete_best(P& place, const Level<P>& level, const Keys& keys, const CrewState<P>& state) {
  const View<P, k_removal> view{state};
  place.row_reduce(level.vertices, BestEdge<P, k_removal, Keys>{{}, {level.incident}, view, keys});
  place.row_reduce(level.edges, CompleteEdges<P, k_removal, BestClaimed<P>>{
                                    {}, {level.pins}, view, {state.best}});
  place.for_each(level.vertices.count, CompleteVertices<P, k_removal>{view});
}
template <Removal k_removal, class P, class Keys>
void complete_claimed(P& place, const RoundsInput<P>& input, const Keys& keys,
                      const CrewState<P>& state) {
  const Level<P>& level = input.level;
  const View<P, k_removal> view{state};
  place.row_lowest(level.vertices, ClaimEdges<P, View<P, k_removal>, Keys>{
                                       {level.incident}, view, keys, input.room, state.lowest});
  place.row_reduce(level.edges, CompleteEdges<P, k_removal, UppermostClaimed<P, Keys>>{
                                    {}, {level.pins}, view, {state.lowest, keys}});
  place.row_reduce(level.vertices, UseRoom<P, k_removal>{{}, {level.incident}, {view}, input.room});
}

/// One round on the level of `input`. Leaves edges as matched, inactive or still active, vertices
/// as inactive or active.
template <Removal k_removal, class P, class Keys>
void round(P& place, const RoundsInput<P>& input, const Keys& keys, const CrewState<P>& state,
           const typename P::template Words<const EdgeId>& origins) {
  const Level<P>& level = input.level;
  if (input.has_capacities()) {
    complete_claimed<k_removal>(place, input, keys, state);
  } else {
    complete_best<k_removal>(place, level, keys, state);
  }
  place.row_reduce(level.edges,
                   RemoveEdges<P, k_removal>{{}, {level.pins}, state, input.matched, origins});
  place.for_each(level.vertices.count, RemoveVertices<P, k_removal>{View<P, k_removal>{state}});
}

}  // namespace crew

template <parallel::Place P>
class Crew {
 public:
  static constexpr LocalMaxVariant k_variant = LocalMaxVariant::crew;
  explicit Crew(P& place) : place_(place) {}

  void lay_out(typename P::Arena& arena, const RoundsSize& size) {
    state_ = crew::lay_out<P>(arena, size);
    if (size.draws_keys) drawn_ = arena.template take<std::uint64_t>("drawn", size.edges);
  }

  /// Returns the number of rounds. Calls stuck(round) where an edge has a pin twice.
  template <class Stuck>
  std::uint64_t run(RoundsInput<P> input, const Stuck& stuck) {
    const Level<P>& level = input.level;
    begin_rounds(place_, input);
    state_.edge = input.left_out;  // 0 and 1 are active and inactive
    place_.fill(state_.vertex, level.vertices.count, std::uint8_t{k_vertex_active});
    // Ends: all pins of the uppermost active edge claim it, so each round matches an edge.
    return place_.rounds(
        input.left,
        [&](std::uint64_t r) {
          input.order.begin_round(r - 1);
          if (drawn_.data() != nullptr) {
            const crew::View<P, Removal::soft> view{state_};
            place_.for_each(level.edges.count, DrawKeys<P, crew::View<P, Removal::soft>>{
                                                   view, input.rated, input.order, {}, drawn_});
          }
          with_keys(input, drawn_, [&](auto keys) {
            crew::round<Removal::soft>(place_, input, keys, state_, {});
          });
          place_.count(level.edges.count, crew::IsActive<P>{state_}, input.left);
        },
        stuck);
  }

 private:
  P& place_;
  CrewState<P> state_;
  typename P::template Words<std::uint64_t> drawn_;
};

}  // namespace hypermatch::detail::hypergraph_matching
