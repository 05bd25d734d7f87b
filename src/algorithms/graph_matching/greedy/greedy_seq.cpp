// SPDX-License-Identifier: MIT
// Sorted greedy for matching in graphs: edges from the top of the order, conflicts skipped (Avis
// 1983, doi:10.1002/net.3230130404). Guarantee 1/2 of the heaviest matching. Work O(m log m). The
// baseline that every other algorithm is measured against and compared with to the byte, so it
// stays as simple as this.
#include <algorithm>
#include <functional>

#include "algorithms/graph_matching/common/order.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/edge_ranks.hpp"
#include "order/weight_images.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;

GraphMatching greedy(const Context& context, const EdgeListView& graph, const GraphOrder& options) {
  const GraphOrder order = resolve(context, options, graph);
  const detail::base::PairMixer mix(order.seed);
  GraphMatching matching{detail::filled_vector(graph.num_vertices, k_none),
                         run_stats(order, greedy_guarantee(order), 1, "greedy")};
  order::with_images(graph.weights, order, [&](auto images) {
    Array<order::RankOf<typename decltype(images)::Image>> ranks;
    ranks.reserve(graph.num_edges());
    for (EdgeId e = 0; e < graph.num_edges(); ++e) {
      if (images(e) >= images.lowest())
        ranks.push_back(order::rank_of(images(e), mix, graph.edges[e]));
    }
    std::sort(ranks.begin(), ranks.end(), std::greater<>());
    context.check_cancelled();
    for (const auto& rank : ranks) {
      if (matching.mates[rank.low] != k_none || matching.mates[rank.high] != k_none) continue;
      if (rank.low == rank.high) detail::structures::throw_broken_promise(graph);  // a loop
      matching.mates[rank.low] = rank.high;
      matching.mates[rank.high] = rank.low;
    }
  });
  return matching;
}

}  // namespace hypermatch
