// SPDX-License-Identifier: MIT
// Makes a matching of a graph maximal: the greedy matching of the order among the edges whose ends
// are both free.
#include <functional>
#include <string>

#include "algorithms/graph_matching/common/order.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/edge_ranks.hpp"
#include "order/weight_bits.hpp"
#include "parallel/host/sort_in_pieces.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;
namespace parallel = detail::parallel;

GraphMatching complete(const Context& context, const EdgeListView& graph,
                       std::span<const VertexId> mates, const GraphOrder& options) {
  (void)matched_edges(context, graph, mates);  // a matching of the graph, or it throws
  const GraphOrder order = resolve(context, options, graph);
  const detail::base::PairMixer mix(order.seed);
  GraphMatching matching{
      {mates.begin(), mates.end()},
      run_stats(order, "no less than the matching it started from", 1, "complete")};
  const auto is_free = [&](VertexId u, VertexId v) {
    return matching.mates[u] == k_none && matching.mates[v] == k_none;
  };
  order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    Array<order::RankOf<typename decltype(weight_bits)::Image>> ranks;
    parallel::StopCheck stop(context);
    for (EdgeId e = 0; e < graph.num_edges(); ++e) {
      stop.done(k_edge_work);
      const GraphEdge edge = graph.edges[e];
      if (weight_bits(e) < weight_bits.lowest() || !is_free(edge.u, edge.v)) continue;
      ranks.push_back(order::rank_of(weight_bits(e), mix, edge));
    }
    parallel::sort_in_pieces(context, ranks.begin(), ranks.end(), std::greater<>());
    for (const auto& rank : ranks) {
      stop.done(k_edge_work);
      if (!is_free(rank.low, rank.high)) continue;
      if (rank.low == rank.high) detail::structures::throw_broken_promise(graph);  // a loop
      matching.mates[rank.low] = rank.high;
      matching.mates[rank.high] = rank.low;
    }
  });
  return matching;
}

}  // namespace hypermatch
