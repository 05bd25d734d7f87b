// SPDX-License-Identifier: MIT
// The baseline that Reinstaedtler, Schulz, Sitchinava, Walliser 2026 ("Efficient Parallel
// Algorithms for Hypergraph Matching", section 7) sketch for several GPUs: vertices are cut into
// parts; edges within a part are matched part by part, side by side, and then, in one place, those
// that cross and are still free. Maximal, not greedy: a light edge within a part may keep out a
// heavy one that crosses. Ties go by numbers within the part.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/resolve.hpp"
#include "order/matched_vertices.hpp"
#include "parallel/host/gather_weights.hpp"
#include "parallel/host/interior_parts.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Some edges of a hypergraph, with vertices counted from `first`.
[[nodiscard]] inline Hypergraph some_edges(const Context& context, const HypergraphView& hypergraph,
                                           const std::vector<EdgeId>& edges, VertexId first,
                                           VertexId num_vertices) {
  Hypergraph some;
  some.num_vertices = num_vertices;
  some.offsets = Array<Offset>(edges.size() + 1);
  some.offsets[0] = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    some.offsets[i + 1] = some.offsets[i] + hypergraph.pins_of(edges[i]).size();
  }
  some.pins.reserve(some.offsets[edges.size()]);
  for (const EdgeId e : edges) {
    for (const VertexId v : hypergraph.pins_of(e)) some.pins.push_back(v - first);
  }
  some.weights = parallel::gather_weights(context, hypergraph.weights, edges.size(),
                                          [&](std::size_t i) { return edges[i]; });
  return some;
}

/// `solve_all(instances)` matches several, `solve_last(instance)` one.
template <class SolveAll, class SolveLast>
[[nodiscard]] HypergraphMatching interior_first(const Context& context,
                                                const HypergraphView& hypergraph,
                                                const OrderOptions& given, std::uint32_t parts,
                                                const SolveAll& solve_all,
                                                const SolveLast& solve_last) {
  const parallel::VertexRanges ranges(hypergraph.num_vertices, parts);
  OrderOptions order = resolve(context, hypergraph, given);
  const base::Clock::time_point begin = base::Clock::now();
  std::vector<std::vector<EdgeId>> edges =
      parallel::edges_by_part(hypergraph.num_edges(), ranges, [&](std::size_t e) {
        const auto pins = hypergraph.pins_of(static_cast<EdgeId>(e));
        return ranges.part_of_all(pins.data(), pins.size());
      });
  std::vector<Hypergraph> interiors;
  for (std::uint32_t p = 0; p < parts; ++p) {
    interiors.push_back(some_edges(context, hypergraph, edges[p], ranges.first(p),
                                   ranges.first(p + 1) - ranges.first(p)));
  }
  const double prepared = base::seconds_since(begin);
  const std::vector<HypergraphMatching> found = solve_all(interiors, order);
  interiors.clear();

  HypergraphMatching all;
  MatchingStats& stats = all.stats;
  const auto add = [&](const HypergraphMatching& some, const std::vector<EdgeId>& numbers) {
    for (const EdgeId i : some.edges) all.edges.push_back(numbers[i]);
    stats.transfer_seconds += some.stats.transfer_seconds;
    stats.device_peak_bytes = std::max(stats.device_peak_bytes, some.stats.device_peak_bytes);
  };
  order::MatchedVertices matched(hypergraph.num_vertices);
  for (std::uint32_t p = 0; p < parts; ++p) {
    add(found[p], edges[p]);
    stats.rounds = std::max(stats.rounds, found[p].stats.rounds);
    stats.device_seconds = std::max(stats.device_seconds, found[p].stats.device_seconds);
  }
  for (const EdgeId e : all.edges) {
    for (const VertexId v : hypergraph.pins_of(e)) matched.insert(v);
  }
  std::vector<EdgeId>& crossing = edges.back();
  std::erase_if(crossing, [&](EdgeId e) {
    const auto pins = hypergraph.pins_of(e);
    return matched.meets(pins.data(), pins.size());
  });
  const Hypergraph rest = some_edges(context, hypergraph, crossing, 0, hypergraph.num_vertices);
  const HypergraphMatching last = solve_last(rest, order);
  add(last, crossing);
  stats.rounds += last.stats.rounds;
  stats.device_seconds += last.stats.device_seconds;
  std::sort(all.edges.begin(), all.edges.end());
  stats.algorithm = "interior_first";
  stats.prepare_seconds = prepared;
  stats.rating = order.rating;
  stats.objective = order.objective;
  stats.guarantee = order.objective == Objective::cardinality
                        ? "1/d of the most edges, d the largest edge size (maximal)"
                        : "maximal (1/d of the most edges, d the largest edge size)";
  stats.stop_reason = "complete";
  return all;
}

}  // namespace hypermatch::detail::hypergraph_matching
