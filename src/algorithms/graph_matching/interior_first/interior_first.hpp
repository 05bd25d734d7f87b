// SPDX-License-Identifier: MIT
// The baseline that Reinstaedtler, Schulz, Sitchinava, Walliser 2026 ("Efficient Parallel
// Algorithms for Hypergraph Matching", section 7) sketch for several GPUs, on graphs: vertices are
// cut into parts; edges within a part are matched part by part, side by side, and then, in one
// place, those that cross and are still free. Maximal, not greedy. Ties go by numbers within the
// part.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "algorithms/graph_matching/common/order.hpp"
#include "base/clock.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parallel/host/gather_weights.hpp"
#include "parallel/host/interior_parts.hpp"

namespace hypermatch::detail::graph_matching {

/// Some edges of a graph, with vertices counted from `first`.
[[nodiscard]] inline EdgeList some_edges(const Context& context, const EdgeListView& graph,
                                         const std::vector<EdgeId>& edges, VertexId first,
                                         VertexId num_vertices) {
  EdgeList some;
  some.num_vertices = num_vertices;
  some.edges.reserve(edges.size());
  for (const EdgeId e : edges) {
    some.edges.push_back({graph.edges[e].u - first, graph.edges[e].v - first});
  }
  some.weights = parallel::gather_weights(context, graph.weights, edges.size(),
                                          [&](std::size_t i) { return edges[i]; });
  return some;
}

/// `solve_all(instances)` matches several, `solve_last(instance)` one.
template <class SolveAll, class SolveLast>
[[nodiscard]] GraphMatching interior_first(const Context& context, const EdgeListView& graph,
                                           const GraphOrder& order, std::uint32_t parts,
                                           const SolveAll& solve_all, const SolveLast& solve_last) {
  const parallel::VertexRanges ranges(graph.num_vertices, parts);
  const base::Clock::time_point begin = base::Clock::now();
  std::vector<std::vector<EdgeId>> edges =
      parallel::edges_by_part(graph.edges.size(), ranges, [&](std::size_t e) {
        const std::array<VertexId, 2> ends = {graph.edges[e].u, graph.edges[e].v};
        return ranges.part_of_all(ends.data(), ends.size());
      });
  std::vector<EdgeList> interiors;
  for (std::uint32_t p = 0; p < parts; ++p) {
    interiors.push_back(some_edges(context, graph, edges[p], ranges.first(p),
                                   ranges.first(p + 1) - ranges.first(p)));
    edges[p] = {};
  }
  const double prepared = base::seconds_since(begin);
  const std::vector<GraphMatching> found = solve_all(interiors);
  interiors.clear();

  GraphMatching all;
  all.mates = filled_vector(graph.num_vertices, k_none);
  std::uint64_t rounds = 0;
  double device_seconds = 0;
  MatchingStats sums;
  const auto add = [&](const GraphMatching& some, VertexId first) {
    for (std::size_t v = 0; v < some.mates.size(); ++v) {
      if (some.mates[v] != k_none) all.mates[first + v] = first + some.mates[v];
    }
    sums.transfer_seconds += some.stats.transfer_seconds;
    sums.device_peak_bytes = std::max(sums.device_peak_bytes, some.stats.device_peak_bytes);
  };
  for (std::uint32_t p = 0; p < parts; ++p) {
    add(found[p], ranges.first(p));
    rounds = std::max(rounds, found[p].stats.rounds);
    device_seconds = std::max(device_seconds, found[p].stats.device_seconds);
  }
  std::vector<EdgeId>& crossing = edges.back();
  std::erase_if(crossing, [&](EdgeId e) {
    return all.mates[graph.edges[e].u] != k_none || all.mates[graph.edges[e].v] != k_none;
  });
  const EdgeList rest = some_edges(context, graph, crossing, 0, graph.num_vertices);
  const GraphMatching last = solve_last(rest);
  add(last, 0);
  all.stats =
      run_stats(order, maximal_guarantee(order), rounds + last.stats.rounds, "interior_first", "");
  all.stats.prepare_seconds = prepared;
  all.stats.device_seconds = device_seconds + last.stats.device_seconds;
  all.stats.transfer_seconds = sums.transfer_seconds;
  all.stats.device_peak_bytes = sums.device_peak_bytes;
  return all;
}

}  // namespace hypermatch::detail::graph_matching
