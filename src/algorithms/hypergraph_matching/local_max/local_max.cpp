// SPDX-License-Identifier: MIT
// Local max for hypergraph matching: checks the options, prepares what the variant works on, and
// runs it. The variants are described where they are implemented.
#include <chrono>
#include <string>
#include <utility>

#include "algorithms/hypergraph_matching/local_max/batched_greedy/batched_greedy.hpp"
#include "algorithms/hypergraph_matching/local_max/options.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/variants.hpp"
#include "base/clock.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/resolve.hpp"
#include "order/redrawn_ties.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/team.hpp"

namespace hypermatch {

using detail::base::Clock;
using namespace detail::hypergraph_matching;

namespace {

LocalMaxOutcome match_rated_edges(const Context& context, const Directions& directions,
                                  const LocalMaxOptions& options) {
  const Capacities& capacities = options.capacities;
  RatedEdges rated = rate_edges(context, directions.hypergraph, options);
  const RoundOrder order(options);
  switch (options.variant) {
    case LocalMaxVariant::crcw:
      return local_max_crcw(context, directions, std::move(rated), order, capacities);
    case LocalMaxVariant::crew:
      return local_max_crew(context, directions, std::move(rated), order, capacities);
    case LocalMaxVariant::work_optimal:
      return local_max_work_optimal(context, directions, std::move(rated), order, capacities);
    case LocalMaxVariant::filtered:  // does not come here
    case LocalMaxVariant::sequential:
      break;
  }
  return local_max_sequential(context, directions, std::move(rated), order, capacities);
}

}  // namespace

HypergraphMatching local_max(const Context& context, const HypergraphView& hypergraph,
                             const LocalMaxOptions& options) {
  check(options);
  detail::parallel::check_input(context, hypergraph);
  LocalMaxOptions resolved = with_checked_capacities(context, options, hypergraph.num_vertices);
  resolved.order = resolve(context, hypergraph, options.order);
  if (options.variant == LocalMaxVariant::filtered) {
    if (!resolved.capacities.is_default()) {
      return batched_b_greedy(context, hypergraph, resolved.capacities, resolved.order);
    }
    return batched_greedy(context, hypergraph, resolved.order);
  }

  LocalMaxOptions in_force = resolved;
  if (resolved.order.objective == Objective::weight && resolved.order.rating == Rating::weight) {
    in_force.noise = detail::order::noise_in_force(hypergraph.weights, resolved.noise);
  }
  const detail::parallel::SpinScope spin_scope(context);
  const Clock::time_point begin = Clock::now();
  const detail::parallel::Incidence incidence =
      detail::parallel::build_incidence(context, hypergraph);
  const std::chrono::duration<double> prepare = Clock::now() - begin;
  context.check_cancelled();

  LocalMaxOutcome outcome = match_rated_edges(context, {hypergraph, incidence}, in_force);
  HypergraphMatching matching;
  matching.edges = std::move(outcome.edges);
  matching.stats = {.algorithm = "local_max",
                    .variant = std::string(outcome.variant),
                    .rounds = outcome.rounds,
                    .prepare_seconds = prepare.count(),
                    .rating = resolved.order.rating,
                    .objective = resolved.order.objective,
                    .guarantee = guarantee_of(resolved),
                    .stop_reason = "complete"};
  return matching;
}

}  // namespace hypermatch
