// SPDX-License-Identifier: MIT
// Hopcroft and Karp on all threads (Azad, Halappanavar, Rajamanickam, Boman, Khan, Pothen 2012,
// doi:10.1109/IPDPS.2012.82): each level found by all, disjoint shortest paths searched from many
// rows at once. Exact. O(sqrt(rows + columns)) phases of O(rows + columns + entries) work. Which
// edges are matched depends on timing.
#include "algorithms/bipartite_matching/columns.hpp"
#include "algorithms/bipartite_matching/hopcroft_karp/shortest_paths.hpp"
#include "algorithms/bipartite_matching/phases.hpp"
#include "algorithms/bipartite_matching/problem.hpp"

namespace hypermatch {

namespace detail::bipartite_matching {
namespace {

void grow(Problem& problem) {
  Columns columns(problem);
  ShortestPaths paths(problem, columns);
  Array<VertexId> free_rows = problem.free_rows();
  run_phases(problem, free_rows, [&](Array<VertexId>& rows) { return paths.run_phase(rows); });
}

}  // namespace
}  // namespace detail::bipartite_matching

BipartiteMatching p_hk(const Context& context, const BipartiteView& graph,
                       const BipartiteOptions& options) {
  using namespace detail::bipartite_matching;
  return solve(context, graph, options,
               {.name = "p_hk", .start = BipartiteStart::cheap, .threads = Threads::all}, grow);
}

}  // namespace hypermatch
