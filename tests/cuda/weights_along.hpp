// SPDX-License-Identifier: MIT
// Weights that rise or fall along the numbering, of every type.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hypermatch/graph.hpp"

namespace hypermatch::test {

/// How weights follow the numbering.
enum class Along { rising, falling };

/// Sorts the edges by their ends, and numbers them in this order.
template <class T>
void weigh_along(EdgeList& graph, Along along) {
  for (GraphEdge& edge : graph.edges) edge = {std::min(edge.u, edge.v), std::max(edge.u, edge.v)};
  const auto is_before = [](const GraphEdge& a, const GraphEdge& b) {
    return a.u != b.u ? a.u < b.u : a.v < b.v;
  };
  if (!std::is_sorted(graph.edges.begin(), graph.edges.end(), is_before)) {
    std::sort(graph.edges.begin(), graph.edges.end(), is_before);
  }
  Array<T> weights;
  const std::size_t m = graph.edges.size();
  for (std::size_t e = 0; e < m; ++e) {
    const std::size_t place = along == Along::rising ? e + 1 : m - e;
    // Of 64 bits they differ in the highest ones, too.
    weights.push_back(static_cast<T>(sizeof(T) == 8 ? place * 1'000'000'007 : place));
  }
  graph.weights = std::move(weights);
}

/// Calls body(value of the type) for each type of weights.
template <class Body>
void for_each_type(const Body& body) {
  body(std::int32_t{});
  body(float{});
  body(std::int64_t{});
  body(double{});
}

}  // namespace hypermatch::test
