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

/// Owning undirected simple graph: no self-loops, no parallel edges (the heaviest counts), edges in
/// the order in which each pair first appears in the input, in either direction.
struct Graph {
  VertexId num_vertices = 0;
  Array<GraphEdge> edges;
  Weights weights;                       ///< one an edge, or none
  std::uint32_t weights_per_vertex = 0;  ///< how many weights each vertex carries
  Array<std::int64_t> vertex_weights;    ///< size num_vertices * weights_per_vertex
};

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
