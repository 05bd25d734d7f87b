// SPDX-License-Identifier: MIT
// Local max for matching in graphs: prepares what the variant works on, and runs it. The variants
// are described where they are implemented.
#include <atomic>
#include <chrono>
#include <type_traits>
#include <utility>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/local_max/batched_greedy/batched_greedy.hpp"
#include "algorithms/graph_matching/local_max/edge_rounds/edge_rounds.hpp"
#include "algorithms/graph_matching/local_max/lazy_walks/lazy_walks.hpp"
#include "algorithms/graph_matching/local_max/pointing_rows/pointing_rows.hpp"
#include "base/clock.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/kokkos_matching.hpp"
#include "hypermatch/weights.hpp"
#include "order/arc_priorities.hpp"
#include "order/redrawn_ties.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/team.hpp"
#include "parallel/kokkos/spaces.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using detail::base::Clock;
using namespace detail::graph_matching;
namespace order = detail::order;
namespace parallel = detail::parallel;

namespace {

// The edges that take part, with what their keys are made of.
RatedEdges rate_edges(const Context& context, const EdgeListView& graph,
                      const GraphLocalMaxOptions& options) {
  const PairKeys keys(options);
  const bool weighs = options.order.objective == Objective::weight;
  RatedEdges rated{graph.num_vertices, Array<GraphEdge>(graph.num_edges()),
                   Array<std::uint64_t>(graph.num_edges())};
  std::uint8_t has_loops = 0;
  order::with_narrow_weight_bits(context, graph.weights, options.order, [&](auto weight_bits) {
    const auto eligible = [&](std::size_t e) { return weight_bits(e) >= weight_bits.lowest(); };
    const std::size_t kept = parallel::select(
        context, graph.num_edges(), eligible, [&](std::size_t place, std::size_t e) {
          const GraphEdge edge = graph.edges[e];
          // Relaxed: read when all threads are done.
          if (edge.u == edge.v) std::atomic_ref(has_loops).store(1, std::memory_order_relaxed);
          const double rating = keys.adds_noise() && weighs ? weight_at(graph.weights, e) : 1.0;
          rated.ends[place] = edge;
          rated.words[place] = keys.word(weight_bits(e), rating, edge);
        });
    rated.ends.resize(kept);
    rated.words.resize(kept);
  });
  if (has_loops != 0) detail::structures::throw_broken_promise(graph);
  return rated;
}

// `place`: the host's context, or one of Kokkos beside it.
template <class Place>
GraphMatching match_list(const Place& place, const Context& context, const EdgeListView& graph,
                         const GraphLocalMaxOptions& options) {
  GraphLocalMaxOptions in_force = options;
  if (options.order.objective == Objective::weight) {
    in_force.noise = order::noise_in_force(graph.weights, options.noise);
  }
  const PairKeys keys(in_force);
  RatedEdges edges = rate_edges(context, graph, in_force);
  EdgeRoundsOutcome outcome;
  std::chrono::duration<double> prepare{};
  if (options.variant == GraphLocalMaxVariant::work_optimal) {
    const Clock::time_point begin = Clock::now();
    parallel::Incidence of_pairs =
        parallel::build_incidence_of_pairs(context, edges.num_vertices, edges.ends.view());
    prepare = Clock::now() - begin;
    outcome = edge_rounds(place, std::move(edges), &of_pairs, keys);
  } else if (options.variant == GraphLocalMaxVariant::crcw) {
    outcome = edge_rounds(place, std::move(edges), nullptr, keys);
  } else if constexpr (std::is_same_v<Place, Context>) {
    outcome = edge_rounds_sequential(place, std::move(edges), keys);
  }
  GraphMatching matching{std::move(outcome.mates),
                         run_stats(options.order, guarantee_of(options), outcome.rounds,
                                   "local_max", name_of(options.variant))};
  matching.stats.prepare_seconds = prepare.count();
  matching.stats.left_per_round = std::move(outcome.left_per_round);
  return matching;
}

template <class Place>
GraphMatching match_rows(const Place& place, const Context& context, const GraphView& graph,
                         const GraphLocalMaxOptions& options) {
  const Clock::time_point begin = Clock::now();
  const EdgeList edges = edges_of(context, graph);
  const std::chrono::duration<double> prepare = Clock::now() - begin;
  // The list of rows that break promises may be too long.
  detail::structures::check_shape(edges.view());
  GraphLocalMaxOptions resolved = options;
  resolved.order = resolve(options.order, graph.is_weighted());
  GraphMatching matching = match_list(place, context, edges.view(), resolved);
  matching.stats.prepare_seconds += prepare.count();
  return matching;
}

// @throws Error{unsupported}
void check_in_kokkos(const GraphLocalMaxOptions& options) {
  check(options);
  if (options.variant == GraphLocalMaxVariant::filtered ||
      options.variant == GraphLocalMaxVariant::sequential) {
    parallel::refuse_in_kokkos(name_of(options.variant), "crcw, work_optimal");
  }
}

}  // namespace

GraphMatching local_max(const Context& context, const EdgeListView& graph,
                        const GraphLocalMaxOptions& options) {
  check(options);
  GraphLocalMaxOptions resolved = options;
  resolved.order = resolve(context, options.order, graph);
  if (options.variant == GraphLocalMaxVariant::filtered) {
    return batched_greedy(context, graph, resolved.order);
  }
  const parallel::SpinScope spin_scope(context);
  return match_list(context, context, graph, resolved);
}

GraphMatching local_max(const Context& context, const GraphView& graph,
                        const GraphLocalMaxOptions& options) {
  check(options);
  if (options.variant == GraphLocalMaxVariant::filtered) {
    const GraphOrder order = resolve(context, options.order, graph);
    if (auto matching = lazy_walks(context, graph, order)) return std::move(*matching);
    const parallel::SpinScope spin_scope(context);
    return pointing_rows(context, graph, order);
  }
  const parallel::SpinScope spin_scope(context);
  return match_rows(context, context, graph, options);
}

GraphMatching local_max(const KokkosContext& context, const EdgeListView& graph,
                        const GraphLocalMaxOptions& options) {
  check_in_kokkos(options);
  GraphLocalMaxOptions resolved = options;
  resolved.order = resolve(context.host(), options.order, graph);
  if constexpr (parallel::k_has_kokkos) {
    return match_list(context, context.host(), graph, resolved);
  }
  parallel::throw_no_kokkos();
}

GraphMatching local_max(const KokkosContext& context, const GraphView& graph,
                        const GraphLocalMaxOptions& options) {
  check_in_kokkos(options);
  if constexpr (parallel::k_has_kokkos) return match_rows(context, context.host(), graph, options);
  parallel::throw_no_kokkos();
}

}  // namespace hypermatch
