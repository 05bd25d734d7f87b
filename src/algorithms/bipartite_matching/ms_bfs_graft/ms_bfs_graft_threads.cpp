// SPDX-License-Identifier: MIT
// Multi-source breadth-first search with tree grafting (Azad, Buluc, Pothen 2017,
// doi:10.1109/TPDS.2016.2546258) on all threads. Exact. O(rows * entries) at worst, far less in
// practice: trees that found no path are not searched again. With several threads it depends on
// timing which edges are matched; with one, the answer is always the same.
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/ms_bfs_graft/forest.hpp"

namespace hypermatch {

namespace detail::bipartite_matching {
namespace {

void grow_by_grafting(Problem& problem) {
  Forest forest(problem);
  BipartiteStats& stats = problem.matching.stats;
  std::uint64_t found = 1;
  // Ends: a phase that finds a path enlarges the matching.
  while (found != 0) {
    problem.context.check_cancelled();
    found = forest.run_phase();
    stats.phase_levels.push_back(forest.num_levels());
    stats.augmentations += found;
    ++stats.phases;
  }
}

}  // namespace
}  // namespace detail::bipartite_matching

BipartiteMatching ms_bfs_graft(const Context& context, const BipartiteView& graph,
                               const BipartiteOptions& options) {
  using namespace detail::bipartite_matching;
  return solve(context, graph, options,
               {.name = "ms_bfs_graft", .start = BipartiteStart::cheap, .threads = Threads::all},
               grow_by_grafting);
}

}  // namespace hypermatch
