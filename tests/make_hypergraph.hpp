// SPDX-License-Identifier: MIT
// Hypergraphs from lists of pins, for tests of every room.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "hypermatch/hypergraph.hpp"

namespace hypermatch::test {

inline Hypergraph make_hypergraph(VertexId num_vertices,
                                  const std::vector<std::vector<VertexId>>& edges,
                                  Weights weights = {}) {
  Hypergraph hypergraph;
  hypergraph.num_vertices = num_vertices;
  hypergraph.offsets.push_back(0);
  for (const std::vector<VertexId>& edge : edges) {
    for (const VertexId v : edge) hypergraph.pins.push_back(v);
    hypergraph.offsets.push_back(hypergraph.pins.size());
  }
  hypergraph.weights = std::move(weights);
  return hypergraph;
}

/// The same with weights of type T; none stand for no weights.
template <class T = std::int32_t>
Hypergraph make_hypergraph(VertexId num_vertices, const std::vector<std::vector<VertexId>>& edges,
                           const std::vector<T>& weights) {
  if (weights.empty()) return make_hypergraph(num_vertices, edges);
  return make_hypergraph(num_vertices, edges, Array<T>(std::span<const T>(weights)));
}

}  // namespace hypermatch::test
