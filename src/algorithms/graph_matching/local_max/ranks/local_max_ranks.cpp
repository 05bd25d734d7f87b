// SPDX-License-Identifier: MIT
// Local max of graphs on ranks (order/ranks/greedy_on_ranks.hpp).
#include <string>
#include <utility>

#include "algorithms/graph_matching/common/order.hpp"
#include "hypermatch/error.hpp"
#include "order/ranks/match_on_ranks.hpp"

namespace hypermatch {

RankMatching ranks_graph_matching(const Context& context, Communicator& ranks, EdgePart part,
                                  const OrderOptions& options) {
  using namespace detail;
  if (options.rating != Rating::automatic && options.rating != Rating::weight) {
    throw Error(ErrorCode::unsupported, "rating is " + std::string(name_of(options.rating)) +
                                            "; edges of a graph on ranks are rated by weight only");
  }
  RankMatching matching =
      order::match_on_ranks(context, ranks, std::move(part), options, order::EdgeShape::pairs);
  matching.stats.algorithm = "local_max";
  matching.stats.variant = "ranks";
  matching.stats.guarantee = graph_matching::greedy_guarantee(
      {matching.stats.objective, options.nonpositive, options.seed});
  return matching;
}

}  // namespace hypermatch
