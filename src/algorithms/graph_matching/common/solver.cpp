// SPDX-License-Identifier: MIT
// Matchings of one graph under changing weights. Local max reads lists and rows as they are; under
// capacities it works on lists, so rows keep theirs.
#include "hypermatch/graph_solver.hpp"

#include <algorithm>
#include <chrono>
#include <type_traits>
#include <utility>
#include <variant>

#include "algorithms/graph_matching/common/weighted_form.hpp"
#include "base/clock.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

using detail::base::Clock;
using namespace detail::graph_matching;
namespace parallel = detail::parallel;

namespace {

// The arcs to larger ends, in the order of `edges_of`.
Array<Offset> upper_arcs(const Context& context, const GraphView& rows, std::size_t num_edges) {
  Array<Offset> arcs(num_edges);
  Array<Offset> first(rows.num_vertices);
  const auto is_upper = [&](std::size_t v, Offset i) { return rows.neighbours[i] > v; };
  (void)parallel::exclusive_scan<Offset>(
      context, rows.num_vertices,
      [&](std::size_t v) {
        Offset count = 0;
        for (Offset i = rows.offsets[v]; i < rows.offsets[v + 1]; ++i) count += is_upper(v, i);
        return count;
      },
      [&](std::size_t v, Offset sum) { first[v] = sum; });
  parallel::for_each(context, rows.num_vertices, [&](std::size_t v) {
    Offset place = first[v];
    for (Offset i = rows.offsets[v]; i < rows.offsets[v + 1]; ++i) {
      if (is_upper(v, i)) arcs[place++] = i;
    }
  });
  return arcs;
}

}  // namespace

GraphSolver::GraphSolver(const Context& context, const AnyGraphView& structure,
                         const Capacities& capacities)
    : structure_(with_weights(structure, {})),
      common_(capacities.common),
      each_(capacities.each.begin(), capacities.each.end()) {
  std::visit([&](const auto& form) { parallel::check_input(context, form); }, structure_.form());
  check_capacities(capacities, structure.num_vertices());
  is_plain_ = are_ones(context, capacities);
  if (is_plain_ || !structure.has_rows()) return;
  const auto& rows = std::get<GraphView>(structure_.form());
  edges_ = edges_of(context, rows);
  // The list of rows that break promises may be too long.
  detail::structures::check_shape(edges_.view());
  arcs_ = upper_arcs(context, rows, edges_.edges.size());
}

WeightsView GraphSolver::weights_of_edges(const Context& context, const WeightsView& weights) {
  return std::visit(
      [&](const auto& held) -> WeightsView {
        using View = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return held;
        } else {
          using Held = Array<typename View::value_type>;
          if (!std::holds_alternative<Held>(weights_)) weights_.emplace<Held>();
          auto& gathered = std::get<Held>(weights_);
          gathered.resize(arcs_.size());
          parallel::for_each(context, arcs_.size(),
                             [&](std::size_t e) { gathered[e] = held[arcs_[e]]; });
          return gathered.view();
        }
      },
      weights);
}

GraphMatching GraphSolver::match(const Context& context, const WeightsView& weights,
                                 const GraphOrder& order) {
  require_plain(is_plain_);
  const AnyGraphView graph = with_weights(structure_, weights);
  return std::visit([&](const auto& form) { return local_max(context, form, {.order = order}); },
                    graph.form());
}

Partners GraphSolver::b_match(const Context& context, const WeightsView& weights,
                              const GraphOrder& order) {
  if (is_plain_) return partners_of(match(context, weights, order));
  const AnyGraphView graph = with_weights(structure_, weights);
  if (!graph.has_rows()) {
    return local_max(context, std::get<EdgeListView>(graph.form()), capacities(), order);
  }
  parallel::check_input(context, std::get<GraphView>(graph.form()));
  const Clock::time_point begin = Clock::now();
  EdgeListView edges = edges_.view();
  edges.weights = weights_of_edges(context, weights);
  const std::chrono::duration<double> prepare = Clock::now() - begin;
  Partners matching = local_max(context, edges, capacities(), order);
  matching.stats.prepare_seconds = prepare.count();
  return matching;
}

}  // namespace hypermatch
