// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/exact/largest_matching.hpp"

#include <utility>

#include "base/large_vector.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::graph_matching::exact {

namespace {

class Phases {
 public:
  Phases(const Context& context, const PlainRows& rows, std::vector<VertexId> mates)
      : rows_(rows), context_(context), stop_(context) {
    const std::size_t n = mates.size();
    result_.mates = std::move(mates);
    result_.sides = filled_vector(n, Side::unreached);
    before_ = filled_vector(n, k_none);
    roots_ = filled_vector(n, k_none);
    bridges_ = filled_vector(n, Bridge{});
    joined_ = Array<VertexId>(n);
    seen_ = filled_vector(n, std::uint64_t{0});
    for (VertexId v = 0; v < n; ++v) joined_[v] = v;
  }

  LargestMatching run() {
    const auto n = static_cast<VertexId>(result_.mates.size());
    std::vector<VertexId> free;
    for (VertexId v = 0; v < n; ++v) {
      if (result_.mates[v] == k_none) free.push_back(v);
    }
    const std::uint64_t first_free = free.size();
    // Ends: each phase but the last one matches two free vertices or more.
    while (true) {
      context_.report({"solve", first_free - free.size(), first_free});
      ++result_.num_phases;
      if (grow_forest(free) == 0) break;  // what is labelled stays so
      forget();
      std::erase_if(free, [&](VertexId v) { return result_.mates[v] != k_none; });
    }
    result_.component = filled_vector(n, k_none);
    for (VertexId v = 0; v < n; ++v) {
      if (result_.sides[v] == Side::even) result_.component[v] = base_of(v);
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

  // The base of the blossom of a vertex: the root in a union-find.
  VertexId base_of(VertexId v) {
    // Ends: each step is nearer to the root; paths are halved on the way.
    while (joined_[v] != v) {
      joined_[v] = joined_[joined_[v]];
      v = joined_[v];
    }
    return v;
  }

  void make_even(VertexId v, VertexId root) {
    result_.sides[v] = Side::even;
    roots_[v] = root;
    queue_.push_back(v);
  }
  // Whether the tree of a labelled vertex has been augmented: its root is no longer free.
  [[nodiscard]] bool is_spent(VertexId v) const { return result_.mates[roots_[v]] != k_none; }

  // Grows trees from all free vertices at once, by breadth; two that meet are augmented, and rest
  // until the next phase. Returns how often.
  std::uint64_t grow_forest(const std::vector<VertexId>& free) {
    std::uint64_t augmented = 0;
    queue_.clear();
    odd_.clear();
    for (const VertexId v : free) make_even(v, v);
    // Ends: a vertex turns even once.
    for (std::size_t at = 0; at < queue_.size(); ++at) {
      const VertexId u = queue_[at];
      if (is_spent(u)) continue;
      if (scan(u)) ++augmented;
      stop_.done(rows_.first[u + std::size_t{1}] - rows_.first[u] + 4);
    }
    return augmented;
  }

  // Looks at the edges of an even vertex, until its tree is augmented: then true.
  bool scan(VertexId u) {
    const VertexId root = roots_[u];
    const Offset last = rows_.first[u + std::size_t{1}];
    for (Offset a = rows_.first[u]; a < last; ++a) {
      const VertexId v = rows_.heads[a];
      switch (result_.sides[v]) {
        case Side::odd:
          break;
        case Side::unreached: {
          const VertexId mate = result_.mates[v];
          result_.sides[v] = Side::odd;
          before_[v] = u;
          roots_[v] = root;
          odd_.push_back(v);
          make_even(mate, root);
          break;
        }
        case Side::even:
          if (joined_[v] == joined_[u]) break;  // most edges inside of a blossom
          if (roots_[v] == root) {
            if (base_of(u) != base_of(v)) shrink(u, v);
          } else if (!is_spent(v)) {
            augment(u, v);
            return true;
          }
          break;
      }
    }
    return false;
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
  }

  // Joins what lies on the walk from an end of the bridge to the base. Odd vertices there turn
  // even: a path leads to them over the bridge.
  void join_side(const Bridge& bridge, VertexId base) {
    // Ends: each turn is nearer to the base.
    for (VertexId u = base_of(bridge.from); u != base;) {
      const VertexId odd = result_.mates[u];
      bridges_[odd] = bridge;
      make_even(odd, roots_[u]);
      joined_[u] = joined_[odd] = base;
      u = base_of(before_[odd]);
    }
  }

  // Matches two even vertices of different trees, and the edges on their paths to the roots that
  // are not matched yet.
  void augment(VertexId u, VertexId v) {
    struct Part {
      VertexId from;
      VertexId to;
    };
    std::vector<GraphEdge> edges{{u, v}};
    std::vector<Part> parts{{u, roots_[u]}, {v, roots_[v]}};
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
    for (const auto [x, y] : edges) {
      result_.mates[x] = y;
      result_.mates[y] = x;
    }
    stop_.done(edges.size());
  }

  void forget() {
    for (const std::vector<VertexId>* labelled : {&queue_, &odd_}) {
      for (const VertexId v : *labelled) {
        result_.sides[v] = Side::unreached;
        bridges_[v] = {};
        joined_[v] = v;
      }
    }
  }

  const PlainRows& rows_;
  const Context& context_;
  parallel::StopCheck stop_;
  LargestMatching result_;
  std::vector<VertexId> before_;  // of odd vertices: the even one before it
  std::vector<VertexId> roots_;   // of labelled vertices
  std::vector<Bridge> bridges_;
  Array<VertexId> joined_;
  std::vector<std::uint64_t> seen_;  // of bases: the last shrink whose walks came by
  std::vector<VertexId> queue_;      // even vertices
  std::vector<VertexId> odd_;
  std::uint64_t num_shrinks_ = 0;
};

}  // namespace

LargestMatching largest_matching(const Context& context, const PlainRows& rows,
                                 std::vector<VertexId> mates) {
  return Phases(context, rows, std::move(mates)).run();
}

}  // namespace hypermatch::detail::graph_matching::exact
