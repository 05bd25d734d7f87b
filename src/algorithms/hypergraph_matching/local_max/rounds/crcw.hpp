// SPDX-License-Identifier: MIT
// Local max with concurrent writes: Reinstaedtler, Schulz, Sitchinava, Walliser 2026 ("Efficient
// Parallel Algorithms for Hypergraph Matching", algorithm 1 and section 5.2.1). Sums on pin
// counters are atomic, an edge's inactive flag is written by several threads, with one value. Four
// phases per round, as template over how arrays are reached.
#pragma once

#include <functional>
#include <utility>

#include "algorithms/hypergraph_matching/local_max/rounds/claims.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/input_level.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/shared_arrays.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/variants.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/segmented.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// The arrays of the rounds, and their phases.
template <SharedArrays Arrays, class Claims>
class CrcwRounds {
 public:
  CrcwRounds(const Context& context, const Directions& directions, RatedEdges rated,
             const RoundOrder& order, Arrays& arrays, Claims claims)
      : context_(context),
        directions_(directions),
        arrays_(arrays),
        order_(order),
        n_(directions.hypergraph.num_vertices),
        m_(directions.hypergraph.num_edges()),
        num_edges_(rated.num_edges),
        level_(arrays, directions, std::move(rated.words)),
        drawn_(arrays.template make<std::uint64_t>("drawn", order.redraws() ? m_ : 0)),
        edge_inactive_(arrays.adopt("edge_inactive", std::move(rated.left_out))),
        matched_(arrays.make("matched", m_, std::uint8_t{0})),
        count_(arrays.make("count", m_, std::uint32_t{0})),
        vertex_state_(arrays.make("vertex_state", n_, std::uint8_t{k_active})),
        claims_(std::move(claims)) {}

  [[nodiscard]] LocalMaxOutcome run() {
    LocalMaxOutcome outcome{.edges = {}, .variant = name_of(LocalMaxVariant::crcw)};
    std::uint64_t active = num_edges_;
    // Ends: all pins of the uppermost active edge claim it, so each round matches an edge. One with
    // a repeated pin is never the best of as many vertices as it has pins: then no edge leaves.
    while (active > 0) {
      context_.check_cancelled();
      context_.report({"solve", num_edges_ - active, num_edges_});
      order_.begin_round(outcome.rounds++);
      arrays_.begin_round();
      if (order_.redraws()) draw_keys();
      if constexpr (Claims::k_counts) {
        count_claims();
      } else {
        choose_best_edges();
      }
      match_agreed_edges();
      if constexpr (Claims::k_counts) use_room();
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
  using Words = typename Arrays::template Words<T>;

  [[nodiscard]] auto edge_offset() const {
    return [this](std::size_t e) { return level_.edge_offsets.get(e); };
  }
  [[nodiscard]] auto vertex_offset() const {
    return [this](std::size_t v) { return level_.vertex_offsets.get(v); };
  }

  // Phase 1.
  void draw_keys() {
    arrays_.begin_phase();
    parallel::for_each(context_, m_, [&](std::size_t e) {
      if (edge_inactive_.get(e) != 0) return;
      drawn_.set(e, order_.key(level_.words.get(e), static_cast<EdgeId>(e)));
    });
  }

  // Phase 2: the best edge of every vertex, and the counters where it is a new one.
  void choose_best_edges() {
    arrays_.begin_phase();
    claims_.choose(
        context_, level_, order_.redraws() ? drawn_ : level_.words,
        [&](std::size_t v) { return vertex_state_.get(v) == k_active; },
        [&](std::size_t e) { return edge_inactive_.get(e) == 0; },
        [&](std::size_t v, EdgeId top) {
          const EdgeId old = claims_.best(v);
          if (top == old) return;
          // With fixed ties the old best edge is inactive by now, and its counter of no interest.
          if (order_.redraws() && old != k_none) count_.atomic_add(old, ~std::uint32_t{0});
          claims_.set_best(v, top);
          if (top == k_none) {
            vertex_state_.set(v, k_inactive);
          } else {
            count_.atomic_add(top, 1);
          }
        });
  }

  // Phase 2 under capacities: the counters of the edges that every vertex claims.
  void count_claims() {
    arrays_.begin_phase();
    claims_.choose(
        context_, level_, level_.words,
        [&](std::size_t v) { return vertex_state_.get(v) == k_active; },
        [&](std::size_t e) { return edge_inactive_.get(e) == 0; });
    arrays_.begin_phase();
    parallel::for_each(context_, m_, [&](std::size_t e) { count_.set(e, 0); });
    arrays_.begin_phase();
    parallel::row_for_each(
        context_, n_, vertex_offset(),
        [&](std::size_t v) { return vertex_state_.get(v) == k_active; },
        [&](std::size_t v, std::uint64_t p) {
          const EdgeId e = level_.incident.get(p);
          if (edge_inactive_.get(e) == 0 && claims_.claims(v, e, level_.words)) {
            count_.atomic_add(e, 1);
          }
        });
  }

  // Phase 3: matched edges and, in a matching, their vertices. No word is shared: an edge that is
  // the best of all its pins is the only such edge at each of them.
  void match_agreed_edges() {
    arrays_.begin_phase();
    parallel::row_for_each(
        context_, m_, edge_offset(),
        [&](std::size_t e) {
          return edge_inactive_.get(e) == 0 &&
                 count_.get(e) == level_.edge_offsets.get(e + 1) - level_.edge_offsets.get(e);
        },
        [&](std::size_t e, std::uint64_t p) {
          if (p == level_.edge_offsets.get(e)) matched_.set(e, 1);
          if constexpr (!Claims::k_counts) vertex_state_.set(level_.pins.get(p), k_completed);
        });
  }

  // Under capacities: the vertices that matched edges leave without room. Matched edges leave.
  void use_room() {
    arrays_.begin_phase();
    claims_.use_room(
        context_, level_, [&](std::size_t v) { return vertex_state_.get(v) == k_active; },
        [&](std::size_t e) { return edge_inactive_.get(e) == 0 && matched_.get(e) != 0; },
        [&](std::size_t v, bool full) {
          if (full) {
            vertex_state_.set(v, k_completed);
          } else if (claims_.claims_none(v)) {
            vertex_state_.set(v, k_inactive);
          }
        });
    arrays_.begin_phase();
    parallel::for_each(context_, m_, [&](std::size_t e) {
      if (matched_.get(e) != 0) edge_inactive_.set(e, 1);
    });
  }

  // Phase 4: their edges, then the vertices themselves.
  void leave() {
    arrays_.begin_phase();
    parallel::row_for_each(
        context_, n_, vertex_offset(),
        [&](std::size_t v) { return vertex_state_.get(v) == k_completed; },
        [&](std::size_t, std::uint64_t p) {
          const EdgeId e = level_.incident.get(p);
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
  InputLevel<Arrays> level_;
  Words<std::uint64_t> drawn_;  // keys of this round; empty with fixed ties
  Words<std::uint8_t> edge_inactive_;
  Words<std::uint8_t> matched_;
  Words<std::uint32_t> count_;  // pins whose best edge this is
  Words<std::uint8_t> vertex_state_;
  Claims claims_;
};

template <SharedArrays Arrays, class Claims>
[[nodiscard]] LocalMaxOutcome crcw_rounds(const Context& context, const Directions& directions,
                                          RatedEdges rated, const RoundOrder& order, Arrays& arrays,
                                          Claims claims) {
  return CrcwRounds<Arrays, Claims>(context, directions, std::move(rated), order, arrays,
                                    std::move(claims))
      .run();
}

}  // namespace hypermatch::detail::hypergraph_matching
