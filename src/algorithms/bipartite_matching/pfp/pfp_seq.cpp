// SPDX-License-Identifier: MIT
// Pothen and Fan with fairness (1990, doi:10.1145/98267.98287; Duff, Kaya, Ucar 2011,
// doi:10.1145/2049673.2049677) on one core: phases of disjoint depth-first searches until one finds
// nothing. Exact. O(entries) work per phase, at most one phase per row, few in practice. Rows are
// taken in their order, so the answer is always the same.
#include "algorithms/bipartite_matching/common/disjoint_paths.hpp"
#include "algorithms/bipartite_matching/common/phases.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"

namespace hypermatch {

BipartiteMatching pfp(const Context& context, const BipartiteView& graph,
                      const BipartiteOptions& options) {
  using namespace detail::bipartite_matching;
  return solve(context, graph, options,
               {.name = "pfp", .start = BipartiteStart::cheap, .threads = Threads::one},
               grow_by_paths<DisjointPaths>);
}

}  // namespace hypermatch
