// SPDX-License-Identifier: MIT
// The uppermost free neighbours of long rows, kept from look to look. Where weights rise along the
// rows, a vertex loses its best neighbour again and again, and would scan its row each time.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "hypermatch/types.hpp"
#include "order/matched_vertices.hpp"
#include "order/row_scan.hpp"

namespace hypermatch::detail::graph_matching {

/// Not for several threads at once.
template <class WeightBits>
class FallingRows {
 public:
  /// `first_look_scans`: the first look at a row does not keep neighbours, as most rows are looked
  /// at once only.
  explicit FallingRows(bool first_look_scans) : first_look_scans_(first_look_scans) {}

  /// Whether a row is so long that keeping its uppermost neighbours pays.
  [[nodiscard]] static bool serves(const order::RowScan<WeightBits>& rows, VertexId v) {
    return rows.degree(v) > k_long;
  }

  /// The best free neighbour of `v`, or k_none. Arcs that were scanned for it are added to
  /// `arcs_seen`. All looks at a row cost O(degree log(degree)) together: each scan finds
  /// four times as many neighbours as the one before it.
  template <class Count>
  [[nodiscard]] VertexId best(const order::RowScan<WeightBits>& rows,
                              const order::MatchedVertices& matched, VertexId v, Count& arcs_seen) {
    Row& row = kept_[v];
    if (row.wanted == 0 && first_look_scans_) {
      row.wanted = k_first / 4;
      arcs_seen += rows.degree(v);
      return rows.best(v, order::Unmatched{matched});
    }
    // Ends: what a scan finds is free, and a scan that finds no neighbour is the last one.
    while (true) {
      for (; row.next != row.end; ++row.next) {
        if (matched.contains(heads_[row.next]) == 0) return heads_[row.next];
      }
      if (row.is_whole) return k_none;
      row.wanted = row.wanted == 0 ? k_first : 4 * row.wanted;
      rows.best_k(v, row.wanted, order::Unmatched{matched}, found_);
      arcs_seen += rows.degree(v);
      row.is_whole = found_.size() < row.wanted;
      row.next = heads_.size();
      for (const auto& arc : found_) heads_.push_back(arc.head);
      row.end = heads_.size();
    }
  }

 private:
  static constexpr Offset k_long = 64;        // arcs
  static constexpr std::size_t k_first = 16;  // neighbours

  struct Row {
    std::size_t next = 0;  // heads_[next .. end): free when they were found, falling
    std::size_t end = 0;
    std::size_t wanted = 0;  // a quarter of what the next scan looks for, if not 0
    bool is_whole = false;   // no other neighbour is free
  };

  bool first_look_scans_;
  std::unordered_map<VertexId, Row> kept_;
  std::vector<VertexId> heads_;
  std::vector<typename order::RowScan<WeightBits>::Arc> found_;
};

}  // namespace hypermatch::detail::graph_matching
