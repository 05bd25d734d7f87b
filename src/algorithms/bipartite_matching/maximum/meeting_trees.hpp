// SPDX-License-Identifier: MIT
// Breadth-first trees from all free rows and all free columns at once, level by level, always on
// the side with fewer vertices at its front; where two trees meet, an augmenting path runs from
// root to root, and both are done. Searches from both ends are an old idea (Pohl 1971, Machine
// Intelligence 6); for matchings they pay where few rows are left: a depth-first search for one of
// them sees half the graph, two trees that meet half way see little of it.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/bipartite_matching/common/columns.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/stopping.hpp"
#include "hypermatch/array.hpp"

namespace hypermatch::detail::bipartite_matching {

class MeetingTrees {
 public:
  /// Makes the transpose.
  MeetingTrees(Problem& problem, Columns& columns);

  /// Enlarges the matching along disjoint paths, and takes their first rows out of `free_rows`.
  /// Returns the number of paths: 0 if the matching is maximum. Work O(what the trees see).
  std::uint64_t run_phase(Array<VertexId>& free_rows);

  /// How many vertices the last phase went on from.
  [[nodiscard]] std::uint64_t num_seen() const { return seen_; }

 private:
  struct Node {
    VertexId vertex;  // a row on one side, a column on the other
    VertexId root;
  };
  // Of columns that are in a tree. Those from rows are linked to the row they were found from,
  // those from columns to the column that their mates go on to.
  struct Tree {
    VertexId link;
    VertexId root;
  };

  void plant(const Array<VertexId>& free_rows);
  void grow_from_rows();
  void grow_from_columns();
  void extend_row(Node node);
  void extend_column(Node node);
  void take(VertexId column, std::uint32_t side, Tree tree);
  void augment(VertexId row, VertexId column);
  [[nodiscard]] bool is_done() const;

  BipartiteView graph_;
  BipartiteView by_columns_;
  std::vector<VertexId>& row_mates_;
  Columns& columns_;
  Array<Tree> trees_;
  Array<VertexId> free_columns_;
  Array<Node> rows_;  // at the front
  Array<Node> columns_at_front_;
  Array<Node> next_;
  std::uint32_t from_rows_ = 1;     // mark of columns in trees of rows
  std::uint32_t from_columns_ = 2;  // and in trees of columns
  std::uint64_t found_ = 0;
  std::uint64_t seen_ = 0;          // nodes that were extended
  std::uint64_t seen_at_last_ = 0;  // until the last path was found
  parallel::StopCheck stop_;
};

}  // namespace hypermatch::detail::bipartite_matching
