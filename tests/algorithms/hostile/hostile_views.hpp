// SPDX-License-Identifier: MIT
// Graphs, hypergraphs and bipartite graphs made of any bytes. Sizes fit each other, offsets ascend
// and indices are in range; every other promise of the views may be broken: loops, one-sided and
// repeated arcs, pairs and pins, two weights for one edge, weights that are no numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"

namespace hypermatch::test {

/// Numbers out of bytes; 0 once these are used up.
class ByteSource {
 public:
  explicit ByteSource(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t first = bytes_[0];
    bytes_ = bytes_.subspan(1);
    return first;
  }
  [[nodiscard]] std::uint32_t below(std::uint32_t limit) {
    const std::uint32_t high = limit > 256 ? byte() : 0;
    return (high << 8 | byte()) % limit;
  }
  [[nodiscard]] bool one_in(std::uint32_t times) { return below(times) == times - 1; }

 private:
  std::span<const std::uint8_t> bytes_;
};

template <class T>
[[nodiscard]] T hostile_weight(ByteSource& source, bool wild) {
  constexpr T k_most = std::numeric_limits<T>::max();
  constexpr T k_least = std::numeric_limits<T>::lowest();
  if (!wild) return static_cast<T>(1 + source.below(4));
  switch (source.below(8)) {
    case 0:
      return k_most;
    case 1:
      return k_least;
    case 2:
      return T{0};
    case 3:
      return static_cast<T>(-static_cast<T>(source.byte()));
    case 4:
      if constexpr (std::is_floating_point_v<T>) {
        const T special[] = {std::numeric_limits<T>::infinity(),
                             std::numeric_limits<T>::quiet_NaN(),
                             std::numeric_limits<T>::denorm_min(), -T{0}, k_most / 3};
        return special[source.below(5)];
      }
      return static_cast<T>(k_most / 2);
    default:
      return static_cast<T>(source.below(4000));
  }
}

/// `count` weights of any type, or none.
[[nodiscard]] inline Weights hostile_weights(ByteSource& source, std::size_t count) {
  const std::uint32_t type = source.below(5);
  const bool wild = source.one_in(3);
  const auto make = [&]<class T>(T) -> Weights {
    Array<T> weights(count);
    for (T& weight : weights) weight = hostile_weight<T>(source, wild);
    return weights;
  };
  switch (type) {
    case 1:
      return make(std::int32_t{});
    case 2:
      return make(std::int64_t{});
    case 3:
      return make(float{});
    case 4:
      return make(double{});
    default:
      return std::monostate{};
  }
}

/// Rows of a CSR out of rows of any length.
struct HostileRows {
  Array<Offset> offsets{std::size_t{1}, 0};
  Array<VertexId> entries;

  void end_row() { offsets.push_back(entries.size()); }
};

/// As many bytes as there are items, so that a sanitizer sees what is read beyond them.
template <class T>
[[nodiscard]] Array<T> exact(const Array<T>& items) {
  return items.clone();
}

/// Mostly short rows; the few long ones are beyond what is compared in one go.
[[nodiscard]] inline std::uint32_t hostile_row_size(ByteSource& source) {
  return source.one_in(16) ? source.below(90) : source.below(6);
}

[[nodiscard]] inline HostileRows hostile_rows(ByteSource& source, std::uint32_t rows,
                                              VertexId columns) {
  HostileRows all;
  for (std::uint32_t r = 0; r < rows; ++r) {
    const std::uint32_t size = columns == 0 ? 0 : hostile_row_size(source);
    for (std::uint32_t i = 0; i < size; ++i) all.entries.push_back(source.below(columns));
    all.end_row();
  }
  return all;
}

[[nodiscard]] inline Hypergraph hostile_hypergraph(ByteSource& source) {
  Hypergraph hypergraph;
  hypergraph.num_vertices = source.below(40);
  HostileRows edges = hostile_rows(source, source.below(60), hypergraph.num_vertices);
  if (source.one_in(3)) {
    // A valid one: pins that stand twice go.
    HostileRows distinct;
    for (std::size_t e = 0; e + 1 < edges.offsets.size(); ++e) {
      for (Offset p = edges.offsets[e]; p < edges.offsets[e + 1]; ++p) {
        const VertexId* const begin = edges.entries.data() + edges.offsets[e];
        const VertexId* const here = edges.entries.data() + p;
        if (std::find(begin, here, *here) == here) distinct.entries.push_back(*here);
      }
      distinct.end_row();
    }
    edges = std::move(distinct);
  }
  hypergraph.offsets = exact(edges.offsets);
  hypergraph.pins = exact(edges.entries);
  hypergraph.weights = hostile_weights(source, hypergraph.offsets.size() - 1);
  return hypergraph;
}

[[nodiscard]] inline Bipartite hostile_bipartite(ByteSource& source) {
  Bipartite bipartite;
  bipartite.num_rows = source.below(50);
  bipartite.num_columns = source.below(50);
  HostileRows rows = hostile_rows(source, bipartite.num_rows, bipartite.num_columns);
  bipartite.offsets = exact(rows.offsets);
  bipartite.columns = exact(rows.entries);
  return bipartite;
}

/// Any pairs; with some luck neither loops nor repeated ones among them.
[[nodiscard]] inline EdgeList hostile_list(ByteSource& source) {
  EdgeList graph;
  const bool simple = source.one_in(2);
  graph.num_vertices = source.below(60);
  const std::uint32_t edges = graph.num_vertices == 0 ? 0 : source.below(300);
  std::vector<std::pair<VertexId, VertexId>> seen;
  for (std::uint32_t e = 0; e < edges; ++e) {
    const VertexId u = source.below(graph.num_vertices);
    const VertexId v = source.below(graph.num_vertices);
    const std::pair ends(std::min(u, v), std::max(u, v));
    if (simple && (u == v || std::find(seen.begin(), seen.end(), ends) != seen.end())) continue;
    seen.push_back(ends);
    graph.edges.push_back({u, v});
  }
  graph.edges = exact(graph.edges);
  graph.weights = hostile_weights(source, graph.edges.size());
  return graph;
}

/// Any rows; or the rows of a list of edges, of which some arcs are missing, point elsewhere or
/// have a weight of their own.
[[nodiscard]] inline CompressedGraph hostile_graph(ByteSource& source) {
  CompressedGraph graph;
  if (source.one_in(4)) {
    graph.num_vertices = source.below(60);
    HostileRows rows = hostile_rows(source, graph.num_vertices, graph.num_vertices);
    graph.offsets = exact(rows.offsets);
    graph.neighbours = exact(rows.entries);
    graph.weights = hostile_weights(source, graph.neighbours.size());
    return graph;
  }
  const EdgeList list = hostile_list(source);
  const Adjacency adjacency = build_adjacency(list.view());
  const std::uint32_t changes = source.below(4);
  graph.num_vertices = list.num_vertices;
  HostileRows rows;
  std::vector<std::size_t> edge_of;  // that each arc's weight is taken from
  const std::size_t arcs = adjacency.neighbours.size();
  std::size_t changed[3] = {arcs, arcs, arcs};
  for (std::uint32_t i = 0; i < changes && arcs != 0; ++i) {
    changed[i] = source.below(static_cast<std::uint32_t>(arcs));
  }
  for (VertexId v = 0; v < list.num_vertices; ++v) {
    for (Offset i = adjacency.offsets[v]; i < adjacency.offsets[v + std::size_t{1}]; ++i) {
      const bool is_changed = std::find(changed, changed + 3, i) != changed + 3;
      const std::uint32_t change = is_changed ? source.below(4) : 4;
      if (change == 0) continue;
      rows.entries.push_back(change == 1 ? source.below(list.num_vertices)
                                         : adjacency.neighbours[i]);
      edge_of.push_back(change == 2 ? source.below(static_cast<std::uint32_t>(list.edges.size()))
                                    : adjacency.edge_ids[i]);
      if (change != 3) continue;
      rows.entries.push_back(adjacency.neighbours[i]);
      edge_of.push_back(adjacency.edge_ids[i]);
    }
    rows.end_row();
  }
  graph.offsets = exact(rows.offsets);
  graph.neighbours = exact(rows.entries);
  graph.weights = std::visit(
      [&](const auto& held) -> Weights {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::monostate>) {
          return std::monostate{};
        } else {
          Held weights(edge_of.size());
          for (std::size_t i = 0; i < edge_of.size(); ++i) weights[i] = held[edge_of[i]];
          return weights;
        }
      },
      list.weights);
  return graph;
}

}  // namespace hypermatch::test
