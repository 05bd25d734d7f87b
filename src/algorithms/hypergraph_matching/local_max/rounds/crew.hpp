// SPDX-License-Identifier: MIT
// Local max with exclusive writes: Reinstaedtler, Schulz, Sitchinava, Walliser 2026 ("Efficient
// Parallel Algorithms for Hypergraph Matching", section 5.2.2 and appendix A). Six phases per
// round; edges and vertices are first marked as newly completed, then as gone; maxima, sums and ors
// are segmented reductions. No phase writes a word twice, and nothing is atomic. As template over
// how arrays are reached.
#pragma once

#include <functional>

#include "algorithms/hypergraph_matching/local_max/rounds/claims.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/input_level.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/shared_arrays.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/variants.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/segmented.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Whether what left the hypergraph stays in the arrays, marked, or is removed from them.
enum class Removal { soft, compact };

enum class EdgeState : std::uint8_t { active = 0, inactive = 1, completed = 2, matched = 3 };
enum class VertexState : std::uint8_t { active = 0, inactive = 1, completed = 2 };

/// The arrays of the rounds that do not come with the hypergraph.
template <SharedArrays Arrays, class Claims>
struct CrewState {
  template <class T>
  using Words = typename Arrays::template Words<T>;

  CrewState(const Context& context, Arrays& arrays, std::size_t n, Array<std::uint8_t> left_out,
            bool redraws, Claims claims_of_vertices)
      : drawn(arrays.template make<std::uint64_t>("drawn", redraws ? left_out.size() : 0)),
        edge_state(arrays.adopt("edge_state", std::move(left_out))),
        vertex_state(arrays.make("vertex_state", n, std::uint8_t{0})),
        claims(std::move(claims_of_vertices)),
        sum_rows(context),
        or_rows(context) {}

  [[nodiscard]] bool is(std::size_t e, EdgeState state) const {
    return edge_state.get(e) == static_cast<std::uint8_t>(state);
  }
  [[nodiscard]] bool vertex_is(std::size_t v, VertexState state) const {
    return vertex_state.get(v) == static_cast<std::uint8_t>(state);
  }
  void set(std::size_t e, EdgeState state) { edge_state.set(e, static_cast<std::uint8_t>(state)); }
  void set_vertex(std::size_t v, VertexState state) {
    vertex_state.set(v, static_cast<std::uint8_t>(state));
  }

  Words<std::uint64_t> drawn;        ///< keys of this round; empty with fixed ties
  Words<std::uint8_t> edge_state;    ///< EdgeState, one per edge
  Words<std::uint8_t> vertex_state;  ///< VertexState, one per vertex
  Claims claims;
  parallel::RowReducer<std::uint32_t> sum_rows;
  parallel::RowReducer<std::uint8_t> or_rows;
};

/// The phases of a round on `level`, in their order; `crew_round` says what they work on.
template <Removal k_removal, SharedArrays Arrays, class Claims, class Level>
class CrewPhases {
 public:
  using State = CrewState<Arrays, Claims>;
  using Keys = typename State::template Words<std::uint64_t>;

  CrewPhases(const Context& context, const Level& level, State& state, Arrays& arrays)
      : context_(context), level_(level), state_(state), arrays_(arrays) {}

  /// 1.
  void draw_keys(const RoundOrder& order) {
    arrays_.begin_phase();
    parallel::for_each(context_, level_.num_edges, [&](std::size_t e) {
      if (is_active(e)) state_.drawn.set(e, order.key(level_.words.get(e), level_.origin(e)));
    });
  }

  /// 2: what every vertex claims.
  void choose_best_edges(const Keys& key) {
    arrays_.begin_phase();
    state_.claims.choose(
        context_, level_, key, [&](std::size_t v) { return vertex_is_active(v); },
        [&](std::size_t e) { return is_active(e); });
  }

  /// 3: edges that all their pins claim are newly completed.
  void complete_edges(const Keys& key) {
    arrays_.begin_phase();
    state_.sum_rows(
        context_, level_.num_edges, edge_offset(), [&](std::size_t e) { return is_active(e); },
        std::uint32_t{0},
        [&](std::size_t e, std::uint64_t p) {
          return std::uint32_t{state_.claims.claims(level_.pins.get(p), e, key) ? 1U : 0U};
        },
        std::plus<>(),
        [&](std::size_t e, std::uint32_t agree) {
          const bool completed =
              agree == level_.edge_offsets.get(e + 1) - level_.edge_offsets.get(e);
          if (completed || !k_soft) {
            state_.set(e, completed ? EdgeState::completed : EdgeState::active);
          }
        });
  }

  /// 4: so are the vertices that they leave without room. Each state has one writer: in a matching
  /// only the best edge of a vertex decides.
  void complete_vertices() {
    arrays_.begin_phase();
    const auto set = [&](std::size_t v, bool completed) {
      if (completed || !k_soft) {
        state_.set_vertex(v, completed ? VertexState::completed : VertexState::active);
      }
    };
    if constexpr (Claims::k_counts) {
      state_.claims.use_room(
          context_, level_, [&](std::size_t v) { return vertex_is_active(v); },
          [&](std::size_t e) { return state_.is(e, EdgeState::completed); }, set);
    } else {
      parallel::for_each(context_, level_.num_vertices, [&](std::size_t v) {
        if (!vertex_is_active(v)) return;
        const EdgeId e = state_.claims.best(v);
        set(v, e != k_none && state_.is(e, EdgeState::completed));
      });
    }
  }

  /// 5: newly completed edges leave, matched, and those with a newly completed vertex.
  void remove_edges() {
    arrays_.begin_phase();
    state_.or_rows(
        context_, level_.num_edges, edge_offset(),
        [&](std::size_t e) {
          return !k_soft || state_.is(e, EdgeState::active) || state_.is(e, EdgeState::completed);
        },
        std::uint8_t{0},
        [&](std::size_t, std::uint64_t p) {
          return std::uint8_t{state_.vertex_is(level_.pins.get(p), VertexState::completed)
                                  ? std::uint8_t{1}
                                  : std::uint8_t{0}};
        },
        [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a | b); },
        [&](std::size_t e, std::uint8_t meets) {
          // In a matching the vertices of a completed edge are completed.
          if (meets == 0 && !(Claims::k_counts && state_.is(e, EdgeState::completed))) return;
          state_.set(e,
                     state_.is(e, EdgeState::completed) ? EdgeState::matched : EdgeState::inactive);
        },
        [](std::uint8_t meets) { return meets != 0; });
  }

  /// 6: newly completed vertices leave, and with soft deletes those that have no active edge.
  void remove_vertices() {
    arrays_.begin_phase();
    parallel::for_each(context_, level_.num_vertices, [&](std::size_t v) {
      if (state_.vertex_is(v, VertexState::completed) ||
          (k_soft && vertex_is_active(v) && state_.claims.claims_none(v))) {
        state_.set_vertex(v, VertexState::inactive);
      }
    });
  }

 private:
  static constexpr bool k_soft = k_removal == Removal::soft;

  [[nodiscard]] auto edge_offset() const {
    return [this](std::size_t e) { return level_.edge_offsets.get(e); };
  }
  [[nodiscard]] auto vertex_offset() const {
    return [this](std::size_t v) { return level_.vertex_offsets.get(v); };
  }
  [[nodiscard]] bool is_active(std::size_t e) const {
    return !k_soft || state_.is(e, EdgeState::active);
  }
  [[nodiscard]] bool vertex_is_active(std::size_t v) const {
    return !k_soft || state_.vertex_is(v, VertexState::active);
  }

  const Context& context_;
  const Level& level_;
  State& state_;
  Arrays& arrays_;
};

/// One round on `level`: both directions as arrays of the policy (num_vertices, num_edges,
/// edge_offsets, pins, vertex_offsets, incident), the edges' `words`, and origin(e), the number of
/// edge e in the input. Leaves edges as matched, inactive or still active, vertices as inactive or
/// active. With `Removal::compact` all edges and vertices of the level count as active before.
template <Removal k_removal, SharedArrays Arrays, class Claims, class Level>
void crew_round(const Context& context, const Level& level, const RoundOrder& order,
                CrewState<Arrays, Claims>& state, Arrays& arrays) {
  CrewPhases<k_removal, Arrays, Claims, Level> phases(context, level, state, arrays);
  if (order.redraws()) phases.draw_keys(order);
  const auto& key = order.redraws() ? state.drawn : level.words;
  phases.choose_best_edges(key);
  phases.complete_edges(key);
  phases.complete_vertices();
  phases.remove_edges();
  phases.remove_vertices();
}

template <SharedArrays Arrays, class Claims>
[[nodiscard]] LocalMaxOutcome crew_rounds(const Context& context, const Directions& directions,
                                          RatedEdges rated, RoundOrder order, Arrays& arrays,
                                          Claims claims) {
  const InputLevel<Arrays> level(arrays, directions, std::move(rated.words));
  CrewState<Arrays, Claims> state(context, arrays, level.num_vertices, std::move(rated.left_out),
                                  order.redraws(), std::move(claims));
  LocalMaxOutcome outcome{.edges = {}, .variant = name_of(LocalMaxVariant::crew)};
  std::uint64_t active = rated.num_edges;
  // Ends: all pins of the uppermost active edge claim it, so each round matches an edge.
  while (active > 0) {
    context.check_cancelled();
    context.report({"solve", rated.num_edges - active, rated.num_edges});
    order.begin_round(outcome.rounds++);
    arrays.begin_round();
    crew_round<Removal::soft>(context, level, order, state, arrays);
    arrays.begin_phase();
    const std::uint64_t before = active;
    active = parallel::reduce<std::uint64_t>(
        context, level.num_edges, 0,
        [&](std::size_t e) { return std::uint64_t{state.is(e, EdgeState::active) ? 1U : 0U}; },
        std::plus<>());
    if (active == before) structures::throw_broken_promise(directions.hypergraph);
  }
  for (std::size_t e = 0; e < level.num_edges; ++e) {
    if (state.is(e, EdgeState::matched)) outcome.edges.push_back(static_cast<EdgeId>(e));
  }
  return outcome;
}

}  // namespace hypermatch::detail::hypergraph_matching
