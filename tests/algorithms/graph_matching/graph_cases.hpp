// SPDX-License-Identifier: MIT
// Small graphs for the tests of matching: hand-made shapes, random graphs with weights of every
// type, and what every answer must satisfy.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/graph_order.hpp"
#include "base/random.hpp"
#include "hypermatch/graph_matching.hpp"
#include "tests/named_instances.hpp"

namespace hypermatch::test {

using Pairs = std::vector<std::pair<VertexId, VertexId>>;

inline EdgeList make_graph(VertexId num_vertices, const Pairs& pairs) {
  EdgeList graph;
  graph.num_vertices = num_vertices;
  for (const auto& [u, v] : pairs) graph.edges.push_back({u, v});
  return graph;
}

template <class T>
EdgeList make_graph(VertexId num_vertices, const Pairs& pairs, const std::vector<T>& weights) {
  EdgeList graph = make_graph(num_vertices, pairs);
  graph.weights = Array<T>(std::span<const T>(weights));
  return graph;
}

/// The path 0 - 1 - 2 - .. with these weights.
template <class T>
EdgeList path_graph(const std::vector<T>& weights) {
  Pairs pairs;
  for (VertexId v = 0; v < weights.size(); ++v) pairs.emplace_back(v, v + 1);
  return make_graph(static_cast<VertexId>(weights.size() + 1), pairs, weights);
}

/// The cycle 0 - 1 - .. - 0 with these weights, the last that of the edge back to 0.
template <class T>
EdgeList cycle_graph(const std::vector<T>& weights) {
  const auto n = static_cast<VertexId>(weights.size());
  Pairs pairs;
  for (VertexId v = 0; v < n; ++v) pairs.emplace_back(v, (v + 1) % n);
  return make_graph(n, pairs, weights);
}

/// Vertex 0 joined to 1 .. `leaves`.
inline Pairs star_pairs(VertexId leaves) {
  Pairs pairs;
  for (VertexId v = 1; v <= leaves; ++v) pairs.emplace_back(0, v);
  return pairs;
}

/// A graph of `num_edges` distinct random pairs, low vertex numbers in more of them than high ones,
/// ends in either order.
inline EdgeList random_graph(VertexId num_vertices, std::size_t num_edges, std::uint64_t seed) {
  std::set<std::pair<VertexId, VertexId>> seen;
  Pairs pairs;
  // Ends: there are more pairs than edges asked for, and each is drawn now and then.
  for (std::uint64_t i = 0; pairs.size() < num_edges; ++i) {
    const auto draw = [&](std::uint64_t stream, std::uint64_t bound) {
      return static_cast<VertexId>(detail::base::below(detail::base::hash(seed, stream, i), bound));
    };
    VertexId u = draw(0, num_vertices);
    const VertexId v = draw(1, num_vertices);
    if (draw(2, 3) == 0) u = draw(3, u + 1);
    if (u != v && seen.emplace(std::min(u, v), std::max(u, v)).second) pairs.emplace_back(u, v);
  }
  return make_graph(num_vertices, pairs);
}

/// Pairs of these vertices with this hash, which is one in 2^32. By the inverse of the hash's last
/// step, an exclusive or tells them.
inline Pairs pairs_of_hash(std::uint32_t hash, std::uint64_t seed, VertexId num_vertices) {
  const detail::base::PairMixer mix(seed);
  std::uint32_t inverse = 1;
  // Newton's iteration doubles the bits that are right.
  for (int i = 0; i < 6; ++i) inverse *= 2 - 0x85EBCA6BU * inverse;
  const auto word = [&](VertexId v) { return mix(0, v) * inverse; };
  std::unordered_map<std::uint32_t, VertexId> seen;
  Pairs pairs;
  for (VertexId v = 0; v < num_vertices; ++v) {
    const auto found = seen.find(word(v) ^ word(0) ^ hash * inverse);
    if (found != seen.end()) pairs.emplace_back(found->second, v);
    seen.emplace(word(v), v);
  }
  for (const auto& [u, v] : pairs) EXPECT_EQ(mix(u, v), hash);
  return pairs;
}
inline Pairs pairs_of_hash_zero(std::uint64_t seed, VertexId num_vertices) {
  return pairs_of_hash(0, seed, num_vertices);
}

/// Weights of type T, `distinct` different ones, a fifth of them not positive.
template <class T>
void weigh(EdgeList& graph, std::uint64_t distinct, std::uint64_t seed) {
  Array<T> weights;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto drawn =
        static_cast<std::int64_t>(detail::base::below(detail::base::hash(seed, 9, e), distinct));
    const std::int64_t shifted = drawn - static_cast<std::int64_t>(distinct / 5);
    weights.push_back(std::is_floating_point_v<T> ? static_cast<T>(shifted) / T{3}
                                                  : static_cast<T>(shifted));
  }
  graph.weights = std::move(weights);
}

/// Edge e weighs value(e).
template <class T, class Value>
void weigh_each(EdgeList& graph, const Value& value) {
  Array<T> weights(graph.edges.size());
  for (std::size_t e = 0; e < weights.size(); ++e) weights[e] = static_cast<T>(value(e));
  graph.weights = std::move(weights);
}

/// The graph without weights, and with few and with many different ones of each type.
inline std::vector<NamedGraph> weighted_in_all_ways(const EdgeList& graph, std::uint64_t seed) {
  std::vector<NamedGraph> all;
  const auto add = [&](const std::string& name, const auto& assign) {
    EdgeList copy = make_graph(graph.num_vertices, {});
    copy.edges = graph.edges.clone();
    assign(copy);
    all.push_back({name + ", seed " + std::to_string(seed), std::move(copy)});
  };
  add("no weights", [](EdgeList&) {});
  for (const std::uint64_t distinct : {5ULL, 1'000'000ULL}) {
    const std::string kind = distinct == 5 ? "few " : "many ";
    add(kind + "int32", [&](EdgeList& g) { weigh<std::int32_t>(g, distinct, seed); });
    add(kind + "int64", [&](EdgeList& g) { weigh<std::int64_t>(g, distinct, seed); });
    add(kind + "float", [&](EdgeList& g) { weigh<float>(g, distinct, seed); });
    add(kind + "double", [&](EdgeList& g) { weigh<double>(g, distinct, seed); });
  }
  return all;
}

/// Whether an edge takes part under this order.
inline bool takes_part(const EdgeListView& graph, std::size_t e, const GraphOrder& order) {
  const bool by_weight = order.objective == Objective::weight ||
                         (order.objective == Objective::automatic && graph.is_weighted());
  return !by_weight || order.nonpositive == NonPositive::keep || weight_at(graph.weights, e) > 0;
}

/// Mates are a matching of edges that take part; with `maximal`, no such edge is left over.
inline void expect_matching(const EdgeListView& graph, const std::vector<VertexId>& mates,
                            const GraphOrder& order, bool maximal, const std::string& what) {
  std::vector<EdgeId> edges;
  ASSERT_NO_THROW(edges = matched_edges(graph, mates)) << what;
  for (const EdgeId e : edges) EXPECT_TRUE(takes_part(graph, e, order)) << what << ", edge " << e;
  if (!maximal) return;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [u, v] = graph.edges[e];
    EXPECT_FALSE(takes_part(graph, e, order) && mates[u] == k_none && mates[v] == k_none)
        << what << ", edge " << e << " is left over";
  }
}

/// The largest weight of a matching, by trying all; for few edges.
inline double heaviest_by_force(const EdgeListView& graph, std::size_t first = 0,
                                std::uint64_t used = 0) {
  double best = 0;
  for (std::size_t e = first; e < graph.edges.size(); ++e) {
    const std::uint64_t ends = (1ULL << graph.edges[e].u) | (1ULL << graph.edges[e].v);
    if ((used & ends) != 0) continue;
    best =
        std::max(best, weight_at(graph.weights, e) + heaviest_by_force(graph, e + 1, used | ends));
  }
  return best;
}

}  // namespace hypermatch::test
