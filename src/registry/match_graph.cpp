// SPDX-License-Identifier: MIT
// From a request by name to the call of the algorithm, for graphs.
#include <chrono>
#include <string>
#include <string_view>

#include "find.hpp"
#include "hypermatch/device_graph_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry.hpp"

namespace hypermatch::registry {

namespace {

GraphLocalMaxVariant local_max_variant(std::string_view name) {
  if (name == "sequential") return GraphLocalMaxVariant::sequential;
  if (name == "crcw") return GraphLocalMaxVariant::crcw;
  if (name == "work_optimal") return GraphLocalMaxVariant::work_optimal;
  return GraphLocalMaxVariant::filtered;
}

RedBlueOptions red_blue_options(const AlgorithmInfo& algorithm, const GraphOrder& order,
                                double blue_share) {
  return {
      .order = order,
      .variant = algorithm.variant == "random" ? RedBlueVariant::random : RedBlueVariant::weighted,
      .blue_share = blue_share};
}

// Takes the list of edges as it is.
GraphMatching call(const Context& context, const EdgeListView& graph,
                   const AlgorithmInfo& algorithm, const GraphOrder& order) {
  if (algorithm.name == "greedy") {
    return context.threads() == 1 ? greedy(context, graph, order)
                                  : sorted_greedy(context, graph, order);
  }
  if (algorithm.name == "gpa") return gpa(context, graph, order);
  return local_max(context, graph,
                   {.order = order, .variant = local_max_variant(algorithm.variant)});
}

SuitorVariant suitor_variant(std::string_view name) {
  if (name == "unsorted") return SuitorVariant::unsorted;
  if (name == "sorted") return SuitorVariant::sorted;
  if (name == "locks") return SuitorVariant::locks;
  return SuitorVariant::lock_free;
}

// Looks from vertices to their neighbours.
GraphMatching call(const Context& context, const GraphView& graph, const AlgorithmInfo& algorithm,
                   const GraphOrder& order, double blue_share) {
  if (algorithm.name == "suitor") {
    return suitor(context, graph, {.order = order, .variant = suitor_variant(algorithm.variant)});
  }
  if (algorithm.name == "locally_dominant") return locally_dominant(context, graph, order);
  if (algorithm.name == "red_blue") {
    return red_blue(context, graph, red_blue_options(algorithm, order, blue_share));
  }
  if (algorithm.name == "hem") {
    return hem(
        context, graph,
        {.order = order,
         .visit = algorithm.variant == "natural" ? VisitOrder::natural : VisitOrder::random});
  }
  if (algorithm.name == "random_greedy") return random_greedy(context, graph, order);
  if (algorithm.name == "path_growing") return path_growing(context, graph, order);
  throw Error(ErrorCode::internal, full_name(algorithm) + " is listed, but nothing calls it");
}

bool takes_edges(const AlgorithmInfo& algorithm) {
  return algorithm.name == "local_max" || algorithm.name == "greedy" || algorithm.name == "gpa";
}

GraphMatching match_as_weighted(const Context& context, const EdgeListView& graph,
                                const AlgorithmInfo& algorithm, const GraphOrder& order,
                                double blue_share) {
  if (takes_edges(algorithm)) return call(context, graph, algorithm, order);
  const auto begin = std::chrono::steady_clock::now();
  const CompressedGraph compressed = compress(context, graph);
  const std::chrono::duration<double> prepare = std::chrono::steady_clock::now() - begin;
  GraphMatching matching = call(context, compressed.view(), algorithm, order, blue_share);
  matching.stats.prepare_seconds += prepare.count();
  return matching;
}

// The host's variants stand for no_sync.
DeviceSuitorVariant device_suitor_variant(std::string_view name) {
  if (name == "sync_lb") return DeviceSuitorVariant::sync_lb;
  if (name == "sync_no_lb") return DeviceSuitorVariant::sync_no_lb;
  if (name == "hybrid") return DeviceSuitorVariant::hybrid;
  return DeviceSuitorVariant::no_sync;
}

GraphMatching call_on_device(const DeviceContext& context, const GraphView& graph,
                             const AlgorithmInfo& algorithm, const GraphOrder& order,
                             double blue_share) {
  if (algorithm.name == "suitor") {
    return suitor(context, graph,
                  {.order = order,
                   .variant = device_suitor_variant(algorithm.variant),
                   .exchange = algorithm.variant == "locks" ? DeviceSuitorExchange::locks
                                                            : DeviceSuitorExchange::lock_free});
  }
  if (algorithm.name == "locally_dominant") return locally_dominant(context, graph, order);
  if (algorithm.name == "red_blue") {
    return red_blue(context, graph, red_blue_options(algorithm, order, blue_share));
  }
  return local_max(context, graph,
                   {.order = order, .variant = local_max_variant(algorithm.variant)});
}

// The objective is that of the request, whatever edges were rated by.
void restore_objective(GraphMatching& matching, const Graph& graph,
                       const MatchingRequest& request) {
  if (request.edge_rating != EdgeRating::weight) {
    const bool cardinality =
        request.order.objective == Objective::cardinality ||
        (request.order.objective == Objective::automatic && !graph.view().is_weighted());
    matching.stats.objective = cardinality ? Objective::cardinality : Objective::weight;
  }
}

}  // namespace

GraphRatings rate(const Context& context, const Graph& graph, const MatchingRequest& request) {
  GraphRatings ratings{.values = {},
                       .graph = graph.view(),
                       .order = {.objective = request.order.objective,
                                 .nonpositive = request.order.nonpositive,
                                 .seed = request.order.seed}};
  if (request.edge_rating == EdgeRating::weight) return ratings;
  if (graph.weights_per_vertex > 1) {
    refuse("edge ratings need one weight a vertex, this graph has " +
           std::to_string(graph.weights_per_vertex));
  }
  if (ratings.order.objective == Objective::cardinality) ratings.graph.weights = {};
  ratings.values =
      rate_edges(context, ratings.graph, graph.vertex_weights.view(), request.edge_rating);
  ratings.graph.weights = ratings.values.view();
  // An edge gains something if and only if its rating does.
  ratings.order.objective = Objective::weight;
  return ratings;
}

GraphMatching match(const Context& context, const Graph& graph, const MatchingRequest& request) {
  const AlgorithmInfo& algorithm = find_on_host(request);
  const GraphRatings rated = rate(context, graph, request);
  GraphMatching matching =
      match_as_weighted(context, rated.graph, algorithm, rated.order, request.blue_share);
  restore_objective(matching, graph, request);
  return matching;
}

GraphMatching match(const DeviceContext& context, const Graph& graph,
                    const MatchingRequest& request) {
  const AlgorithmInfo& algorithm = find_on_device(request);
  const Context host;
  const GraphRatings rated = rate(host, graph, request);
  const auto begin = std::chrono::steady_clock::now();
  const CompressedGraph compressed = compress(host, rated.graph);
  const std::chrono::duration<double> prepare = std::chrono::steady_clock::now() - begin;
  GraphMatching matching =
      call_on_device(context, compressed.view(), algorithm, rated.order, request.blue_share);
  matching.stats.prepare_seconds += prepare.count();
  restore_objective(matching, graph, request);
  return matching;
}

}  // namespace hypermatch::registry
