// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/maximum/local_search.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace hypermatch::detail::bipartite_matching {

namespace {

// The label of columns from which no path leads to a free one.
constexpr unsigned k_dead = std::numeric_limits<std::uint16_t>::max();
// Higher labels are not told apart: paths so long are not for local search.
constexpr unsigned k_most = 4094;
// Work of a step beside the entries of its row.
constexpr std::uint64_t k_step = 4;
// Work that need not pay, as a multiple of all entries: a search of all for the rows that are left
// would take as long.
constexpr double k_free = 1.0;
constexpr double k_free_again = 1.5;
// Beyond that, all rows that are left are expected to be settled within so many times all entries.
constexpr double k_patience = 8.0;
// Rows expected to be settled in a window at the least rate that pays.
constexpr double k_expected = 2.0;
// Steps between two looks at the work.
constexpr std::size_t k_block = 256;

}  // namespace

LocalSearch::LocalSearch(Problem& problem)
    : problem_(problem),
      graph_(problem.graph),
      row_mates_(problem.matching.row_mates),
      column_mates_(problem.matching.column_mates),
      labels_(graph_.num_columns),
      most_(static_cast<Label>(
          std::min<std::uint64_t>(graph_.num_columns + std::uint64_t{1}, k_most))),
      stop_(problem.context) {
  counts_ = Array<std::uint32_t>(std::size_t{most_} + 2, 0);
  std::uint32_t matched = 0;
  for (VertexId c = 0; c < graph_.num_columns; ++c) {
    const bool is_matched = column_mates_[c] != k_none;
    labels_[c] = is_matched ? 1 : 0;
    matched += is_matched ? 1 : 0;
  }
  counts_[1] = matched;
  close_gap();
}

std::uint64_t LocalSearch::run(Array<VertexId>& free_rows) {
  free_until_ = static_cast<std::uint64_t>(k_free * static_cast<double>(graph_.num_entries()));
  start_window(free_until_, free_rows.size());
  return run_until_poor(free_rows);
}

std::uint64_t LocalSearch::run_by_distances(Array<VertexId>& free_rows) {
  find_distances();
  free_until_ =
      work_ + static_cast<std::uint64_t>(k_free_again * static_cast<double>(graph_.num_entries()));
  start_window(free_until_ - work_, free_rows.size());
  return run_until_poor(free_rows);
}

std::uint64_t LocalSearch::run_until_poor(Array<VertexId>& free_rows) {
  matched_ = 0;
  stopped_ = false;
  // Ends: turns that settle no row do not pay once a window of work is over.
  while (!free_rows.empty() && !stopped_) free_rows.resize(take_turn(free_rows));
  return matched_;
}

// A step for each row, as long as that pays. Puts the rows that are free then in their places, and
// returns how many they are.
std::size_t LocalSearch::take_turn(Array<VertexId>& active) {
  const std::size_t size = active.size();
  std::size_t kept = 0;
  std::size_t i = 0;
  while (i < size && !stopped_) {
    const std::size_t until = std::min(size, i + k_block);
    const std::size_t begin = i;
    const std::size_t kept_before = kept;
    const std::uint64_t work_before = work_;
    for (; i < until; ++i) {
      const VertexId next = step(active[i]);
      if (next != k_none) active[kept++] = next;
    }
    settled_in_window_ += (i - begin) - (kept - kept_before);
    stop_.done(k_step * (work_ - work_before));
    stopped_ = work_ >= window_end_ && !pays(kept + (size - i));
  }
  for (; i < size; ++i) active[kept++] = active[i];
  return kept;
}

// The free `row` takes a column. Returns the row that held it, or k_none if none did or the row is
// hopeless. The last of equal neighbours is taken: cheap starts take the first.
VertexId LocalSearch::step(VertexId row) {
  unsigned least = k_dead;
  unsigned second = k_dead;
  VertexId best = k_none;
  const std::span<const VertexId> columns = graph_.columns_of(row);
  work_ += columns.size() + k_step;
  for (std::size_t i = columns.size(); i-- > 0;) {
    const unsigned label = labels_[columns[i]];
    if (label < least) {
      second = least;
      least = label;
      best = columns[i];
      if (label == 0) break;
    } else {
      second = std::min(second, label);
    }
  }
  if (least > gap_) return k_none;
  const VertexId displaced = std::exchange(column_mates_[best], row);
  row_mates_[row] = best;
  if (displaced == k_none) {
    ++matched_;
  } else {
    row_mates_[displaced] = k_none;
  }
  raise(best, least, displaced == k_none ? 0 : second);
  return displaced;
}

// Raises the label `from` to one above `above`.
void LocalSearch::raise(VertexId column, unsigned from, unsigned above) {
  if (from != 0 && --counts_[from] == 0) gap_ = std::min(gap_, from);
  if (above == k_dead) {
    labels_[column] = k_dead;
    return;
  }
  const unsigned label = std::min<unsigned>(above + 1, most_);
  labels_[column] = static_cast<Label>(label);
  ++counts_[label];
  if (label == gap_) close_gap();
}

// Moves the gap up to a label that no column has.
void LocalSearch::close_gap() {
  while (counts_[gap_] != 0) ++gap_;
}

// At the end of a window: whether rows are settled fast enough.
bool LocalSearch::pays(std::size_t left) {
  const double rate =
      static_cast<double>(settled_in_window_) / static_cast<double>(work_ - window_begin_);
  const bool enough =
      work_ < free_until_ ||
      rate * k_patience * static_cast<double>(graph_.num_entries()) >= static_cast<double>(left);
  start_window(graph_.num_entries() / 32 + k_block, left);
  return enough;
}

void LocalSearch::start_window(std::uint64_t work, std::size_t left) {
  const auto entries = static_cast<double>(graph_.num_entries());
  const double wanted =
      entries * std::min(1.0, k_expected * k_patience / static_cast<double>(left + 1));
  window_begin_ = work_;
  window_end_ = work_ + std::max(work, static_cast<std::uint64_t>(wanted));
  settled_in_window_ = 0;
}

// Labels all columns by a breadth-first search from the free ones.
void LocalSearch::find_distances() {
  const BipartiteView by_columns = problem_.by_columns();
  if (queue_.empty()) queue_ = Array<VertexId>(graph_.num_columns);
  std::fill(labels_.begin(), labels_.end(), static_cast<Label>(k_dead));
  std::fill(counts_.begin(), counts_.end(), 0U);
  std::size_t end = 0;
  for (VertexId c = 0; c < graph_.num_columns; ++c) {
    if (column_mates_[c] != k_none) continue;
    labels_[c] = 0;
    if (by_columns.row_size(c) != 0) queue_[end++] = c;
  }
  Label label = 0;
  // Ends: a turn takes a level, and a column enters the queue once.
  for (std::size_t begin = 0; begin < end;) {
    const std::size_t level_end = end;
    label = std::min(static_cast<Label>(label + 1), most_);
    for (; begin < level_end; ++begin) end = expand(by_columns, queue_[begin], label, end);
    counts_[label] += static_cast<std::uint32_t>(end - level_end);
  }
  gap_ = 1;
  close_gap();
}

// Labels the mates of the neighbours of `column` and appends them to the queue. Returns its end.
std::size_t LocalSearch::expand(const BipartiteView& by_columns, VertexId column, Label label,
                                std::size_t end) {
  stop_.done(work_at(by_columns, column));
  for (const VertexId r : by_columns.columns_of(column)) {
    const VertexId mate = row_mates_[r];
    if (mate == k_none || labels_[mate] != k_dead) continue;
    labels_[mate] = label;
    queue_[end++] = mate;
  }
  return end;
}

}  // namespace hypermatch::detail::bipartite_matching
