// SPDX-License-Identifier: MIT
// Local search by labels (Khosla 2013, "Balls into bins made faster", ESA), which are those of
// push-relabel algorithms (Goldberg and Tarjan 1988, doi:10.1145/48014.61051; for matchings Kaya,
// Langguth, Manne and Ucar 2013, Computers & Operations Research 40). A column's label is at most
// the number of matched columns on any augmenting path from it to a free column. A free row takes
// the neighbour of least label from the row that holds it, which is free then; the label rises to
// one above the least label of the other neighbours. If no column has some label, no path leads
// from columns with higher labels to a free one, and a row with such neighbours only is hopeless
// (the gap of Cherkassky and Goldberg 1997, Algorithmica 19). Rows take their steps in turn, so
// that their cache misses overlap, and labels take two bytes per column, so that they stay in
// caches.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/stopping.hpp"
#include "hypermatch/array.hpp"

namespace hypermatch::detail::bipartite_matching {

class LocalSearch {
 public:
  /// Work O(columns).
  explicit LocalSearch(Problem& problem);

  /// Enlarges the matching until no row is left or more work does not pay. Replaces `free_rows` by
  /// the rows that are free then and not known to be hopeless: empty if the matching is maximum.
  /// Returns how many rows were matched. Work O(rows + columns + entries).
  std::uint64_t run(Array<VertexId>& free_rows);

  /// `run` from exact labels, which it computes anew: the matching may have changed. Makes the
  /// transpose.
  std::uint64_t run_by_distances(Array<VertexId>& free_rows);

 private:
  using Label = std::uint16_t;

  void find_distances();
  [[nodiscard]] std::size_t expand(const BipartiteView& by_columns, VertexId column, Label label,
                                   std::size_t end);
  std::uint64_t run_until_poor(Array<VertexId>& free_rows);
  [[nodiscard]] std::size_t take_turn(Array<VertexId>& active);
  [[nodiscard]] VertexId step(VertexId row);
  void raise(VertexId column, unsigned from, unsigned above);
  void close_gap();
  [[nodiscard]] bool pays(std::size_t left);
  void start_window(std::uint64_t work, std::size_t left);

  Problem& problem_;
  BipartiteView graph_;
  std::vector<VertexId>& row_mates_;
  std::vector<VertexId>& column_mates_;
  Array<Label> labels_;
  Array<std::uint32_t> counts_;  // of matched columns, by label
  Array<VertexId> queue_;
  Label most_;                    // the highest label of a column that may lead to a free one
  unsigned gap_ = 1;              // the least label but 0 that no column has
  std::uint64_t work_ = 0;        // entries looked at, and what steps take beside
  std::uint64_t free_until_ = 0;  // work that need not pay
  std::uint64_t window_begin_ = 0;
  std::uint64_t window_end_ = 0;
  std::uint64_t settled_in_window_ = 0;
  std::uint64_t matched_ = 0;
  bool stopped_ = false;
  parallel::StopCheck stop_;
};

}  // namespace hypermatch::detail::bipartite_matching
