// SPDX-License-Identifier: MIT
// The cheap start on one core: each row in turn takes its first free neighbour. Maximal, so at
// least half of the maximum. Work O(rows + entries), often far less than all entries.
#include "algorithms/bipartite_matching/starts/starts.hpp"

namespace hypermatch::detail::bipartite_matching {

void cheap_seq(Problem& problem) {
  const BipartiteView& graph = problem.graph;
  auto& [row_mates, column_mates, cardinality, stats] = problem.matching;
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    for (const VertexId c : graph.columns_of(r)) {
      if (column_mates[c] != k_none) continue;
      column_mates[c] = r;
      row_mates[r] = c;
      break;
    }
  }
}

}  // namespace hypermatch::detail::bipartite_matching
