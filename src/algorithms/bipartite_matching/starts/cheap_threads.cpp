// SPDX-License-Identifier: MIT
// The cheap start on all threads: each row takes the first neighbour that it finds free. Maximal.
// Work O(rows + entries). Which edges are matched depends on timing.
#include "algorithms/bipartite_matching/shared_words.hpp"
#include "algorithms/bipartite_matching/starts/starts.hpp"
#include "parallel/primitives.hpp"

namespace hypermatch::detail::bipartite_matching {

void cheap_threads(Problem& problem) {
  std::vector<VertexId>& row_mates = problem.matching.row_mates;
  std::vector<VertexId>& column_mates = problem.matching.column_mates;
  parallel::for_each(
      problem.context, problem.graph.num_rows,
      [&](std::size_t row) {
        const auto r = static_cast<VertexId>(row);
        if (row_mates[r] != k_none) return;
        for (const VertexId c : problem.graph.columns_of(r)) {
          if (read(column_mates[c]) != k_none || !claim(column_mates[c], k_none, r, true)) continue;
          row_mates[r] = c;
          return;
        }
      },
      512);
}

}  // namespace hypermatch::detail::bipartite_matching
