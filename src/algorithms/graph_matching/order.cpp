// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/order.hpp"

#include <cstddef>

#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

void refuse(const std::string& what) {
  throw Error(ErrorCode::invalid_input, what);
}

void check_vertices(VertexId num_vertices) {
  if (num_vertices > k_max_count) refuse("there are more than 2^32 - 2 vertices");
}

void check_weights(const WeightsView& weights, std::size_t count, const char* of) {
  if (!is_weighted(weights) || size_of(weights) == count) return;
  refuse("there are " + std::to_string(size_of(weights)) + " weights for " + std::to_string(count) +
         " " + of);
}

}  // namespace

GraphOrder resolve(GraphOrder order, const WeightsView& weights) {
  if (order.objective == Objective::automatic) {
    order.objective = is_weighted(weights) ? Objective::weight : Objective::cardinality;
  }
  return order;
}

void check_shape(const EdgeListView& graph) {
  check_vertices(graph.num_vertices);
  if (graph.edges.size() > k_max_count) refuse("there are more than 2^32 - 2 edges");
  check_weights(graph.weights, graph.edges.size(), "edges");
}

void check_shape(const GraphView& graph) {
  check_vertices(graph.num_vertices);
  const std::size_t rows = graph.offsets.empty() ? 0 : graph.offsets.size() - 1;
  if (rows != graph.num_vertices) {
    refuse("there are offsets of " + std::to_string(rows) + " rows for " +
           std::to_string(graph.num_vertices) + " vertices");
  }
  check_weights(graph.weights, graph.neighbours.size(), "arcs");
}

GraphOrder resolve(GraphOrder order, const EdgeListView& graph) {
  check_shape(graph);
  return resolve(order, graph.weights);
}

GraphOrder resolve(GraphOrder order, const GraphView& graph) {
  check_shape(graph);
  return resolve(order, graph.weights);
}

std::string maximal_guarantee(const GraphOrder& order) {
  return order.objective == Objective::weight ? "maximal" : "1/2 of the most edges";
}

std::string greedy_guarantee(const GraphOrder& order) {
  if (order.objective != Objective::weight) return "1/2 of the most edges";
  return std::string("1/2 of the largest weight") +
         (order.nonpositive == NonPositive::keep ? " if none is negative" : "");
}

MatchingStats greedy_stats(const GraphOrder& order, std::uint64_t rounds) {
  return {.rounds = rounds,
          .rating = Rating::weight,
          .objective = order.objective,
          .guarantee = greedy_guarantee(order),
          .stop_reason = "complete"};
}

}  // namespace hypermatch::detail::graph_matching
