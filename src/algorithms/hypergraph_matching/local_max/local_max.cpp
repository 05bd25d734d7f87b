// SPDX-License-Identifier: MIT
// Local max for hypergraph matching: checks the options, prepares what the variant works on, and
// runs it. The variants are described where they are implemented.
#include <chrono>
#include <string>
#include <type_traits>
#include <utility>

#include "algorithms/hypergraph_matching/local_max/batched_greedy/batched_greedy.hpp"
#include "algorithms/hypergraph_matching/local_max/options.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/variants.hpp"
#include "base/clock.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/kokkos_matching.hpp"
#include "hypermatch/resolve.hpp"
#include "order/redrawn_ties.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/team.hpp"
#include "parallel/kokkos/spaces.hpp"

namespace hypermatch {

using detail::base::Clock;
using namespace detail::hypergraph_matching;

namespace {

template <class Place>
LocalMaxOutcome run_on(const Place& place, const LocalMaxOptions& options,
                       const Directions& directions, RatedEdges rated) {
  const RoundOrder order(options);
  if constexpr (std::is_same_v<Place, Context>) {
    if (options.variant == LocalMaxVariant::sequential) {
      return local_max_sequential(place, directions, std::move(rated), order, options.capacities);
    }
  }
  if constexpr (std::is_same_v<Place, Context> || detail::parallel::k_has_kokkos) {
    return local_max_in_rounds(place, options.variant, directions, std::move(rated), order,
                               options.capacities);
  }
  detail::parallel::throw_no_kokkos();
}

// `place`: the host's context, or one of Kokkos beside it.
template <class Place>
HypergraphMatching match_in_rounds(const Place& place, const Context& context,
                                   const HypergraphView& hypergraph,
                                   const LocalMaxOptions& resolved) {
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

  LocalMaxOutcome outcome =
      run_on(place, in_force, {hypergraph, incidence}, rate_edges(context, hypergraph, in_force));
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

LocalMaxOptions checked(const Context& context, const HypergraphView& hypergraph,
                        const LocalMaxOptions& options) {
  check(options);
  detail::parallel::check_input(context, hypergraph);
  LocalMaxOptions resolved = with_checked_capacities(context, options, hypergraph.num_vertices);
  resolved.order = resolve(context, hypergraph, options.order);
  return resolved;
}

}  // namespace

HypergraphMatching local_max(const Context& context, const HypergraphView& hypergraph,
                             const LocalMaxOptions& options) {
  const LocalMaxOptions resolved = checked(context, hypergraph, options);
  if (options.variant == LocalMaxVariant::filtered) {
    if (!resolved.capacities.is_default()) {
      return batched_b_greedy(context, hypergraph, resolved.capacities, resolved.order);
    }
    return batched_greedy(context, hypergraph, resolved.order);
  }
  return match_in_rounds(context, context, hypergraph, resolved);
}

HypergraphMatching local_max(const KokkosContext& context, const HypergraphView& hypergraph,
                             const LocalMaxOptions& options) {
  const LocalMaxOptions resolved = checked(context.host(), hypergraph, options);
  if (options.variant == LocalMaxVariant::filtered ||
      options.variant == LocalMaxVariant::sequential) {
    detail::parallel::refuse_in_kokkos(name_of(options.variant), "crcw, crew, work_optimal");
  }
  return match_in_rounds(context, context.host(), hypergraph, resolved);
}

}  // namespace hypermatch
