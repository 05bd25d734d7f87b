// SPDX-License-Identifier: MIT
// Local max on one core with soft deletes: Reinstaedtler, Schulz, Sitchinava, Walliser 2026
// ("Efficient Parallel Algorithms for Hypergraph Matching", section 5.1). Both directions of the
// hypergraph, the best edge of every vertex, and pin counters that change only where a vertex's
// best edge does. Guarantee 1/d of the heaviest matching.
#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/rounds/level.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/variants.hpp"
#include "base/uppermost.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::detail::hypergraph_matching {

namespace {

// Leaves out the edges with a pin of capacity 0.
void leave_out_full(const HypergraphView& hypergraph, const Capacities& capacities,
                    RatedEdges& rated) {
  for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
    const auto pins = hypergraph.pins_of(e);
    const bool full =
        std::any_of(pins.begin(), pins.end(), [&](VertexId v) { return capacities[v] == 0; });
    if (full && std::exchange(rated.left_out[e], std::uint8_t{1}) == 0) --rated.num_edges;
  }
}

// Under capacities each vertex claims as many of its best edges as it has room for.
class SequentialBRounds {
 public:
  SequentialBRounds(const Directions& directions, RatedEdges rated, const Capacities& capacities)
      : hypergraph_(directions.hypergraph),
        incidence_(directions.incidence),
        rated_(std::move(rated)),
        room_(hypergraph_.num_vertices),
        lowest_(hypergraph_.num_vertices) {
    for (VertexId v = 0; v < hypergraph_.num_vertices; ++v) room_[v] = capacities[v];
  }

  [[nodiscard]] LocalMaxOutcome run(const Context& context) {
    LocalMaxOutcome outcome{.edges = {}, .variant = name_of(LocalMaxVariant::sequential)};
    std::uint64_t active = rated_.num_edges;
    // Ends: all pins of the uppermost active edge claim it, so each round matches an edge.
    while (active > 0) {
      context.check_cancelled();
      context.report({"solve", rated_.num_edges - active, rated_.num_edges});
      ++outcome.rounds;
      for (VertexId v = 0; v < hypergraph_.num_vertices; ++v) {
        if (room_[v] != 0) claim(v);
      }
      const std::size_t first = outcome.edges.size();
      for (EdgeId e = 0; e < hypergraph_.num_edges(); ++e) {
        if (rated_.left_out[e] == 0 && is_claimed(e)) outcome.edges.push_back(e);
      }
      for (std::size_t i = first; i < outcome.edges.size(); ++i) active -= leave(outcome.edges[i]);
      if (outcome.edges.size() == first) structures::throw_broken_promise(hypergraph_);
    }
    std::sort(outcome.edges.begin(), outcome.edges.end());
    return outcome;
  }

 private:
  void claim(VertexId v) {
    keys_.clear();
    for (const EdgeId e : incidence_.edges_of(v)) {
      if (rated_.left_out[e] == 0) keys_.push_back(rated_.words[e]);
    }
    lowest_[v] = base::lowest_of_uppermost(keys_, room_[v]);
    if (keys_.empty()) room_[v] = 0;
  }
  [[nodiscard]] bool is_claimed(EdgeId e) const {
    const auto pins = hypergraph_.pins_of(e);
    return std::all_of(pins.begin(), pins.end(),
                       [&](VertexId v) { return rated_.words[e] >= lowest_[v]; });
  }
  // Takes the room of a matched edge; returns how many edges leave.
  std::uint64_t leave(EdgeId matched) {
    std::uint64_t left = take_out(matched);
    for (const VertexId v : hypergraph_.pins_of(matched)) {
      if (--room_[v] != 0) continue;
      for (const EdgeId e : incidence_.edges_of(v)) left += take_out(e);
    }
    return left;
  }
  std::uint64_t take_out(EdgeId e) {
    return std::uint64_t{1} - std::exchange(rated_.left_out[e], std::uint8_t{1});
  }

  const HypergraphView& hypergraph_;
  const parallel::Incidence& incidence_;
  RatedEdges rated_;
  Array<std::uint32_t> room_;    // 0: full, or without an active edge
  Array<std::uint64_t> lowest_;  // key that each vertex claims
  std::vector<std::uint64_t> keys_;
};

}  // namespace

LocalMaxOutcome local_max_sequential(const Context& context, const Directions& directions,
                                     RatedEdges rated, RoundOrder order,
                                     const Capacities& capacities) {
  if (!capacities.is_default()) {
    leave_out_full(directions.hypergraph, capacities, rated);
    return SequentialBRounds(directions, std::move(rated), capacities).run(context);
  }
  const auto& [hypergraph, incidence] = directions;
  const VertexId n = hypergraph.num_vertices;
  const EdgeId m = hypergraph.num_edges();
  Array<std::uint8_t>& edge_inactive = rated.left_out;
  Array<std::uint8_t> vertex_inactive(n, 0);
  Array<EdgeId> best(n, k_none);
  Array<std::uint32_t> count(m, 0);  // pins whose best edge this is
  Array<std::uint64_t> drawn(order.redraws() ? m : 0);
  const Array<std::uint64_t>& key = order.redraws() ? drawn : rated.words;
  std::uint64_t active = rated.num_edges;

  LocalMaxOutcome outcome{.edges = {}, .variant = name_of(LocalMaxVariant::sequential)};
  // Ends: the uppermost active edge is the best of all its pins, so each round matches an edge. One
  // with a repeated pin is never the best of as many vertices as it has pins: then no edge leaves.
  while (active > 0) {
    context.check_cancelled();
    context.report({"solve", rated.num_edges - active, rated.num_edges});
    order.begin_round(outcome.rounds++);
    const std::uint64_t before = active;
    if (order.redraws()) {
      for (EdgeId e = 0; e < m; ++e) {
        if (edge_inactive[e] == 0) drawn[e] = order.key(rated.words[e], e);
      }
    }

    for (VertexId v = 0; v < n; ++v) {
      if (vertex_inactive[v] != 0) continue;
      KeyedEdge top = UppermostEdge::identity();
      for (const EdgeId e : incidence.edges_of(v)) {
        if (edge_inactive[e] == 0) top = UppermostEdge::combine(top, {key[e], e});
      }
      if (top.edge == best[v]) continue;
      // With fixed ties the old best edge is inactive by now, and its counter of no interest.
      if (order.redraws() && best[v] != k_none) --count[best[v]];
      best[v] = top.edge;
      if (top.edge == k_none) {
        vertex_inactive[v] = 1;
      } else {
        ++count[top.edge];
      }
    }

    for (EdgeId e = 0; e < m; ++e) {
      if (edge_inactive[e] != 0 || count[e] != hypergraph.edge_size(e)) continue;
      outcome.edges.push_back(e);
      for (const VertexId v : hypergraph.pins_of(e)) {
        vertex_inactive[v] = 1;
        for (const EdgeId other : incidence.edges_of(v)) {
          active -= edge_inactive[other] == 0 ? 1 : 0;
          edge_inactive[other] = 1;
        }
      }
    }
    if (active == before) structures::throw_broken_promise(hypergraph);
  }
  std::sort(outcome.edges.begin(), outcome.edges.end());
  return outcome;
}

}  // namespace hypermatch::detail::hypergraph_matching
