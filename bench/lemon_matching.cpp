// SPDX-License-Identifier: MIT
#include "lemon_matching.hpp"

#include <lemon/matching.h>
#include <lemon/smart_graph.h>

namespace hypermatch::bench {

std::vector<bool> lemon_heaviest_matching(std::uint32_t num_vertices,
                                          const std::vector<std::uint32_t>& ends,
                                          const std::vector<std::int64_t>& weights) {
  lemon::SmartGraph graph;
  graph.reserveNode(static_cast<int>(num_vertices));
  graph.reserveEdge(static_cast<int>(weights.size()));
  std::vector<lemon::SmartGraph::Node> nodes;
  for (std::uint32_t v = 0; v < num_vertices; ++v) nodes.push_back(graph.addNode());
  lemon::SmartGraph::EdgeMap<std::int64_t> weight(graph);
  std::vector<lemon::SmartGraph::Edge> edges;
  for (std::size_t e = 0; e < weights.size(); ++e) {
    edges.push_back(graph.addEdge(nodes[ends[2 * e]], nodes[ends[2 * e + 1]]));
    weight[edges.back()] = weights[e];
  }
  lemon::MaxWeightedMatching<lemon::SmartGraph, lemon::SmartGraph::EdgeMap<std::int64_t>> matching(
      graph, weight);
  matching.run();
  std::vector<bool> matched;
  for (const auto& edge : edges) matched.push_back(matching.matching(edge));
  return matched;
}

}  // namespace hypermatch::bench
