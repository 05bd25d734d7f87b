// SPDX-License-Identifier: MIT
// The interface for C, over the registry: no exception leaves a function, and all names are looked
// up where those of the command line are.
#include "hypermatch/hypermatch.h"

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "c_arguments.hpp"
#include "hypermatch/graph_forms.hpp"
#include "hypermatch/io.hpp"
#include "hypermatch/registry_b_assignment.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "hypermatch/version.hpp"

using namespace hypermatch;
using registry::c::guarded;
using registry::c::integers_of;
using registry::c::last_error;
using registry::c::NoSolutionFound;
using registry::c::Options;
using registry::c::refuse_option;
using registry::c::weights_of;

struct hypermatch_context {
  std::stop_source stop;
  Context context;
};

struct hypermatch_instance {
  AnyInstanceView view;
  WeightsView weights = {};  // of entries
  Weights own_loops = {};
  std::variant<std::monostate, AdoptedCsr<GraphView>, AdoptedCsr<HypergraphView>,
               AdoptedCsr<BipartiteView>>
      adopted = {};
  std::unique_ptr<io::Instance> owned = {};

  [[nodiscard]] AnyGraphView graph() const {
    if (const auto* const edges = std::get_if<EdgeListView>(&view)) return *edges;
    return as<GraphView>(view, "the instance");
  }
  [[nodiscard]] WeightsView loops() const {
    return view_of(owned == nullptr ? own_loops : owned->loop_weights);
  }
};

struct hypermatch_result {
  std::string algorithm = {};
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> arrays = {};
  std::map<std::string, double, std::less<>> numbers = {};
};

namespace {

void take_pairs(hypermatch_result& result, std::span<const GraphEdge> pairs) {
  std::vector<std::uint32_t>& ends = result.arrays["pairs"];
  for (const GraphEdge& pair : pairs) ends.insert(ends.end(), {pair.u, pair.v});
}

registry::MatchingRequest matching_request(Options& options, registry::Problem problem) {
  registry::MatchingRequest request;
  request.problem = problem;
  request.algorithm = options.take("algorithm");
  request.variant = options.take("variant");
  request.order.objective = options.take_name("objective", Objective::automatic);
  request.order.nonpositive = options.take_name("nonpositive", NonPositive::drop);
  const std::string seed = options.take("seed");
  if (!seed.empty()) request.order.seed = Options::number<std::uint64_t>("seed", seed);
  request.parameters = options.take_parameters();
  return request;
}

void solve_graph(const Context& context, const hypermatch_instance& instance, Options& options,
                 hypermatch_result& result) {
  const auto request = matching_request(options, registry::Problem::graph_matching);
  GraphMatching found = registry::match(context, instance.graph(), request);
  if (found.barrier) {
    throw NoSolutionFound{"no perfect matching: without " +
                          std::to_string(found.barrier->vertices.size()) + " vertices, " +
                          std::to_string(found.barrier->odd_components) +
                          " components of odd size are left"};
  }
  const MatchedPairs matched = matched_pairs(context, instance.graph(), found.mates);
  take_pairs(result, matched.pairs);
  result.numbers = {{"weight", matched.value.weight},
                    {"size", static_cast<double>(matched.value.edges)}};
  result.algorithm = found.stats.algorithm;
  result.arrays["mates"] = std::move(found.mates);
}

void solve_hypergraph(const Context& context, const hypermatch_instance& instance, Options& options,
                      hypermatch_result& result) {
  const auto request = matching_request(options, registry::Problem::hypergraph_matching);
  const auto& hypergraph = as<HypergraphView>(instance.view, "the instance");
  HypergraphMatching found = registry::match(context, hypergraph, request);
  const MatchingValue value = value_of(hypergraph, found.edges);
  result.numbers = {{"weight", value.weight}, {"size", static_cast<double>(value.edges)}};
  result.algorithm = found.stats.algorithm;
  result.arrays["edges"] = std::move(found.edges);
}

void solve_bipartite(const Context& context, const hypermatch_instance& instance, Options& options,
                     hypermatch_result& result) {
  const registry::BipartiteRequest request{.algorithm = options.take("algorithm"),
                                           .variant = options.take("variant"),
                                           .parameters = options.take_parameters()};
  BipartiteMatching found =
      registry::match(context, as<BipartiteView>(instance.view, "the instance"), request);
  result.numbers = {{"size", static_cast<double>(found.cardinality)}};
  result.algorithm = found.stats.algorithm;
  result.arrays["mates"] = std::move(found.row_mates);
  result.arrays["column_mates"] = std::move(found.column_mates);
}

void solve_assignment(const Context& context, const hypermatch_instance& instance, Options& options,
                      hypermatch_result& result) {
  const auto& graph = as<BipartiteView>(instance.view, "the instance");
  registry::BAssignmentRequest request;
  request.algorithm = options.take("algorithm");
  request.weights = instance.weights;
  if (options.take_flag("minimize")) request.options.sense = Sense::minimize;
  if (options.take_flag("perfect")) {
    if (graph.num_rows <= graph.num_columns) request.options.bounds.row_lower.common = 1;
    if (graph.num_columns <= graph.num_rows) request.options.bounds.column_lower.common = 1;
  }
  request.parameters = options.take_parameters();
  const auto answer = registry::match(context, graph, request);
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
  const std::string resolution = options.take("resolution");
  if (!resolution.empty()) {
    request.quality.resolution = Options::number<double>("resolution", resolution);
  }
  request.loop_weights = instance.loops();
  request.parameters = options.take_parameters();
  GraphForms forms(context, instance.graph());
  Clustering found = registry::cluster(context, forms.rows(), request);
  result.numbers = {{"quality", found.quality}, {"size", static_cast<double>(found.communities)}};
  result.algorithm = found.labels.stats.algorithm;
  result.arrays["labels"] = std::move(found.labels.labels);
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
      break;
  }
  throw Error(ErrorCode::unsupported, "preferences have no interface for C");
}

}  // namespace

const char* hypermatch_version() {
  return version();
}

const char* hypermatch_last_error() {
  return last_error().c_str();
}

hypermatch_code hypermatch_context_new(int threads, hypermatch_context** context) {
  return guarded([&] {
    std::stop_source stop;
    Context made({.threads = threads, .stop = stop.get_token()});
    *context = new hypermatch_context{std::move(stop), std::move(made)};
  });
}

void hypermatch_context_stop(hypermatch_context* context) {
  context->stop.request_stop();
}

void hypermatch_context_free(hypermatch_context* context) {
  delete context;
}

hypermatch_code hypermatch_graph(const hypermatch_context* context, uint64_t vertices,
                                 hypermatch_array offsets, hypermatch_array columns,
                                 hypermatch_array values, const char* symmetrize,
                                 hypermatch_instance** instance) {
  return guarded([&] {
    const SolverCsr matrix{vertices, vertices, integers_of(offsets), integers_of(columns),
                           weights_of(values)};
    auto made = std::make_unique<hypermatch_instance>();
    auto rows =
        symmetric_graph_of(context->context, matrix,
                           parse_name<Symmetrize>("symmetrize", symmetrize), EntryWeights::values);
    made->own_loops = loops_of(context->context, matrix);
    made->view = rows.view;
    made->adopted = std::move(rows);
    *instance = made.release();
  });
}

hypermatch_code hypermatch_hypergraph(const hypermatch_context* context, uint64_t vertices,
                                      hypermatch_array offsets, hypermatch_array pins,
                                      hypermatch_array weights, hypermatch_instance** instance) {
  return guarded([&] {
    const SolverCsr matrix{offsets.size == 0 ? 0 : offsets.size - 1, vertices, integers_of(offsets),
                           integers_of(pins)};
    auto made = std::make_unique<hypermatch_instance>();
    auto rows = hypergraph_of(context->context, matrix, weights_of(weights));
    validate(context->context, rows.view);
    made->view = rows.view;
    made->adopted = std::move(rows);
    *instance = made.release();
  });
}

hypermatch_code hypermatch_matrix(const hypermatch_context* context, uint64_t rows,
                                  uint64_t columns, hypermatch_array offsets,
                                  hypermatch_array entries, hypermatch_array values,
                                  hypermatch_instance** instance) {
  return guarded([&] {
    auto made = std::make_unique<hypermatch_instance>();
    made->weights = weights_of(values);
    auto adopted = bipartite_of(context->context, {rows, columns, integers_of(offsets),
                                                   integers_of(entries), made->weights});
    made->view = adopted.view;
    made->adopted = std::move(adopted);
    *instance = made.release();
  });
}

hypermatch_code hypermatch_read(const hypermatch_context* context, const char* path, const char* as,
                                hypermatch_instance** instance) {
  return guarded([&] {
    io::ReadOptions options{.self_loops = io::SelfLoops::keep,
                            .entry_weights = io::EntryWeights::keep};
    if (as != nullptr) options.as = parse_name<io::Interpretation>("as", as);
    auto made = std::make_unique<hypermatch_instance>();
    made->owned = std::make_unique<io::Instance>(io::read(context->context, path, options));
    made->view = view_of(made->owned->data);
    made->weights = view_of(made->owned->entry_weights);
    *instance = made.release();
  });
}

void hypermatch_instance_free(hypermatch_instance* instance) {
  delete instance;
}

hypermatch_code hypermatch_solve(const hypermatch_context* context,
                                 const hypermatch_instance* instance, const char* problem,
                                 const hypermatch_option* options, size_t num_options,
                                 hypermatch_result** result) {
  return guarded([&] {
    Options given(options, num_options);
    auto found = std::make_unique<hypermatch_result>();
    solve(parse_name<registry::Problem>("problem", problem), context->context, *instance, given,
          *found);
    *result = found.release();
  });
}

hypermatch_code hypermatch_result_array(const hypermatch_result* result, const char* name,
                                        hypermatch_array* array) {
  return guarded([&] {
    const auto found = result->arrays.find(name);
    if (found == result->arrays.end()) {
      refuse_option(std::string("the result has no array '") + name + "'");
    }
    *array = {found->second.data(), found->second.size(), HYPERMATCH_UINT32};
  });
}

hypermatch_code hypermatch_result_number(const hypermatch_result* result, const char* name,
                                         double* number) {
  return guarded([&] {
    const auto found = result->numbers.find(name);
    if (found == result->numbers.end()) {
      refuse_option(std::string("the result has no number '") + name + "'");
    }
    *number = found->second;
  });
}

const char* hypermatch_result_algorithm(const hypermatch_result* result) {
  return result->algorithm.c_str();
}

void hypermatch_result_free(hypermatch_result* result) {
  delete result;
}
