// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/hopcroft_karp/shortest_paths.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {
// A column that a search has entered in this phase: it is on a path, or leads nowhere.
constexpr std::uint32_t k_used = k_none - 1;
}  // namespace

ShortestPaths::ShortestPaths(Problem& problem)
    : problem_(problem),
      level_(problem.graph.num_columns, k_none),
      queue_(problem.graph.num_columns),
      cursor_(problem.graph.num_rows) {}

std::uint64_t ShortestPaths::run_phase(Array<VertexId>& free_rows) {
  std::uint64_t found = 0;
  if (find_levels(free_rows)) {
    std::size_t kept = 0;
    for (const VertexId r : free_rows) {
      if (search(r)) {
        ++found;
      } else {
        free_rows[kept++] = r;
      }
    }
    free_rows.resize(kept);
  }
  for (std::size_t i = 0; i < seen_; ++i) level_[queue_[i]] = k_none;
  return found;
}

// True if a free column was met; then all columns up to level `last_level_` carry theirs.
bool ShortestPaths::find_levels(const Array<VertexId>& free_rows) {
  seen_ = 0;
  last_level_ = 0;
  for (const VertexId r : free_rows) {
    cursor_[r] = problem_.graph.offsets[r];
    if (expand(r, 0)) return true;
  }
  std::size_t head = 0;
  // Ends: each turn takes one column, and a column enters the queue once.
  while (head < seen_) {
    const VertexId column = queue_[head++];
    last_level_ = level_[column];
    if (expand(problem_.matching.column_mates[column], last_level_)) return true;
  }
  return false;
}

// Gives the unseen neighbours of `row` the next level; true if one of them is free.
bool ShortestPaths::expand(VertexId row, std::uint32_t level) {
  const BipartiteMatching& matching = problem_.matching;
  for (const VertexId c : problem_.graph.columns_of(row)) {
    if (level_[c] != k_none) continue;
    const VertexId mate = matching.column_mates[c];
    if (mate == k_none) return true;
    level_[c] = level + 1;
    cursor_[mate] = problem_.graph.offsets[mate];
    queue_[seen_++] = c;
  }
  return false;
}

bool ShortestPaths::search(VertexId root) {
  cursor_[root] = problem_.graph.offsets[root];
  path_.resize(0);
  path_.push_back(root);
  // Ends: each turn enters a column for the first time in this phase, or takes a row from the path.
  while (!path_.empty()) {
    const VertexId row = path_[path_.size() - 1];
    const auto depth = static_cast<std::uint32_t>(path_.size() - 1);
    if (!advance(row, depth)) {
      path_.resize(path_.size() - 1);
      if (!path_.empty()) ++cursor_[path_[path_.size() - 1]];
      continue;
    }
    const VertexId column = problem_.graph.columns[cursor_[row]];
    if (depth == last_level_) {
      augment();
      return true;
    }
    level_[column] = k_used;
    path_.push_back(problem_.matching.column_mates[column]);
  }
  return false;
}

// Moves the cursor of `row` to the next entry that goes one level down; false if there is none.
bool ShortestPaths::advance(VertexId row, std::uint32_t depth) {
  const std::span<const VertexId> columns = problem_.graph.columns;
  const Offset end = problem_.graph.offsets[row + 1];
  Offset& at = cursor_[row];
  if (depth == last_level_) {
    const BipartiteMatching& matching = problem_.matching;
    while (at < end && matching.column_mates[columns[at]] != k_none) ++at;
  } else {
    while (at < end && level_[columns[at]] != depth + 1) ++at;
  }
  return at < end;
}

void ShortestPaths::augment() {
  BipartiteMatching& matching = problem_.matching;
  for (const VertexId row : path_) {
    const VertexId column = problem_.graph.columns[cursor_[row]];
    matching.row_mates[row] = column;
    matching.column_mates[column] = row;
  }
}

}  // namespace hypermatch::detail::bipartite_matching
