// SPDX-License-Identifier: MIT
// Half of Karp and Sipser's rule (1981, doi:10.1109/SFCS.1981.21), for want of a transpose: columns
// with one free row are matched first; where there is none, the next row takes the free neighbour
// with fewest free rows (minimum degree, as in Duff, Kaya, Ucar 2011, doi:10.1145/2049673.2049677).
// A column with one free row finds it in the xor of the numbers of its free rows. Maximal. Work
// O(rows + columns + entries).
#include "algorithms/bipartite_matching/common/starts/starts.hpp"
#include "algorithms/bipartite_matching/common/stopping.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

struct ColumnRows {
  std::uint32_t count = 0;    // free rows next to it; one that stands twice counts twice
  std::uint32_t numbers = 0;  // xor of these: where the count is one, the row
};

class LeastDegree {
 public:
  explicit LeastDegree(Problem& problem)
      : graph_(problem.graph),
        row_mates_(problem.matching.row_mates),
        column_mates_(problem.matching.column_mates),
        rows_(problem.graph.num_columns, ColumnRows{}),
        stop_(problem.context) {
    for_all_rows([&](VertexId r) {
      for (const VertexId c : graph_.columns_of(r)) {
        ++rows_[c].count;
        rows_[c].numbers ^= r;
      }
    });
  }

  void run() {
    for (VertexId c = 0; c < graph_.num_columns; ++c) {
      if (rows_[c].count == 1) ones_.push_back(c);
    }
    match_ones();
    for_all_rows([&](VertexId r) {
      if (row_mates_[r] == k_none && graph_.row_size(r) == 1) match_row(r);
    });
    for_all_rows([&](VertexId r) {
      if (row_mates_[r] == k_none) match_row(r);
    });
  }

 private:
  template <class Visit>
  void for_all_rows(const Visit& visit) {
    for_rows(stop_, graph_, 0, graph_.num_rows, visit);
  }

  void match_row(VertexId r) {
    VertexId best = k_none;
    std::uint32_t least = k_none;
    for (const VertexId c : graph_.columns_of(r)) {
      if (column_mates_[c] == k_none && rows_[c].count < least) {
        least = rows_[c].count;
        best = c;
      }
    }
    if (best == k_none) return;
    match(r, best);
    match_ones();
  }

  void match(VertexId r, VertexId c) {
    stop_.done(work_at(graph_, r));
    row_mates_[r] = c;
    column_mates_[c] = r;
    for (const VertexId other : graph_.columns_of(r)) {
      ColumnRows& rows = rows_[other];
      rows.numbers ^= r;
      if (--rows.count == 1 && column_mates_[other] == k_none) ones_.push_back(other);
    }
  }

  // Ends: a column is noted once, when its count falls to one.
  void match_ones() {
    while (!ones_.empty()) {
      const VertexId c = ones_[ones_.size() - 1];
      ones_.resize(ones_.size() - 1);
      if (column_mates_[c] == k_none && rows_[c].count == 1) {
        match(rows_[c].numbers, c);
      } else {
        stop_.done(k_jump);
      }
    }
  }

  BipartiteView graph_;
  std::vector<VertexId>& row_mates_;
  std::vector<VertexId>& column_mates_;
  Array<ColumnRows> rows_;
  Array<VertexId> ones_;
  parallel::StopCheck stop_;
};

}  // namespace

void least_degree_seq(Problem& problem) {
  LeastDegree(problem).run();
}

}  // namespace hypermatch::detail::bipartite_matching
