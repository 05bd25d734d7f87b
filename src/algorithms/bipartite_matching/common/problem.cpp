// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/common/problem.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "algorithms/bipartite_matching/common/given_matching.hpp"
#include "algorithms/bipartite_matching/common/starts/starts.hpp"
#include "algorithms/bipartite_matching/common/stopping.hpp"
#include "base/large_vector.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/incidence.hpp"
#include "parallel/host/team.hpp"

namespace hypermatch::detail::bipartite_matching {

Problem::Problem(const Context& context_, const BipartiteView& graph_, Threads threads_)
    : context(context_), graph(graph_), threads(threads_) {
  matching.row_mates = filled_vector(graph.num_rows, k_none);
  matching.column_mates = filled_vector(graph.num_columns, k_none);
}

Problem::Problem(const Context& context_, const BipartiteView& graph_,
                 const BipartiteView& by_columns, Threads threads_)
    : Problem(context_, graph_, threads_) {
  by_columns_ = by_columns;
}

BipartiteView Problem::by_columns() {
  if (!by_columns_) {
    const Stopwatch watch;
    context.check_cancelled();
    transposed_ = parallel::transposed(context, graph);
    by_columns_ = transposed_->view();
    context.check_cancelled();
    matching.stats.prepare_seconds += watch.seconds();
  }
  return *by_columns_;
}

Array<VertexId> Problem::free_rows() const {
  Array<VertexId> rows;
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    check_at_round_numbers(context, r);
    if (matching.row_mates[r] == k_none && graph.row_size(r) != 0) rows.push_back(r);
  }
  return rows;
}

std::uint64_t Problem::count_matched() const {
  const std::vector<VertexId>& mates = matching.row_mates;
  return mates.size() - static_cast<std::uint64_t>(std::count(mates.begin(), mates.end(), k_none));
}

BipartiteMatching Problem::take() {
  matching.cardinality = count_matched();
  return std::move(matching);
}

BipartiteMatching solve(const Context& context, const BipartiteView& graph,
                        const BipartiteOptions& options, const Algorithm& algorithm, Grow* grow) {
  parallel::check_input(context, graph);
  std::optional<parallel::SpinScope> spin_scope;
  if (algorithm.threads == Threads::all) spin_scope.emplace(context);
  Problem problem(context, graph, algorithm.threads);
  BipartiteStats& stats = problem.matching.stats;
  stats.algorithm = algorithm.name;
  stats.stop_reason = "complete";
  stats.start = asked_start(options.start, !options.initial.empty());
  if (stats.start == BipartiteStart::automatic) stats.start = algorithm.start;
  run_start(problem, stats.start, options);
  stats.start_cardinality = problem.count_matched();
  context.check_cancelled();
  if (stats.start_cardinality < std::min(graph.num_rows, graph.num_columns)) grow(problem);
  return problem.take();
}

}  // namespace hypermatch::detail::bipartite_matching
