// SPDX-License-Identifier: MIT
// Hopcroft and Karp 1973 (doi:10.1137/0202019) on one core: phases of disjoint shortest augmenting
// paths until there is none. Exact. O(sqrt(rows + columns)) phases of O(rows + columns + entries)
// work. Rows and entries are taken in their order, so the answer is always the same.
#include "algorithms/bipartite_matching/hopcroft_karp/shortest_paths.hpp"
#include "algorithms/bipartite_matching/problem.hpp"

namespace hypermatch {

namespace detail::bipartite_matching {
namespace {

void grow(Problem& problem) {
  ShortestPaths paths(problem);
  BipartiteStats& stats = problem.matching.stats;
  Array<VertexId> free_rows = problem.free_rows();
  std::uint64_t found = 1;
  // Ends: a phase that finds a path enlarges the matching.
  while (found != 0 && !free_rows.empty()) {
    problem.context.check_cancelled();
    found = paths.run_phase(free_rows);
    stats.augmentations += found;
    ++stats.phases;
  }
}

}  // namespace
}  // namespace detail::bipartite_matching

BipartiteMatching hopcroft_karp(const Context& context, const BipartiteView& graph,
                                const BipartiteOptions& options) {
  using namespace detail::bipartite_matching;
  return solve(context, graph, options, "hopcroft_karp", BipartiteStart::cheap, grow);
}

}  // namespace hypermatch
