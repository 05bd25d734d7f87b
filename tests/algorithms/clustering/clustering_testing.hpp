// SPDX-License-Identifier: MIT
// Graphs with known communities, and modularity and CPM from their definitions, in maps.
#pragma once

#include <map>
#include <queue>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/graph_forms.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"

namespace hypermatch::test {

/// `count` cliques of `size` vertices, each joined to the next one by one edge, in a ring.
inline EdgeList ring_of_cliques(VertexId count, VertexId size) {
  Pairs pairs;
  for (VertexId c = 0; c < count; ++c) {
    for (VertexId i = 0; i < size; ++i) {
      for (VertexId j = i + 1; j < size; ++j) pairs.emplace_back(c * size + i, c * size + j);
    }
    if (count > 1) pairs.emplace_back(c * size, (c + 1) % count * size + 1);
  }
  return make_graph(count * size, pairs);
}

/// The graph with weights of type T in 1 .. `distinct`, thirds of these where T is real.
template <class T>
EdgeList weighted(const EdgeList& graph, std::uint64_t distinct, std::uint64_t seed) {
  EdgeList result = make_graph(graph.num_vertices, {});
  Array<T> weights;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    result.edges.push_back(graph.edges[e]);
    const auto drawn = detail::base::below(detail::base::hash(seed, 3, e), distinct) + 1;
    weights.push_back(std::is_floating_point_v<T> ? static_cast<T>(drawn) / T{3}
                                                  : static_cast<T>(drawn));
  }
  result.weights = std::move(weights);
  return result;
}

/// From the definition, in long double.
inline double defined_quality(const EdgeListView& graph, std::span<const VertexId> labels,
                              const CommunityQuality& quality, const WeightsView& loops = {}) {
  std::map<VertexId, long double> degree;
  std::map<VertexId, long double> size;
  long double total = 0;
  long double inside = 0;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const long double weight = weight_at(graph.weights, e);
    const auto [u, v] = graph.edges[e];
    degree[labels[u]] += weight;
    degree[labels[v]] += weight;
    total += weight;
    if (labels[u] == labels[v]) inside += weight;
  }
  for (std::size_t v = 0; v < labels.size(); ++v) {
    size[labels[v]] += 1;
    if (!is_weighted(loops)) continue;
    const long double weight = weight_at(loops, v);
    degree[labels[v]] += 2 * weight;
    total += weight;
    inside += weight;
  }
  if (total == 0) return 0.0;
  long double value = inside / total;
  const long double resolution = quality.resolution.value_or(1.0);
  if (quality.objective == CommunityObjective::modularity) {
    for (const auto& [label, sum] : degree) {
      value -= resolution * (sum / (2 * total)) * (sum / (2 * total));
    }
  } else {
    for (const auto& [label, sum] : size) value -= resolution * sum * (sum - 1) / 2 / total;
  }
  return static_cast<double>(value);
}

/// Whether each community is connected.
inline bool is_connected(const GraphView& rows, std::span<const VertexId> labels) {
  std::vector<bool> reached(rows.num_vertices, false);
  std::map<VertexId, VertexId> begins;
  for (VertexId v = 0; v < rows.num_vertices; ++v) {
    if (reached[v]) continue;
    if (!begins.emplace(labels[v], v).second) return false;
    std::queue<VertexId> queue({v});
    reached[v] = true;
    while (!queue.empty()) {
      const VertexId next = queue.front();
      queue.pop();
      for (const VertexId u : rows.neighbours_of(next)) {
        if (reached[u] || labels[u] != labels[v]) continue;
        reached[u] = true;
        queue.push(u);
      }
    }
  }
  return true;
}

template <class Call>
void expect_error(ErrorCode code, const std::string& words, const Call& call) {
  try {
    (void)call();
    ADD_FAILURE() << "no error: " << words;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

}  // namespace hypermatch::test
