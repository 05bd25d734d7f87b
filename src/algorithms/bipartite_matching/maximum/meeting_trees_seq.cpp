// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/maximum/meeting_trees.hpp"

#include <algorithm>
#include <utility>

namespace hypermatch::detail::bipartite_matching {

MeetingTrees::MeetingTrees(Problem& problem, Columns& columns)
    : graph_(problem.graph),
      by_columns_(problem.by_columns()),
      row_mates_(problem.matching.row_mates),
      columns_(columns),
      trees_(graph_.num_columns),
      stop_(problem.context) {
  for (VertexId c = 0; c < graph_.num_columns; ++c) {
    stop_.done(1);
    if (columns_[c].mate == k_none && by_columns_.row_size(c) != 0) free_columns_.push_back(c);
  }
}

std::uint64_t MeetingTrees::run_phase(Array<VertexId>& free_rows) {
  from_rows_ = columns_.fresh_marks(2);
  from_columns_ = from_rows_ + 1;
  columns_.used_marks_below(from_rows_ + 2);
  found_ = 0;
  seen_ = 0;
  seen_at_last_ = 0;
  plant(free_rows);
  // Ends: each turn empties one front, and a column enters a front once.
  while (!is_done()) {
    if (rows_.size() <= columns_at_front_.size()) {
      grow_from_rows();
    } else {
      grow_from_columns();
    }
  }
  free_rows.resize(
      static_cast<std::size_t>(std::remove_if(free_rows.begin(), free_rows.end(),
                                              [&](VertexId r) { return row_mates_[r] != k_none; }) -
                               free_rows.begin()));
  return found_;
}

void MeetingTrees::plant(const Array<VertexId>& free_rows) {
  rows_.resize(0);
  for (const VertexId r : free_rows) rows_.push_back({r, r});
  columns_at_front_.resize(0);
  std::size_t kept = 0;
  for (const VertexId c : free_columns_) {
    stop_.done(k_jump);
    if (columns_[c].mate != k_none) continue;
    free_columns_[kept++] = c;
    columns_[c].mark = from_columns_;
    trees_[c] = {k_none, c};
    columns_at_front_.push_back({c, c});
  }
  free_columns_.resize(kept);
}

// Once a front is empty all paths were found that the trees leave room for. Nor does it pay to go
// on when the next path takes longer than all before: without the trees that are done it is nearer.
bool MeetingTrees::is_done() const {
  return rows_.empty() || columns_at_front_.empty() || (found_ > 0 && seen_ > 2 * seen_at_last_);
}

void MeetingTrees::grow_from_rows() {
  next_.resize(0);
  for (const Node& node : rows_) {
    stop_.done(k_jump);
    if (row_mates_[node.root] == k_none) extend_row(node);
  }
  std::swap(rows_, next_);
}

void MeetingTrees::grow_from_columns() {
  next_.resize(0);
  for (const Node& node : columns_at_front_) {
    stop_.done(k_jump);
    if (columns_[node.root].mate == k_none) extend_column(node);
  }
  std::swap(columns_at_front_, next_);
}

void MeetingTrees::extend_row(Node node) {
  stop_.done(work_at(graph_, node.vertex));
  ++seen_;
  for (const VertexId c : graph_.columns_of(node.vertex)) {
    const Column column = columns_[c];
    if (column.mark < from_rows_) {
      take(c, from_rows_, {node.vertex, node.root});
      next_.push_back({column.mate, node.root});
    } else if (column.mark == from_columns_ && columns_[trees_[c].root].mate == k_none) {
      augment(node.vertex, c);
      return;
    }
  }
}

void MeetingTrees::extend_column(Node node) {
  stop_.done(work_at(by_columns_, node.vertex));
  ++seen_;
  for (const VertexId r : by_columns_.columns_of(node.vertex)) {
    const VertexId mate = row_mates_[r];
    if (mate == node.vertex) continue;
    if (mate == k_none) {
      augment(r, node.vertex);
      return;
    }
    const std::uint32_t mark = columns_[mate].mark;
    if (mark < from_rows_) {
      take(mate, from_columns_, {node.vertex, node.root});
      next_.push_back({mate, node.root});
    } else if (mark == from_rows_ && row_mates_[trees_[mate].root] == k_none) {
      augment(r, node.vertex);
      return;
    }
  }
}

void MeetingTrees::take(VertexId column, std::uint32_t side, Tree tree) {
  columns_[column].mark = side;
  trees_[column] = tree;
}

// Matches anew along the path through the edge from `row`, in a tree of a row, to `column`, in one
// of a column.
void MeetingTrees::augment(VertexId row, VertexId column) {
  VertexId given_up = column;
  // Ends: goes down to the root of the column's tree, which is free.
  for (VertexId r = columns_[column].mate; r != k_none;) {
    stop_.done(k_jump);
    given_up = trees_[given_up].link;
    row_mates_[r] = given_up;
    r = std::exchange(columns_[given_up].mate, r);
  }
  // Ends: goes down to the root of the row's tree, which is free.
  while (row != k_none) {
    stop_.done(k_jump);
    const VertexId old = std::exchange(row_mates_[row], column);
    columns_[column].mate = row;
    column = old;
    row = old == k_none ? k_none : trees_[old].link;
  }
  ++found_;
  seen_at_last_ = seen_;
}

}  // namespace hypermatch::detail::bipartite_matching
