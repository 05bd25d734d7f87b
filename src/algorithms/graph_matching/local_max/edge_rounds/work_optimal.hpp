// SPDX-License-Identifier: MIT
// Work-optimal local max on a graph with exclusive writes: Birn, Osipov, Sanders, Schulz,
// Sitchinava 2013, doi:10.1007/978-3-642-40047-6_66, section 2.1. Array E holds the edges, array A
// for each vertex the numbers of its edges in E. After each round what is left of both is written
// into the other of two buffers, at places that prefix sums give, so that nothing but the start
// depends on the number of vertices. No phase writes a word twice, and nothing is atomic. One
// source for all places.
#pragma once

#include <algorithm>
#include <utility>

#include "algorithms/graph_matching/local_max/edge_rounds/pair_keys.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::graph_matching {

/// E and A.
template <class P>
struct PairLevel {
  typename P::template Words<GraphEdge> ends;       ///< of E
  typename P::template Words<std::uint64_t> words;  ///< of E, for PairKeys::key
  std::uint64_t num_edges = 0;
  typename P::template Words<Offset> offsets;     ///< of A
  typename P::template Words<EdgeId> entries;     ///< of A
  typename P::template Words<VertexId> vertices;  ///< of the rows of A; none: as they are
  parallel::Rows<P> rows;                         ///< of A

  HYPERMATCH_FN VertexId vertex(std::uint32_t row) const {
    return vertices.exists() ? vertices.get(row) : row;
  }
};

namespace work_optimal {

template <class P>
struct State {
  typename P::template Words<EdgeId> best;  ///< of each vertex
  typename P::template Words<VertexId> mates;
  typename P::Flags gone;                          ///< edges
  typename P::template Words<std::uint64_t> keys;  ///< of edges, where ties are redrawn
  // New numbers of what stays:
  typename P::template Words<EdgeId> number;                ///< of edges, `k_none` for what goes
  typename P::template Words<std::uint32_t> degree;         ///< of rows
  typename P::template Words<parallel::RowsBefore> totals;  ///< of edges, of rows
};

template <class P>
struct PickKeys {
  PairLevel<P> level;
  PairKeys keys;
  typename P::template Words<std::uint64_t> picked;
  HYPERMATCH_FN void operator()(std::uint32_t e) const {
    picked.set(e, keys.key(level.words.get(e), level.ends.get(e)));
  }
};

template <class P>
struct BestEdge : parallel::UppermostEdge {
  PairLevel<P> level;
  typename P::template Words<const std::uint64_t> keys;
  typename P::template Words<EdgeId> best;

  HYPERMATCH_FN bool is_active(std::uint32_t /*row*/) const { return true; }
  HYPERMATCH_FN EdgeId entry(std::uint64_t p) const { return level.entries.get(p); }
  HYPERMATCH_FN Value value(std::uint32_t /*row*/, EdgeId e) const { return {keys.get(e), e}; }
  HYPERMATCH_FN void store(std::uint32_t row, const Value& top) const {
    best.set(level.vertex(row), top.edge);
  }
};

template <class P>
struct MatchBest {
  PairLevel<P> level;
  State<P> state;
  HYPERMATCH_FN void operator()(std::uint32_t e) const {
    const auto [u, v] = level.ends.get(e);
    if (state.best.get(u) != e || state.best.get(v) != e) return;
    state.mates.set(u, v);
    state.mates.set(v, u);
  }
};

// Edges of matched vertices, and loops, which stand for edges that take no part.
template <class P>
struct IsGone {
  PairLevel<P> level;
  typename P::template Words<const VertexId> mates;
  HYPERMATCH_FN bool operator()(std::uint64_t e) const {
    const auto [u, v] = level.ends.get(e);
    return u == v || mates.get(u) != k_none || mates.get(v) != k_none;
  }
};

// No edge of a matched vertex stays. Items of scans are one more than edges or rows: the last one
// closes them.
template <class P>
struct MoveEdge {
  PairLevel<P> from;
  PairLevel<P> to;
  State<P> state;
  HYPERMATCH_FN bool stays(std::uint32_t e) const {
    return e != from.num_edges && !state.gone.is_set(e);
  }
  HYPERMATCH_FN parallel::RowsBefore operator()(std::uint32_t e) const {
    return {0, stays(e) ? 1U : 0U};
  }
  HYPERMATCH_FN void operator()(std::uint32_t e, const parallel::RowsBefore& before) const {
    if (e == from.num_edges) {
      state.totals.set(0, before);
      return;
    }
    state.number.set(e, stays(e) ? before.rows : k_none);
    if (!stays(e)) return;
    to.ends.set(before.rows, from.ends.get(e));
    to.words.set(before.rows, from.words.get(e));
  }
};

template <class P>
struct CountStaying : parallel::SumOf {
  PairLevel<P> level;
  State<P> state;
  HYPERMATCH_FN bool is_active(std::uint32_t row) const {
    return state.mates.get(level.vertex(row)) == k_none;
  }
  HYPERMATCH_FN EdgeId entry(std::uint64_t p) const { return level.entries.get(p); }
  HYPERMATCH_FN Value value(std::uint32_t /*row*/, EdgeId e) const {
    return state.gone.is_set(e) ? 0 : 1;
  }
  HYPERMATCH_FN void store(std::uint32_t row, Value sum) const { state.degree.set(row, sum); }
};

template <class P>
struct MoveRow {
  PairLevel<P> from;
  PairLevel<P> to;
  State<P> state;
  HYPERMATCH_FN std::uint32_t staying(std::uint32_t row) const {
    return state.mates.get(from.vertex(row)) == k_none ? state.degree.get(row) : 0;
  }
  HYPERMATCH_FN parallel::RowsBefore operator()(std::uint32_t row) const {
    const std::uint32_t degree = row == from.rows.count ? 0 : staying(row);
    return {degree, degree == 0 ? 0U : 1U};
  }
  HYPERMATCH_FN void operator()(std::uint32_t row, const parallel::RowsBefore& before) const {
    const bool is_last = row == from.rows.count;
    if (!is_last && staying(row) == 0) return;
    to.offsets.set(before.rows, before.entries);
    if (is_last) {
      state.totals.set(1, before);
    } else {
      to.vertices.set(before.rows, from.vertex(row));
    }
  }
};

template <class P>
struct NewNumber {
  typename P::template Words<const EdgeId> entries;
  typename P::template Words<const EdgeId> number;
  HYPERMATCH_FN EdgeId operator()(std::uint64_t p) const { return number.get(entries.get(p)); }
};

}  // namespace work_optimal

template <parallel::Place P>
class WorkOptimal {
 public:
  explicit WorkOptimal(P& place) : place_(place) {}

  /// Beside the level that `run` is given.
  void lay_out(typename P::Arena& arena, std::uint64_t n, std::uint64_t m, bool redraws) {
    state_.best = arena.template take<EdgeId>("best", n);
    state_.gone = arena.take_flags("gone", m);
    if (redraws) state_.keys = arena.template take<std::uint64_t>("keys", m);
    state_.number = arena.template take<EdgeId>("new_edge", m);
    state_.degree = arena.template take<std::uint32_t>("new_degree", n);
    state_.totals = arena.template take<parallel::RowsBefore>("totals", 2);
    left_ = arena.template take<std::uint64_t>("left", 1);
    spare_.ends = arena.template take<GraphEdge>("ends", m);
    spare_.words = arena.template take<std::uint64_t>("words", m);
    spare_.offsets = arena.template take<Offset>("offsets", n + 1);
    spare_.entries = arena.template take<EdgeId>("entries", 2 * m);
    spare_.vertices = arena.template take<VertexId>("vertices", n);
    first_vertices_ = arena.template take<VertexId>("vertices", n);
    place_.lay_out_scans(arena, std::max(n + 1, std::max(m + 1, 2 * m)));
  }

  /// Overwrites `level`. Fills the mates; returns the number of rounds.
  std::uint64_t run(PairLevel<P> level, PairKeys keys,
                    const typename P::template Words<VertexId>& mates) {
    state_.mates = mates;
    place_.fill(mates, level.rows.count, VertexId{k_none});
    place_.find_heavy_rows(level.rows);
    const std::uint64_t total = count_left(level);
    if (total < level.num_edges) remove_gone(level);
    std::uint64_t rounds = 0;
    // Ends: the uppermost edge is the best of both ends, so each round matches an edge.
    while (level.num_edges > 0) {
      place_.report(level.num_edges, total);
      keys.begin_round(rounds++);
      match_best(level, keys);
      place_.assign(state_.gone, level.num_edges, work_optimal::IsGone<P>{level, state_.mates});
      remove_gone(level);
    }
    return rounds;
  }

 private:
  std::uint64_t count_left(const PairLevel<P>& level) {
    place_.assign(state_.gone, level.num_edges, work_optimal::IsGone<P>{level, state_.mates});
    place_.count_clear(state_.gone, level.num_edges, left_);
    return place_.template read<1>(left_)[0];
  }

  void match_best(const PairLevel<P>& level, const PairKeys& keys) {
    if (keys.redraws()) {
      place_.for_each(level.num_edges, work_optimal::PickKeys<P>{level, keys, state_.keys});
    }
    place_.row_reduce(level.rows,
                      work_optimal::BestEdge<P>{
                          {}, level, keys.redraws() ? state_.keys : level.words, state_.best});
    place_.for_each(level.num_edges, work_optimal::MatchBest<P>{level, state_});
  }

  void remove_gone(PairLevel<P>& level) {
    PairLevel<P>& to = spare_;
    place_.scan_rows(level.num_edges + 1, work_optimal::MoveEdge<P>{level, to, state_});
    place_.row_reduce(level.rows, work_optimal::CountStaying<P>{{}, level, state_});
    place_.scan_rows(level.rows.count + 1, work_optimal::MoveRow<P>{level, to, state_});
    place_.filter_map(level.rows.entries, work_optimal::NewNumber<P>{level.entries, state_.number},
                      to.entries);
    const auto [edges, rows] = place_.template read<2>(state_.totals);
    to.num_edges = edges.rows;
    to.rows = level.rows;
    to.rows.offsets = to.offsets;
    to.rows.count = rows.rows;
    to.rows.entries = rows.entries;
    std::swap(level, to);
    if (to.vertices.data() == nullptr) to.vertices = first_vertices_;
    place_.find_heavy_rows(level.rows);
  }

  P& place_;
  work_optimal::State<P> state_;
  PairLevel<P> spare_;
  typename P::template Words<VertexId> first_vertices_;
  typename P::template Words<std::uint64_t> left_;
};

}  // namespace hypermatch::detail::graph_matching
