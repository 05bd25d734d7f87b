// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/exact/heaviest_matching.hpp"

#include <utility>

#include "algorithms/graph_matching/exact/alternating_tree.hpp"
#include "algorithms/graph_matching/exact/fractional_start.hpp"
#include "base/large_vector.hpp"

namespace hypermatch::detail::graph_matching::exact {

namespace {

constexpr std::size_t k_between_reports = 1024;  // searches
constexpr std::uint64_t k_work_per_vertex = 32;  // of passes that read from anywhere in memory

// Whether the vertex has no mate, and its dual asks for one or `perfect` does.
bool is_wanting(BlossomNodes& nodes, VertexId v, bool perfect) {
  const VertexState& vertex = nodes.vertex(v);
  if (vertex.mate != k_none) return false;
  const NodeId node = nodes.outermost(v);
  return nodes[node].base == v && (perfect || vertex.dual + nodes[node].shift > 0);
}

// The blossoms with a dual, those inside first. One without gives its children to the one around
// it.
std::vector<DualSet> dual_sets(BlossomNodes& nodes, parallel::StopCheck& stop) {
  const VertexId n = nodes.num_vertices();
  std::vector<DualSet> sets;
  std::vector<std::uint64_t> place(nodes.num_nodes() - n, 0);  // where a blossom stands in `sets`
  std::vector<NodeId> outer_first;
  for (NodeId node = n; node < nodes.num_nodes(); ++node) {
    if (nodes.is_live(node)) outer_first.push_back(node);
  }
  for (std::size_t at = 0; at < outer_first.size(); ++at) {
    for (const Child& child : nodes.blossom(outer_first[at]).children) {
      if (!nodes.is_vertex(child.node)) outer_first.push_back(child.node);
    }
  }
  std::vector<NodeId> open;
  while (!outer_first.empty()) {
    const NodeId node = outer_first.back();
    outer_first.pop_back();
    stop.done(k_work_per_vertex);
    if (nodes.blossom(node).dual == 0) continue;
    DualSet set{.dual = nodes.blossom(node).dual, .members = {}};
    open.assign(1, node);
    while (!open.empty()) {
      const NodeId next = open.back();
      open.pop_back();
      for (const Child& child : nodes.blossom(next).children) {
        stop.done(k_work_per_vertex);
        if (nodes.is_vertex(child.node)) {
          set.members.push_back(child.node);
        } else if (nodes.blossom(child.node).dual == 0) {
          open.push_back(child.node);
        } else {
          set.members.push_back(n + place[child.node - n]);
        }
      }
    }
    place[node - n] = sets.size();
    sets.push_back(std::move(set));
  }
  return sets;
}

// Matches what is left inside of blossoms.
void open_blossoms(BlossomNodes& nodes, parallel::StopCheck& stop) {
  for (NodeId node = nodes.num_vertices(); node < nodes.num_nodes(); ++node) {
    if (!nodes.is_live(node)) continue;
    std::vector<NodeId> open{node};
    while (!open.empty()) {
      const NodeId next = open.back();
      open.pop_back();
      stop.done(k_work_per_vertex);
      if (nodes.is_vertex(next)) continue;
      for (const Child& child : nodes.take_apart(next)) open.push_back(child.node);
    }
  }
}

}  // namespace

SolvedRows heaviest_matching(const Context& context, const ExactRows& rows, bool perfect) {
  const VertexId n = rows.num_vertices;
  parallel::StopCheck stop(context);
  SolvedRows solved;
  Start start = greedy_start(rows, !perfect, stop);
  if (auto barrier = FractionalStart(rows, !perfect, start, stop).run()) {
    solved.exists = false;
    solved.barrier = std::move(*barrier);
    return solved;
  }

  context.check_cancelled();
  BlossomNodes nodes(n);
  context.check_cancelled();
  for (VertexId v = 0; v < n; ++v) {
    stop.done(k_work_per_vertex);
    nodes.vertex(v).dual = start.duals[v];
    nodes.vertex(v).mate = start.mates[v];
  }
  start = {};
  AlternatingTree tree(rows, nodes, stop);
  std::vector<VertexId> roots;
  for (VertexId v = 0; v < n; ++v) {
    if (is_wanting(nodes, v, perfect)) roots.push_back(v);
  }
  // Ends: a search without a limit ends.
  for (std::uint64_t limit = k_first_limit; !roots.empty(); limit *= k_limit_factor) {
    std::vector<VertexId> stopped;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const VertexId root = roots[i];
      if (i % k_between_reports == 0) context.report({"solve", i, roots.size()});
      if (!is_wanting(nodes, root, perfect)) continue;
      ++solved.num_searches;
      const AlternatingTree::Outcome outcome = tree.augment_from(root, !perfect, limit);
      if (outcome == AlternatingTree::Outcome::stopped) stopped.push_back(root);
      if (outcome != AlternatingTree::Outcome::barred) continue;
      solved.exists = false;
      solved.barrier = tree.barrier();
      return solved;
    }
    roots = std::move(stopped);
  }
  solved.sets = dual_sets(nodes, stop);
  open_blossoms(nodes, stop);
  solved.mates = filled_vector(n, k_none);
  solved.duals = filled_vector(n, Value{0});
  for (VertexId v = 0; v < n; ++v) {
    stop.done(k_work_per_vertex);
    solved.mates[v] = nodes.vertex(v).mate;
    solved.duals[v] = nodes.vertex(v).dual + nodes[v].shift;
  }
  return solved;
}

}  // namespace hypermatch::detail::graph_matching::exact
