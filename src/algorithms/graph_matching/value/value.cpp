// SPDX-License-Identifier: MIT
// Mates as edges, and what they weigh.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "structures/graph_shape.hpp"
#include "structures/matching_value.hpp"

namespace hypermatch {

namespace {

std::string text(std::uint64_t number) {
  return std::to_string(number);
}

// Throws unless every mate is a vertex whose mate it is; returns the number of pairs.
std::size_t count_pairs(VertexId num_vertices, std::span<const VertexId> mates) {
  if (mates.size() != num_vertices) {
    throw Error(ErrorCode::invalid_input, "there are " + text(mates.size()) + " mates for " +
                                              text(num_vertices) + " vertices");
  }
  std::size_t matched = 0;
  for (VertexId v = 0; v < num_vertices; ++v) {
    const VertexId mate = mates[v];
    if (mate == k_none) continue;
    if (mate >= num_vertices) {
      throw Error(ErrorCode::invalid_input, "mates[" + text(v) + "] is " + text(mate) +
                                                ", must be below " + text(num_vertices) +
                                                " or none");
    }
    if (mate == v || mates[mate] != v) {
      throw Error(ErrorCode::invalid_input, "mates[" + text(v) + "] is " + text(mate) +
                                                ", but mates[" + text(mate) + "] is not " +
                                                (mate == v ? "another vertex" : text(v)));
    }
    ++matched;
  }
  return matched / 2;
}

// Names a pair that no edge joins; there is one.
[[noreturn]] void throw_missing_edge(const EdgeListView& graph, std::span<const VertexId> mates) {
  std::vector<bool> joined(graph.num_vertices, false);
  for (const auto [u, v] : graph.edges) {
    if (mates[u] == v) joined[u] = joined[v] = true;
  }
  VertexId v = 0;
  // Ends: the caller counted fewer edges than pairs.
  while (mates[v] == k_none || joined[v]) ++v;
  throw Error(ErrorCode::invalid_input,
              "mates[" + text(v) + "] is " + text(mates[v]) + ", but no edge joins them");
}

}  // namespace

std::vector<EdgeId> matched_edges(const EdgeListView& graph, std::span<const VertexId> mates) {
  detail::structures::check_shape(graph);
  const std::size_t pairs = count_pairs(graph.num_vertices, mates);
  std::vector<EdgeId> edges;
  edges.reserve(pairs);
  for (EdgeId e = 0; e < graph.num_edges(); ++e) {
    if (mates[graph.edges[e].u] == graph.edges[e].v) edges.push_back(e);
  }
  if (edges.size() != pairs) throw_missing_edge(graph, mates);
  return edges;
}

MatchingValue value_of(const EdgeListView& graph, std::span<const VertexId> mates) {
  return detail::structures::value_of(graph.weights, matched_edges(graph, mates));
}

}  // namespace hypermatch
