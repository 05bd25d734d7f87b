// SPDX-License-Identifier: MIT
// Matches what rounds have left, one walk after the other: from a free vertex to its best free
// neighbour and on, edges rising, until two vertices are each other's best. Work O(m log(degree)):
// a walk leaves a vertex only matched, so that vertices are pushed once, and each match makes at
// most one vertex look again; one that looks often has its row sorted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "order/matched_vertices.hpp"
#include "order/row_scan.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::graph_matching {

template <class Images>
class Walks {
 public:
  /// `best[v]`, of every free vertex: its best neighbour, which was free when it was looked up.
  Walks(const Context& context, const GraphView& graph, const order::RowScan<Images>& rows,
        order::MatchedVertices& matched, std::span<VertexId> best)
      : stop_(context), graph_(graph), rows_(rows), matched_(matched), best_(best) {}

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
  static constexpr Offset k_long = 64;         // arcs
  static constexpr std::uint32_t k_looks = 8;  // of a vertex with more arcs, before it sorts them

  struct LongRow {
    std::uint32_t looks = 0;
    std::vector<VertexId> falling;  // free neighbours when the row was sorted
    std::size_t next = 0;
  };

  // Puts best_[v] right; false if no neighbour is free.
  bool look(VertexId v) {
    if (best_[v] != k_none && matched_.contains(best_[v]) != 0) {
      stop_.done(rows_.degree(v));
      best_[v] =
          rows_.degree(v) > k_long ? look_at_long(v) : rows_.best(v, order::Unmatched{matched_});
    }
    return best_[v] != k_none;
  }

  VertexId look_at_long(VertexId v) {
    LongRow& row = long_rows_[v];
    if (++row.looks <= k_looks) return rows_.best(v, order::Unmatched{matched_});
    if (row.looks == k_looks + 1) sort(v, row.falling);
    // Ends: `next` only rises.
    while (row.next < row.falling.size() && matched_.contains(row.falling[row.next]) != 0) {
      ++row.next;
    }
    return row.next < row.falling.size() ? row.falling[row.next] : k_none;
  }

  void sort(VertexId v, std::vector<VertexId>& falling) const {
    std::vector<typename order::RowScan<Images>::Arc> arcs;
    rows_.best_k(v, rows_.degree(v), order::Unmatched{matched_}, arcs);
    falling.reserve(arcs.size());
    for (const auto& arc : arcs) falling.push_back(arc.head);
  }

  parallel::StopCheck stop_;
  const GraphView graph_;
  const order::RowScan<Images>& rows_;
  order::MatchedVertices& matched_;
  std::span<VertexId> best_;
  std::vector<VertexId> path_;
  std::unordered_map<VertexId, LongRow> long_rows_;
};

}  // namespace hypermatch::detail::graph_matching
