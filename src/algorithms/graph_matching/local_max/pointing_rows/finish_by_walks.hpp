// SPDX-License-Identifier: MIT
// Matches what rounds have left, one walk after the other: from a free vertex to its best free
// neighbour and on, edges rising, until two vertices are each other's best. Work O(m log(degree)):
// a walk leaves a vertex only matched, so that vertices are pushed once, and each match makes at
// most one vertex look again; long rows keep their uppermost neighbours from look to look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/graph_matching/local_max/pointing_rows/falling_rows.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "order/matched_vertices.hpp"
#include "order/row_scan.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::graph_matching {

/// Neighbours of each vertex that stand behind its best one, falling, all of them free when they
/// were looked up; k_none behind the last one that is free. None at all if `heads` is empty.
struct NextNeighbours {
  static constexpr std::size_t k_count = 3;
  std::span<const VertexId> heads;
};

template <class WeightBits>
class Walks {
 public:
  /// `best[v]`, of every free vertex: its best neighbour, which was free when it was looked up.
  Walks(const Context& context, const GraphView& graph, const order::RowScan<WeightBits>& rows,
        order::MatchedVertices& matched, std::span<VertexId> best, NextNeighbours next)
      : stop_(context), graph_(graph), rows_(rows), matched_(matched), best_(best), next_(next) {}

  /// Matches `start`, or finds that no neighbour is free. @throws Error{invalid_input} where arcs
  /// without their counterparts, or with other weights, lead the walk astray
  ///
  /// Not inlined: g++ 12 would call the scans of the rounds instead, which costs 1 %.
  [[gnu::noinline]] void walk_from(VertexId start) {
    path_.assign(1, start);
    // Ends: a turn takes vertices off the path for good, or adds one along an edge above the last;
    // a path of more vertices than there are goes round in circles.
    while (!path_.empty()) {
      const VertexId v = path_.back();
      if (matched_.contains(v) != 0) {
        path_.pop_back();
        continue;
      }
      if (!look(v)) {
        // The vertex before it on the path is free, and would be its neighbour.
        if (path_.size() > 1) structures::throw_broken_promise(graph_);
        path_.pop_back();
        continue;
      }
      const VertexId next = best_[v];
      if (path_.size() < 2 || path_[path_.size() - 2] != next) {
        if (next == v || path_.size() > best_.size()) structures::throw_broken_promise(graph_);
        path_.push_back(next);
        continue;
      }
      matched_.insert(v);
      matched_.insert(next);
      path_.resize(path_.size() - 2);
    }
  }

 private:
  // Puts best_[v] right, if one of the next neighbours is free or it is known that none is.
  bool take_next(VertexId v) {
    if (next_.heads.empty()) return false;
    for (const VertexId head :
         next_.heads.subspan(v * NextNeighbours::k_count, NextNeighbours::k_count)) {
      if (head != k_none && matched_.contains(head) != 0) continue;
      best_[v] = head;
      stop_.done(1);
      return true;
    }
    return false;
  }

  // Puts best_[v] right; false if no neighbour is free.
  bool look(VertexId v) {
    if (best_[v] != k_none && matched_.contains(best_[v]) != 0 && !take_next(v)) {
      std::uint64_t arcs = 0;
      if (FallingRows<WeightBits>::serves(rows_, v)) {
        best_[v] = long_rows_.best(rows_, matched_, v, arcs);
      } else {
        arcs = rows_.degree(v);
        best_[v] = rows_.best(v, order::Unmatched{matched_});
      }
      stop_.done(arcs + 1);
    }
    return best_[v] != k_none;
  }

  parallel::StopCheck stop_;
  const GraphView graph_;
  const order::RowScan<WeightBits>& rows_;
  order::MatchedVertices& matched_;
  std::span<VertexId> best_;
  NextNeighbours next_;
  std::vector<VertexId> path_;
  FallingRows<WeightBits> long_rows_{true};
};

}  // namespace hypermatch::detail::graph_matching
