// SPDX-License-Identifier: MIT
// One pass over the edges of a graph from the top of the order, conflicts skipped: a sort by
// counting, then a scan.
#pragma once

#include "algorithms/graph_matching/common/order.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "order/edge_ranks.hpp"
#include "order/weight_bits.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::graph_matching {

/// Calls take(u, v) for each edge, from the top of the order, of which is_free(u, v) holds then.
/// Edges for which may_be_free(edge) fails are left out from the start. `order` must be resolved.
/// O(m) expected for random weights, O(m log m) always. @throws Error{invalid_input} on a loop
template <class MayBeFree, class IsFree, class Take>
void take_from_top(const Context& context, const EdgeListView& graph, const GraphOrder& order,
                   const MayBeFree& may_be_free, const IsFree& is_free, const Take& take) {
  const base::PairMixer mix(order.seed);
  order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    Array<order::RankOf<typename decltype(weight_bits)::Image>> ranks;
    ranks.reserve(graph.num_edges());
    parallel::StopCheck stop(context);
    for (EdgeId e = 0; e < graph.num_edges(); ++e) {
      stop.done(k_edge_work);
      const GraphEdge edge = graph.edges[e];
      if (weight_bits(e) < weight_bits.lowest() || !may_be_free(edge)) continue;
      ranks.push_back(order::rank_of(weight_bits(e), mix, edge));
    }
    order::sort_ranks(context, ranks);
    for (const auto& rank : ranks) {
      stop.done(k_edge_work);
      if (!is_free(rank.low, rank.high)) continue;
      if (rank.low == rank.high) structures::throw_broken_promise(graph);
      take(rank.low, rank.high);
    }
  });
}

/// Makes a matching maximal, by `take_from_top`.
template <class MayBeFree>
void match_from_top(const Context& context, const EdgeListView& graph, const GraphOrder& order,
                    const MayBeFree& may_be_free, std::vector<VertexId>& mates) {
  take_from_top(
      context, graph, order, may_be_free,
      [&](VertexId u, VertexId v) { return mates[u] == k_none && mates[v] == k_none; },
      [&](VertexId u, VertexId v) {
        mates[u] = v;
        mates[v] = u;
      });
}

}  // namespace hypermatch::detail::graph_matching
