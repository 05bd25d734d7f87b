// SPDX-License-Identifier: MIT
// Local max of graphs on ranks (order/ranks/greedy_on_ranks.hpp), and its baselines
// (order/ranks/owned_rows.hpp).
#include <span>
#include <string>
#include <utility>

#include "algorithms/graph_matching/common/order.hpp"
#include "base/clock.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/ranks/match_on_ranks.hpp"

namespace hypermatch {

namespace {

// One rank has the whole graph: it is matched as in memory.
RankMatching match_alone(const Context& context, const EdgePart& part, const GraphOrder& order) {
  const auto* const ends = reinterpret_cast<const GraphEdge*>(part.pins.data());
  const EdgeListView graph{part.num_vertices, {ends, part.num_edges()}, view_of(part.weights)};
  const GraphMatching found = local_max(context, graph, {.order = order});
  const detail::base::Clock::time_point listing = detail::base::Clock::now();
  Array<std::uint32_t> edges;
  for (std::size_t e = 0; e < part.num_edges(); ++e) {
    if (found.mates[graph.edges[e].u] == graph.edges[e].v) {
      edges.push_back(static_cast<std::uint32_t>(e));
    }
  }
  return detail::order::matching_of_one(part, detail::order::EdgeShape::pairs, edges.view(),
                                        found.stats, listing);
}

}  // namespace

RankMatching ranks_graph_matching(const Context& context, Communicator& ranks, EdgePart part,
                                  const OrderOptions& options, RankMethod method) {
  using namespace detail;
  if (options.rating != Rating::automatic && options.rating != Rating::weight) {
    throw Error(ErrorCode::unsupported, "rating is " + std::string(name_of(options.rating)) +
                                            "; edges of a graph on ranks are rated by weight only");
  }
  const GraphOrder order{options.objective, options.nonpositive, options.seed};
  const bool is_alone =
      method == RankMethod::batches && order::is_whole(ranks, part, order::EdgeShape::pairs);
  RankMatching matching = is_alone ? match_alone(context, part, order)
                                   : order::match_on_ranks(context, ranks, std::move(part), options,
                                                           order::EdgeShape::pairs, method);
  matching.stats.algorithm = method == RankMethod::requests ? "locally_dominant" : "local_max";
  matching.stats.variant = method == RankMethod::ghosts ? "ghosts" : "ranks";
  matching.stats.guarantee = graph_matching::greedy_guarantee(
      {matching.stats.objective, options.nonpositive, options.seed});
  return matching;
}

}  // namespace hypermatch
