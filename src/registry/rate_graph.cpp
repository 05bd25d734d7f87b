// SPDX-License-Identifier: MIT
// The ratings that a request on a graph asks for.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <variant>

#include "find.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/resolve.hpp"
#include "rate_graph.hpp"

namespace hypermatch::registry {

bool is_by_weight(const AnyGraphView& graph, const MatchingRequest& request) {
  return resolve(request.order.objective, graph.is_weighted()) == Objective::weight;
}

namespace {

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
  ratings.graph = EdgeListView{graph.num_vertices, ratings.edges.view(), ratings.ratings.view()};
}

// The values of ties as numbers of 32 bits, which are ordered faster, if they fit.
WeightsView with_codes(GraphRatings& ratings) {
  const Array<double>& values = ratings.values;
  constexpr double k_most = std::numeric_limits<std::int32_t>::max();
  if (std::any_of(values.begin(), values.end(), [&](double value) { return value > k_most; })) {
    return values.view();
  }
  ratings.codes.resize(values.size());
  std::transform(values.begin(), values.end(), ratings.codes.begin(),
                 [](double value) { return static_cast<std::int32_t>(value); });
  return std::span<const std::int32_t>(ratings.codes.view());
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

GraphRatings rate(const Context& context, GraphForms& graph, const MatchingRequest& request) {
  GraphRatings ratings;
  ratings.graph = graph.graph();
  ratings.order = {.objective = request.order.objective,
                   .nonpositive = request.order.nonpositive,
                   .seed = request.order.seed};
  if (keeps_weights(request)) return ratings;
  if (request.edge_rating != EdgeRating::weight && ratings.graph.weights_per_vertex() > 1) {
    refuse("edge ratings need one weight per vertex, this graph has " +
           std::to_string(ratings.graph.weights_per_vertex()));
  }
  const EdgeListView& edges = graph.edges();
  EdgeListView rated = edges;
  if (ratings.order.objective == Objective::cardinality) rated.weights = {};
  if (request.edge_rating != EdgeRating::weight) {
    ratings.values =
        rate_edges(context, rated, ratings.graph.vertex_weights(), request.edge_rating);
    rated.weights = ratings.values.view();
  }
  if (request.order.tie_order != TieOrder::hash) {
    ratings.values = order_ties(context, edges, rated.weights, request.order.tie_order);
    rated.weights = with_codes(ratings);
  }
  ratings.graph = rated;
  ratings.order = {
      .objective = Objective::weight, .nonpositive = NonPositive::keep, .seed = request.order.seed};
  if (request.order.nonpositive == NonPositive::drop && is_by_weight(edges, request) &&
      !all_positive(edges.weights)) {
    keep_positive(ratings, edges);
  }
  return ratings;
}

}  // namespace hypermatch::registry
