// SPDX-License-Identifier: MIT
// Hopcroft and Karp as Duff and Wiberg extend it (1988, doi:10.1145/44128.44131) on one core: after
// the shortest paths of a phase, depth-first searches of any length from the rows that are still
// free. Exact. O(sqrt(rows + columns)) phases of O(rows + columns + entries) work. Rows are taken
// in their order, so the answer is always the same.
#include "algorithms/bipartite_matching/common/columns.hpp"
#include "algorithms/bipartite_matching/common/disjoint_paths.hpp"
#include "algorithms/bipartite_matching/common/phases.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/shortest_paths.hpp"

namespace hypermatch {

namespace detail::bipartite_matching {
namespace {

void grow_with_any_paths(Problem& problem) {
  Columns columns(problem);
  ShortestPaths shortest(problem, columns);
  DisjointPaths any(problem, columns);
  Array<VertexId> free_rows = problem.free_rows();
  run_phases(problem, free_rows, [&](Array<VertexId>& rows) {
    const std::uint64_t found = shortest.run_phase(rows);
    problem.matching.stats.phase_levels.push_back(shortest.num_levels());
    return found == 0 ? found : found + any.run_phase(rows);
  });
}

}  // namespace
}  // namespace detail::bipartite_matching

BipartiteMatching hkdw(const Context& context, const BipartiteView& graph,
                       const BipartiteOptions& options) {
  using namespace detail::bipartite_matching;
  return solve(context, graph, options,
               {.name = "hkdw", .start = BipartiteStart::cheap, .threads = Threads::one},
               grow_with_any_paths);
}

}  // namespace hypermatch
