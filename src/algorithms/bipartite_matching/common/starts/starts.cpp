// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/common/starts/starts.hpp"

#include "algorithms/bipartite_matching/common/given_matching.hpp"

namespace hypermatch {

namespace detail::bipartite_matching {

namespace {

void take_initial(Problem& problem, std::span<const VertexId> initial) {
  const GivenMatching given = take_matching(problem.context, problem.graph, initial, "initial");
  BipartiteMatching& matching = problem.matching;
  matching.row_mates.assign(initial.begin(), initial.end());
  matching.column_mates.assign(given.column_mates.begin(), given.column_mates.end());
}

}  // namespace

void run_start(Problem& problem, BipartiteStart start, const BipartiteOptions& options) {
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
      two_sided(problem, options.seed);
      break;
    case BipartiteStart::least_degree:
      least_degree_seq(problem);
      break;
    case BipartiteStart::initial:
      take_initial(problem, options.initial);
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
