// SPDX-License-Identifier: MIT
// The cheap start on all threads: each row takes the first neighbour that it finds free. Maximal.
// Work O(rows + entries). Which edges are matched depends on timing.
#include "algorithms/bipartite_matching/common/shared_words.hpp"
#include "algorithms/bipartite_matching/common/starts/starts.hpp"
#include "algorithms/bipartite_matching/common/stopping.hpp"

namespace hypermatch::detail::bipartite_matching {

void cheap_threads(Problem& problem) {
  std::vector<VertexId>& row_mates = problem.matching.row_mates;
  std::vector<VertexId>& column_mates = problem.matching.column_mates;
  const BipartiteView& graph = problem.graph;
  const auto match = [&](VertexId r) {
    if (row_mates[r] != k_none) return;
    for (const VertexId c : graph.columns_of(r)) {
      if (read(column_mates[c]) != k_none || !claim(column_mates[c], k_none, r, true)) continue;
      row_mates[r] = c;
      return;
    }
  };
  StoppableLoops(problem.context)
      .for_chunks(parallel::cut(problem.context, graph.num_rows, 512),
                  [&](std::size_t, std::size_t begin, std::size_t end, parallel::StopCheck& stop) {
                    for_rows(stop, graph, begin, end, match);
                  });
}

}  // namespace hypermatch::detail::bipartite_matching
