// SPDX-License-Identifier: MIT
// One phase of disjoint breadth-first searches (Azad et al. 2012, doi:10.1109/IPDPS.2012.82): each
// grows an alternating tree from one free row, through columns that no search of the phase has
// taken, until it meets a free one.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/bipartite_matching/common/columns.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/search_pool.hpp"
#include "hypermatch/array.hpp"

namespace hypermatch::detail::bipartite_matching {

class DisjointTrees {
 public:
  DisjointTrees(Problem& problem, Columns& columns);

  /// Enlarges the matching along paths from `free_rows`, and takes their first rows out of it.
  /// Returns how many there were: 0 if the matching is maximum. Work O(what the searches see).
  std::uint64_t run_phase(Array<VertexId>& free_rows);

 private:
  [[nodiscard]] bool search(Array<VertexId>& queue, VertexId root, parallel::StopCheck& stop);
  [[nodiscard]] bool expand(Array<VertexId>& queue, VertexId row, parallel::StopCheck& stop);
  void take_path(VertexId column, parallel::StopCheck& stop);

  BipartiteView graph_;
  std::vector<VertexId>& row_mates_;
  Columns& columns_;
  SearchPool searchers_;
  Array<VertexId> parent_;  // of columns that were taken in this phase: the row above
  std::uint32_t mark_ = 0;
};

}  // namespace hypermatch::detail::bipartite_matching
