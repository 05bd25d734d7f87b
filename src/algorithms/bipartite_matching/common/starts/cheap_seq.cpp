// SPDX-License-Identifier: MIT
// The cheap start on one core: each row in turn takes its first free neighbour. Maximal, so at
// least half of the maximum. Work O(rows + entries), often far less than all entries.
#include "algorithms/bipartite_matching/common/starts/starts.hpp"
#include "algorithms/bipartite_matching/common/stopping.hpp"

namespace hypermatch::detail::bipartite_matching {

void cheap_seq(Problem& problem) {
  const BipartiteView& graph = problem.graph;
  std::vector<VertexId>& row_mates = problem.matching.row_mates;
  std::vector<VertexId>& column_mates = problem.matching.column_mates;
  parallel::StopCheck stop(problem.context);
  for_rows(stop, graph, 0, graph.num_rows, [&](VertexId r) {
    for (const VertexId c : graph.columns_of(r)) {
      if (column_mates[c] != k_none) continue;
      column_mates[c] = r;
      row_mates[r] = c;
      break;
    }
  });
}

}  // namespace hypermatch::detail::bipartite_matching
