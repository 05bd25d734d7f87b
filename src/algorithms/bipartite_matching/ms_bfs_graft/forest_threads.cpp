// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <utility>

#include "algorithms/bipartite_matching/common/shared_words.hpp"
#include "algorithms/bipartite_matching/ms_bfs_graft/forest.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::bipartite_matching {

using parallel::cut;
using parallel::StopCheck;

namespace {
// A level of more than 1 / k_alpha of the columns that are left is cheaper found from these
// columns, and more than 1 / k_alpha of the columns are worth being kept; as in the paper.
constexpr std::size_t k_alpha = 5;
constexpr std::size_t k_tree_grain = 256;
constexpr std::size_t k_chunks_a_thread = 16;
}  // namespace

Forest::Forest(Problem& problem)
    : problem_(problem),
      loops_(problem.context),
      shared_(problem.context.threads() > 1),
      free_rows_(problem.free_rows()),
      leaf_(problem.graph.num_rows),
      root_(problem.graph.num_columns, k_none),
      parent_(problem.graph.num_columns),
      active_(problem.graph.num_rows / 64 + std::size_t{1}, 0),
      columns_(problem.graph.num_columns),
      kept_(problem.graph.num_columns),
      renewable_(problem.graph.num_columns) {
  for (const VertexId r : free_rows_) {
    leaf_[r] = k_none;
    set_active(r);
  }
}

std::uint64_t Forest::run_phase() {
  const std::size_t all = problem_.graph.num_columns;
  num_levels_ = 0;
  // Ends: each turn but the last adds a column to the forest, and none leaves it.
  for (; at_roots_ || level_ < num_columns_; ++num_levels_) {
    const std::size_t width = at_roots_ ? free_rows_.size() : num_columns_ - level_;
    // One wide level does not pay for a transpose that does not exist yet.
    if (problem_.has_columns() && width > (all - num_columns_) / k_alpha) {
      bottom_up();
    } else {
      top_down();
    }
  }
  const std::uint64_t found = augment();
  if (found != 0) regrow();
  return found;
}

void Forest::top_down() {
  const std::size_t begin = level_;
  const std::size_t end = num_columns_;
  level_ = end;
  if (at_roots_) {
    at_roots_ = false;
    grow_level(free_rows_.size(), [&](std::size_t i, LevelWriter& next, StopCheck& stop) {
      expand(free_rows_[i], free_rows_[i], next, stop);
    });
    return;
  }
  grow_level(end - begin, [&](std::size_t i, LevelWriter& next, StopCheck& stop) {
    const VertexId c = columns_[begin + i];
    const VertexId root = root_[c];
    if (read(leaf_[root]) == k_none) {
      expand(problem_.matching.column_mates[c], root, next, stop);
    } else {
      stop.done(k_jump);
    }
  });
}

// All columns outside of the forest look for a row of it.
void Forest::bottom_up() {
  at_roots_ = false;
  level_ = num_columns_;
  const BipartiteView by_columns = problem_.by_columns();
  grow_level(root_.size(), [&](std::size_t c, LevelWriter& next, StopCheck& stop) {
    if (root_[c] == k_none) adopt(by_columns, static_cast<VertexId>(c), next, stop);
  });
}

template <class Body>
void Forest::grow_level(std::size_t items, const Body& body) {
  loops_.for_chunks(cut(problem_.context, items, k_tree_grain, k_chunks_a_thread),
                    [&](std::size_t, std::size_t first, std::size_t last, StopCheck& stop) {
                      LevelWriter next(columns_, num_columns_);
                      for (std::size_t i = first; i < last; ++i) body(i, next, stop);
                    });
}

// Takes the columns next to `row` that are outside of the forest into its tree, up to a free one.
void Forest::expand(VertexId row, VertexId root, LevelWriter& next, StopCheck& stop) {
  stop.done(work_at(problem_.graph, row));
  for (const VertexId c : problem_.graph.columns_of(row)) {
    if (read(root_[c]) != k_none || !claim(root_[c], k_none, root, shared_)) continue;
    join(c, row, root, next);
    if (problem_.matching.column_mates[c] == k_none) return;
  }
}

// Puts `column`, which is outside of the forest, below a row of a tree that has no path yet.
void Forest::adopt(const BipartiteView& by_columns, VertexId column, LevelWriter& next,
                   StopCheck& stop) {
  stop.done(work_at(by_columns, column));
  for (const VertexId r : by_columns.columns_of(column)) {
    if (!is_active(r)) continue;
    const VertexId mate = problem_.matching.row_mates[r];
    // `is_active` has acquired what was written about r's mate before r became active.
    const VertexId root = mate == k_none ? r : read(root_[mate]);
    if (read(leaf_[root]) != k_none) continue;
    write(root_[column], root);
    join(column, r, root, next);
    return;
  }
}

void Forest::join(VertexId column, VertexId row, VertexId root, LevelWriter& next) {
  parent_[column] = row;
  next.push(column);
  const VertexId mate = problem_.matching.column_mates[column];
  if (mate != k_none) {
    set_active(mate);
  } else {
    // The last writer wins: each column that is written ends a path of this tree.
    write(leaf_[root], column);
  }
}

// The paths of different trees have no vertex in common.
std::uint64_t Forest::augment() {
  std::uint64_t found = 0;
  loops_.for_chunks(cut(problem_.context, free_rows_.size(), 64),
                    [&](std::size_t, std::size_t begin, std::size_t end, StopCheck& stop) {
                      std::uint64_t mine = 0;
                      for (std::size_t i = begin; i < end; ++i) {
                        mine += take_path(free_rows_[i], stop);
                      }
                      // Relaxed: the sum is read after the step.
                      std::atomic_ref<std::uint64_t>(found).fetch_add(mine,
                                                                      std::memory_order_relaxed);
                    });
  return found;
}

std::uint64_t Forest::take_path(VertexId root, StopCheck& stop) {
  VertexId column = leaf_[root];
  if (column == k_none) return 0;
  std::vector<VertexId>& row_mates = problem_.matching.row_mates;
  std::vector<VertexId>& column_mates = problem_.matching.column_mates;
  // Ends: the path leads up the tree, and the root alone has no mate.
  while (column != k_none) {
    stop.done(k_jump);
    const VertexId row = parent_[column];
    const VertexId given_up = row_mates[row];
    row_mates[row] = column;
    column_mates[column] = row;
    column = given_up;
  }
  return 1;
}

// Removes the trees whose paths were used; the other trees grow into the freed vertices.
void Forest::regrow() {
  const std::size_t num_renewable = split_columns();
  loops_.for_each(cut(problem_.context, num_renewable), [&](std::size_t i, StopCheck& stop) {
    stop.done(k_jump);
    const VertexId c = renewable_[i];
    root_[c] = k_none;
    const VertexId mate = problem_.matching.column_mates[c];
    if (mate != k_none) clear_active(mate);
  });
  const auto has_path = [&](VertexId r) { return leaf_[r] != k_none; };
  free_rows_.resize(static_cast<std::size_t>(
      std::remove_if(free_rows_.begin(), free_rows_.end(), has_path) - free_rows_.begin()));
  if (num_columns_ + free_rows_.size() <= num_renewable / k_alpha) {
    plant();
    return;
  }
  const BipartiteView by_columns = problem_.by_columns();
  level_ = num_columns_;
  grow_level(num_renewable, [&](std::size_t i, LevelWriter& next, StopCheck& stop) {
    adopt(by_columns, renewable_[i], next, stop);
  });
}

// Splits the forest's columns into those of active trees, which stay, and renewable ones.
std::size_t Forest::split_columns() {
  const auto renewable = [&](std::size_t i) {
    check_at_round_numbers(problem_.context, i);
    return leaf_[root_[columns_[i]]] != k_none;
  };
  const std::size_t kept = parallel::select(
      problem_.context, num_columns_, [&](std::size_t i) { return !renewable(i); },
      [&](std::size_t place, std::size_t i) { kept_[place] = columns_[i]; });
  const std::size_t others =
      parallel::select(problem_.context, num_columns_, renewable,
                       [&](std::size_t place, std::size_t i) { renewable_[place] = columns_[i]; });
  std::swap(columns_, kept_);
  num_columns_ = kept;
  return others;
}

// Fells the remaining trees, but for their roots.
void Forest::plant() {
  loops_.for_each(cut(problem_.context, num_columns_), [&](std::size_t i, StopCheck& stop) {
    stop.done(k_jump);
    const VertexId c = columns_[i];
    root_[c] = k_none;
    clear_active(problem_.matching.column_mates[c]);
  });
  level_ = 0;
  num_columns_ = 0;
  at_roots_ = true;
}

bool Forest::is_active(VertexId row) {
  // Acquires what was written before the row became active: the tree that it is in.
  const std::uint64_t bits =
      std::atomic_ref<std::uint64_t>(active_[row / 64]).load(std::memory_order_acquire);
  return ((bits >> (row % 64)) & 1) != 0;
}

void Forest::set_active(VertexId row) {
  const std::uint64_t bit = std::uint64_t{1} << (row % 64);
  if (!shared_) {
    active_[row / 64] |= bit;
  } else {
    // Releases what was written about the tree that the row is in.
    std::atomic_ref<std::uint64_t>(active_[row / 64]).fetch_or(bit, std::memory_order_release);
  }
}

void Forest::clear_active(VertexId row) {
  const std::uint64_t bit = std::uint64_t{1} << (row % 64);
  if (!shared_) {
    active_[row / 64] &= ~bit;
  } else {
    // Relaxed: bits are not read in this step.
    std::atomic_ref<std::uint64_t>(active_[row / 64]).fetch_and(~bit, std::memory_order_relaxed);
  }
}

}  // namespace hypermatch::detail::bipartite_matching
