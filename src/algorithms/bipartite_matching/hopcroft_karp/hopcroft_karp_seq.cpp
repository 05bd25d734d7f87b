// SPDX-License-Identifier: MIT
// Hopcroft and Karp 1973 (doi:10.1137/0202019) on one core: phases of disjoint shortest augmenting
// paths until there is none. Exact. O(sqrt(rows + columns)) phases of O(rows + columns + entries)
// work. Rows and entries are taken in their order, so the answer is always the same.
#include "algorithms/bipartite_matching/common/phases.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/shortest_paths.hpp"

namespace hypermatch {

BipartiteMatching hopcroft_karp(const Context& context, const BipartiteView& graph,
                                const BipartiteOptions& options) {
  using namespace detail::bipartite_matching;
  return solve(context, graph, options,
               {.name = "hopcroft_karp", .start = BipartiteStart::cheap, .threads = Threads::one},
               grow_by_paths<ShortestPaths>);
}

}  // namespace hypermatch
