// SPDX-License-Identifier: MIT
// Sorted greedy for matching in graphs by a parallel radix sort: edges from the top of the order,
// conflicts skipped (Avis 1983, doi:10.1002/net.3230130404). Guarantee 1/2. Work O(m), of which the
// scan runs on one thread.
#include <cstddef>
#include <vector>

#include "algorithms/graph_matching/common/order.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/edge_ranks.hpp"
#include "order/weight_bits.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;
namespace parallel = detail::parallel;
using detail::base::GraphRank;

namespace {

// Ascending. Edges of equal words do not meet, or are parallel, so that their order changes
// nothing.
void sort_by_words(const Context& context, Array<GraphRank>& ranks) {
  parallel::radix_sort(context, ranks, [](const GraphRank& rank) { return rank.key; });
}
void sort_by_words(const Context& context, Array<order::WideRank>& ranks) {
  parallel::radix_sort(context, ranks, [](const order::WideRank& rank) { return rank.tie; });
  parallel::radix_sort(context, ranks, [](const order::WideRank& rank) { return rank.key; });
}

}  // namespace

GraphMatching sorted_greedy(const Context& context, const EdgeListView& graph,
                            const GraphOrder& options) {
  const GraphOrder order = resolve(context, options, graph);
  const detail::base::PairMixer mix(order.seed);
  GraphMatching matching{detail::filled_vector(graph.num_vertices, k_none),
                         run_stats(order, greedy_guarantee(order), 1, "greedy")};
  order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    Array<order::RankOf<typename decltype(weight_bits)::Image>> ranks(graph.num_edges());
    ranks.resize(parallel::select(
        context, graph.num_edges(),
        [&](std::size_t e) { return weight_bits(e) >= weight_bits.lowest(); },
        [&](std::size_t place, std::size_t e) {
          ranks[place] = order::rank_of(weight_bits(e), mix, graph.edges[e]);
        }));
    sort_by_words(context, ranks);
    context.check_cancelled();
    for (std::size_t i = ranks.size(); i-- > 0;) {
      const auto& rank = ranks[i];
      if (matching.mates[rank.low] != k_none || matching.mates[rank.high] != k_none) continue;
      if (rank.low == rank.high) detail::structures::throw_broken_promise(graph);  // a loop
      matching.mates[rank.low] = rank.high;
      matching.mates[rank.high] = rank.low;
    }
  });
  return matching;
}

}  // namespace hypermatch
