// SPDX-License-Identifier: MIT
// Sorted greedy for b-matching in graphs: edges from the top of the order, each taken if both ends
// have room. Guarantee 1/2 of the heaviest b-matching (Mestre 2006, doi:10.1007/11841036_48). Work
// O(m log m). The baseline that every other algorithm is measured against and compared with to the
// byte, so it stays as simple as this.
#include <functional>
#include <vector>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/partner_lists.hpp"
#include "hypermatch/b_matching.hpp"
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

Partners greedy(const Context& context, const EdgeListView& graph, const Capacities& capacities,
                const GraphOrder& options) {
  check_capacities(capacities, graph.num_vertices);
  if (are_ones(context, capacities)) return partners_of(greedy(context, graph, options));
  const GraphOrder order = resolve(context, options, graph);
  const detail::base::PairMixer mix(order.seed);
  Array<GraphEdge> taken;
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
    Array<std::uint32_t> room(graph.num_vertices);
    for (std::size_t v = 0; v < room.size(); ++v) room[v] = capacities[v];
    parallel::StopCheck stop(context);
    for (const auto& rank : ranks) {
      stop.done(k_edge_work);
      if (room[rank.low] == 0 || room[rank.high] == 0) continue;
      if (rank.low == rank.high) detail::structures::throw_broken_promise(graph);  // a loop
      --room[rank.low];
      --room[rank.high];
      taken.push_back({rank.low, rank.high});
    }
  });
  Partners matching = partner_lists(context, graph.num_vertices, taken.view());
  matching.stats = run_stats(order, b_greedy_guarantee(order), 1, "greedy");
  return matching;
}

}  // namespace hypermatch
