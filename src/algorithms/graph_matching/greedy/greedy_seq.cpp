// SPDX-License-Identifier: MIT
// Sorted greedy for matching in graphs: edges from the top of the order, conflicts skipped (Avis
// 1983, doi:10.1002/net.3230130404). Guarantee 1/2 of the heaviest matching. Work O(m log m). The
// baseline that every other algorithm is measured against and compared with to the byte, so it
// stays as simple as this.
#include <functional>

#include "algorithms/graph_matching/common/order.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/edge_ranks.hpp"
#include "order/weight_bits.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/sort_in_pieces.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;
namespace parallel = detail::parallel;

GraphMatching greedy(const Context& context, const EdgeListView& graph, const GraphOrder& options) {
  const GraphOrder order = resolve(context, options, graph);
  const detail::base::PairMixer mix(order.seed);
  GraphMatching matching{detail::filled_vector(graph.num_vertices, k_none),
                         run_stats(order, greedy_guarantee(order), 1, "greedy")};
  order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    Array<order::RankOf<typename decltype(weight_bits)::Image>> ranks;
    ranks.reserve(graph.num_edges());
    parallel::in_pieces(context, 0, graph.num_edges(), [&](std::size_t from, std::size_t to) {
      for (auto e = static_cast<EdgeId>(from); e < to; ++e) {
        if (weight_bits(e) >= weight_bits.lowest())
          ranks.push_back(order::rank_of(weight_bits(e), mix, graph.edges[e]));
      }
    });
    parallel::sort_in_pieces(context, ranks.begin(), ranks.end(), std::greater<>());
    parallel::StopCheck stop(context);
    for (const auto& rank : ranks) {
      stop.done(k_edge_work);
      if (matching.mates[rank.low] != k_none || matching.mates[rank.high] != k_none) continue;
      if (rank.low == rank.high) detail::structures::throw_broken_promise(graph);  // a loop
      matching.mates[rank.low] = rank.high;
      matching.mates[rank.high] = rank.low;
    }
  });
  return matching;
}

}  // namespace hypermatch
