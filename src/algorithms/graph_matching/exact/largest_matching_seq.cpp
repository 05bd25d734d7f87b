// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/exact/largest_matching.hpp"

#include <utility>

#include "base/large_vector.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::graph_matching::exact {

namespace {

class Searches {
 public:
  Searches(const Context& context, const PlainRows& rows, std::vector<VertexId> mates)
      : rows_(rows), stop_(context) {
    const std::size_t n = mates.size();
    result_.mates = std::move(mates);
    result_.sides = filled_vector(n, Side::unreached);
    before_ = filled_vector(n, k_none);
    bridges_ = filled_vector(n, Bridge{});
    joined_ = filled_vector(n, k_none);
    base_ = Array<VertexId>(n);
    seen_ = filled_vector(n, std::uint64_t{0});
    for (VertexId v = 0; v < n; ++v) base_[v] = v;
  }

  LargestMatching run(const Context& context) {
    constexpr VertexId k_vertices_per_report = 1U << 20;
    const auto n = static_cast<VertexId>(result_.mates.size());
    for (VertexId v = 0; v < n; ++v) {
      if (v % k_vertices_per_report == 0) context.report({"solve", v, n});
      if (result_.mates[v] != k_none) continue;
      ++result_.num_searches;
      const VertexId end = search(v);
      if (end == k_none) continue;  // what is labelled stays so
      augment(end, v);
      forget();
    }
    result_.component = filled_vector(n, k_none);
    for (VertexId v = 0; v < n; ++v) {
      if (result_.sides[v] == Side::even) result_.component[v] = find(v);
    }
    return std::move(result_);
  }

 private:
  // The edge that closed the cycle on which a vertex turned even; none for one that was even from
  // the start.
  struct Bridge {
    VertexId from = k_none;  // on the side of that vertex
    VertexId to = k_none;
  };

  // The blossom of a vertex: its root in a union-find, whose `base_` is the blossom's base.
  VertexId find(VertexId v) {
    // Ends: each step is nearer to the root; paths are halved on the way.
    while (joined_[v] != k_none) {
      const VertexId up = joined_[v];
      if (joined_[up] != k_none) joined_[v] = joined_[up];
      v = up;
    }
    return v;
  }
  VertexId base_of(VertexId v) { return base_[find(v)]; }

  void make_even(VertexId v) {
    result_.sides[v] = Side::even;
    queue_.push_back(v);
  }

  // A free vertex that an augmenting path leads to; k_none: there is none.
  VertexId search(VertexId root) {
    queue_.clear();
    touched_.clear();
    touched_.push_back(root);
    make_even(root);
    // Ends: a vertex turns even once.
    for (std::size_t at = 0; at < queue_.size(); ++at) {
      const VertexId u = queue_[at];
      const Offset last = rows_.first[u + std::size_t{1}];
      for (Offset a = rows_.first[u]; a < last; ++a) {
        const VertexId v = rows_.heads[a];
        if (result_.sides[v] == Side::even) {
          if (find(u) != find(v)) shrink(u, v);
          continue;
        }
        if (result_.sides[v] == Side::odd) continue;
        before_[v] = u;
        const VertexId mate = result_.mates[v];
        if (mate == k_none) return v;
        result_.sides[v] = Side::odd;
        touched_.push_back(v);
        touched_.push_back(mate);
        make_even(mate);
      }
      stop_.done(last - rows_.first[u] + 4);
    }
    return k_none;
  }

  // The base at which the walks from two even vertices to the root meet.
  VertexId meeting_base(VertexId u, VertexId v) {
    u = base_of(u);
    v = base_of(v);
    const std::uint64_t mark = ++num_shrinks_;
    // Ends: each turn is nearer to the root, where both walks meet at the latest.
    while (true) {
      if (u != k_none) {
        if (seen_[u] == mark) return u;
        seen_[u] = mark;
        const VertexId mate = result_.mates[u];
        u = mate == k_none ? k_none : base_of(before_[mate]);
      }
      std::swap(u, v);
    }
  }

  void shrink(VertexId u, VertexId v) {
    const VertexId base = meeting_base(u, v);
    join_side({u, v}, base);
    join_side({v, u}, base);
    base_[find(base)] = base;
  }

  // Joins what lies on the walk from an end of the bridge to the base. Odd vertices there turn
  // even: a path leads to them over the bridge.
  void join_side(const Bridge& bridge, VertexId base) {
    // Ends: each turn is nearer to the base.
    for (VertexId u = base_of(bridge.from); u != base;) {
      const VertexId odd = result_.mates[u];
      bridges_[odd] = bridge;
      make_even(odd);
      join(u, base);
      join(odd, base);
      u = base_of(before_[odd]);
    }
  }
  void join(VertexId u, VertexId v) {
    u = find(u);
    v = find(v);
    if (u == v) return;
    joined_[u] = v;
  }

  // Matches the edges of the path from a free vertex to the root that are not matched yet.
  void augment(VertexId end, VertexId root) {
    struct Part {
      VertexId from;
      VertexId to;
    };
    std::vector<GraphEdge> edges{{end, before_[end]}};
    std::vector<Part> parts{{before_[end], root}};
    // Ends: each turn takes an edge of the path.
    while (!parts.empty()) {
      auto& [from, to] = parts.back();
      if (from == to) {
        parts.pop_back();
        continue;
      }
      const Bridge bridge = bridges_[from];
      if (bridge.from == k_none) {
        const VertexId odd = result_.mates[from];
        edges.push_back({odd, before_[odd]});
        from = before_[odd];
        continue;
      }
      const VertexId below = result_.mates[from];
      edges.push_back({bridge.from, bridge.to});
      from = bridge.to;
      parts.push_back({bridge.from, below});
    }
    for (const auto [u, v] : edges) {
      result_.mates[u] = v;
      result_.mates[v] = u;
    }
    stop_.done(edges.size());
  }

  void forget() {
    for (const VertexId v : touched_) {
      result_.sides[v] = Side::unreached;
      bridges_[v] = {};
      joined_[v] = k_none;
      base_[v] = v;
    }
  }

  const PlainRows& rows_;
  parallel::StopCheck stop_;
  LargestMatching result_;
  std::vector<VertexId> before_;  // of odd vertices, and of a free one: the even one before it
  std::vector<Bridge> bridges_;
  std::vector<VertexId> joined_;
  Array<VertexId> base_;
  std::vector<std::uint64_t> seen_;  // of bases: the last shrink whose walks came by
  std::vector<VertexId> queue_;
  std::vector<VertexId> touched_;
  std::uint64_t num_shrinks_ = 0;
};

}  // namespace

LargestMatching largest_matching(const Context& context, const PlainRows& rows,
                                 std::vector<VertexId> mates) {
  return Searches(context, rows, std::move(mates)).run(context);
}

}  // namespace hypermatch::detail::graph_matching::exact
