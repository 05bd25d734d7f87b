// SPDX-License-Identifier: MIT
// The edges of a graph as the verifier of graph matchings sees them, whichever form the graph has:
// they are numbered from 0, and edge e has its weight at a place of the form's array of weights.
#pragma once

#include <algorithm>

#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"

namespace hypermatch::detail::verify {

/// A list: an edge's place is its number.
class ListEdges {
 public:
  using Place = EdgeId;

  explicit ListEdges(const EdgeListView& graph) : graph_(graph) {}

  [[nodiscard]] VertexId num_vertices() const { return graph_.num_vertices; }
  [[nodiscard]] std::size_t num_edges() const { return graph_.edges.size(); }
  [[nodiscard]] const WeightsView& weights() const { return graph_.weights; }

  /// Calls body(e, place, edge) in ascending order of e while it returns true.
  template <class Body>
  void for_each(const Body& body) const {
    for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
      if (!body(static_cast<EdgeId>(e), static_cast<Place>(e), graph_.edges[e])) return;
    }
  }
  /// The edge with these ends at this place, as `for_each` has it.
  [[nodiscard]] GraphEdge edge(Place place, VertexId /*u*/, VertexId /*v*/) const {
    return graph_.edges[place];
  }

 private:
  EdgeListView graph_;
};

/// Rows: each edge stands twice, and is seen in the row of its smaller end, as `edges_of` has it.
/// Its place is that arc's.
class RowEdges {
 public:
  using Place = Offset;

  explicit RowEdges(const GraphView& graph) : graph_(graph) {}

  [[nodiscard]] VertexId num_vertices() const { return graph_.num_vertices; }
  [[nodiscard]] std::size_t num_edges() const { return graph_.num_edges(); }
  [[nodiscard]] const WeightsView& weights() const { return graph_.weights; }

  template <class Body>
  void for_each(const Body& body) const {
    EdgeId e = 0;
    for (VertexId u = 0; u < graph_.num_vertices; ++u) {
      for (Offset i = graph_.offsets[u]; i < graph_.offsets[u + std::size_t{1}]; ++i) {
        const VertexId v = graph_.neighbours[i];
        if (u < v && !body(e++, i, GraphEdge{u, v})) return;
      }
    }
  }
  [[nodiscard]] GraphEdge edge(Place /*place*/, VertexId u, VertexId v) const {
    return {std::min(u, v), std::max(u, v)};
  }

 private:
  GraphView graph_;
};

/// The weights of edges, one an edge, copied where they stand otherwise.
[[nodiscard]] inline Weights edge_weights(const RowEdges& edges) {
  return std::visit(
      [&](const auto& held) -> Weights {
        using View = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return std::monostate{};
        } else {
          Array<typename View::value_type> copy(edges.num_edges());
          edges.for_each([&](EdgeId e, Offset place, const GraphEdge&) {
            copy[e] = held[place];
            return true;
          });
          return copy;
        }
      },
      edges.weights());
}

}  // namespace hypermatch::detail::verify
