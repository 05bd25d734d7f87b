// SPDX-License-Identifier: MIT
// Local max with concurrent writes: Reinstaedtler, Schulz, Sitchinava, Walliser 2026 ("Efficient
// Parallel Algorithms for Hypergraph Matching", algorithm 1 and section 5.2.1). Sums on pin
// counters are atomic, an edge's inactive flag is written by several threads, with one value. Four
// phases per round, as template over how arrays are reached.
#pragma once

#include <functional>
#include <utility>

#include "algorithms/hypergraph_matching/local_max/rounds/shared_arrays.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/variants.hpp"
#include "hypermatch/names.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/segmented.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// The arrays of the rounds, and their phases.
template <SharedArrays Arrays>
class CrcwRounds {
 public:
  CrcwRounds(const Context& context, const Directions& directions, RatedEdges rated,
             const RoundOrder& order, Arrays& arrays)
      : context_(context),
        directions_(directions),
        arrays_(arrays),
        order_(order),
        n_(directions.hypergraph.num_vertices),
        m_(directions.hypergraph.num_edges()),
        num_edges_(rated.num_edges),
        edge_offsets_(arrays.input("edge_offsets", directions.hypergraph.offsets)),
        pins_(arrays.input("pins", directions.hypergraph.pins)),
        vertex_offsets_(arrays.input("vertex_offsets", directions.incidence.offsets.view())),
        incident_(arrays.input("incident", directions.incidence.edges.view())),
        words_(arrays.adopt("words", std::move(rated.words))),
        drawn_(arrays.template make<std::uint64_t>("drawn", order.redraws() ? m_ : 0)),
        edge_inactive_(arrays.adopt("edge_inactive", std::move(rated.left_out))),
        matched_(arrays.make("matched", m_, std::uint8_t{0})),
        count_(arrays.make("count", m_, std::uint32_t{0})),
        vertex_state_(arrays.make("vertex_state", n_, std::uint8_t{k_active})),
        best_(arrays.make("best", n_, EdgeId{k_none})),
        row_reduce_(context) {}

  [[nodiscard]] LocalMaxOutcome run() {
    LocalMaxOutcome outcome{.edges = {}, .variant = name_of(LocalMaxVariant::crcw)};
    std::uint64_t active = num_edges_;
    // Ends: the uppermost active edge is the best of all its pins, so each round matches an edge.
    // One with a repeated pin is never the best of as many vertices as it has pins: then no edge
    // leaves.
    while (active > 0) {
      context_.check_cancelled();
      context_.report({"solve", num_edges_ - active, num_edges_});
      order_.begin_round(outcome.rounds++);
      arrays_.begin_round();
      if (order_.redraws()) draw_keys();
      choose_best_edges();
      match_agreed_edges();
      leave();
      const std::uint64_t before = std::exchange(active, count_active());
      if (active == before) structures::throw_broken_promise(directions_.hypergraph);
    }
    for (std::size_t e = 0; e < m_; ++e) {
      if (matched_.get(e) != 0) outcome.edges.push_back(static_cast<EdgeId>(e));
    }
    return outcome;
  }

 private:
  enum VertexState : std::uint8_t { k_active = 0, k_completed = 1, k_inactive = 2 };
  template <class T>
  using Input = typename Arrays::template Input<T>;
  template <class T>
  using Words = typename Arrays::template Words<T>;

  [[nodiscard]] auto edge_offset() const {
    return [this](std::size_t e) { return edge_offsets_.get(e); };
  }
  [[nodiscard]] auto vertex_offset() const {
    return [this](std::size_t v) { return vertex_offsets_.get(v); };
  }

  // Phase 1.
  void draw_keys() {
    arrays_.begin_phase();
    parallel::for_each(context_, m_, [&](std::size_t e) {
      if (edge_inactive_.get(e) != 0) return;
      drawn_.set(e, order_.key(words_.get(e), static_cast<EdgeId>(e)));
    });
  }

  // Phase 2: the best edge of every vertex, and the counters where it is a new one.
  void choose_best_edges() {
    const Words<std::uint64_t>& key = order_.redraws() ? drawn_ : words_;
    arrays_.begin_phase();
    row_reduce_(
        context_, n_, vertex_offset(),
        [&](std::size_t v) { return vertex_state_.get(v) == k_active; }, KeyedEdge{},
        [&](std::size_t, std::uint64_t p) {
          const EdgeId e = incident_.get(p);
          return edge_inactive_.get(e) != 0 ? KeyedEdge{} : KeyedEdge{key.get(e), e};
        },
        upper,
        [&](std::size_t v, const KeyedEdge& top) {
          const EdgeId old = best_.get(v);
          if (top.edge == old) return;
          // With fixed ties the old best edge is inactive by now, and its counter of no interest.
          if (order_.redraws() && old != k_none) count_.atomic_add(old, ~std::uint32_t{0});
          best_.set(v, top.edge);
          if (top.edge == k_none) {
            vertex_state_.set(v, k_inactive);
          } else {
            count_.atomic_add(top.edge, 1);
          }
        });
  }

  // Phase 3: matched edges and their vertices. No word is shared: an edge that is the best of all
  // its pins is the only such edge at each of them.
  void match_agreed_edges() {
    arrays_.begin_phase();
    parallel::row_for_each(
        context_, m_, edge_offset(),
        [&](std::size_t e) {
          return edge_inactive_.get(e) == 0 &&
                 count_.get(e) == edge_offsets_.get(e + 1) - edge_offsets_.get(e);
        },
        [&](std::size_t e, std::uint64_t p) {
          if (p == edge_offsets_.get(e)) matched_.set(e, 1);
          vertex_state_.set(pins_.get(p), k_completed);
        });
  }

  // Phase 4: their edges, then the vertices themselves.
  void leave() {
    arrays_.begin_phase();
    parallel::row_for_each(
        context_, n_, vertex_offset(),
        [&](std::size_t v) { return vertex_state_.get(v) == k_completed; },
        [&](std::size_t, std::uint64_t p) {
          const EdgeId e = incident_.get(p);
          // Reading first keeps the line shared among cores once the flag is set.
          if (edge_inactive_.atomic_get(e) == 0) edge_inactive_.atomic_set(e, 1);
        });
    arrays_.begin_phase();
    parallel::for_each(context_, n_, [&](std::size_t v) {
      if (vertex_state_.get(v) == k_completed) vertex_state_.set(v, k_inactive);
    });
  }

  [[nodiscard]] std::uint64_t count_active() {
    arrays_.begin_phase();
    return parallel::reduce<std::uint64_t>(
        context_, m_, 0,
        [&](std::size_t e) { return std::uint64_t{edge_inactive_.get(e) == 0 ? 1U : 0U}; },
        std::plus<>());
  }

  const Context& context_;
  const Directions& directions_;
  Arrays& arrays_;
  RoundOrder order_;
  std::size_t n_;
  std::size_t m_;
  std::uint64_t num_edges_;
  Input<Offset> edge_offsets_;
  Input<VertexId> pins_;
  Input<Offset> vertex_offsets_;
  Input<EdgeId> incident_;
  Words<std::uint64_t> words_;
  Words<std::uint64_t> drawn_;  // keys of this round; empty with fixed ties
  Words<std::uint8_t> edge_inactive_;
  Words<std::uint8_t> matched_;
  Words<std::uint32_t> count_;  // pins whose best edge this is
  Words<std::uint8_t> vertex_state_;
  Words<EdgeId> best_;
  parallel::RowReducer<KeyedEdge> row_reduce_;
};

template <SharedArrays Arrays>
[[nodiscard]] LocalMaxOutcome crcw_rounds(const Context& context, const Directions& directions,
                                          RatedEdges rated, const RoundOrder& order,
                                          Arrays& arrays) {
  return CrcwRounds<Arrays>(context, directions, std::move(rated), order, arrays).run();
}

}  // namespace hypermatch::detail::hypergraph_matching
