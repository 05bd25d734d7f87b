// SPDX-License-Identifier: MIT
// Disjoint breadth-first searches on all threads (Azad et al. 2012, doi:10.1109/IPDPS.2012.82):
// each from one free row, through columns that no other search of the phase has taken. Exact.
// O(entries) work per phase, at most one phase per row. Which edges are matched depends on timing.
#include "algorithms/bipartite_matching/common/columns.hpp"
#include "algorithms/bipartite_matching/common/phases.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/p_dbfs/disjoint_trees.hpp"

namespace hypermatch {

namespace detail::bipartite_matching {
namespace {

void grow_by_disjoint_trees(Problem& problem) {
  Columns columns(problem);
  DisjointTrees trees(problem, columns);
  Array<VertexId> free_rows = problem.free_rows();
  run_phases(problem, free_rows, [&](Array<VertexId>& rows) { return trees.run_phase(rows); });
}

}  // namespace
}  // namespace detail::bipartite_matching

BipartiteMatching p_dbfs(const Context& context, const BipartiteView& graph,
                         const BipartiteOptions& options) {
  using namespace detail::bipartite_matching;
  return solve(context, graph, options,
               {.name = "p_dbfs", .start = BipartiteStart::cheap, .threads = Threads::all},
               grow_by_disjoint_trees);
}

}  // namespace hypermatch
