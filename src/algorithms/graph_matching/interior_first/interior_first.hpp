// SPDX-License-Identifier: MIT
// `interior_first` of graphs (parallel/host/interior_parts.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "algorithms/graph_matching/common/order.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parallel/host/gather_weights.hpp"
#include "parallel/host/interior_parts.hpp"

namespace hypermatch::detail::graph_matching {

class InteriorsOfGraph {
 public:
  InteriorsOfGraph(const Context& context, const EdgeListView& graph)
      : context_(context), graph_(graph), mates_(filled_vector(graph.num_vertices, k_none)) {}

  [[nodiscard]] VertexId num_vertices() const { return graph_.num_vertices; }
  [[nodiscard]] std::size_t num_edges() const { return graph_.edges.size(); }
  [[nodiscard]] std::array<VertexId, 2> pins_of(EdgeId e) const {
    return {graph_.edges[e].u, graph_.edges[e].v};
  }
  [[nodiscard]] EdgeList some_edges(const std::vector<EdgeId>& edges, VertexId first,
                                    VertexId num_vertices) const {
    EdgeList some;
    some.num_vertices = num_vertices;
    some.edges.reserve(edges.size());
    for (const EdgeId e : edges) {
      some.edges.push_back({graph_.edges[e].u - first, graph_.edges[e].v - first});
    }
    some.weights = parallel::gather_weights(context_, graph_.weights, edges.size(),
                                            [&](std::size_t i) { return edges[i]; });
    return some;
  }
  void add(const GraphMatching& found, const std::vector<EdgeId>& /*numbers*/, VertexId first) {
    for (std::size_t v = 0; v < found.mates.size(); ++v) {
      if (found.mates[v] != k_none) mates_[first + v] = first + found.mates[v];
    }
  }
  [[nodiscard]] bool is_free(EdgeId e) const {
    return mates_[graph_.edges[e].u] == k_none && mates_[graph_.edges[e].v] == k_none;
  }

  /// `solve` matches one instance, `solve_all` as parallel::interior_first has it.
  template <class SolveAll, class Solve>
  [[nodiscard]] GraphMatching match(const GraphOrder& order, std::uint32_t parts,
                                    const SolveAll& solve_all, const Solve& solve) {
    const MatchingStats sums = parallel::interior_first(*this, parts, solve_all, solve);
    GraphMatching all;
    all.mates = std::move(mates_);
    all.stats = run_stats(order, maximal_guarantee(order), sums.rounds, "interior_first", "");
    all.stats.prepare_seconds = sums.prepare_seconds;
    all.stats.device_seconds = sums.device_seconds;
    all.stats.transfer_seconds = sums.transfer_seconds;
    all.stats.device_peak_bytes = sums.device_peak_bytes;
    return all;
  }

 private:
  const Context& context_;
  const EdgeListView& graph_;
  decltype(GraphMatching::mates) mates_;
};

}  // namespace hypermatch::detail::graph_matching
