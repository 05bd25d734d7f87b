// SPDX-License-Identifier: MIT
// The default: Hopcroft and Karp's phases while shortest paths are found near by, then Pothen and
// Fan's, which find many paths of any length in few passes, and where these do not come to an end,
// Hopcroft and Karp's again, for their bound.
#include <algorithm>
#include <cstdint>

#include "algorithms/bipartite_matching/columns.hpp"
#include "algorithms/bipartite_matching/hopcroft_karp/shortest_paths.hpp"
#include "algorithms/bipartite_matching/pfp/disjoint_paths.hpp"
#include "algorithms/bipartite_matching/phases.hpp"
#include "algorithms/bipartite_matching/problem.hpp"
#include "algorithms/bipartite_matching/starts/starts.hpp"

namespace hypermatch {

namespace detail::bipartite_matching {
namespace {

// Phases of Pothen and Fan that are tried before the bound of Hopcroft and Karp is wanted.
constexpr std::uint64_t k_most_passes = 16;

void grow(Problem& problem) {
  Columns columns(problem);
  ShortestPaths shortest(problem, columns);
  DisjointPaths any(problem, columns);
  Array<VertexId> free_rows = problem.free_rows();
  bool near = true;
  std::uint64_t passes = 0;
  run_phases(problem, free_rows, [&](Array<VertexId>& rows) {
    if (!near && passes < k_most_passes) {
      ++passes;
      return any.run_phase(rows);
    }
    const std::uint64_t found = shortest.run_phase(rows);
    near = found >= rows.size() || shortest.num_seen() < problem.graph.num_columns / 16;
    return found;
  });
}

// Where the cheap start leaves many vertices free, degrees differ, and it pays to look at them.
void start_again_and_grow(Problem& problem) {
  BipartiteMatching& matching = problem.matching;
  BipartiteStats& stats = matching.stats;
  const std::uint64_t most = std::min(problem.graph.num_rows, problem.graph.num_columns);
  if (most - stats.start_cardinality > most / 6) {
    const Stopwatch watch;
    std::fill(matching.row_mates.begin(), matching.row_mates.end(), k_none);
    std::fill(matching.column_mates.begin(), matching.column_mates.end(), k_none);
    least_degree_seq(problem);
    stats.start_seconds += watch.seconds();
    stats.start_cardinality = problem.count_matched();
  }
  grow(problem);
}

}  // namespace
}  // namespace detail::bipartite_matching

BipartiteMatching maximum_matching(const Context& context, const BipartiteView& graph,
                                   const BipartiteOptions& options) {
  using namespace detail::bipartite_matching;
  return solve(
      context, graph, options,
      {.name = "maximum_matching", .start = BipartiteStart::cheap, .threads = Threads::one},
      options.start == BipartiteStart::automatic ? start_again_and_grow : grow);
}

}  // namespace hypermatch
