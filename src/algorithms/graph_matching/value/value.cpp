// SPDX-License-Identifier: MIT
// Mates as edges, and what they weigh.
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"

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
  const std::vector<EdgeId> edges = matched_edges(graph, mates);
  MatchingValue value;
  value.edges = edges.size();
  std::visit(
      [&](const auto& weights) {
        using View = std::decay_t<decltype(weights)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          value.integer_weight = static_cast<std::int64_t>(edges.size());
          value.weight = static_cast<double>(edges.size());
        } else if constexpr (std::is_integral_v<typename View::value_type>) {
          for (const EdgeId e : edges) {
            if (__builtin_add_overflow(value.integer_weight, std::int64_t{weights[e]},
                                       &value.integer_weight)) {
              throw Error(ErrorCode::invalid_input,
                          "the weight of the matching is beyond 64-bit integers");
            }
          }
          value.weight = static_cast<double>(value.integer_weight);
        } else {
          value.is_integer = false;
          for (const EdgeId e : edges) value.weight += static_cast<double>(weights[e]);
        }
      },
      graph.weights);
  return value;
}

}  // namespace hypermatch
