// SPDX-License-Identifier: MIT
// Disjoint paths and even cycles that grow edge by edge. Ends of a path know each other and the
// parity of what lies between, so joining needs no union-find.
#pragma once

#include <cstdint>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::graph_matching {

class PathCover {
 public:
  explicit PathCover(VertexId num_vertices) : nodes_(num_vertices) {
    for (VertexId v = 0; v < num_vertices; ++v) nodes_[v].other_end = v;
  }

  /// Adds edge `e` = {u, v} if that leaves nothing but paths and even cycles; no loop. A
  /// pair that comes twice may become a cycle of two edges.
  void add(EdgeId e, const GraphEdge& edge) {
    Node& u = nodes_[edge.u];
    Node& v = nodes_[edge.v];
    if (u.degree == 2 || v.degree == 2) return;
    if (u.other_end == edge.v) {
      // A cycle, if the path has an odd number of edges. Its vertices are no ends any more.
      if (!u.odd) return;
    } else {
      const VertexId first = u.other_end;
      const VertexId last = v.other_end;
      const bool odd = u.odd == v.odd;
      nodes_[first].other_end = last;
      nodes_[last].other_end = first;
      nodes_[first].odd = nodes_[last].odd = odd;
    }
    u.arcs[u.degree++] = {e, edge.v};
    v.arcs[v.degree++] = {e, edge.u};
  }

  /// Calls path(edges) for every path of at least one edge, from its end with the smaller number,
  /// these ascending; then cycle(edges) for every cycle, from its smallest vertex along the edge
  /// that was added first, these ascending. Once only.
  template <class Path, class Cycle>
  void for_each(const Path& path, const Cycle& cycle) {
    std::vector<EdgeId> edges;
    const auto num_vertices = static_cast<VertexId>(nodes_.size());
    for (VertexId v = 0; v < num_vertices; ++v) {
      if (nodes_[v].degree != 1 || nodes_[v].seen) continue;
      walk(v, edges);
      path(edges);
    }
    for (VertexId v = 0; v < num_vertices; ++v) {
      if (nodes_[v].degree != 2 || nodes_[v].seen) continue;
      walk(v, edges);
      cycle(edges);
    }
  }

 private:
  struct Arc {
    EdgeId edge;
    VertexId head;
  };
  struct Node {
    Arc arcs[2] = {};
    VertexId other_end = 0;  // of the path that ends here; itself where there is none
    std::uint8_t degree = 0;
    bool odd = false;  // whether that path has an odd number of edges
    bool seen = false;
  };

  // The edges from `start` along its first arc, to the end of the path or back to `start`.
  void walk(VertexId start, std::vector<EdgeId>& edges) {
    edges.clear();
    nodes_[start].seen = true;
    Arc arc = nodes_[start].arcs[0];
    // Ends: each turn sees another vertex, or leaves.
    while (true) {
      edges.push_back(arc.edge);
      Node& node = nodes_[arc.head];
      if (node.seen) return;  // the cycle is closed
      node.seen = true;
      if (node.degree == 1) return;
      arc = node.arcs[node.arcs[0].edge == arc.edge ? 1 : 0];
    }
  }

  std::vector<Node> nodes_;
};

}  // namespace hypermatch::detail::graph_matching
