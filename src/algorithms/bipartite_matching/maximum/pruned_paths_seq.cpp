// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/maximum/pruned_paths.hpp"

#include <algorithm>

namespace hypermatch::detail::bipartite_matching {

PrunedPaths::PrunedPaths(Problem& problem, Columns& columns)
    : graph_(problem.graph),
      row_mates_(problem.matching.row_mates),
      columns_(columns),
      ahead_(graph_.offsets.first(graph_.num_rows)),
      stop_(problem.context) {}

std::uint64_t PrunedPaths::run_phase(Array<VertexId>& free_rows) {
  direction_ = direction_ == Direction::forwards ? Direction::backwards : Direction::forwards;
  first_mark_ = columns_.fresh_marks(graph_.num_columns);
  next_mark_ = first_mark_;
  std::uint64_t found = 0;
  std::size_t kept = 0;
  for (const VertexId r : free_rows) {
    const Outcome outcome = search(r);
    if (outcome == Outcome::matched) ++found;
    if (outcome == Outcome::blocked) free_rows[kept++] = r;
  }
  free_rows.resize(kept);
  columns_.used_marks_below(next_mark_);
  return found;
}

PrunedPaths::Outcome PrunedPaths::search(VertexId root) {
  path_.resize(0);
  entered_.resize(0);
  enter(root);
  // Ends: each turn enters a column for the first time in this phase, or leaves the root.
  while (true) {
    const VertexId free_column = look_ahead(path_[path_.size() - 1].row);
    if (free_column != k_none) {
      augment(free_column);
      return Outcome::matched;
    }
    // Ends: each turn takes a row from the path.
    while (!descend()) {
      const bool hopeless = leave();
      if (path_.empty()) return hopeless ? Outcome::hopeless : Outcome::blocked;
    }
  }
}

void PrunedPaths::enter(VertexId row) {
  stop_.done(work_at(graph_, row));
  const Offset first = graph_.offsets[direction_ == Direction::forwards ? row : row + 1];
  path_.push_back({first, row, next_mark_, Columns::k_hopeless});
}

// A free neighbour of `row`, marked as entered, or k_none.
VertexId PrunedPaths::look_ahead(VertexId row) {
  const Offset end = graph_.offsets[row + 1];
  Offset at = ahead_[row];
  while (at < end && columns_[graph_.columns[at]].mate != k_none) ++at;
  ahead_[row] = at;
  return at < end ? graph_.columns[at] : k_none;
}

// Goes on from the path's last row to one that was not entered in this phase, if there is one.
bool PrunedPaths::descend() {
  const VertexId c = next_column(path_[path_.size() - 1]);
  if (c == k_none) return false;
  Column& column = columns_[c];
  column.mark = next_mark_;
  entered_.push_back(c);
  enter(column.mate);
  ++next_mark_;
  return true;
}

// The next neighbour that was not entered in this phase, or k_none. The step learns from the others
// how far up they lead. It is written once: its words are of the marks' type, so that a compiler
// must take each store for a change of the next mark.
VertexId PrunedPaths::next_column(Step& step) const {
  const Offset begin = graph_.offsets[step.row];
  const Offset end = graph_.offsets[step.row + 1];
  std::uint32_t low = step.low;
  Offset next = step.next;
  VertexId found = k_none;
  // Ends: each turn takes an entry of the row.
  while (found == k_none && next != (direction_ == Direction::forwards ? end : begin)) {
    const Offset at = direction_ == Direction::forwards ? next++ : --next;
    const VertexId c = graph_.columns[at];
    const std::uint32_t mark = columns_[c].mark;
    if (mark < first_mark_) found = c;
    low = std::min(low, mark < first_mark_ ? low : mark);
  }
  step.low = low;
  step.next = next;
  return found;
}

// Takes the last row from the path; true if nothing below it leads anywhere.
bool PrunedPaths::leave() {
  const Step step = path_[path_.size() - 1];
  path_.resize(path_.size() - 1);
  if (step.low < step.mark) {
    if (!path_.empty()) {
      std::uint32_t& low = path_[path_.size() - 1].low;
      low = std::min(low, step.low);
    }
    return false;
  }
  // Ends: each turn takes a column from the list.
  while (!entered_.empty()) {
    stop_.done(k_jump);
    Column& column = columns_[entered_[entered_.size() - 1]];
    if (column.mark < step.mark) break;
    column.mark = Columns::k_hopeless;
    entered_.resize(entered_.size() - 1);
  }
  return true;
}

// Rematches each row of the path: the last one with the free `column`, every other one with the
// column that the row below it gave up.
void PrunedPaths::augment(VertexId column) {
  columns_[column].mark = next_mark_++;
  for (std::size_t i = path_.size(); i-- > 0;) {
    stop_.done(k_jump);
    const VertexId row = path_[i].row;
    const VertexId given_up = row_mates_[row];
    row_mates_[row] = column;
    columns_[column].mate = row;
    column = given_up;
  }
}

}  // namespace hypermatch::detail::bipartite_matching
