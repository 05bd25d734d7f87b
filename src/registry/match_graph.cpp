// SPDX-License-Identifier: MIT
// From a request by name to the call of the algorithm, for graphs.
#include <string>
#include <utility>

#include "find.hpp"
#include "hypermatch/b_edge_cover.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_matching.hpp"
#include "memory.hpp"
#include "rate_graph.hpp"
#include "table.hpp"

namespace hypermatch::registry {

namespace {

// The objective is that of the request, whatever edges were rated by; of it other ratings than the
// weight promise nothing but what every maximal matching has.
void restore_objective(MatchingStats& stats, const AlgorithmInfo& algorithm,
                       const AnyGraphView& graph, const MatchingRequest& request) {
  if (keeps_weights(request)) return;
  const bool by_weight = is_by_weight(graph, request);
  stats.objective = by_weight ? Objective::weight : Objective::cardinality;
  if (request.edge_rating == EdgeRating::weight) {
    const bool is_plain = request.capacities.is_default();
    const std::string factor = by_weight ? "1/2 of the largest weight" : "1/2 of the most edges";
    stats.guarantee = factor + (is_plain ? "" : " under the capacities");
    if (by_weight && request.order.nonpositive == NonPositive::keep) {
      stats.guarantee += is_plain ? " if none is negative" : " if no weight is negative";
    }
    return;
  }
  stats.guarantee = !algorithm.maximal ? "none (ordered by a rating)"
                    : by_weight        ? "maximal (ordered by a rating)"
                                       : "1/2 of the most edges";
}

// Calls `run(graph, order)` with the graph that is ordered by its weights; adds the seconds of
// conversions.
template <class Run>
auto with_ratings(const Where& where, GraphForms& graph, const MatchingRequest& request,
                  const Run& run) {
  const double before = graph.prepare_seconds();
  const GraphRatings ratings = rate(where.host(), graph, request);
  GraphForms rated(where.host(), ratings.graph);
  // A graph that is ordered by its own weights keeps what is made of it.
  GraphForms& forms = keeps_weights(request) ? graph : rated;
  auto matching = run(forms, GraphCall{ratings.order, request});
  matching.stats.prepare_seconds += graph.prepare_seconds() - before + rated.prepare_seconds();
  return matching;
}

// The entry for a request that there is memory for.
const Entry<GraphMatchingProblem>& checked_entry(const Where& where, const GraphForms& graph,
                                                 const MatchingRequest& request) {
  const auto& entry = entry_of<GraphMatchingProblem>(find(request, where.place()));
  (void)parameters_at(where, entry.info, request.parameters);
  std::visit(
      [&](const auto& form) {
        const InstanceSize size = size_of(form, request.order.objective);
        // Bounds of hosts are those of lists: rows need less.
        constexpr bool is_list = std::is_same_v<std::decay_t<decltype(form)>, EdgeListView>;
        if (is_list) check_host_memory(entry.info, size, where.place());
        check_device_memory(entry.info, size, where);
      },
      graph.graph().form());
  return entry;
}

}  // namespace

GraphMatching match(const Where& where, GraphForms& graph, const MatchingRequest& asked) {
  const MatchingRequest request =
      with_checked_capacities(where.host(), asked, graph.graph().num_vertices());
  if (!request.capacities.is_default()) {
    throw Error(ErrorCode::invalid_option,
                "a matching has one mate per vertex; b_match takes capacities");
  }
  const auto& entry = checked_entry(where, graph, request);
  GraphMatching matching =
      with_ratings(where, graph, request, [&](GraphForms& forms, const GraphCall& call) {
        return entry.solve.at(where)(where, forms, call);
      });
  restore_objective(matching.stats, entry.info, graph.graph(), request);
  return matching;
}

Partners b_match(const Where& where, GraphForms& graph, const MatchingRequest& asked) {
  const MatchingRequest request =
      with_checked_capacities(where.host(), asked, graph.graph().num_vertices());
  if (request.capacities.is_default()) return partners_of(match(where, graph, request));
  const auto& entry = checked_entry(where, graph, request);
  Partners matching =
      with_ratings(where, graph, request, [&](GraphForms& forms, const GraphCall& call) {
        return entry.solve.capacitated.at(where)(where, forms, call);
      });
  restore_objective(matching.stats, entry.info, graph.graph(), request);
  return matching;
}

Partners b_edge_cover(const Where& where, GraphForms& graph, const MatchingRequest& asked) {
  const Context& context = where.host();
  MatchingRequest request = asked;
  // The algorithm is one for capacities: what a cover leaves out has others than the cover.
  request.capacities = {.common = 2};
  (void)find(request, where.place());
  const Array<std::uint32_t> rest = complement_capacities(context, graph.graph(), asked.capacities);
  request.capacities = {.each = rest.view()};
  Partners cover = complement(context, graph.graph(), b_match(where, graph, request));
  if (!keeps_weights(request) && cover.stats.objective == Objective::weight) {
    cover.stats.guarantee = "minimal (ordered by a rating)";
  }
  return cover;
}

GraphMatching match(const Where& where, const AnyGraphView& graph, const MatchingRequest& request) {
  GraphForms forms(where.host(), graph);
  return match(where, forms, request);
}

GraphMatching apply_pass(const Where& where, std::string_view pass, GraphForms& graph,
                         GraphMatching matching, const MatchingRequest& request) {
  const auto& entry = entry_of<GraphMatchingProblem>(
      find_pass_for(where.host(), Problem::graph_matching, pass, request));
  GraphMatching passed =
      with_ratings(where, graph, request, [&](GraphForms& forms, const GraphCall& call) {
        return entry.pass(where, forms, matching.mates, call);
      });
  matching.mates = std::move(passed.mates);
  matching.stats.rounds += passed.stats.rounds;
  matching.stats.prepare_seconds += passed.stats.prepare_seconds;
  return matching;
}

}  // namespace hypermatch::registry
