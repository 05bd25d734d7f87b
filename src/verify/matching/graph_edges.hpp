// SPDX-License-Identifier: MIT
// The edges of a graph as the verifier of graph matchings sees them, whichever form the graph has:
// they are numbered from 0, and edge e has its weight at a place of the form's array of weights.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/shared_words.hpp"

namespace hypermatch::detail::verify {

using Ends = std::array<VertexId, 2>;

/// A list: an edge's place is its number.
class ListEdges {
 public:
  using Place = EdgeId;

  explicit ListEdges(const EdgeListView& graph) : graph_(graph) {}

  [[nodiscard]] const EdgeListView& list() const { return graph_; }
  [[nodiscard]] VertexId num_vertices() const { return graph_.num_vertices; }
  [[nodiscard]] std::size_t num_edges() const { return graph_.edges.size(); }
  [[nodiscard]] const WeightsView& weights() const { return graph_.weights; }
  [[nodiscard]] static std::uint64_t common_size(const Context& /*context*/) { return 2; }

  [[nodiscard]] std::size_t num_places() const { return graph_.edges.size(); }
  [[nodiscard]] std::uint64_t num_pins() const { return 2 * graph_.edges.size(); }

  /// Calls body(place, ends) for the edges at places begin .. end - 1, in ascending order.
  template <class Body>
  void for_each(std::size_t begin, std::size_t end, const Body& body) const {
    for (std::size_t place = begin; place < end; ++place) {
      const auto [u, v] = graph_.edges[place];
      body(place, Ends{u, v});
    }
  }
  /// How many edges each vertex has. @throws Error{resources, cancelled}
  [[nodiscard]] Array<EdgeId> degrees(const Context& context) const {
    Array<EdgeId> degrees(num_vertices(), 0);
    const parallel::SharedWords words(context);
    parallel::for_each(context, num_edges(), [&](std::size_t e) {
      words.add(degrees[graph_.edges[e].u], 1);
      words.add(degrees[graph_.edges[e].v], 1);
    });
    return degrees;
  }
  /// Values per edge, permuted to places; empty because places are edge numbers here.
  [[nodiscard]] static Array<double> at_places(std::span<const double> /*of_edges*/) { return {}; }
  /// The ends of the edge at this place that has these ends, in the order that `for_each` has.
  [[nodiscard]] Ends ends(Place place, VertexId /*u*/, VertexId /*v*/) const {
    return {graph_.edges[place].u, graph_.edges[place].v};
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

  [[nodiscard]] const GraphView& rows() const { return graph_; }
  [[nodiscard]] VertexId num_vertices() const { return graph_.num_vertices; }
  [[nodiscard]] std::size_t num_edges() const { return graph_.num_edges(); }
  [[nodiscard]] const WeightsView& weights() const { return graph_.weights; }
  [[nodiscard]] static std::uint64_t common_size(const Context& /*context*/) { return 2; }

  [[nodiscard]] std::size_t num_places() const { return graph_.neighbours.size(); }
  [[nodiscard]] std::uint64_t num_pins() const { return graph_.neighbours.size(); }

  template <class Body>
  void for_each(std::size_t begin, std::size_t end, const Body& body) const {
    if (begin == end) return;
    auto u = static_cast<std::size_t>(
        std::upper_bound(graph_.offsets.begin(), graph_.offsets.end(), begin) -
        graph_.offsets.begin() - 1);
    // Ends: `begin` rises; the last row ends at num_places.
    for (; begin < end; ++u) {
      const std::size_t row_end = std::min<std::size_t>(end, graph_.offsets[u + 1]);
      for (; begin < row_end; ++begin) {
        const VertexId v = graph_.neighbours[begin];
        if (u < v) body(begin, Ends{static_cast<VertexId>(u), v});
      }
    }
  }
  [[nodiscard]] Array<EdgeId> degrees(const Context& context) const {
    Array<EdgeId> degrees(num_vertices());
    parallel::for_each(context, degrees.size(), [&](std::size_t v) {
      degrees[v] = static_cast<EdgeId>(graph_.degree(static_cast<VertexId>(v)));
    });
    return degrees;
  }
  [[nodiscard]] Array<double> at_places(std::span<const double> of_edges) const {
    Array<double> values(num_places());
    std::size_t e = 0;
    for_each(0, num_places(),
             [&](std::size_t place, const Ends&) { values[place] = of_edges[e++]; });
    return values;
  }
  [[nodiscard]] Ends ends(Place /*place*/, VertexId u, VertexId v) const {
    return {std::min(u, v), std::max(u, v)};
  }

 private:
  GraphView graph_;
};

}  // namespace hypermatch::detail::verify
