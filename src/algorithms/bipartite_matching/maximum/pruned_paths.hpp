// SPDX-License-Identifier: MIT
// Phases of Pothen and Fan (1990, doi:10.1145/98267.98287) that never enter again what no path will
// ever leave. A search that has followed all neighbours of some rows, and has met nothing but these
// rows' own mates and columns known to be hopeless, has found a part that leads to no free column:
// later augmentations do not touch it, so it stays hopeless (a Hungarian tree). Such parts are told
// while the search goes on, as strongly connected components are (Tarjan 1972,
// doi:10.1137/0201010), whether it ends at a free column or not.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/bipartite_matching/common/columns.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/stopping.hpp"
#include "hypermatch/array.hpp"

namespace hypermatch::detail::bipartite_matching {

class PrunedPaths {
 public:
  PrunedPaths(Problem& problem, Columns& columns);

  /// Enlarges the matching along disjoint paths from `free_rows`, and takes out of it their first
  /// rows and those that will never be matched. Returns the number of paths: 0 if the matching is
  /// maximum. Work O(what the searches see).
  std::uint64_t run_phase(Array<VertexId>& free_rows);

  /// How many columns the last phase entered.
  [[nodiscard]] std::uint64_t num_entered() const { return next_mark_ - first_mark_; }

 private:
  enum class Direction { forwards, backwards };
  enum class Outcome { matched, blocked, hopeless };
  struct Step {
    Offset next;
    VertexId row;
    std::uint32_t mark;  // of the row's mate: when it was entered
    std::uint32_t low;   // the least mark that was met below, of columns that are not hopeless
  };

  [[nodiscard]] Outcome search(VertexId root);
  void enter(VertexId row);
  [[nodiscard]] VertexId look_ahead(VertexId row);
  [[nodiscard]] bool descend();
  [[nodiscard]] VertexId next_column(Step& step) const;
  [[nodiscard]] bool leave();
  void augment(VertexId column);

  BipartiteView graph_;
  std::vector<VertexId>& row_mates_;
  Columns& columns_;
  Array<Offset> ahead_;  // of rows: entries before it lead to matched columns
  Array<Step> path_;
  Array<VertexId> entered_;       // columns of this search that are not known to be hopeless
  std::uint32_t first_mark_ = 1;  // of this phase
  std::uint32_t next_mark_ = 1;
  Direction direction_ = Direction::backwards;
  parallel::StopCheck stop_;
};

}  // namespace hypermatch::detail::bipartite_matching
