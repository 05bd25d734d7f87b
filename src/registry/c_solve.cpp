// SPDX-License-Identifier: MIT
// The interface for C: a problem by its name in the registry, where all names of options are looked
// up, too.
#include "hypermatch/hypermatch.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "c_arguments.hpp"
#include "c_types.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/graph_forms.hpp"
#include "hypermatch/registry_b_assignment.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "hypermatch/registry_stable.hpp"

using namespace hypermatch;
using registry::c::given;
using registry::c::given_object;
using registry::c::guarded;
using registry::c::NoSolutionFound;
using registry::c::Options;
using registry::c::pair_bounds;

namespace {

void take_pairs(hypermatch_result& result, std::span<const GraphEdge> pairs) {
  std::vector<std::uint32_t>& ends = result.arrays["pairs"];
  for (const GraphEdge& pair : pairs) ends.insert(ends.end(), {pair.u, pair.v});
}

void take_value(hypermatch_result& result, const MatchingValue& value) {
  result.numbers = {{"weight", value.weight}, {"size", static_cast<double>(value.edges)}};
}

registry::MatchingRequest matching_request(Options& options, registry::Problem problem) {
  registry::MatchingRequest request;
  request.problem = problem;
  request.algorithm = options.take("algorithm");
  request.variant = options.take("variant");
  request.order.objective = options.take_name("objective", Objective::automatic);
  request.order.nonpositive = options.take_name("nonpositive", NonPositive::drop);
  request.order.tie_order = options.take_name("tie_order", TieOrder::hash);
  request.order.seed = options.take_number<std::uint64_t>("seed", 0);
  request.parameters = options.take_parameters();
  return request;
}

// Pairs alone: under capacities a vertex has no mate, but partners.
void solve_capacities(const Context& context, const hypermatch_instance& instance,
                      const registry::MatchingRequest& request, hypermatch_result& result) {
  GraphForms forms(context, instance.graph());
  const Partners found = registry::b_match(context, forms, request);
  const MatchedPairs matched = matched_pairs(context, instance.graph(), found);
  take_pairs(result, matched.pairs);
  take_value(result, matched.value);
  result.algorithm = found.stats.algorithm;
}

void solve_graph(const Context& context, const hypermatch_instance& instance, Options& options,
                 hypermatch_result& result) {
  auto request = matching_request(options, registry::Problem::graph_matching);
  request.capacities = instance.bound("capacity", 1);
  if (!request.capacities.is_default()) return solve_capacities(context, instance, request, result);
  GraphMatching found = registry::match(context, instance.graph(), request);
  if (found.barrier) {
    throw NoSolutionFound{"no perfect matching: without " +
                          std::to_string(found.barrier->vertices.size()) + " vertices, " +
                          std::to_string(found.barrier->odd_components) +
                          " components of odd size are left"};
  }
  const MatchedPairs matched = matched_pairs(context, instance.graph(), found.mates);
  take_pairs(result, matched.pairs);
  take_value(result, matched.value);
  result.algorithm = found.stats.algorithm;
  result.arrays["mates"] = std::move(found.mates);
}

void solve_hypergraph(const Context& context, const hypermatch_instance& instance, Options& options,
                      hypermatch_result& result) {
  auto request = matching_request(options, registry::Problem::hypergraph_matching);
  request.capacities = instance.bound("capacity", 1);
  const HypergraphView& hypergraph = instance.hypergraph();
  HypergraphMatching found = registry::match(context, hypergraph, request);
  take_value(result, value_of(hypergraph, found.edges));
  result.algorithm = found.stats.algorithm;
  result.arrays["edges"] = std::move(found.edges);
}

void solve_bipartite(const Context& context, const hypermatch_instance& instance, Options& options,
                     hypermatch_result& result) {
  const registry::BipartiteRequest request{.algorithm = options.take("algorithm"),
                                           .variant = options.take("variant"),
                                           .parameters = options.take_parameters()};
  BipartiteMatching found = registry::match(context, instance.matrix(), request);
  result.numbers = {{"size", static_cast<double>(found.cardinality)}};
  result.algorithm = found.stats.algorithm;
  result.arrays["mates"] = std::move(found.row_mates);
  result.arrays["column_mates"] = std::move(found.column_mates);
}

void solve_assignment(const Context& context, const hypermatch_instance& instance, Options& options,
                      hypermatch_result& result) {
  registry::BAssignmentRequest request;
  request.algorithm = options.take("algorithm");
  request.weights = instance.weights;
  if (options.take_flag("minimize")) request.options.sense = Sense::minimize;
  request.options.objective = options.take_name("objective", Objective::automatic);
  request.options.bounds = pair_bounds(instance, options.take_flag("perfect"));
  request.parameters = options.take_parameters();
  const auto answer = registry::match(context, instance.matrix(), request);
  const auto* const found = std::get_if<BAssignment>(&answer);
  if (found == nullptr) {
    const auto& cut = std::get<ViolatedCut>(answer);
    throw NoSolutionFound{std::to_string(cut.demanding.size()) + " vertices of one side need " +
                          std::to_string(cut.demand) + " pairs, but only " +
                          std::to_string(cut.supply()) + " are left for them"};
  }
  std::vector<std::uint32_t>& ends = result.arrays["pairs"];
  for (const RowColumn& pair : found->pairs) {
    ends.insert(ends.end(), {static_cast<VertexId>(pair.row), static_cast<VertexId>(pair.column)});
  }
  result.numbers = {{"weight", found->value.weight},
                    {"size", static_cast<double>(found->pairs.size())}};
  result.algorithm = found->stats.algorithm;
}

void solve_clustering(const Context& context, const hypermatch_instance& instance, Options& options,
                      hypermatch_result& result) {
  registry::ClusteringRequest request;
  request.algorithm = options.take("algorithm");
  request.variant = options.take("variant");
  request.quality.objective = options.take_name("objective", CommunityObjective::modularity);
  request.quality.resolution = options.take_real("resolution");
  request.loop_weights = instance.loops();
  request.parameters = options.take_parameters();
  GraphForms forms(context, instance.graph());
  Clustering found = registry::cluster(context, forms.rows(), request);
  result.numbers = {{"quality", found.quality}, {"size", static_cast<double>(found.communities)}};
  result.algorithm = found.labels.stats.algorithm;
  result.arrays["labels"] = std::move(found.labels.labels);
}

void solve_stable(const Context& context, const hypermatch_instance& instance, Options& options,
                  hypermatch_result& result) {
  registry::StableRequest request;
  request.algorithm = options.take("algorithm");
  request.variant = options.take("variant");
  request.parameters = options.take_parameters();
  const PreferencesView lists = instance.preferences();
  request = registry::for_preferences(std::move(request), lists);
  const registry::StableResult answer = registry::match(context, lists, request);
  if (const auto* const none = std::get_if<NoSolution>(&answer)) throw NoSolutionFound{none->proof};
  const auto& found = std::get<StableMatching>(answer);
  take_pairs(result, found.pairs);
  result.numbers = {{"size", static_cast<double>(found.pairs.size())}};
  result.algorithm = found.stats.algorithm;
}

void solve(registry::Problem problem, const Context& context, const hypermatch_instance& instance,
           Options& options, hypermatch_result& result) {
  switch (problem) {
    case registry::Problem::graph_matching:
      return solve_graph(context, instance, options, result);
    case registry::Problem::hypergraph_matching:
      return solve_hypergraph(context, instance, options, result);
    case registry::Problem::bipartite_matching:
      return solve_bipartite(context, instance, options, result);
    case registry::Problem::b_assignment:
      return solve_assignment(context, instance, options, result);
    case registry::Problem::clustering:
      return solve_clustering(context, instance, options, result);
    case registry::Problem::stable_matching:
      return solve_stable(context, instance, options, result);
  }
}

}  // namespace

namespace hypermatch::registry::c {

PairBounds pair_bounds(const hypermatch_instance& instance, bool perfect) {
  PairBounds bounds{.row_lower = instance.bound("min_per_row", 0),
                    .row_upper = instance.bound("row_capacity", 1),
                    .column_lower = instance.bound("min_per_column", 0),
                    .column_upper = instance.bound("column_capacity", 1)};
  check_bounds(bounds, instance.matrix(), k_bounds_as_arguments);
  if (!perfect) return bounds;
  const SmallerSides filled = smaller_sides(bounds, instance.matrix());
  if (filled.rows) bounds.row_lower = bounds.row_upper;
  if (filled.columns) bounds.column_lower = bounds.column_upper;
  return bounds;
}

}  // namespace hypermatch::registry::c

hypermatch_code hypermatch_solve(const hypermatch_context* context,
                                 const hypermatch_instance* instance, const char* problem,
                                 const hypermatch_option* options, size_t num_options,
                                 hypermatch_result** result) {
  return guarded([&] {
    hypermatch_result*& out = given_object("result", result);
    Options named(options, num_options);
    auto found = std::make_unique<hypermatch_result>();
    solve(parse_name<registry::Problem>("problem", given("problem", problem)),
          given_object("context", context).context, given_object("instance", instance), named,
          *found);
    out = found.release();
  });
}
