// SPDX-License-Identifier: MIT
// Local max of hypergraphs on ranks (order/ranks/greedy_on_ranks.hpp).
#include <utility>

#include "algorithms/hypergraph_matching/common/guarantee.hpp"
#include "base/clock.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "order/ranks/match_on_ranks.hpp"

namespace hypermatch {

RankMatching ranks_matching(const Context& context, Communicator& ranks, EdgePart part,
                            const OrderOptions& options) {
  using namespace detail;
  RankMatching matching;
  // One rank that has the whole hypergraph matches it as in memory.
  if (order::is_whole(ranks, part, order::EdgeShape::hyperedges)) {
    if (part.offsets.empty()) {
      Array<Offset> offsets(part.num_edges() + 1);
      for (std::size_t e = 0; e < offsets.size(); ++e) offsets[e] = e * part.edge_size;
      part.offsets = std::move(offsets);
    }
    const HypergraphView hypergraph{part.num_vertices, part.offsets.view(), part.pins.view(),
                                    view_of(part.weights)};
    const HypergraphMatching found = local_max(context, hypergraph, {.order = options});
    matching = order::matching_of_one(part, order::EdgeShape::hyperedges, found.edges, found.stats,
                                      base::Clock::now());
  } else {
    matching = order::match_on_ranks(context, ranks, std::move(part), options,
                                     order::EdgeShape::hyperedges);
  }
  matching.stats.algorithm = "local_max";
  matching.stats.variant = "ranks";
  OrderOptions resolved = options;
  resolved.objective = matching.stats.objective;
  resolved.rating = matching.stats.rating;
  matching.stats.guarantee = hypergraph_matching::greedy_guarantee(resolved);
  return matching;
}

}  // namespace hypermatch
