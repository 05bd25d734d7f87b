// SPDX-License-Identifier: MIT
// Local max on a list of edges with concurrent writes: Birn, Osipov, Sanders, Schulz, Sitchinava
// 2013, doi:10.1007/978-3-642-40047-6_66, section 2 (CRCW PRAM). Each vertex's uppermost edge by
// atomic maxima, edges that are uppermost at both ends, soft deletes: the mates are the marks. One
// source for all places.
#pragma once

#include "algorithms/graph_matching/local_max/edge_rounds/pair_keys.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::graph_matching {

/// An edge in a round. Of two equal ends, it takes no part.
struct KeyedPair {
  GraphEdge ends;
  std::uint64_t key;
};

/// Edges with a key per round.
template <class P>
struct RatedPairs {
  typename P::template Words<const GraphEdge> ends;
  typename P::template Words<const std::uint64_t> words;
  PairKeys keys;

  void begin_round(std::uint64_t r) { keys.begin_round(r); }
  HYPERMATCH_FN KeyedPair operator()(std::uint32_t e) const {
    const GraphEdge edge = ends.get(e);
    return {edge, keys.key(words.get(e), edge)};
  }
};
/// Edges with one key.
template <class P>
struct KeyedPairs {
  typename P::template Words<const GraphEdge> ends;
  typename P::template Words<const std::uint64_t> keys;

  void begin_round(std::uint64_t /*r*/) {}
  HYPERMATCH_FN KeyedPair operator()(std::uint32_t e) const { return {ends.get(e), keys.get(e)}; }
};

namespace crcw {

template <class P>
struct State {
  typename P::template Words<std::uint64_t> uppermost;  ///< key at each vertex
  typename P::template Words<VertexId> mates;

  HYPERMATCH_FN bool is_left(const GraphEdge& edge) const {
    return edge.u != edge.v && mates.load(edge.u) == k_none && mates.load(edge.v) == k_none;
  }
};

template <class P, class Edges>
struct RaiseKeys {
  Edges edges;
  State<P> state;
  HYPERMATCH_FN void operator()(std::uint32_t e) const {
    const KeyedPair edge = edges(e);
    if (!state.is_left(edge.ends)) return;
    state.uppermost.raise(edge.ends.u, edge.key);
    state.uppermost.raise(edge.ends.v, edge.key);
  }
};

// One edge of a vertex has its uppermost key, so that no two write a word, unless a pair
// stands in the list twice: both then write the same. A dead edge may have key 0, as vertices
// without edges do.
template <class P, class Edges>
struct MatchUppermost {
  Edges edges;
  State<P> state;
  HYPERMATCH_FN void operator()(std::uint32_t e) const {
    const KeyedPair edge = edges(e);
    const auto [u, v] = edge.ends;
    if (state.uppermost.get(u) != edge.key || state.uppermost.get(v) != edge.key) return;
    if (!state.is_left(edge.ends)) return;
    state.mates.store(u, v);
    state.mates.store(v, u);
  }
};

template <class P, class Edges>
struct IsLeft {
  Edges edges;
  State<P> state;
  HYPERMATCH_FN bool operator()(std::uint64_t e) const {
    return state.is_left(edges(static_cast<std::uint32_t>(e)).ends);
  }
};

}  // namespace crcw

template <parallel::Place P>
class Crcw {
 public:
  explicit Crcw(P& place) : place_(place) {}

  void lay_out(typename P::Arena& arena, std::uint64_t num_vertices) {
    state_.uppermost = arena.template take<std::uint64_t>("uppermost", num_vertices);
    left_ = arena.template take<std::uint64_t>("left", 1);
  }

  /// Fills the mates; returns the number of rounds.
  template <class Edges>
  std::uint64_t run(Edges edges, std::uint64_t num_edges, std::uint64_t num_vertices,
                    const typename P::template Words<VertexId>& mates) {
    state_.mates = mates;
    place_.fill(mates, num_vertices, VertexId{k_none});
    const std::uint64_t total = count_left(edges, num_edges);
    std::uint64_t rounds = 0;
    // Ends: the uppermost edge left is so at both ends, so each round matches an edge.
    for (std::uint64_t left = total; left > 0; left = count_left(edges, num_edges)) {
      place_.report(left, total);
      edges.begin_round(rounds++);
      place_.fill(state_.uppermost, num_vertices, std::uint64_t{0});
      place_.for_each(num_edges, crcw::RaiseKeys<P, Edges>{edges, state_});
      place_.for_each(num_edges, crcw::MatchUppermost<P, Edges>{edges, state_});
    }
    return rounds;
  }

 private:
  template <class Edges>
  std::uint64_t count_left(const Edges& edges, std::uint64_t num_edges) {
    place_.count(num_edges, crcw::IsLeft<P, Edges>{edges, state_}, left_);
    return place_.template read<1>(left_)[0];
  }

  P& place_;
  crcw::State<P> state_;
  typename P::template Words<std::uint64_t> left_;
};

}  // namespace hypermatch::detail::graph_matching
