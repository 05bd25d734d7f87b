// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/common/karp_sipser.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/graph_matching/common/match_by_visits.hpp"
#include "base/large_vector.hpp"
#include "base/random.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

// An edge from a node to another one, by its ends in the graph.
struct NodeEdge {
  VertexId from = k_none;
  VertexId to = k_none;
  VertexId node = k_none;  // that holds `to`
};

// The graph as vertices are matched and contracted. A node is named by one of the vertices that
// were contracted to it.
class Kernel {
 public:
  Kernel(const Context& context, KarpSipserRows rows, bool contracts)
      : rows_(std::move(rows)), contracts_(contracts), stop_(context) {
    const VertexId n = rows_.num_vertices();
    mates_ = filled_vector(n, k_none);
    nodes_ = filled_vector(n, Node{});
    end_ = Array<Offset>(n);
    for (VertexId v = 0; v < n; ++v) {
      end_[v] = rows_.first[v + std::size_t{1}];
      nodes_[v] = {.parent = v, .last = v, .degree = end_[v] - rows_.first[v]};
      note_degree(v);
    }
  }

  /// Applies rules until none applies.
  void reduce() {
    // Ends: a rule takes vertices away, and a vertex is noted once per edge that it loses.
    while (!ones_.empty() || !twos_.empty()) {
      std::vector<VertexId>& next = ones_.empty() ? twos_ : ones_;
      const VertexId v = next.back();
      next.pop_back();
      if (nodes_[v].is_live) apply_rule(v);
    }
  }

  /// Matches a node at random, if it has neighbours.
  bool match_at_random(VertexId v, std::uint64_t random) {
    if (!nodes_[v].is_live || nodes_[v].degree == 0) return false;
    look_at(v);
    if (edges_.empty()) return false;
    match(v, edges_[random % edges_.size()]);
    return true;
  }

  /// The matching of the graph, as contracted vertices are taken apart, the last first.
  std::vector<VertexId> mates() {
    while (!contractions_.empty()) {
      undo(contractions_.back());
      contractions_.pop_back();
    }
    return std::move(mates_);
  }

 private:
  struct Node {
    VertexId parent = k_none;  // by union of sizes, without shorter paths: unions are undone
    VertexId size = 1;
    VertexId next = k_none;  // in the list of the vertices of a node
    VertexId last = k_none;
    VertexId matched = k_none;  // the vertex of the node that is matched outside of it
    bool is_live = true;        // neither matched nor contracted to another node
    std::uint64_t degree = 0;
  };
  struct Contraction {
    VertexId node = k_none;       // the two neighbours together
    VertexId child = k_none;      // that of them which joined the other
    VertexId first_end = k_none;  // the last vertex of the other one's list before
    VertexId middle = k_none;
    NodeEdge to[2];
  };

  [[nodiscard]] VertexId node_of(VertexId v) const {
    // Ends: each step is nearer to the root; there are O(log n).
    while (nodes_[v].parent != v) v = nodes_[v].parent;
    return v;
  }

  void note_degree(VertexId v) {
    if (nodes_[v].degree == 1) ones_.push_back(v);
    if (nodes_[v].degree == 2 && contracts_) twos_.push_back(v);
  }

  // Calls use(tail, head, node) for each edge to a live node; forgets the others.
  template <class Use>
  void for_each_edge(VertexId v, const Use& use) {
    for (VertexId x = v; x != k_none; x = nodes_[x].next) {
      Offset at = rows_.first[x];
      while (at < end_[x]) {
        const VertexId head = rows_.heads[at];
        const VertexId node = node_of(head);
        if (node == v || !nodes_[node].is_live) {
          rows_.heads[at] = rows_.heads[--end_[x]];
        } else {
          use(x, head, node);
          ++at;
        }
      }
      stop_.done(end_[x] - rows_.first[x] + 2);
    }
  }

  // The edges of a node, with its degree.
  void look_at(VertexId v) {
    edges_.clear();
    for_each_edge(v, [&](VertexId x, VertexId head, VertexId node) {
      edges_.push_back({x, head, node});
    });
    nodes_[v].degree = edges_.size();
  }

  void apply_rule(VertexId v) {
    if (nodes_[v].degree > 2) return;
    look_at(v);
    if (edges_.empty()) return;
    const auto differs = [&](const NodeEdge& edge) { return edge.node != edges_[0].node; };
    const auto second = std::find_if(edges_.begin(), edges_.end(), differs);
    if (second == edges_.end()) {
      match(v, edges_[0]);
    } else if (contracts_) {
      contract(v, edges_[0], *second);
    }
  }

  void match(VertexId v, const NodeEdge& edge) {
    mates_[edge.from] = edge.to;
    mates_[edge.to] = edge.from;
    nodes_[v].matched = edge.from;
    nodes_[edge.node].matched = edge.to;
    nodes_[v].is_live = nodes_[edge.node].is_live = false;
    for (const VertexId end : {v, edge.node}) {
      for_each_edge(end, [&](VertexId /*x*/, VertexId /*head*/, VertexId node) {
        --nodes_[node].degree;
        note_degree(node);
      });
    }
  }

  void contract(VertexId v, const NodeEdge& a, const NodeEdge& b) {
    Contraction done{.middle = v, .to = {a, b}};
    nodes_[v].is_live = false;
    // Degree two: one edge to each.
    --nodes_[a.node].degree;
    --nodes_[b.node].degree;
    const bool a_is_larger = nodes_[a.node].size >= nodes_[b.node].size;
    done.node = a_is_larger ? a.node : b.node;
    done.child = a_is_larger ? b.node : a.node;
    Node& node = nodes_[done.node];
    Node& child = nodes_[done.child];
    const VertexId shorter = node.degree < child.degree ? done.node : done.child;
    std::uint64_t inside = 0;
    for_each_edge(shorter, [&](VertexId /*x*/, VertexId /*head*/, VertexId other) {
      inside += other == done.node || other == done.child ? 1 : 0;
    });
    child.parent = done.node;
    child.is_live = false;
    done.first_end = node.last;
    nodes_[node.last].next = done.child;
    node.last = child.last;
    node.size += child.size;
    node.degree += child.degree - 2 * inside;
    contractions_.push_back(done);
    note_degree(done.node);
  }

  void undo(const Contraction& done) {
    Node& node = nodes_[done.node];
    Node& child = nodes_[done.child];
    node.last = done.first_end;
    nodes_[done.first_end].next = k_none;
    node.size -= child.size;
    child.parent = done.child;
    const VertexId matched = node.matched;
    node.matched = k_none;
    if (matched != k_none) nodes_[node_of(matched)].matched = matched;
    const bool first_is_free = nodes_[done.to[0].node].matched == k_none;
    const NodeEdge& edge = done.to[first_is_free ? 0 : 1];
    nodes_[done.middle].matched = edge.from;
    nodes_[edge.node].matched = edge.to;
    mates_[edge.from] = edge.to;
    mates_[edge.to] = edge.from;
  }

  KarpSipserRows rows_;
  const bool contracts_;
  parallel::StopCheck stop_;
  std::vector<VertexId> mates_;
  std::vector<Node> nodes_;
  Array<Offset> end_;  // of the edges of each vertex that are left
  std::vector<VertexId> ones_;
  std::vector<VertexId> twos_;
  std::vector<NodeEdge> edges_;  // of the node that is looked at
  std::vector<Contraction> contractions_;
};

// Vertices by degree: a list per degree.
class DegreeLists {
 public:
  DegreeLists(const KarpSipserRows& rows, const Array<VertexId>& order, std::uint64_t most)
      : first_(most + 1, k_none), links_(rows.num_vertices()) {
    for (const VertexId v : order) {
      insert(v, rows.first[v + std::size_t{1}] - rows.first[v]);
    }
  }
  [[nodiscard]] std::uint64_t degree(VertexId v) const { return links_[v].degree; }
  void remove(VertexId v) {
    const Link& link = links_[v];
    (link.before == k_none ? first_[link.degree] : links_[link.before].after) = link.after;
    if (link.after != k_none) links_[link.after].before = link.before;
  }
  void lower(VertexId v) {
    remove(v);
    insert(v, links_[v].degree - 1);
    least_ = std::min(least_, links_[v].degree);
  }
  /// A vertex of least degree above 0, or k_none.
  VertexId least() {
    // Ends: `least_` falls by one per edge at most.
    while (least_ < first_.size() && (least_ == 0 || first_[least_] == k_none)) ++least_;
    return least_ < first_.size() ? first_[least_] : k_none;
  }

 private:
  struct Link {
    VertexId before = k_none;
    VertexId after = k_none;
    std::uint64_t degree = 0;
  };
  void insert(VertexId v, std::uint64_t degree) {
    const VertexId after = first_[degree];
    links_[v] = {k_none, after, degree};
    if (after != k_none) links_[after].before = v;
    first_[degree] = v;
  }

  std::vector<VertexId> first_;
  std::vector<Link> links_;
  std::uint64_t least_ = 0;
};

// Each vertex of least degree, in turn, with its neighbour of least degree; degrees as they fall.
// A tie between equal degrees goes to the vertex whose degree fell last, or that comes last in the
// order.
std::vector<VertexId> minimum_degree_mates(const Context& context, const KarpSipserRows& rows,
                                           const Array<VertexId>& order) {
  const VertexId n = rows.num_vertices();
  std::vector<VertexId> mates = filled_vector(n, k_none);
  parallel::StopCheck stop(context);
  std::uint64_t most = 0;
  for (VertexId v = 0; v < n; ++v) {
    most = std::max<std::uint64_t>(most, rows.first[v + std::size_t{1}] - rows.first[v]);
  }
  DegreeLists lists(rows, order, most);
  const auto for_each_free = [&](VertexId v, const auto& use) {
    for (Offset a = rows.first[v]; a < rows.first[v + std::size_t{1}]; ++a) {
      if (mates[rows.heads[a]] == k_none) use(rows.heads[a]);
    }
    stop.done(rows.first[v + std::size_t{1}] - rows.first[v] + 2);
  };
  // Ends: each turn matches two vertices.
  for (VertexId v = lists.least(); v != k_none; v = lists.least()) {
    VertexId mate = k_none;
    for_each_free(v, [&](VertexId u) {
      if (mate == k_none || lists.degree(u) < lists.degree(mate)) mate = u;
    });
    lists.remove(v);
    lists.remove(mate);
    mates[v] = mate;
    mates[mate] = v;
    for (const VertexId end : {v, mate}) for_each_free(end, [&](VertexId u) { lists.lower(u); });
  }
  return mates;
}

}  // namespace

std::vector<VertexId> karp_sipser_mates(const Context& context, KarpSipserRows rows,
                                        KarpSipserVariant variant, std::uint64_t seed) {
  const VertexId n = rows.num_vertices();
  const Array<VertexId> order = shuffled_vertices(n, base::hash(seed, 1));
  if (variant == KarpSipserVariant::minimum_degree) {
    return minimum_degree_mates(context, rows, order);
  }
  Kernel kernel(context, std::move(rows), variant == KarpSipserVariant::degree_two);
  kernel.reduce();
  for (const VertexId v : order) {
    if (kernel.match_at_random(v, base::hash(seed, 2, v))) kernel.reduce();
  }
  return kernel.mates();
}

}  // namespace hypermatch::detail::graph_matching
