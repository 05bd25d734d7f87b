// SPDX-License-Identifier: MIT
// Local max for matching in graphs: prepares what the variant works on, and runs it. The variants
// are described where they are implemented.
#include <chrono>
#include <utility>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/local_max/batched_greedy/batched_greedy.hpp"
#include "algorithms/graph_matching/local_max/edge_rounds/edge_rounds.hpp"
#include "algorithms/graph_matching/local_max/lazy_walks/lazy_walks.hpp"
#include "algorithms/graph_matching/local_max/pointing_rows/pointing_rows.hpp"
#include "base/clock.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/arc_priorities.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/team.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using detail::base::Clock;
using namespace detail::graph_matching;
namespace order = detail::order;
namespace parallel = detail::parallel;
using detail::base::GraphRank;

namespace {

// The edges that take part, each with its place in the order.
Array<GraphRank> candidate_edges(const Context& context, const EdgeListView& graph,
                                 const GraphOrder& order) {
  const detail::base::PairMixer mix(order.seed);
  Array<GraphRank> candidates(graph.num_edges());
  order::with_narrow_weight_bits(context, graph.weights, order, [&](auto weight_bits) {
    const auto eligible = [&](std::size_t e) { return weight_bits(e) >= weight_bits.lowest(); };
    candidates.resize(parallel::select(
        context, graph.num_edges(), eligible, [&](std::size_t place, std::size_t e) {
          const GraphEdge edge = graph.edges[e];
          candidates[place] = detail::base::graph_rank(weight_bits(e), mix, edge.u, edge.v);
        }));
  });
  return candidates;
}

EdgeRoundsOutcome run_edge_rounds(const Context& context, VertexId num_vertices,
                                  Array<GraphRank> edges, GraphLocalMaxVariant variant) {
  switch (variant) {
    case GraphLocalMaxVariant::crcw:
      return edge_rounds_shared(context, num_vertices, std::move(edges), Removal::mark);
    case GraphLocalMaxVariant::work_optimal:
      return edge_rounds_shared(context, num_vertices, std::move(edges), Removal::compact);
    case GraphLocalMaxVariant::filtered:  // does not come here
    case GraphLocalMaxVariant::sequential:
      break;
  }
  return edge_rounds_sequential(context, num_vertices, std::move(edges));
}

GraphMatching match_list(const Context& context, const EdgeListView& graph, const GraphOrder& order,
                         GraphLocalMaxVariant variant) {
  EdgeRoundsOutcome outcome =
      run_edge_rounds(context, graph.num_vertices, candidate_edges(context, graph, order), variant);
  const std::vector<VertexId>& mates = outcome.mates;
  const auto matched_loops = parallel::reduce<std::uint32_t>(
      context, mates.size(), 0, [&](std::size_t v) { return mates[v] == v ? 1U : 0U; },
      [](std::uint32_t a, std::uint32_t b) { return a | b; });
  if (matched_loops != 0) detail::structures::throw_broken_promise(graph);
  return {std::move(outcome.mates),
          run_stats(order, greedy_guarantee(order), outcome.rounds, "local_max", outcome.variant)};
}

}  // namespace

GraphMatching local_max(const Context& context, const EdgeListView& graph,
                        const GraphLocalMaxOptions& options) {
  const GraphOrder order = resolve(context, options.order, graph);
  if (options.variant == GraphLocalMaxVariant::filtered) {
    return batched_greedy(context, graph, order);
  }
  const parallel::SpinScope spin_scope(context);
  return match_list(context, graph, order, options.variant);
}

GraphMatching local_max(const Context& context, const GraphView& graph,
                        const GraphLocalMaxOptions& options) {
  if (options.variant == GraphLocalMaxVariant::filtered) {
    const GraphOrder order = resolve(context, options.order, graph);
    if (auto matching = lazy_walks(context, graph, order)) return std::move(*matching);
    const parallel::SpinScope spin_scope(context);
    return pointing_rows(context, graph, order);
  }
  const parallel::SpinScope spin_scope(context);
  const Clock::time_point begin = Clock::now();
  const EdgeList edges = edges_of(context, graph);
  const std::chrono::duration<double> prepare = Clock::now() - begin;
  // The list of rows that break promises may be too long.
  detail::structures::check_shape(edges.view());
  GraphMatching matching = match_list(context, edges.view(),
                                      resolve(options.order, graph.is_weighted()), options.variant);
  matching.stats.prepare_seconds = prepare.count();
  return matching;
}

}  // namespace hypermatch
