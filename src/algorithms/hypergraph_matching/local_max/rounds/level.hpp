// SPDX-License-Identifier: MIT
// The instance that the rounds of local max work on, in a place: both directions of a hypergraph,
// the keys of its edges, and what its vertices have room for.
#pragma once

#include <bit>
#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/rounds/round_order.hpp"
#include "base/edge_order.hpp"
#include "hypermatch/types.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// A hypergraph, or what is left of one.
template <class P>
struct Level {
  parallel::Rows<P> edges;
  parallel::Rows<P> vertices;
  typename P::template Words<const VertexId> pins;
  typename P::template Words<const EdgeId> incident;
};

using parallel::KeyedEdge;
using parallel::UppermostEdge;

/// The words that keys are made of, one per edge of the input. Hosts have `words`; devices have
/// priorities (none: all are 0), or ratings where there is noise.
template <class P>
struct RatedWords {
  typename P::template Words<const std::uint64_t> words;  ///< as RoundOrder::key has them
  typename P::template Words<const std::uint32_t> priorities;
  typename P::template Words<const double> ratings;

  [[nodiscard]] HYPERMATCH_FN std::uint64_t key(const RoundOrder& order, EdgeId e) const {
    if (words.exists()) return order.key(words.get(e), e);
    if (ratings.exists()) return order.key(std::bit_cast<std::uint64_t>(ratings.get(e)), e);
    const std::uint32_t priority = priorities.exists() ? priorities.get(e) : 0;
    return order.redraws() ? order.key(priority, e) : base::make_key(priority, order.mixer()(e));
  }
};

/// The keys of a round in an array.
template <class P>
struct StoredKeys {
  typename P::template Words<const std::uint64_t> keys;
  HYPERMATCH_FN std::uint64_t operator()(EdgeId e) const { return keys.get(e); }
};
/// Keys made when asked for, so that only the priority is read.
template <class P>
struct MadeKeys {
  typename P::template Words<const std::uint32_t> priorities;  ///< none: all are 0
  base::TieMixer mixer;
  HYPERMATCH_FN std::uint64_t operator()(EdgeId e) const {
    return base::make_key(priorities.exists() ? priorities.get(e) : 0, mixer(e));
  }
};

/// An instance of the rounds.
template <class P>
struct RoundsInput {
  Level<P> level;
  RatedWords<P> rated;
  RoundOrder order;
  typename P::template Words<std::uint8_t> left_out;  ///< 1 for edges that take no part, else 0
  typename P::template Words<std::uint8_t> matched;   ///< the answer, one per edge; zero before
  typename P::template Words<std::uint64_t> left;     ///< one word
  /// How many edges each vertex may take, used up by the rounds; no array in a matching.
  typename P::template Words<std::uint32_t> room;

  [[nodiscard]] bool has_capacities() const { return room.data() != nullptr; }
};

/// Sizes that arrays of the rounds are laid out by.
struct RoundsSize {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t pins = 0;
  bool draws_keys = false;
  bool has_capacities = false;
};

/// Calls body(keys) with the keys of a round: those in `drawn`; where there is no such array, they
/// are made on places where that is fast, elsewhere the words are keys.
template <class P, class Body>
void with_keys(const RoundsInput<P>& input,
               const typename P::template Words<const std::uint64_t>& drawn, const Body& body) {
  if constexpr (P::k_recomputes) {
    if (drawn.data() == nullptr) {
      body(MadeKeys<P>{input.rated.priorities, input.order.mixer()});
      return;
    }
  }
  body(StoredKeys<P>{drawn.data() != nullptr ? drawn : input.rated.words});
}

/// Base of loops that ask all pins of an edge whether one has a property.
template <class P>
struct PinsOfEdge {
  typename P::template Words<const VertexId> pins;
  HYPERMATCH_FN VertexId entry(std::uint64_t p) const { return pins.get(p); }
};
/// Base of loops over the edges of a vertex.
template <class P>
struct EdgesOfVertex {
  typename P::template Words<const EdgeId> incident;
  HYPERMATCH_FN EdgeId entry(std::uint64_t p) const { return incident.get(p); }
};

/// Under capacities a vertex claims as many of its best edges as it has room for: those from its
/// `lowest` key on. Greedy takes each edge that all pins claim, because fewer edges than there is
/// room for lie above it at each pin. `Open` tells which vertices and edges take part.
template <class P, class Open, class Keys>
struct ClaimEdges : EdgesOfVertex<P> {
  Open open;
  Keys keys;
  typename P::template Words<const std::uint32_t> rooms;
  typename P::template Words<std::uint64_t> lowest;

  HYPERMATCH_FN bool is_active(std::uint32_t v) const { return open.vertex_is_active(v); }
  HYPERMATCH_FN bool takes(EdgeId e) const { return open.edge_is_active(e); }
  HYPERMATCH_FN std::uint64_t key(EdgeId e) const { return keys(e); }
  HYPERMATCH_FN std::uint32_t room(std::uint32_t v) const { return rooms.get(v); }
  HYPERMATCH_FN void store(std::uint32_t v, std::uint64_t key, bool any) const {
    lowest.set(v, key);
    open.claims(v, any);
  }
};

/// Edges with a vertex of capacity 0 take no part.
template <class P>
struct LeaveOutFull : parallel::AnyOf, PinsOfEdge<P> {
  typename P::template Words<const std::uint32_t> room;
  typename P::template Words<std::uint8_t> left_out;
  HYPERMATCH_FN bool is_active(std::uint32_t e) const { return left_out.get(e) == 0; }
  HYPERMATCH_FN Value value(std::uint32_t /*e*/, VertexId v) const {
    return room.get(v) == 0 ? 1 : 0;
  }
  HYPERMATCH_FN void store(std::uint32_t e, Value meets) const {
    if (meets != 0) left_out.set(e, 1);
  }
};
/// Whether an edge takes part, or with `k_expected` false whether it does not.
template <class P, bool k_expected = true>
struct TakesPart {
  typename P::template Words<const std::uint8_t> left_out;
  HYPERMATCH_FN bool operator()(std::uint64_t e) const {
    return (left_out.get(e) == 0) == k_expected;
  }
};

/// Draws the keys of edges that take part; `Active` tells which of them.
template <class P, class Active>
struct DrawKeys {
  Active active;
  RatedWords<P> rated;
  RoundOrder order;
  typename P::template Words<const EdgeId> origins;  ///< numbers in the input; none: as they are
  typename P::template Words<std::uint64_t> drawn;
  HYPERMATCH_FN void operator()(std::uint32_t e) const {
    if (!active.edge_is_active(e)) return;
    drawn.set(e, rated.key(order, origins.exists() ? origins.get(e) : e));
  }
};

/// Before the first round: lists long rows, leaves out what has no room, and counts.
template <class P>
void begin_rounds(P& place, const RoundsInput<P>& input) {
  place.find_heavy_rows(input.level.edges);
  place.find_heavy_rows(input.level.vertices);
  if (input.has_capacities()) {
    place.row_reduce(input.level.edges,
                     LeaveOutFull<P>{{}, {input.level.pins}, input.room, input.left_out});
  }
  place.count(input.level.edges.count, TakesPart<P>{input.left_out}, input.left);
}

}  // namespace hypermatch::detail::hypergraph_matching
