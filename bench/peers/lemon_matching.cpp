// SPDX-License-Identifier: MIT
#include "peers/lemon_matching.hpp"

#include <lemon/matching.h>
#include <lemon/smart_graph.h>

#include <chrono>
#include <type_traits>

namespace hypermatch::bench {

namespace {

using Graph = lemon::SmartGraph;
using Weights = Graph::EdgeMap<std::int64_t>;

template <class Algorithm, class... Inputs>
LemonMatching timed(const std::vector<Graph::Edge>& edges, const Inputs&... inputs) {
  LemonMatching answer;
  const auto begin = std::chrono::steady_clock::now();
  Algorithm algorithm(inputs...);
  if constexpr (std::is_same_v<decltype(algorithm.run()), bool>) {
    answer.exists = algorithm.run();
  } else {
    algorithm.run();
  }
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  answer.milliseconds = taken.count();
  if (!answer.exists) return answer;
  for (const Graph::Edge& edge : edges) answer.matched.push_back(algorithm.matching(edge));
  return answer;
}

}  // namespace

LemonMatching lemon_matching(LemonTask task, std::uint32_t num_vertices,
                             const std::vector<std::uint32_t>& ends,
                             const std::vector<std::int64_t>& weights) {
  Graph graph;
  graph.reserveNode(static_cast<int>(num_vertices));
  graph.reserveEdge(static_cast<int>(weights.size()));
  std::vector<Graph::Node> nodes;
  for (std::uint32_t v = 0; v < num_vertices; ++v) nodes.push_back(graph.addNode());
  Weights weight(graph);
  std::vector<Graph::Edge> edges;
  for (std::size_t e = 0; e < weights.size(); ++e) {
    edges.push_back(graph.addEdge(nodes[ends[2 * e]], nodes[ends[2 * e + 1]]));
    weight[edges.back()] = weights[e];
  }
  switch (task) {
    case LemonTask::heaviest:
      return timed<lemon::MaxWeightedMatching<Graph, Weights>>(edges, graph, weight);
    case LemonTask::heaviest_perfect:
      return timed<lemon::MaxWeightedPerfectMatching<Graph, Weights>>(edges, graph, weight);
    case LemonTask::largest:
      break;
  }
  return timed<lemon::MaxMatching<Graph>>(edges, graph);
}

}  // namespace hypermatch::bench
