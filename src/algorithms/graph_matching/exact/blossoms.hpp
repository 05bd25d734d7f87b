// SPDX-License-Identifier: MIT
// Blossoms: odd cycles of nodes, each a vertex or a blossom. Nodes below `num_vertices` are the
// vertices. The vertices of a node are a list in one piece, that of a blossom the lists of its
// children in turn. Vertices find their outermost node through a group: groups of nodes that merge
// are joined (union-find), and of a node that is taken apart the largest child keeps the group and
// the others get new ones, so that a search moves O(n log n) vertices.
#pragma once

#include <vector>

#include "algorithms/graph_matching/exact/exact_rows.hpp"

namespace hypermatch::detail::graph_matching::exact {

using NodeId = std::uint32_t;
using GroupId = std::uint32_t;

enum class Label : std::uint8_t { none, even, odd };

/// A vertex, as scans of edges see it.
struct VertexState {
  /// The dual: of vertices in an outermost node that is no vertex, plus the shift of that node. In
  /// the tree, where duals change as time goes, at time 0.
  Value dual = 0;
  Value least = k_never;   ///< over even u: dual of u less the weight of the edge (u, v)
  VertexId from = k_none;  ///< that u
  VertexId mate = k_none;  ///< valid of the base of an outermost node
  GroupId group = 0;
  VertexId next = k_none;  ///< behind it in the list of its node
};

/// A child of a blossom, with the tight edge that leads to the next child.
struct Child {
  NodeId node = k_none;
  VertexId u = k_none;  ///< in this child
  VertexId v = k_none;  ///< in the next one
};

struct Node {
  NodeId parent = k_none;   ///< the blossom that it is a child of
  VertexId base = k_none;   ///< the vertex that is matched outside of the node, or free
  VertexId first = k_none;  ///< of the list of its vertices
  VertexId last = k_none;
  VertexId size = 0;       ///< vertices
  GroupId group = k_none;  ///< of an outermost node
  Value shift = 0;         ///< added to the duals of all its vertices
  // In a search.
  Value since = 0;            ///< when it turned odd
  VertexId entry_u = k_none;  ///< odd: the edge from its parent in the tree
  VertexId entry_v = k_none;
  Label label = Label::none;
  bool is_new = false;  ///< a blossom of this search: its vertices have several groups
};

/// The part of a node that only blossoms have.
struct Blossom {
  Value dual = 0;               ///< as a vertex's; even
  std::vector<Child> children;  ///< odd many
};

class BlossomNodes {
 public:
  explicit BlossomNodes(VertexId num_vertices);

  [[nodiscard]] VertexId num_vertices() const { return num_vertices_; }
  [[nodiscard]] bool is_vertex(NodeId node) const { return node < num_vertices_; }
  [[nodiscard]] Node& operator[](NodeId node) { return nodes_[node]; }
  [[nodiscard]] const Node& operator[](NodeId node) const { return nodes_[node]; }
  [[nodiscard]] VertexState& vertex(VertexId v) { return vertices_[v]; }
  [[nodiscard]] const VertexState& vertex(VertexId v) const { return vertices_[v]; }
  [[nodiscard]] Blossom& blossom(NodeId node) { return blossoms_[node - num_vertices_]; }
  [[nodiscard]] NodeId num_nodes() const { return static_cast<NodeId>(nodes_.size()); }
  /// Whether the node is outermost.
  [[nodiscard]] bool is_live(NodeId node) const {
    return nodes_[node].parent == k_none && nodes_[node].first != k_none;
  }

  /// The outermost node of a vertex.
  [[nodiscard]] NodeId outermost(VertexId v) {
    GroupId group = vertices_[v].group;
    if (groups_[group].joined != group) group = find(group);
    return groups_[group].node;
  }
  [[nodiscard]] GroupId group_of(VertexId v) {
    const GroupId group = vertices_[v].group;
    return groups_[group].joined == group ? group : find(group);
  }

  template <class Use>
  void for_each_vertex(NodeId node, const Use& use) {
    const VertexId last = nodes_[node].last;
    for (VertexId v = nodes_[node].first;; v = vertices_[v].next) {
      use(v);
      if (v == last) break;
    }
  }

  /// Makes outermost nodes, in the order of a cycle, the children of a new blossom, whose base is
  /// that of the first.
  NodeId join(std::vector<Child> cycle);
  /// Gives all vertices of a new blossom one group.
  void settle(NodeId node);
  /// Makes the children of an outermost blossom outermost; `use(child)` before the blossom is
  /// forgotten. They inherit its shift, and are matched along its cycle, but for the child that
  /// holds the base, which is first in the cycle that is returned.
  std::vector<Child> take_apart(NodeId node);
  /// Gives an outermost node another base, and that another mate.
  void match(NodeId node, VertexId base, VertexId mate) {
    nodes_[node].base = base;
    vertices_[base].mate = mate;
  }

 private:
  struct Group {
    GroupId joined = 0;  ///< itself, or one that it is joined to
    NodeId node = 0;
  };

  GroupId find(GroupId group);
  NodeId new_node();

  VertexId num_vertices_;
  std::vector<VertexState> vertices_;
  std::vector<Node> nodes_;
  std::vector<Blossom> blossoms_;
  std::vector<NodeId> unused_nodes_;
  std::vector<Group> groups_;
  std::vector<GroupId> unused_groups_;
};

}  // namespace hypermatch::detail::graph_matching::exact
