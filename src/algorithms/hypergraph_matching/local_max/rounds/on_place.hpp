// SPDX-License-Identifier: MIT
// Rounds of local max on an instance in host memory, in any place that takes its arrays, or copies
// of them.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "algorithms/hypergraph_matching/local_max/rounds/level.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/rounds.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/variants.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/enum_names.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// The priorities in the words of edges, from which keys are made.
template <class P>
struct SplitWords {
  typename P::template Words<const std::uint64_t> words;
  typename P::template Words<std::uint32_t> priorities;
  bool redraws;
  HYPERMATCH_FN void operator()(std::uint32_t e) const {
    priorities.set(e, static_cast<std::uint32_t>(redraws ? words.get(e) : words.get(e) >> 32));
  }
};
template <class P>
[[nodiscard]] RatedWords<P> lay_out_words(P& place, typename P::Arena& arena,
                                          const RatedEdges& rated, const RoundOrder& order) {
  const std::span<const std::uint64_t> all = rated.words.view();
  const auto words = arena.adopt("words", all);
  if constexpr (P::k_recomputes) {
    if (order.is_mixed()) {
      const auto priorities = arena.template take<std::uint32_t>("priorities", all.size());
      place.for_each(all.size(), SplitWords<P>{words, priorities, order.redraws()});
      return {.words = {}, .priorities = priorities, .ratings = {}};
    }
  }
  return {.words = words, .priorities = {}, .ratings = {}};
}

/// Runs Rounds<P>. Capacities other than the default need fixed ties.
template <template <class> class Rounds, class P>
[[nodiscard]] LocalMaxOutcome run_rounds(P& place, typename P::Arena& arena,
                                         const Directions& directions, RatedEdges rated,
                                         const RoundOrder& order, const Capacities& capacities) {
  const HypergraphView& hypergraph = directions.hypergraph;
  const parallel::Incidence& incidence = directions.incidence;
  const RoundsSize size{.vertices = hypergraph.num_vertices,
                        .edges = hypergraph.num_edges(),
                        .pins = hypergraph.num_pins(),
                        .draws_keys = P::k_recomputes ? !order.is_mixed() : order.redraws(),
                        .has_capacities = !capacities.is_default()};
  Array<std::uint8_t> matched(size.edges);
  const auto rows = [&](const char* name, std::span<const Offset> offsets, std::uint64_t count) {
    return parallel::lay_out_rows(place, arena, arena.adopt(name, offsets), count, size.pins);
  };
  RoundsInput<P> input{
      .level = {.edges = rows("edge_offsets", hypergraph.offsets, size.edges),
                .vertices = rows("vertex_offsets", incidence.offsets.view(), size.vertices),
                .pins = arena.adopt("pins", hypergraph.pins),
                .incident = arena.adopt("incident", incidence.edges.view())},
      .rated = lay_out_words(place, arena, rated, order),
      .order = order,
      .left_out = arena.adopt("edge_state", std::span<std::uint8_t>(rated.left_out)),
      .matched = parallel::lay_out_answer<P>(arena, "matched", std::span<std::uint8_t>(matched)),
      .left = arena.template take<std::uint64_t>("left", 1),
      .room = {}};
  place.fill(input.matched, size.edges, std::uint8_t{0});
  Array<std::uint32_t> room;  // used up
  if (size.has_capacities) {
    room = Array<std::uint32_t>(size.vertices);
    for (VertexId v = 0; v < size.vertices; ++v) room[v] = capacities[v];
    input.room = arena.adopt("room", std::span<std::uint32_t>(room));
  }
  Rounds<P> rounds(place);
  rounds.lay_out(arena, size);
  LocalMaxOutcome outcome{.edges = {}, .variant = name_of(Rounds<P>::k_variant)};
  outcome.rounds = rounds.run(
      input, [&](std::uint64_t /*round*/) { structures::throw_broken_promise(hypergraph); });
  parallel::bring_answer(place, input.matched, std::span<std::uint8_t>(matched));
  for (EdgeId e = 0; e < size.edges; ++e) {
    if (matched[e] != 0) outcome.edges.push_back(e);
  }
  return outcome;
}

/// The rounds of a variant.
template <class P>
[[nodiscard]] LocalMaxOutcome run_variant(P& place, typename P::Arena& arena,
                                          LocalMaxVariant variant, const Directions& directions,
                                          RatedEdges rated, const RoundOrder& order,
                                          const Capacities& capacities) {
  return with_rounds(variant, [&]<template <class> class Rounds>() {
    return run_rounds<Rounds>(place, arena, directions, std::move(rated), order, capacities);
  });
}

}  // namespace hypermatch::detail::hypergraph_matching
