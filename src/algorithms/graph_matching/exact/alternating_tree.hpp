// SPDX-License-Identifier: MIT
// Search for a shortest augmenting path from one free vertex (Edmonds 1965): an alternating tree
// that grows, shrinks odd cycles to blossoms and expands blossoms, as the duals of its vertices
// change by the least of four deltas. Time is the sum of the deltas. Duals are kept as of time 0,
// that of an even vertex plus the time, that of an odd one less the time, so that an event has a
// key that does not change.
#pragma once

#include <vector>

#include "algorithms/graph_matching/exact/blossoms.hpp"
#include "algorithms/graph_matching/exact/event_heap.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::graph_matching::exact {

class AlternatingTree {
 public:
  AlternatingTree(const ExactRows& rows, BlossomNodes& nodes, parallel::StopCheck& stop);

  enum class Outcome {
    augmented,  ///< the root has a mate, or it or another vertex stays free with a dual of 0
    stopped,    ///< beyond the limit; the duals have changed, the matching has not
    barred,     ///< no edge leaves the tree: `barrier` says why
  };

  /// Searches from a free vertex. With `may_leave`, duals stay at least 0, and vertices without
  /// one may stay free. Stops after about `limit` vertices.
  Outcome augment_from(VertexId root, bool may_leave, std::uint64_t limit);

  /// Odd vertices of a tree that no edge leaves: without them, each even node is an odd component.
  [[nodiscard]] const std::vector<VertexId>& barrier() const { return barrier_; }

 private:
  void make_even(NodeId node);
  void add_even_vertex(VertexId v, Value change);
  void scan(VertexId u);
  void reach(VertexId u, VertexId v, NodeId node, Value key);
  bool take_event();
  void grow(const Event& event);
  void shrink(VertexId u, VertexId v);
  void expand(NodeId node);
  [[nodiscard]] NodeId parent_of(NodeId even);
  [[nodiscard]] NodeId common_ancestor(NodeId u, NodeId v);
  void add_side(NodeId from, NodeId top, VertexId u, VertexId v, std::vector<Child>& side);
  void label_path(const std::vector<Child>& cycle, VertexId entry_u, VertexId entry_v);
  void make_odd(NodeId node, VertexId entry_u, VertexId entry_v);
  void release(NodeId node);
  void augment(VertexId x, VertexId mate);
  void close();

  const ExactRows& rows_;
  BlossomNodes& nodes_;
  parallel::StopCheck& stop_;
  bool may_leave_ = true;
  std::uint64_t num_scanned_ = 0;
  Value now_ = 0;
  Value bound_ = k_never;    // when the search ends (delta 1, or an edge to a free vertex),
  VertexId end_u_ = k_none;  // at this even vertex,
  VertexId end_v_ = k_none;  // with this free one, or as a free vertex
  EventHeap to_grow_;        // delta 2: edges to nodes outside of the tree
  EventHeap to_shrink_;      // delta 3: edges between even nodes
  EventHeap to_expand_;      // delta 4: odd blossoms
  std::vector<NodeId> tree_;
  std::vector<VertexId> to_scan_;
  std::vector<VertexId> reached_;          // vertices with a `least`
  std::vector<EventHeap> least_of_group_;  // of blossoms outside of the tree or odd: their vertices
  std::vector<GroupId> used_groups_;
  std::vector<std::uint64_t> seen_;  // of nodes: the last shrink that looked at it
  std::uint64_t num_shrinks_ = 0;
  std::vector<VertexId> barrier_;
};

}  // namespace hypermatch::detail::graph_matching::exact
