// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/starts/starts.hpp"

namespace hypermatch {

namespace detail::bipartite_matching {

void run_start(Problem& problem, BipartiteStart start, std::uint64_t /*seed*/) {
  const Stopwatch watch;
  BipartiteStats& stats = problem.matching.stats;
  const double prepared = stats.prepare_seconds;
  if (start != BipartiteStart::none) cheap_seq(problem);
  stats.start_seconds = watch.seconds() - (stats.prepare_seconds - prepared);
}

}  // namespace detail::bipartite_matching

BipartiteMatching start_matching(const Context& context, const BipartiteView& graph,
                                 const BipartiteOptions& options) {
  using namespace detail::bipartite_matching;
  return solve(context, graph, options, "start", BipartiteStart::cheap, [](Problem&) {});
}

}  // namespace hypermatch
