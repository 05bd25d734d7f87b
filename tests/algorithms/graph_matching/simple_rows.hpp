// SPDX-License-Identifier: MIT
// The simplest versions of what algorithms do at a vertex, for tests to compare with: neighbours as
// lists, edges compared from the definition of the order.
#pragma once

#include <optional>
#include <tuple>
#include <vector>

#include "base/graph_order.hpp"
#include "graph_cases.hpp"

namespace hypermatch::test {

struct SimpleArc {
  VertexId head;
  double weight;
};

/// Eligible arcs of every vertex, and the order; weights are 1 where edges are counted.
struct SimpleRows {
  SimpleRows(const EdgeListView& graph, const GraphOrder& options)
      : arcs(graph.num_vertices), order(options) {
    const bool by_weight = order.objective != Objective::cardinality && graph.is_weighted();
    for (EdgeId e = 0; e < graph.num_edges(); ++e) {
      if (!takes_part(graph, e, order)) continue;
      const double weight = by_weight ? weight_at(graph.weights, e) : 1.0;
      arcs[graph.edges[e].u].push_back({graph.edges[e].v, weight});
      arcs[graph.edges[e].v].push_back({graph.edges[e].u, weight});
    }
  }

  /// The uppermost arc of v to a vertex that is wanted; ties by `seed`, or weights aside if random.
  template <class Wanted>
  [[nodiscard]] std::optional<SimpleArc> uppermost(VertexId v, std::uint64_t seed, bool random,
                                                   const Wanted& wanted) const {
    const detail::base::PairMixer mix(seed);
    const auto place = [&](const SimpleArc& arc) {
      return std::tuple(random ? 0.0 : arc.weight, mix(v, arc.head), std::min(v, arc.head),
                        std::max(v, arc.head));
    };
    std::optional<SimpleArc> best;
    for (const SimpleArc& arc : arcs[v]) {
      if (wanted(arc.head) && (!best || place(arc) > place(*best))) best = arc;
    }
    return best;
  }

  std::vector<std::vector<SimpleArc>> arcs;
  GraphOrder order;
};

/// The orders that tests of one instance go through.
inline std::vector<GraphOrder> orders_to_try(std::uint64_t seed) {
  return {{.seed = seed},
          {.nonpositive = NonPositive::keep, .seed = seed + 1},
          {.objective = Objective::cardinality, .seed = seed}};
}

}  // namespace hypermatch::test
