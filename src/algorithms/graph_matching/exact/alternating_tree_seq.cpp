// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/exact/alternating_tree.hpp"

#include <algorithm>
#include <utility>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::graph_matching::exact {

AlternatingTree::AlternatingTree(const ExactRows& rows, BlossomNodes& nodes,
                                 parallel::StopCheck& stop)
    : rows_(rows), nodes_(nodes), stop_(stop) {}

AlternatingTree::Outcome AlternatingTree::augment_from(VertexId root, bool may_leave,
                                                       std::uint64_t limit) {
  may_leave_ = may_leave;
  num_scanned_ = 0;
  now_ = 0;
  bound_ = k_never;
  end_u_ = end_v_ = k_none;
  make_even(nodes_.outermost(root));
  bool goes_on = true;
  // Ends: a vertex turns even once, and then its edges are looked at.
  while (goes_on && num_scanned_ <= limit) {
    while (!to_scan_.empty()) {
      const VertexId u = to_scan_.back();
      to_scan_.pop_back();
      scan(u);
    }
    goes_on = take_event();
  }
  Outcome outcome = Outcome::stopped;
  if (!goes_on && end_u_ != k_none) {
    outcome = Outcome::augmented;
    now_ = bound_;
    augment(end_u_, end_v_);
  } else if (!goes_on) {
    outcome = Outcome::barred;
    barrier_.clear();
    for (const NodeId node : tree_) {
      if (nodes_.is_live(node) && nodes_[node].label == Label::odd) barrier_.push_back(node);
    }
  }
  close();
  return outcome;
}

// The next change of the tree, at the time when it is due; false: the search ends first.
bool AlternatingTree::take_event() {
  // Ends: each turn takes an event.
  while (true) {
    const Value grow_at = to_grow_.least(bound_);
    const Value shrink_at = to_shrink_.least(bound_);
    const Value expand_at = to_expand_.least(bound_);
    const Value first = std::min({grow_at, shrink_at, expand_at});
    if (first >= bound_) return false;
    if (shrink_at == first) {
      const auto [key, u, v] = to_shrink_.top();
      to_shrink_.pop();
      if (nodes_.outermost(u) == nodes_.outermost(v)) continue;
      now_ = key;
      shrink(u, v);
    } else if (grow_at == first) {
      const Event event = to_grow_.top();
      to_grow_.pop();
      const NodeId node = nodes_.outermost(event.v);
      const VertexState& vertex = nodes_.vertex(event.v);
      if (nodes_[node].label != Label::none || vertex.from != event.u) continue;
      if (vertex.least + vertex.dual + nodes_[node].shift != event.key) continue;
      now_ = event.key;
      grow(event);
    } else {
      const auto [key, node, since] = to_expand_.top();
      to_expand_.pop();
      if (!nodes_.is_live(node) || nodes_[node].label != Label::odd) continue;
      now_ = key;
      expand(node);
    }
    return true;
  }
}

void AlternatingTree::add_even_vertex(VertexId v, Value change) {
  Value& dual = nodes_.vertex(v).dual;
  dual += change;
  if (may_leave_ && dual < bound_) {
    bound_ = dual;
    end_u_ = v;
    end_v_ = k_none;
  }
  to_scan_.push_back(v);
}

void AlternatingTree::make_even(NodeId id) {
  Node& node = nodes_[id];
  node.label = Label::even;
  tree_.push_back(id);
  const Value change = node.shift + now_;
  node.shift = 0;
  if (!nodes_.is_vertex(id)) nodes_.blossom(id).dual -= 2 * now_;
  nodes_.for_each_vertex(id, [&](VertexId v) { add_even_vertex(v, change); });
}

// Looks at the edges of an even vertex. An edge whose event comes after the end of the search is
// dropped: most are, by the dual of the other vertex alone, which without its shift is too low at
// worst.
void AlternatingTree::scan(VertexId u) {
  const Value dual = nodes_.vertex(u).dual;
  const NodeId own = nodes_.outermost(u);
  const Offset end = rows_.first[u + 1];
  for (Offset a = rows_.first[u]; a < end; ++a) {
    const VertexId v = rows_.heads[a];
    const Value key = dual - rows_.weights[a] + nodes_.vertex(v).dual;
    if (key >= 2 * bound_) continue;
    const NodeId id = nodes_.outermost(v);
    const Node& node = nodes_[id];
    if (node.label == Label::even) {
      if (id != own && key / 2 < bound_) to_shrink_.push({key / 2, u, v});
      continue;
    }
    const Value due = key + node.shift;
    if (due >= bound_) continue;
    if (node.label == Label::none && nodes_.vertex(node.base).mate == k_none) {
      bound_ = due;
      end_u_ = u;
      end_v_ = v;
      continue;
    }
    if (node.label == Label::none || !nodes_.is_vertex(id)) reach(u, v, id, due);
  }
  ++num_scanned_;
  stop_.done(k_work_per_arc * (end - rows_.first[u] + 4));
}

// Notes that the edge (u, v), the least so far of v, leads to a node that is not in the tree, or to
// an odd blossom, of which v may leave the tree again.
void AlternatingTree::reach(VertexId u, VertexId v, NodeId id, Value key) {
  VertexState& vertex = nodes_.vertex(v);
  const Node& node = nodes_[id];
  const Value least = key - node.shift - vertex.dual;
  if (least >= vertex.least) return;
  if (vertex.from == k_none) reached_.push_back(v);
  vertex.least = least;
  vertex.from = u;
  if (nodes_.is_vertex(id)) {
    to_grow_.push({key, u, v});
    return;
  }
  if (least_of_group_.size() <= node.group) least_of_group_.resize(node.group + std::size_t{1});
  EventHeap& heap = least_of_group_[node.group];
  if (heap.empty()) used_groups_.push_back(node.group);
  const Value in_group = least + vertex.dual;
  const bool is_least = in_group < heap.least(k_never);
  heap.push({in_group, u, v});
  if (is_least && node.label == Label::none) to_grow_.push({key, u, v});
}

void AlternatingTree::make_odd(NodeId id, VertexId entry_u, VertexId entry_v) {
  Node& node = nodes_[id];
  node.label = Label::odd;
  node.since = now_;
  node.entry_u = entry_u;
  node.entry_v = entry_v;
  tree_.push_back(id);
  if (!nodes_.is_vertex(id)) to_expand_.push({now_ + nodes_.blossom(id).dual / 2, id, 0});
}

void AlternatingTree::grow(const Event& event) {
  const NodeId id = nodes_.outermost(event.v);
  make_odd(id, event.u, event.v);
  make_even(nodes_.outermost(nodes_.vertex(nodes_[id].base).mate));
}

NodeId AlternatingTree::parent_of(NodeId even) {
  const VertexId mate = nodes_.vertex(nodes_[even].base).mate;
  return mate == k_none ? k_none : nodes_.outermost(nodes_[nodes_.outermost(mate)].entry_u);
}

NodeId AlternatingTree::common_ancestor(NodeId u, NodeId v) {
  ++num_shrinks_;
  if (seen_.size() < nodes_.num_nodes()) seen_.resize(nodes_.num_nodes(), 0);
  // Ends: each turn is nearer to the root, where both walks meet at the latest.
  while (true) {
    if (u != k_none) {
      if (seen_[u] == num_shrinks_) return u;
      seen_[u] = num_shrinks_;
      u = parent_of(u);
    }
    std::swap(u, v);
  }
}

// The nodes from `from` up to `top`, without that: each with the edge that leads there from the one
// before it; (u, v) leads to the first.
void AlternatingTree::add_side(NodeId from, NodeId top, VertexId u, VertexId v,
                               std::vector<Child>& side) {
  // Ends: each turn is nearer to the root.
  while (from != top) {
    side.push_back({from, u, v});
    const VertexId base = nodes_[from].base;
    const VertexId mate = nodes_.vertex(base).mate;
    const NodeId odd = nodes_.outermost(mate);
    side.push_back({odd, base, mate});
    u = nodes_[odd].entry_v;
    v = nodes_[odd].entry_u;
    from = nodes_.outermost(v);
  }
  side.push_back({top, u, v});
}

void AlternatingTree::shrink(VertexId u, VertexId v) {
  const NodeId node_u = nodes_.outermost(u);
  const NodeId node_v = nodes_.outermost(v);
  const NodeId top = common_ancestor(node_u, node_v);
  // From the top down to u, whose edges are turned round, then from v up.
  std::vector<Child> up;
  add_side(node_u, top, v, u, up);
  std::vector<Child> cycle;
  for (std::size_t i = up.size(); i-- > 0;) cycle.push_back({up[i].node, up[i].v, up[i].u});
  std::vector<Child> side;
  add_side(node_v, top, u, v, side);
  side.pop_back();
  // Each child of `side` has the edge that leads to it, of `cycle` the one that leads on.
  if (side.empty()) {
    cycle.back().u = u;
    cycle.back().v = v;
  }
  for (const Child& child : side) {
    cycle.back().u = child.u;
    cycle.back().v = child.v;
    cycle.push_back({child.node, k_none, k_none});
  }
  // The edge that closes the cycle.
  if (!side.empty()) {
    const NodeId odd = side.back().node;
    cycle.back().u = nodes_[odd].entry_v;
    cycle.back().v = nodes_[odd].entry_u;
  }
  for (const Child& child : cycle) {
    Node& node = nodes_[child.node];
    const bool was_odd = node.label == Label::odd;
    if (!nodes_.is_vertex(child.node)) {
      nodes_.blossom(child.node).dual += was_odd ? -2 * (now_ - node.since) : 2 * now_;
    }
    if (!was_odd) continue;
    const Value change = node.shift + (now_ - node.since) + now_;
    node.shift = 0;
    nodes_.for_each_vertex(child.node, [&](VertexId x) { add_even_vertex(x, change); });
  }
  const NodeId made = nodes_.join(std::move(cycle));
  nodes_[made].label = Label::even;
  nodes_.blossom(made).dual = -2 * now_;
  tree_.push_back(made);
}

// Puts a node back outside of the tree.
void AlternatingTree::release(NodeId id) {
  Node& node = nodes_[id];
  if (nodes_.is_vertex(id)) {
    VertexState& vertex = nodes_.vertex(id);
    vertex.dual += node.shift;
    node.shift = 0;
    if (vertex.from != k_none) to_grow_.push({vertex.least + vertex.dual, vertex.from, id});
    return;
  }
  if (least_of_group_.size() <= node.group) return;
  EventHeap& heap = least_of_group_[node.group];
  // Ends: each turn takes an event. Vertices of other groups have left this one.
  while (!heap.empty()) {
    const auto [key, u, v] = heap.top();
    const VertexState& vertex = nodes_.vertex(v);
    if (vertex.group == node.group && vertex.from == u && vertex.least + vertex.dual == key) {
      to_grow_.push({key + node.shift, u, v});
      return;
    }
    heap.pop();
  }
}

// The odd blossom, whose dual is 0, leaves the tree; of its children those stay that the path from
// the entry to the base takes.
void AlternatingTree::expand(NodeId id) {
  const VertexId entry_u = nodes_[id].entry_u;
  const VertexId entry_v = nodes_[id].entry_v;
  const GroupId kept = nodes_[id].group;
  nodes_[id].shift += now_ - nodes_[id].since;
  nodes_[id].label = Label::none;
  const std::vector<Child> cycle = nodes_.take_apart(id);
  // The vertices that were reached in children with new groups move to the heaps of these.
  for (const Child& child : cycle) {
    const GroupId group = nodes_[child.node].group;
    if (group == kept || nodes_.is_vertex(child.node)) continue;
    if (least_of_group_.size() <= group) least_of_group_.resize(group + std::size_t{1});
    EventHeap& heap = least_of_group_[group];
    nodes_.for_each_vertex(child.node, [&](VertexId v) {
      const VertexState& vertex = nodes_.vertex(v);
      if (vertex.from == k_none) return;
      if (heap.empty()) used_groups_.push_back(group);
      heap.push({vertex.least + vertex.dual, vertex.from, v});
    });
  }
  label_path(cycle, entry_u, entry_v);
  for (const Child& child : cycle) {
    if (nodes_[child.node].label == Label::none) release(child.node);
  }
}

// Labels the children from the one that holds `entry_v` to the first one, by the path that begins
// with a matched edge.
void AlternatingTree::label_path(const std::vector<Child>& cycle, VertexId entry_u,
                                 VertexId entry_v) {
  const NodeId entry = nodes_.outermost(entry_v);
  std::size_t at = 0;
  while (cycle[at].node != entry) ++at;
  const bool forward = at % 2 == 1;
  const std::size_t size = cycle.size();
  // Ends: each turn is nearer to the first child.
  while (at != 0) {
    make_odd(cycle[at].node, entry_u, entry_v);
    const std::size_t even = forward ? at + 1 : at - 1;
    make_even(cycle[even].node);
    if (forward) {
      entry_u = cycle[even].u;
      entry_v = cycle[even].v;
      at = even + 1 == size ? 0 : even + 1;
    } else {
      entry_u = cycle[even - 1].v;
      entry_v = cycle[even - 1].u;
      at = even - 1;
    }
  }
  make_odd(cycle[0].node, entry_u, entry_v);
}

// Gives the even vertex x another mate, and flips the path from its node to the root.
void AlternatingTree::augment(VertexId x, VertexId mate) {
  if (mate != k_none) nodes_.match(nodes_.outermost(mate), mate, x);
  // Ends: each turn is nearer to the root.
  while (true) {
    const NodeId even = nodes_.outermost(x);
    const VertexId old = nodes_.vertex(nodes_[even].base).mate;
    nodes_.match(even, x, mate);
    if (old == k_none) return;
    const NodeId odd = nodes_.outermost(old);
    x = nodes_[odd].entry_u;
    mate = nodes_[odd].entry_v;
    nodes_.match(odd, mate, x);
  }
}

// Applies the changes of the duals, and forgets the tree.
void AlternatingTree::close() {
  bool is_in_range = now_ <= k_most_dual;
  for (const NodeId id : tree_) {
    if (!nodes_.is_live(id) || nodes_[id].label == Label::none) continue;
    Node& node = nodes_[id];
    const bool is_even = node.label == Label::even;
    node.label = Label::none;
    if (is_even) {
      nodes_.for_each_vertex(id, [&](VertexId v) {
        Value& dual = nodes_.vertex(v).dual;
        dual -= now_;
        is_in_range = is_in_range && dual >= -k_most_dual;
      });
      if (!nodes_.is_vertex(id)) nodes_.blossom(id).dual += 2 * now_;
      if (node.is_new) nodes_.settle(id);
    } else if (nodes_.is_vertex(id)) {
      nodes_.vertex(id).dual += node.shift + now_ - node.since;
      node.shift = 0;
    } else {
      node.shift += now_ - node.since;
      nodes_.blossom(id).dual -= 2 * (now_ - node.since);
    }
  }
  for (const VertexId v : reached_) {
    nodes_.vertex(v).least = k_never;
    nodes_.vertex(v).from = k_none;
  }
  for (const GroupId group : used_groups_) least_of_group_[group].clear();
  if (!is_in_range) {
    throw Error(ErrorCode::unsupported,
                "the duals of this matching leave 64 bits: weights are too large or too fine");
  }
  tree_.clear();
  reached_.clear();
  used_groups_.clear();
  to_scan_.clear();
  to_grow_.clear();
  to_shrink_.clear();
  to_expand_.clear();
}

}  // namespace hypermatch::detail::graph_matching::exact
