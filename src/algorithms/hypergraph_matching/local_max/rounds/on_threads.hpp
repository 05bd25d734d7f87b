// SPDX-License-Identifier: MIT
// Rounds of local max on the threads of a host; tests pass another place with the same loops.
#pragma once

#include "algorithms/hypergraph_matching/local_max/rounds/level.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/variants.hpp"
#include "hypermatch/enum_names.hpp"
#include "parallel/host/place_threads.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Runs Rounds<P>. Capacities other than the default need fixed ties.
template <template <class> class Rounds, class P>
[[nodiscard]] LocalMaxOutcome run_rounds(P& place, typename P::Arena& arena,
                                         LocalMaxVariant variant, const Directions& directions,
                                         RatedEdges rated, const RoundOrder& order,
                                         const Capacities& capacities) {
  const HypergraphView& hypergraph = directions.hypergraph;
  const parallel::Incidence& incidence = directions.incidence;
  const RoundsSize size{.vertices = hypergraph.num_vertices,
                        .edges = hypergraph.num_edges(),
                        .pins = hypergraph.num_pins(),
                        .draws_keys = order.redraws(),
                        .has_capacities = !capacities.is_default()};
  RoundsInput<P> input{
      .level = {.edges = {.offsets = arena.adopt("edge_offsets", hypergraph.offsets),
                          .count = size.edges,
                          .entries = size.pins},
                .vertices = {.offsets = arena.adopt("vertex_offsets", incidence.offsets.view()),
                             .count = size.vertices,
                             .entries = size.pins},
                .pins = arena.adopt("pins", hypergraph.pins),
                .incident = arena.adopt("incident", incidence.edges.view())},
      .rated = {.words = arena.adopt("words", std::span<const std::uint64_t>(rated.words.view())),
                .priorities = {},
                .ratings = {}},
      .order = order,
      .left_out = arena.adopt("edge_state", std::span<std::uint8_t>(rated.left_out)),
      .matched = arena.template take<std::uint8_t>("matched", size.edges),
      .left = arena.template take<std::uint64_t>("left", 1),
      .room = {}};
  place.fill(input.matched, size.edges, std::uint8_t{0});
  if (size.has_capacities) {
    input.room = arena.template take<std::uint32_t>("room", size.vertices);
    place.for_each(size.vertices, [&](std::uint32_t v) { input.room.set(v, capacities[v]); });
  }
  Rounds<P> rounds(place);
  rounds.lay_out(arena, size);
  LocalMaxOutcome outcome{.edges = {}, .variant = name_of(variant)};
  outcome.rounds = rounds.run(
      input, [&](std::uint64_t /*round*/) { structures::throw_broken_promise(hypergraph); });
  for (EdgeId e = 0; e < size.edges; ++e) {
    if (input.matched.get(e) != 0) outcome.edges.push_back(e);
  }
  return outcome;
}

/// Runs them on the context's threads.
template <template <class> class Rounds>
[[nodiscard]] LocalMaxOutcome run_on_threads(const Context& context, LocalMaxVariant variant,
                                             const Directions& directions, RatedEdges rated,
                                             const RoundOrder& order,
                                             const Capacities& capacities) {
  parallel::Threads place(context);
  parallel::Threads::Arena arena;
  return run_rounds<Rounds>(place, arena, variant, directions, std::move(rated), order, capacities);
}

}  // namespace hypermatch::detail::hypergraph_matching
