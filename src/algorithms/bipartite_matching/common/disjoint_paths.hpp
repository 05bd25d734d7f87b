// SPDX-License-Identifier: MIT
// One phase of Pothen and Fan (1990, doi:10.1145/98267.98287): depth-first searches from all free
// rows, no column entered twice, on one thread or on all (Azad et al. 2012,
// doi:10.1109/IPDPS.2012.82). Lookahead: before a row's mates are followed, its entries are looked
// through for a free column, each once in all phases together, since a column never becomes free.
// Fairness: phases go through adjacencies forwards and backwards in turn (Duff, Kaya, Ucar 2011,
// doi:10.1145/2049673.2049677).
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/bipartite_matching/common/columns.hpp"
#include "algorithms/bipartite_matching/common/path.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/search_pool.hpp"
#include "hypermatch/array.hpp"

namespace hypermatch::detail::bipartite_matching {

class DisjointPaths {
 public:
  DisjointPaths(Problem& problem, Columns& columns);

  /// Enlarges the matching along paths from `free_rows`, and takes their first rows out of it.
  /// Returns how many there were: 0 if the matching is maximum. Work O(what the searches see).
  std::uint64_t run_phase(Array<VertexId>& free_rows);

 private:
  enum class Direction { forwards, backwards };
  [[nodiscard]] bool search(Array<Step>& path, VertexId root, parallel::StopCheck& stop);
  void enter(Array<Step>& path, VertexId row, parallel::StopCheck& stop) const;
  [[nodiscard]] VertexId look_ahead(VertexId row);
  [[nodiscard]] bool descend(Array<Step>& path, parallel::StopCheck& stop);
  [[nodiscard]] VertexId next_column(Step& step);
  [[nodiscard]] bool take(VertexId column);

  BipartiteView graph_;
  std::vector<VertexId>& row_mates_;
  Columns& columns_;
  SearchPool searchers_;
  Array<Offset> ahead_;     // of rows: entries before it lead to matched columns
  std::uint32_t mark_ = 0;  // of the columns that were entered in this phase
  Direction direction_ = Direction::backwards;
};

}  // namespace hypermatch::detail::bipartite_matching
