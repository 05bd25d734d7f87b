// SPDX-License-Identifier: MIT
// Undirected graph: one record an edge, and a CSR with both directions built when asked for.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/hypergraph.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

class Context;

/// The two ends of an edge; `u` is the end that stands first in the input.
struct GraphEdge {
  VertexId u;
  VertexId v;
  friend bool operator==(const GraphEdge&, const GraphEdge&) = default;
};

/// Non-owning edges of a graph in host memory, one record each; trivially copyable. No self-loops;
/// no pair twice.
struct EdgeListView {
  VertexId num_vertices = 0;
  std::span<const GraphEdge> edges;  ///< size m
  WeightsView weights;               ///< none, or size m

  [[nodiscard]] EdgeId num_edges() const { return static_cast<EdgeId>(edges.size()); }
  [[nodiscard]] bool is_weighted() const { return hypermatch::is_weighted(weights); }
};

/// Non-owning graph in host memory, as CSR with both directions of each edge; trivially copyable.
///
/// Vertex `v` has the neighbours `neighbours[offsets[v]] .. neighbours[offsets[v + 1] - 1]`,
/// distinct, in any order, `v` not among them. If `u` is a neighbour of `v`, so is `v` of `u`, with
/// the same weight.
struct GraphView {
  VertexId num_vertices = 0;
  std::span<const Offset> offsets;       ///< size n + 1 (empty stands for n = 0)
  std::span<const VertexId> neighbours;  ///< size 2m
  WeightsView weights;                   ///< none, or one an arc: size 2m

  [[nodiscard]] std::uint64_t num_arcs() const { return neighbours.size(); }
  [[nodiscard]] std::uint64_t num_edges() const { return neighbours.size() / 2; }
  [[nodiscard]] std::uint64_t degree(VertexId v) const { return offsets[v + 1] - offsets[v]; }
  [[nodiscard]] std::span<const VertexId> neighbours_of(VertexId v) const {
    return neighbours.subspan(offsets[v], offsets[v + 1] - offsets[v]);
  }
  [[nodiscard]] bool is_weighted() const { return hypermatch::is_weighted(weights); }
};

/// Owning undirected simple graph: no self-loops, no parallel edges (the heaviest counts), edges in
/// the order in which each pair first appears in the input, in either direction.
struct Graph {
  VertexId num_vertices = 0;
  Array<GraphEdge> edges;
  Weights weights;                       ///< one an edge, or none
  std::uint32_t weights_per_vertex = 0;  ///< how many weights each vertex carries
  Array<std::int64_t> vertex_weights;    ///< size num_vertices * weights_per_vertex

  [[nodiscard]] EdgeListView view() const { return {num_vertices, edges.view(), view_of(weights)}; }
};

/// Owning CSR with both directions and the weights of the arcs; what `GraphView` shows.
struct CompressedGraph {
  VertexId num_vertices = 0;
  Array<Offset> offsets;       ///< size n + 1
  Array<VertexId> neighbours;  ///< size 2m
  Weights weights;             ///< one an arc, or none

  [[nodiscard]] GraphView view() const {
    return {num_vertices, offsets.view(), neighbours.view(), view_of(weights)};
  }
};

/// Checks every invariant that `EdgeListView` documents; O(n + m) on one thread, 12 bytes an edge.
/// @throws Error{invalid_input} naming the first violated one
void validate(const EdgeListView& graph);
/// Checks every invariant that `GraphView` documents; O(n + m) on one thread, 16 bytes an edge.
/// @throws Error{invalid_input} naming the first violated one
void validate(const GraphView& graph);
/// The same on all threads of the context, O(n + m); 4 bytes per edge, 8 per vertex, and
/// n / 8 per thread.
/// @throws Error{invalid_input, resources, cancelled}
void validate(const Context& context, const EdgeListView& graph);
/// The same on all threads of the context, O(n + m log(degree)); 12 bytes per arc and 8 per vertex,
/// and 8 n per thread where a vertex has more than n / 16 arcs. On one thread as above.
/// The arcs of a vertex are checked by one thread, so a star is not checked faster by many.
/// @throws Error{invalid_input, resources, cancelled}
void validate(const Context& context, const GraphView& graph);

/// The CSR of a list of edges; the arcs of a vertex stand in the order of their edges. O(n + m).
/// @throws Error{invalid_input} if sizes do not fit each other, Error{resources, cancelled}
[[nodiscard]] CompressedGraph compress(const Context& context, const EdgeListView& graph);

/// The edges of a CSR with u < v, ordered by u, then as they stand in u's row. O(n + m).
/// @throws Error{invalid_input} if sizes do not fit each other, Error{resources, cancelled}
[[nodiscard]] Graph edges_of(const Context& context, const GraphView& graph);

/// Both directions of a graph as CSR: the arcs of `v` stand at `offsets[v] .. offsets[v + 1] - 1`.
struct Adjacency {
  Array<Offset> offsets;       ///< size n + 1
  Array<VertexId> neighbours;  ///< size 2m
  Array<EdgeId> edge_ids;      ///< size 2m: the edge that each arc belongs to
};

/// Builds the adjacency in O(n + m); the arcs of a vertex stand in the order of their edges.
/// @throws Error{resources}
[[nodiscard]] Adjacency build_adjacency(const Graph& graph);
/// The same on the context's threads; needs 16 bytes an arc more while it runs.
[[nodiscard]] Adjacency build_adjacency(const Context& context, const Graph& graph);

/// The 2-uniform hypergraph with the same edges, numbers and weights. @throws Error{resources}
[[nodiscard]] Hypergraph to_hypergraph(const Graph& graph);
/// The same on the context's threads; takes the weights over instead of copying them.
[[nodiscard]] Hypergraph to_hypergraph(const Context& context, Graph&& graph);

}  // namespace hypermatch
