// SPDX-License-Identifier: MIT
// Local max of hypergraphs on ranks (order/ranks/greedy_on_ranks.hpp).
#include <utility>

#include "algorithms/hypergraph_matching/common/guarantee.hpp"
#include "order/ranks/match_on_ranks.hpp"

namespace hypermatch {

RankMatching ranks_matching(const Context& context, Communicator& ranks, EdgePart part,
                            const OrderOptions& options) {
  using namespace detail;
  RankMatching matching =
      order::match_on_ranks(context, ranks, std::move(part), options, order::EdgeShape::hyperedges);
  matching.stats.algorithm = "local_max";
  matching.stats.variant = "ranks";
  OrderOptions resolved = options;
  resolved.objective = matching.stats.objective;
  resolved.rating = matching.stats.rating;
  matching.stats.guarantee = hypergraph_matching::greedy_guarantee(resolved);
  return matching;
}

}  // namespace hypermatch
