// SPDX-License-Identifier: MIT
// Random greedy matching, the serial algorithm that Fagginger Auer, Bisseling 2012
// (doi:10.1007/978-3-642-30397-5_11) compare with: each free vertex, in random order, takes one of
// its free neighbours at random. Maximal: half of the most edges at least. Work O(n + m). The order
// of visits is drawn by hash(seed, 1); a vertex takes the neighbour whose pair hashes highest under
// hash(seed, 2), each of them equally likely.
#include "algorithms/graph_matching/common/match_by_visits.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/weight_bits.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;

GraphMatching random_greedy(const Context& context, const GraphView& graph,
                            const GraphOrder& options) {
  const GraphOrder order = resolve(context, options, graph);
  GraphMatching matching;
  matching.stats = run_stats(order, maximal_guarantee(order), 1, "random_greedy");
  const Array<VertexId> visits =
      shuffled_vertices(graph.num_vertices, detail::base::hash(order.seed, 1));
  context.check_cancelled();
  const detail::base::PairMixer mix(detail::base::hash(order.seed, 2));
  matching.mates = order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    const order::RowScan<decltype(weight_bits), order::ArcRank::random> rows(graph, weight_bits,
                                                                             mix);
    return match_by_visits(context, graph, rows, [&](VertexId i) { return visits[i]; });
  });
  return matching;
}

}  // namespace hypermatch
