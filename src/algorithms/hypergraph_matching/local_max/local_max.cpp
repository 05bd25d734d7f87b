// SPDX-License-Identifier: MIT
// Local max for hypergraph matching: checks the options, prepares what the variant works on, and
// runs it. The variants are described where they are implemented.
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "algorithms/hypergraph_matching/guarantee.hpp"
#include "algorithms/hypergraph_matching/local_max/filtered.hpp"
#include "algorithms/hypergraph_matching/local_max/variants.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch {

using namespace detail::hypergraph_matching;

namespace {

void check(const LocalMaxOptions& options) {
  if (!std::isfinite(options.noise) || options.noise < 0.0) {
    throw Error(ErrorCode::invalid_option,
                "noise is " + std::to_string(options.noise) + ", must be finite and >= 0");
  }
  if (options.ties == Ties::redraw) {
    if (options.variant == LocalMaxVariant::filtered) {
      throw Error(ErrorCode::unsupported,
                  "variant filtered cannot redraw ties, because its batches change which edges "
                  "meet in a round; take sequential, crcw, crew or work_optimal");
    }
    return;
  }
  if (options.noise > 0.0) {
    throw Error(ErrorCode::invalid_option, "noise is " + std::to_string(options.noise) +
                                               ", must be 0 unless ties are redrawn");
  }
  if (options.noise_generator != NoiseGenerator::mix) {
    throw Error(ErrorCode::invalid_option, "noise_generator must be mix unless ties are redrawn");
  }
}

// Noise may put an edge below one that is lighter by up to its amplitude.
std::string guarantee_of(const OrderOptions& order, double noise) {
  if (noise == 0.0) return greedy_guarantee(order);
  if (order.objective == Objective::cardinality) {
    return "1/d of the most edges, d the largest edge size (maximal)";
  }
  if (order.rating == Rating::weight) {
    return "weight + noise * edges is at least 1/d of the largest weight, d the largest edge size";
  }
  return "none (noise reorders ratings); maximal";
}

LocalMaxOutcome run(const Context& context, const Directions& directions,
                    const LocalMaxOptions& options) {
  RatedEdges rated = rate_edges(context, directions.hypergraph, options);
  const RoundOrder order(options);
  switch (options.variant) {
    case LocalMaxVariant::crcw:
      return local_max_crcw(context, directions, std::move(rated), order);
    case LocalMaxVariant::crew:
      return local_max_crew(context, directions, std::move(rated), order);
    case LocalMaxVariant::work_optimal:
      return local_max_work_optimal(context, directions, std::move(rated), order);
    case LocalMaxVariant::filtered:  // does not come here
    case LocalMaxVariant::sequential:
      break;
  }
  return local_max_sequential(context, directions, std::move(rated), order);
}

}  // namespace

HypergraphMatching local_max(const Context& context, const HypergraphView& hypergraph,
                             const LocalMaxOptions& options) {
  check(options);
  LocalMaxOptions resolved = options;
  resolved.order = detail::structures::resolve(hypergraph, options.order);
  if (options.variant == LocalMaxVariant::filtered) {
    return local_max_filtered(context, hypergraph, resolved.order);
  }

  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const detail::parallel::Incidence incidence =
      detail::parallel::build_incidence(context, hypergraph);
  const std::chrono::duration<double> prepare = Clock::now() - begin;
  context.check_cancelled();

  LocalMaxOutcome outcome = run(context, {hypergraph, incidence}, resolved);
  HypergraphMatching matching;
  matching.edges = std::move(outcome.edges);
  matching.stats = {.rounds = outcome.rounds,
                    .prepare_seconds = prepare.count(),
                    .rating = resolved.order.rating,
                    .objective = resolved.order.objective,
                    .guarantee = guarantee_of(resolved.order, options.noise),
                    .stop_reason = "complete"};
  return matching;
}

}  // namespace hypermatch
