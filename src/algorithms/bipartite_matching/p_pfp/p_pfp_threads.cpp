// SPDX-License-Identifier: MIT
// Pothen and Fan with fairness on all threads (Azad et al. 2012, doi:10.1109/IPDPS.2012.82):
// disjoint depth-first searches from many rows at once. Exact. O(entries) work per phase, at most
// one phase per row, few in practice. Which edges are matched depends on timing.
#include "algorithms/bipartite_matching/common/disjoint_paths.hpp"
#include "algorithms/bipartite_matching/common/phases.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"

namespace hypermatch {

BipartiteMatching p_pfp(const Context& context, const BipartiteView& graph,
                        const BipartiteOptions& options) {
  using namespace detail::bipartite_matching;
  return solve(context, graph, options,
               {.name = "p_pfp", .start = BipartiteStart::cheap, .threads = Threads::all},
               grow_by_paths<DisjointPaths>);
}

}  // namespace hypermatch
