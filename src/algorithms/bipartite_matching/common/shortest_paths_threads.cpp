// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/common/shortest_paths.hpp"

#include <algorithm>

#include "algorithms/bipartite_matching/common/shared_words.hpp"

namespace hypermatch::detail::bipartite_matching {

using parallel::StopCheck;

ShortestPaths::ShortestPaths(Problem& problem, Columns& columns)
    : graph_(problem.graph),
      row_mates_(problem.matching.row_mates),
      columns_(columns),
      searchers_(problem),
      queue_(graph_.num_columns) {}

std::uint64_t ShortestPaths::run_phase(Array<VertexId>& free_rows) {
  first_mark_ = columns_.fresh_marks(std::min(graph_.num_rows, graph_.num_columns) + 1);
  std::uint64_t found = 0;
  if (find_levels(free_rows)) {
    found = searchers_.run(free_rows, [&](Searcher& searcher, VertexId root, StopCheck& stop) {
      return search(searcher.path, root, stop);
    });
  }
  columns_.used_marks_below(first_mark_ + depth_ + 1);
  return found;
}

// True if a free column was met; then all columns above its row carry their level.
bool ShortestPaths::find_levels(const Array<VertexId>& free_rows) {
  num_seen_ = 0;
  depth_ = 0;
  met_free_ = 0;
  find_level(free_rows.size(), [&](std::size_t i) { return free_rows[i]; });
  std::size_t begin = 0;
  // Ends: each turn but the last finds columns, and a column enters the queue once.
  while (met_free_ == 0 && begin < num_seen_ && (depth_ == 0 || num_seen_ <= most_seen_) &&
         depth_ < most_levels_) {
    const std::size_t end = num_seen_;
    ++depth_;
    find_level(end - begin, [&](std::size_t i) { return columns_[queue_[begin + i]].mate; });
    begin = end;
  }
  given_up_ = met_free_ == 0 && begin < num_seen_;
  return met_free_ != 0;
}

template <class RowOf>
void ShortestPaths::find_level(std::size_t num_rows, const RowOf& row_of) {
  searchers_.for_chunks(searchers_.cut(num_rows, 256),
                        [&](std::size_t, std::size_t first, std::size_t last, StopCheck& stop) {
                          LevelWriter next(queue_, num_seen_);
                          for (std::size_t i = first; i < last && read(met_free_) == 0; ++i) {
                            expand(row_of(i), next, stop);
                          }
                        });
}

// Marks the unseen neighbours of `row`, up to a free one.
void ShortestPaths::expand(VertexId row, LevelWriter& next, StopCheck& stop) {
  stop.done(work_at(graph_, row));
  for (const VertexId c : graph_.columns_of(row)) {
    Column& column = columns_[c];
    const std::uint32_t mark = read(column.mark);
    if (mark >= first_mark_) continue;
    if (column.mate == k_none) {
      write(met_free_, std::uint32_t{1});
      return;
    }
    if (claim(column.mark, mark, first_mark_ + depth_, searchers_.shared())) next.push(c);
  }
}

bool ShortestPaths::search(Array<Step>& path, VertexId root, StopCheck& stop) {
  path.resize(0);
  enter(path, root, stop);
  // Ends: each turn enters a column for the first time in this phase, or takes a row from the path.
  while (!path.empty()) {
    Step& step = path[path.size() - 1];
    const auto depth = static_cast<std::uint32_t>(path.size() - 1);
    if (!advance(step, depth)) {
      path.resize(path.size() - 1);
      continue;
    }
    const VertexId column = graph_.columns[step.next++];
    if (!take(column, depth)) continue;
    if (depth == depth_) {
      augment(row_mates_, columns_, path, column, stop);
      return true;
    }
    enter(path, read(columns_[column].mate), stop);
  }
  return false;
}

void ShortestPaths::enter(Array<Step>& path, VertexId row, StopCheck& stop) const {
  stop.done(work_at(graph_, row));
  path.push_back({graph_.offsets[row], row});
}

// Goes to the next entry that leads one level down; false if there is none.
bool ShortestPaths::advance(Step& step, std::uint32_t depth) {
  const Offset end = graph_.offsets[step.row + 1];
  Offset at = step.next;
  if (depth == depth_) {
    while (at < end && read(columns_[graph_.columns[at]].mate) != k_none) ++at;
  } else {
    while (at < end && read(columns_[graph_.columns[at]].mark) != first_mark_ + depth) ++at;
  }
  step.next = at;
  return at < end;
}

// Takes `column` off its level: it is on a path now, or leads nowhere. A free one has no level, its
// mark is old; false if another thread was faster.
bool ShortestPaths::take(VertexId column, std::uint32_t depth) {
  std::uint32_t& mark = columns_[column].mark;
  if (depth < depth_) {
    return claim(mark, first_mark_ + depth, std::uint32_t{0}, searchers_.shared());
  }
  const std::uint32_t old = read(mark);
  return old < first_mark_ && claim(mark, old, first_mark_ + depth, searchers_.shared());
}

}  // namespace hypermatch::detail::bipartite_matching
