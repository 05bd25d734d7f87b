// SPDX-License-Identifier: MIT
// Red-blue matching: Fagginger Auer, Bisseling 2012 ("A GPU Algorithm for Greedy Graph Matching",
// doi:10.1007/978-3-642-30397-5_11). Free vertices are coloured at random; blue ones propose to
// red ones, each of which takes one. Maximal, no bound on the weight. O(log n) rounds expected, 2n
// at most; work O(n + m) per round. The rule, ties included, is in red_blue_rule.hpp. A red vertex
// keeps the key of its uppermost proposal, by atomic maxima, instead of looking through its row for
// it. One source for all places; `Arcs` looks through rows.
#pragma once

#include "algorithms/graph_matching/red_blue/red_blue_rule.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/types.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::graph_matching {

enum class Colour : std::uint8_t { gone, red, blue };

template <class P>
struct RedBlueState {
  typename P::template Words<Colour> colours;
  /// Uppermost key proposed to a red vertex; of a blue one the key that it proposes.
  typename P::template Words<std::uint64_t> keys;
  /// A second key, which decides among equal first ones; none where first ones differ.
  typename P::template Words<std::uint32_t> ties;
  /// A blue vertex first has the one that it proposes to, a vertex that retires has itself.
  typename P::template Words<VertexId> mates;

  HYPERMATCH_FN bool is_live(VertexId v) const { return colours.get(v) != Colour::gone; }
};

/// The uppermost arc to a red vertex.
struct Proposal {
  std::uint64_t key = 0;
  std::uint32_t tie = 0;
  VertexId head = k_none;
};

namespace red_blue_rounds {

template <class P>
struct Paint {
  RedBlueState<P> state;
  typename P::template Words<const std::uint32_t> lowest;  ///< live vertex, inverted
  std::uint64_t seed;
  std::uint64_t round;
  std::uint64_t limit;
  bool is_lone;
  HYPERMATCH_FN void operator()(std::uint32_t v) const {
    if (!state.is_live(v)) return;
    const bool blue = is_lone ? v == ~lowest.get(0) : is_blue(seed, round, v, limit);
    state.colours.set(v, blue ? Colour::blue : Colour::red);
    state.keys.set(v, 0);
    if (state.ties.exists()) state.ties.set(v, 0);
  }
};

// Blue vertices propose. No other vertex reads their words. Keys of one vertex differ, but for
// those that have ties: these have a loop of their own.
template <class P, class Arcs>
struct Propose : Arcs {
  using Value = Proposal;
  RedBlueState<P> state;

  HYPERMATCH_FN static Value identity() { return {}; }
  HYPERMATCH_FN static Value combine(const Value& a, const Value& b) {
    return a.key > b.key || (a.key == b.key && a.head < b.head) ? a : b;
  }
  HYPERMATCH_FN static bool is_final(const Value& /*value*/) { return false; }
  HYPERMATCH_FN bool is_active(std::uint32_t v) const {
    return state.colours.get(v) == Colour::blue;
  }
  HYPERMATCH_FN Value value(std::uint32_t v, const typename Arcs::Entry& entry) const {
    const VertexId head = this->head(entry);
    if (!this->takes_part(entry) || state.colours.get(head) != Colour::red) return {};
    return {this->key(v, entry), 0, head};
  }
  HYPERMATCH_FN void store(std::uint32_t v, const Proposal& best) const {
    if (best.head == k_none) return;
    state.mates.set(v, best.head);
    state.keys.set(v, best.key);
    if (state.ties.exists()) state.ties.set(v, best.tie);
    state.keys.raise(best.head, best.key);
  }
};
// Among equal keys the tie decides.
template <class P>
struct RaiseTies {
  RedBlueState<P> state;
  HYPERMATCH_FN void operator()(std::uint32_t v) const {
    if (state.colours.get(v) != Colour::blue) return;
    const VertexId red = state.mates.get(v);
    if (red != k_none && state.keys.get(red) == state.keys.get(v)) {
      state.ties.raise(red, state.ties.get(v));
    }
  }
};

// The keys of the arcs of a red vertex differ, so that one blue vertex has the uppermost.
template <class P>
struct Respond {
  RedBlueState<P> state;
  HYPERMATCH_FN void operator()(std::uint32_t v) const {
    if (state.colours.get(v) != Colour::blue) return;
    const VertexId red = state.mates.get(v);
    if (red == k_none) return;
    const bool is_taken = state.keys.get(red) == state.keys.get(v) &&
                          (!state.ties.exists() || state.ties.get(red) == state.ties.get(v));
    if (is_taken) {
      state.mates.set(red, v);
    } else {
      state.mates.set(v, k_none);
    }
  }
};

// Vertices retire, blue or red, that met no live one.
template <class P, class Arcs>
struct Retire : parallel::AnyOf, Arcs {
  RedBlueState<P> state;
  HYPERMATCH_FN bool is_active(std::uint32_t v) const {
    return state.is_live(v) && state.mates.get(v) == k_none;
  }
  HYPERMATCH_FN Value value(std::uint32_t /*v*/, const typename Arcs::Entry& entry) const {
    return this->takes_part(entry) && state.is_live(this->head(entry)) ? 1 : 0;
  }
  HYPERMATCH_FN void store(std::uint32_t v, Value meets_live) const {
    if (meets_live == 0) state.mates.set(v, v);
  }
};

template <class P>
struct Leave {
  RedBlueState<P> state;
  HYPERMATCH_FN void operator()(std::uint32_t v) const {
    const VertexId mate = state.mates.get(v);
    if (mate == k_none || !state.is_live(v)) return;
    state.colours.set(v, Colour::gone);
    if (mate == v) state.mates.set(v, k_none);
  }
};
template <class P>
struct IsLive {
  RedBlueState<P> state;
  HYPERMATCH_FN bool operator()(std::uint64_t v) const {
    return state.colours.get(v) != Colour::gone;
  }
};
template <class P>
struct FindLowest {
  RedBlueState<P> state;
  typename P::template Words<std::uint32_t> lowest;
  HYPERMATCH_FN void operator()(std::uint32_t v) const {
    if (state.is_live(v)) lowest.raise(0, ~v);
  }
};

}  // namespace red_blue_rounds

template <parallel::Place P>
class RedBlue {
 public:
  explicit RedBlue(P& place) : place_(place) {}

  /// `has_ties`: proposals have a second key.
  void lay_out(typename P::Arena& arena, std::uint64_t n, bool has_ties) {
    state_.colours = arena.template take<Colour>("colours", n);
    state_.keys = arena.template take<std::uint64_t>("keys", n);
    if (has_ties) state_.ties = arena.template take<std::uint32_t>("ties", n);
    lowest_ = arena.template take<std::uint32_t>("lowest", 1);
    num_left_ = arena.template take<std::uint64_t>("left", 1);
    left_ = place_.lay_out_left(arena, n);
  }

  /// Fills the mates; returns the number of rounds. looks.propose(state, round) and
  /// looks.retire(state) are the loops over rows. Calls broken() where a lone vertex neither
  /// matches nor retires: it is its own neighbour, or rows do not mirror.
  template <class Looks, class Broken>
  std::uint64_t run(const parallel::Rows<P>& rows, const Looks& looks,
                    const RedBlueOptions& options,
                    const typename P::template Words<VertexId>& mates, const Broken& broken) {
    using namespace red_blue_rounds;
    const std::uint64_t n = rows.count;
    const std::uint64_t seed = options.order.seed;
    const std::uint64_t limit = blue_limit(options.blue_share);
    state_.mates = mates;
    place_.fill(mates, n, VertexId{k_none});
    place_.fill(state_.colours, n, Colour::red);
    place_.find_heavy_rows(rows);
    bool is_lone = false;
    std::uint64_t rounds = 0;
    // Ends: in a lone round a vertex leaves, or the graph is refused; every other round that none
    // leaves is followed by one.
    for (std::uint64_t before = n; before > 0; ++rounds) {
      place_.report(before, n);
      if (is_lone) find_lowest();
      place_.for_each_left(left_, Paint<P>{state_, lowest_, seed, rounds, limit, is_lone});
      place_.row_reduce_left(rows, left_, looks.propose(state_, rounds));
      if (state_.ties.data() != nullptr) place_.for_each_left(left_, RaiseTies<P>{state_});
      place_.for_each_left(left_, Respond<P>{state_});
      place_.row_reduce_left(rows, left_, looks.retire(state_));
      place_.for_each_left(left_, Leave<P>{state_});
      place_.keep_left(left_, IsLive<P>{state_}, num_left_);
      const std::uint64_t now = place_.template read<1>(num_left_)[0];
      if (is_lone && now == before) broken();
      is_lone = now == before;
      before = now;
    }
    return rounds;
  }

 private:
  void find_lowest() {
    place_.fill(lowest_, 1, std::uint32_t{0});
    place_.for_each_left(left_, red_blue_rounds::FindLowest<P>{state_, lowest_});
  }

  P& place_;
  RedBlueState<P> state_;
  typename P::template Words<std::uint32_t> lowest_;
  typename P::template Words<std::uint64_t> num_left_;
  typename P::Left left_;
};

}  // namespace hypermatch::detail::graph_matching
