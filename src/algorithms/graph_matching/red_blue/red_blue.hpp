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

/// The uppermost arc of a blue vertex to a red one, and whether there is one to a live vertex.
struct BlueProposal {
  std::uint64_t key = 0;
  VertexId head = k_none;
  bool meets_live = false;
  bool is_final = false;  ///< nothing else is asked for
  std::uint32_t tie = 0;
};

namespace red_blue_rounds {

// Blue vertices propose; blue and red ones retire that meet no live one. No other vertex reads
// their words. Keys of one vertex differ, but for those that have ties: these have a loop of their
// own.
template <class P, class Arcs>
struct Look : Arcs {
  using Value = BlueProposal;
  RedBlueState<P> state;

  HYPERMATCH_FN static Value identity() { return {}; }
  HYPERMATCH_FN static Value combine(const Value& a, const Value& b) {
    const bool takes_a = a.key > b.key || (a.key == b.key && a.head < b.head);
    Value both = takes_a ? a : b;
    both.meets_live = a.meets_live || b.meets_live;
    both.is_final = a.is_final || b.is_final;
    return both;
  }
  HYPERMATCH_FN static bool is_final(const Value& value) { return value.is_final; }
  HYPERMATCH_FN bool is_active(std::uint32_t v) const { return state.is_live(v); }
  HYPERMATCH_FN Value value(std::uint32_t v, const typename Arcs::Entry& entry) const {
    const VertexId head = this->head(entry);
    if (!this->takes_part(entry) || !state.is_live(head)) return {};
    if (state.colours.get(v) == Colour::red) return {.meets_live = true, .is_final = true};
    if (state.colours.get(head) != Colour::red) return {.meets_live = true};
    return {.key = this->key(v, entry), .head = head, .meets_live = true};
  }
  HYPERMATCH_FN void store(std::uint32_t v, const BlueProposal& best) const {
    if (!best.meets_live) state.mates.set(v, v);
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
    if (red != k_none && red != v && state.keys.get(red) == state.keys.get(v)) {
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
    if (red == k_none || red == v) return;
    const bool is_taken = state.keys.get(red) == state.keys.get(v) &&
                          (!state.ties.exists() || state.ties.get(red) == state.ties.get(v));
    if (is_taken) {
      state.mates.set(red, v);
    } else {
      state.mates.set(v, k_none);
    }
  }
};

// The end of a round: whether a vertex stays, with its colour in round `next`.
template <class P>
struct Stays {
  RedBlueState<P> state;
  std::uint64_t seed;
  std::uint64_t next;
  std::uint64_t limit;
  HYPERMATCH_FN bool operator()(std::uint64_t i) const {
    const auto v = static_cast<VertexId>(i);
    if (!state.is_live(v)) return false;
    const VertexId mate = state.mates.get(v);
    if (mate != k_none) {
      state.colours.set(v, Colour::gone);
      if (mate == v) state.mates.set(v, k_none);
      return false;
    }
    state.colours.set(v, is_blue(seed, next, v, limit) ? Colour::blue : Colour::red);
    state.keys.set(v, 0);
    if (state.ties.exists()) state.ties.set(v, 0);
    return true;
  }
};

// A lone round.
template <class P>
struct FindLowest {
  RedBlueState<P> state;
  typename P::template Words<std::uint32_t> lowest;
  HYPERMATCH_FN void operator()(std::uint32_t v) const {
    if (state.is_live(v)) lowest.raise(0, ~v);
  }
};
template <class P>
struct PaintLowest {
  RedBlueState<P> state;
  typename P::template Words<const std::uint32_t> lowest;  ///< inverted
  HYPERMATCH_FN void operator()(std::uint32_t v) const {
    if (!state.is_live(v)) return;
    state.colours.set(v, v == ~lowest.get(0) ? Colour::blue : Colour::red);
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

  /// Fills the mates; returns the number of rounds. look(state, round) is the loop over rows. Calls
  /// broken() where a lone vertex neither matches nor retires: it is its own neighbour, or rows do
  /// not mirror.
  template <class Looks, class Broken>
  std::uint64_t run(const parallel::Rows<P>& rows, const Looks& look, const RedBlueOptions& options,
                    const typename P::template Words<VertexId>& mates, const Broken& broken) {
    using namespace red_blue_rounds;
    const std::uint64_t n = rows.count;
    const std::uint64_t seed = options.order.seed;
    const std::uint64_t limit = blue_limit(options.blue_share);
    const auto begin_round = [&](std::uint64_t round) {
      place_.keep_left(left_, Stays<P>{state_, seed, round, limit}, num_left_);
      return place_.template read<1>(num_left_)[0];
    };
    state_.mates = mates;
    place_.fill(mates, n, VertexId{k_none});
    place_.fill(state_.colours, n, Colour::red);
    place_.find_heavy_rows(rows);
    std::uint64_t rounds = 0;
    std::uint64_t before = 0;
    bool is_lone = false;
    // Ends: in a lone round a vertex leaves, or the graph is refused; every other round that none
    // leaves is followed by one.
    for (std::uint64_t now = begin_round(0); now > 0; now = begin_round(++rounds)) {
      if (is_lone && now == before) broken();
      is_lone = now == before;
      before = now;
      place_.report(now, n);
      if (is_lone) paint_lowest();
      place_.row_reduce_left(rows, left_, look(state_, rounds));
      if (state_.ties.data() != nullptr) place_.for_each_left(left_, RaiseTies<P>{state_});
      place_.for_each_left(left_, Respond<P>{state_});
    }
    return rounds;
  }

 private:
  void paint_lowest() {
    using namespace red_blue_rounds;
    place_.fill(lowest_, 1, std::uint32_t{0});
    place_.for_each_left(left_, FindLowest<P>{state_, lowest_});
    place_.for_each_left(left_, PaintLowest<P>{state_, lowest_});
  }

  P& place_;
  RedBlueState<P> state_;
  typename P::template Words<std::uint32_t> lowest_;
  typename P::template Words<std::uint64_t> num_left_;
  typename P::Left left_;
};

}  // namespace hypermatch::detail::graph_matching
