// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/p_dbfs/disjoint_trees.hpp"

#include "algorithms/bipartite_matching/common/shared_words.hpp"

namespace hypermatch::detail::bipartite_matching {

using parallel::StopCheck;

DisjointTrees::DisjointTrees(Problem& problem, Columns& columns)
    : graph_(problem.graph),
      row_mates_(problem.matching.row_mates),
      columns_(columns),
      searchers_(problem),
      parent_(graph_.num_columns) {}

std::uint64_t DisjointTrees::run_phase(Array<VertexId>& free_rows) {
  mark_ = columns_.fresh_marks(1);
  columns_.used_marks_below(mark_ + 1);
  return searchers_.run(free_rows, [&](Searcher& searcher, VertexId root, StopCheck& stop) {
    return search(searcher.queue, root, stop);
  });
}

bool DisjointTrees::search(Array<VertexId>& queue, VertexId root, StopCheck& stop) {
  queue.resize(0);
  if (expand(queue, root, stop)) return true;
  // Ends: each turn takes one column, and a column enters one queue once per phase.
  for (std::size_t head = 0; head < queue.size(); ++head) {
    if (expand(queue, read(columns_[queue[head]].mate), stop)) return true;
  }
  return false;
}

// Takes the columns next to `row`; true if one of them was free, and the path to it was taken.
bool DisjointTrees::expand(Array<VertexId>& queue, VertexId row, StopCheck& stop) {
  stop.done(work_at(graph_, row));
  for (const VertexId c : graph_.columns_of(row)) {
    Column& column = columns_[c];
    const std::uint32_t old = read(column.mark);
    if (old == mark_ || !claim(column.mark, old, mark_, searchers_.shared())) continue;
    parent_[c] = row;
    // The mate of a column that this search has taken has no other writer.
    if (read(column.mate) == k_none) {
      take_path(c, stop);
      return true;
    }
    queue.push_back(c);
  }
  return false;
}

void DisjointTrees::take_path(VertexId column, StopCheck& stop) {
  // Ends: the path leads up the tree, and the root alone has no mate.
  while (column != k_none) {
    stop.done(k_jump);
    const VertexId row = parent_[column];
    const VertexId given_up = row_mates_[row];
    row_mates_[row] = column;
    write(columns_[column].mate, row);
    column = given_up;
  }
}

}  // namespace hypermatch::detail::bipartite_matching
