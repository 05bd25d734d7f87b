// SPDX-License-Identifier: MIT
// From a request by name to the call of the algorithm, for graphs.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

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

bool is_by_weight(const Graph& graph, const MatchingRequest& request) {
  return request.order.objective == Objective::weight ||
         (request.order.objective == Objective::automatic && graph.view().is_weighted());
}

// The objective is that of the request, whatever edges were rated by; of it other ratings than the
// weight promise nothing but what every maximal matching has.
void restore_objective(GraphMatching& matching, const AlgorithmInfo& algorithm, const Graph& graph,
                       const MatchingRequest& request) {
  if (request.edge_rating == EdgeRating::weight) return;
  const bool by_weight = is_by_weight(graph, request);
  matching.stats.objective = by_weight ? Objective::weight : Objective::cardinality;
  matching.stats.guarantee = !algorithm.maximal ? "none (ordered by a rating)"
                             : by_weight        ? "maximal (ordered by a rating)"
                                                : "1/2 of the most edges";
}

// Leaves the edges of positive weight.
void keep_positive(GraphRatings& ratings, const EdgeListView& graph) {
  std::visit(
      [&](const auto& weights) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(weights)>, std::monostate>) {
          for (std::size_t e = 0; e < graph.edges.size(); ++e) {
            if (!(weights[e] > 0)) continue;
            ratings.edges.push_back(graph.edges[e]);
            ratings.ratings.push_back(ratings.values[e]);
          }
        }
      },
      graph.weights);
  ratings.graph.edges = ratings.edges.view();
  ratings.graph.weights = ratings.ratings.view();
}

bool all_positive(const WeightsView& weights) {
  return std::visit(
      [&](const auto& items) {
        if constexpr (std::is_same_v<std::decay_t<decltype(items)>, std::monostate>) {
          return true;
        } else {
          return std::all_of(items.begin(), items.end(), [](auto w) { return w > 0; });
        }
      },
      weights);
}

}  // namespace

GraphRatings rate(const Context& context, const Graph& graph, const MatchingRequest& request) {
  GraphRatings ratings;
  ratings.graph = graph.view();
  ratings.order = {.objective = request.order.objective,
                   .nonpositive = request.order.nonpositive,
                   .seed = request.order.seed};
  if (request.edge_rating == EdgeRating::weight) return ratings;
  if (graph.weights_per_vertex > 1) {
    refuse("edge ratings need one weight a vertex, this graph has " +
           std::to_string(graph.weights_per_vertex));
  }
  if (ratings.order.objective == Objective::cardinality) ratings.graph.weights = {};
  ratings.values =
      rate_edges(context, ratings.graph, graph.vertex_weights.view(), request.edge_rating);
  ratings.graph.weights = ratings.values.view();
  ratings.order = {
      .objective = Objective::weight, .nonpositive = NonPositive::keep, .seed = request.order.seed};
  if (request.order.nonpositive == NonPositive::drop && is_by_weight(graph, request) &&
      !all_positive(graph.view().weights)) {
    keep_positive(ratings, graph.view());
  }
  return ratings;
}

GraphMatching match(const Context& context, const Graph& graph, const MatchingRequest& request) {
  const AlgorithmInfo& algorithm = find_on_host(request);
  const GraphRatings rated = rate(context, graph, request);
  GraphMatching matching =
      match_as_weighted(context, rated.graph, algorithm, rated.order, request.blue_share);
  restore_objective(matching, algorithm, graph, request);
  return matching;
}

GraphMatching match(const DeviceContext& context, const Context& host, const Graph& graph,
                    const MatchingRequest& request) {
  const AlgorithmInfo& algorithm = find_on_device(request);
  const GraphRatings rated = rate(host, graph, request);
  const auto begin = std::chrono::steady_clock::now();
  const CompressedGraph compressed = compress(host, rated.graph);
  const std::chrono::duration<double> prepare = std::chrono::steady_clock::now() - begin;
  GraphMatching matching =
      call_on_device(context, compressed.view(), algorithm, rated.order, request.blue_share);
  matching.stats.prepare_seconds += prepare.count();
  restore_objective(matching, algorithm, graph, request);
  return matching;
}

}  // namespace hypermatch::registry
