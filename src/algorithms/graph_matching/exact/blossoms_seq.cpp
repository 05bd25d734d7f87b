// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/exact/blossoms.hpp"

#include <algorithm>
#include <utility>

#include "base/large_vector.hpp"

namespace hypermatch::detail::graph_matching::exact {

BlossomNodes::BlossomNodes(VertexId num_vertices)
    : num_vertices_(num_vertices),
      vertices_(filled_vector(num_vertices, VertexState{})),
      nodes_(filled_vector(num_vertices, Node{})),
      groups_(filled_vector(num_vertices, Group{})) {
  for (VertexId v = 0; v < num_vertices; ++v) {
    vertices_[v].group = v;
    groups_[v] = {v, v};
    nodes_[v].base = nodes_[v].first = nodes_[v].last = v;
    nodes_[v].size = 1;
    nodes_[v].group = v;
  }
}

GroupId BlossomNodes::find(GroupId group) {
  // Ends: each step is nearer to the root; paths are halved on the way.
  while (groups_[group].joined != group) {
    GroupId& joined = groups_[group].joined;
    joined = groups_[joined].joined;
    group = joined;
  }
  return group;
}

NodeId BlossomNodes::new_node() {
  if (!unused_nodes_.empty()) {
    const NodeId node = unused_nodes_.back();
    unused_nodes_.pop_back();
    nodes_[node] = {};
    blossoms_[node - num_vertices_].dual = 0;
    return node;
  }
  nodes_.emplace_back();
  blossoms_.emplace_back();
  return static_cast<NodeId>(nodes_.size() - 1);
}

NodeId BlossomNodes::join(std::vector<Child> cycle) {
  const NodeId made = new_node();
  NodeId largest = cycle.front().node;
  for (const Child& child : cycle) {
    if (nodes_[child.node].size > nodes_[largest].size) largest = child.node;
  }
  const GroupId group = nodes_[largest].group;
  Node& node = nodes_[made];
  node.base = nodes_[cycle.front().node].base;
  node.first = nodes_[cycle.front().node].first;
  node.last = nodes_[cycle.back().node].last;
  node.group = group;
  node.is_new = true;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    Node& child = nodes_[cycle[i].node];
    if (i + 1 < cycle.size()) vertices_[child.last].next = nodes_[cycle[i + 1].node].first;
    child.parent = made;
    node.size += child.size;
    groups_[child.group].joined = group;
  }
  groups_[group].node = made;
  blossom(made).children = std::move(cycle);
  return made;
}

void BlossomNodes::settle(NodeId node) {
  const GroupId group = nodes_[node].group;
  nodes_[node].is_new = false;
  for_each_vertex(node, [&](VertexId v) {
    GroupId& old = vertices_[v].group;
    if (old == group) return;
    if (groups_[old].joined != old) {
      groups_[old].joined = old;
      unused_groups_.push_back(old);
    }
    old = group;
  });
}

std::vector<Child> BlossomNodes::take_apart(NodeId taken) {
  std::vector<Child> cycle = std::move(blossom(taken).children);
  blossom(taken).children.clear();
  const Node node = nodes_[taken];
  NodeId largest = cycle.front().node;
  for (const Child& child : cycle) {
    if (nodes_[child.node].size > nodes_[largest].size) largest = child.node;
  }
  for (const Child& each : cycle) {
    Node& child = nodes_[each.node];
    child.parent = k_none;
    child.shift = node.shift;
    child.label = Label::none;
    child.is_new = false;
    child.group = node.group;
    if (each.node != largest) {
      child.group = unused_groups_.back();
      unused_groups_.pop_back();
      for_each_vertex(each.node, [&](VertexId v) { vertices_[v].group = child.group; });
    }
    groups_[child.group] = {child.group, each.node};
  }
  nodes_[taken].first = k_none;
  unused_nodes_.push_back(taken);
  // The child with the base leads; the others are matched in pairs behind it.
  const NodeId leader = outermost(node.base);
  const auto at = std::find_if(cycle.begin(), cycle.end(),
                               [&](const Child& child) { return child.node == leader; });
  std::rotate(cycle.begin(), at, cycle.end());
  nodes_[leader].base = node.base;
  for (std::size_t i = 1; i < cycle.size(); i += 2) {
    match(cycle[i].node, cycle[i].u, cycle[i].v);
    match(cycle[i + 1].node, cycle[i].v, cycle[i].u);
  }
  return cycle;
}

}  // namespace hypermatch::detail::graph_matching::exact
