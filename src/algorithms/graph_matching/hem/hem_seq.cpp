// SPDX-License-Identifier: MIT
// Heavy edge matching: Karypis, Kumar 1998 ("A Fast and High Quality Multilevel Scheme for
// Partitioning Irregular Graphs", doi:10.1137/S1064827595287997). Each free vertex in turn takes
// its free neighbour with the uppermost edge. Maximal, no bound on the weight. Work O(n + m). Ties:
// the order's; the order of visits is drawn by hash(seed, 1).
#include "algorithms/graph_matching/common/match_by_visits.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/weight_bits.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;

GraphMatching hem(const Context& context, const GraphView& graph, const HeavyEdgeOptions& options) {
  const GraphOrder order = resolve(context, options.order, graph);
  detail::check_enum("visit", options.visit);
  GraphMatching matching;
  matching.stats = run_stats(order, maximal_guarantee(order), 1, "hem",
                             options.visit == VisitOrder::natural ? "natural" : "random");
  const Array<VertexId> visits =
      options.visit == VisitOrder::random
          ? shuffled_vertices(graph.num_vertices, detail::base::hash(order.seed, 1))
          : Array<VertexId>();
  context.check_cancelled();
  matching.mates = order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    const order::RowScan rows(graph, weight_bits, detail::base::PairMixer(order.seed));
    return match_by_visits(context, graph, rows,
                           [&](VertexId i) { return visits.empty() ? i : visits[i]; });
  });
  return matching;
}

}  // namespace hypermatch
