// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/common/disjoint_paths.hpp"

#include "algorithms/bipartite_matching/common/shared_words.hpp"

namespace hypermatch::detail::bipartite_matching {

using parallel::StopCheck;

DisjointPaths::DisjointPaths(Problem& problem, Columns& columns)
    : graph_(problem.graph),
      row_mates_(problem.matching.row_mates),
      columns_(columns),
      searchers_(problem),
      ahead_(graph_.offsets.first(graph_.num_rows)) {}

std::uint64_t DisjointPaths::run_phase(Array<VertexId>& free_rows) {
  direction_ = direction_ == Direction::forwards ? Direction::backwards : Direction::forwards;
  mark_ = columns_.fresh_marks(1);
  columns_.used_marks_below(mark_ + 1);
  return searchers_.run(free_rows, [&](Searcher& searcher, VertexId root, StopCheck& stop) {
    return search(searcher.path, root, stop);
  });
}

// A search writes only its own words: the rows of its path are its root and the mates of columns
// that it has taken.
bool DisjointPaths::search(Array<Step>& path, VertexId root, StopCheck& stop) {
  path.resize(0);
  enter(path, root, stop);
  // Ends: each turn enters a column for the first time in this phase, or empties the path.
  while (!path.empty()) {
    const VertexId free_column = look_ahead(path[path.size() - 1].row);
    if (free_column != k_none) {
      augment(row_mates_, columns_, path, free_column, stop);
      return true;
    }
    // Ends: each turn takes a row from the path.
    while (!path.empty() && !descend(path, stop)) path.resize(path.size() - 1);
  }
  return false;
}

void DisjointPaths::enter(Array<Step>& path, VertexId row, StopCheck& stop) const {
  stop.done(work_at(graph_, row));
  path.push_back({graph_.offsets[direction_ == Direction::forwards ? row : row + 1], row});
}

// A free neighbour of `row`, now taken, or k_none.
VertexId DisjointPaths::look_ahead(VertexId row) {
  const Offset end = graph_.offsets[row + 1];
  // Ends: each turn passes an entry. A free column that another thread took is about to be matched.
  for (Offset at = ahead_[row]; at < end; ++at) {
    const VertexId c = graph_.columns[at];
    if (read(columns_[c].mate) == k_none && take(c)) {
      ahead_[row] = at + 1;
      return c;
    }
  }
  ahead_[row] = end;
  return k_none;
}

// Goes on from the path's last row to one that was not entered in this phase, if there is one.
bool DisjointPaths::descend(Array<Step>& path, StopCheck& stop) {
  const VertexId column = next_column(path[path.size() - 1]);
  if (column == k_none) return false;
  enter(path, read(columns_[column].mate), stop);
  return true;
}

// The next neighbour that was not taken, now taken, or k_none.
VertexId DisjointPaths::next_column(Step& step) {
  if (direction_ == Direction::forwards) {
    const Offset end = graph_.offsets[step.row + 1];
    while (step.next < end) {
      const VertexId c = graph_.columns[step.next++];
      if (take(c)) return c;
    }
  } else {
    const Offset begin = graph_.offsets[step.row];
    while (step.next > begin) {
      const VertexId c = graph_.columns[--step.next];
      if (take(c)) return c;
    }
  }
  return k_none;
}

bool DisjointPaths::take(VertexId column) {
  std::uint32_t& mark = columns_[column].mark;
  const std::uint32_t old = read(mark);
  return old != mark_ && claim(mark, old, mark_, searchers_.shared());
}

}  // namespace hypermatch::detail::bipartite_matching
