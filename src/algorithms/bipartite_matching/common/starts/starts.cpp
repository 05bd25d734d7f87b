// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/common/starts/starts.hpp"

namespace hypermatch {

namespace detail::bipartite_matching {

void run_start(Problem& problem, BipartiteStart start, std::uint64_t seed) {
  const Stopwatch watch;
  BipartiteStats& stats = problem.matching.stats;
  const double prepared = stats.prepare_seconds;
  const bool one = problem.threads == Threads::one || problem.context.threads() == 1;
  switch (start) {
    case BipartiteStart::none:
      break;
    case BipartiteStart::automatic:
    case BipartiteStart::cheap:
      one ? cheap_seq(problem) : cheap_threads(problem);
      break;
    case BipartiteStart::karp_sipser:
      one ? karp_sipser_seq(problem) : karp_sipser_threads(problem);
      break;
    case BipartiteStart::two_sided:
      two_sided(problem, seed);
      break;
    case BipartiteStart::least_degree:
      least_degree_seq(problem);
      break;
  }
  stats.start_seconds += watch.seconds() - (stats.prepare_seconds - prepared);
}

}  // namespace detail::bipartite_matching

BipartiteMatching start_matching(const Context& context, const BipartiteView& graph,
                                 const BipartiteOptions& options) {
  using namespace detail::bipartite_matching;
  return solve(context, graph, options,
               {.name = "start", .start = BipartiteStart::cheap, .threads = Threads::all},
               [](Problem&) {});
}

}  // namespace hypermatch
