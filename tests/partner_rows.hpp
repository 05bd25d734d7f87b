// SPDX-License-Identifier: MIT
// Graphs written down in tests, and the partners of each vertex as rows to compare with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::test {

using Rows = std::vector<std::vector<VertexId>>;

inline Rows rows_of(const Partners& partners) {
  Rows rows;
  for (VertexId v = 0; v + std::size_t{1} < partners.offsets.size(); ++v) {
    const auto row = partners.partners_of(v);
    rows.emplace_back(row.begin(), row.end());
  }
  return rows;
}

template <class T>
EdgeList graph_of(VertexId n, const std::vector<GraphEdge>& edges, const std::vector<T>& weights) {
  return {n, Array<GraphEdge>(std::span<const GraphEdge>(edges)),
          Array<T>(std::span<const T>(weights))};
}

/// A star whose edge to leaf v weighs v; vertex 0 is its centre.
inline EdgeList rising_star(VertexId leaves) {
  std::vector<GraphEdge> edges;
  std::vector<std::int32_t> weights;
  for (VertexId v = 1; v <= leaves; ++v) {
    edges.push_back({0, v});
    weights.push_back(static_cast<std::int32_t>(v));
  }
  return graph_of(leaves + 1, edges, weights);
}

}  // namespace hypermatch::test
