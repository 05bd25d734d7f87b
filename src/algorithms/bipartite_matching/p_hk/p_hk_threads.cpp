// SPDX-License-Identifier: MIT
// Hopcroft and Karp on all threads (Azad, Halappanavar, Rajamanickam, Boman, Khan, Pothen 2012,
// doi:10.1109/IPDPS.2012.82): each level found by all, disjoint shortest paths searched from many
// rows at once. Exact. O(sqrt(rows + columns)) phases of O(rows + columns + entries) work. Which
// edges are matched depends on timing.
#include "algorithms/bipartite_matching/common/phases.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/shortest_paths.hpp"

namespace hypermatch {

BipartiteMatching p_hk(const Context& context, const BipartiteView& graph,
                       const BipartiteOptions& options) {
  using namespace detail::bipartite_matching;
  return solve(context, graph, options,
               {.name = "p_hk", .start = BipartiteStart::cheap, .threads = Threads::all},
               grow_by_paths<ShortestPaths>);
}

}  // namespace hypermatch
