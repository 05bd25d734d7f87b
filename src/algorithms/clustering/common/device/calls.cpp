// SPDX-License-Identifier: MIT
// Clustering on a device: checks what it is given, runs the algorithm, and reads what the host
// wants to know.
#include <chrono>
#include <optional>
#include <string_view>

#include "algorithms/clustering/common/device/device_multilevel.hpp"
#include "algorithms/clustering/common/moves/propagation.hpp"
#include "algorithms/clustering/common/multilevel/answer.hpp"
#include "algorithms/clustering/common/multilevel/leiden.hpp"
#include "algorithms/clustering/common/multilevel/leiden_iterations.hpp"
#include "algorithms/clustering/common/multilevel/louvain.hpp"
#include "algorithms/clustering/common/multilevel/louvain_names.hpp"
#include "algorithms/clustering/common/multilevel/louvain_runs.hpp"
#include "algorithms/clustering/common/multilevel/reached_limits.hpp"
#include "algorithms/clustering/common/multilevel/threshold_schedule.hpp"
#include "hypermatch/device_clustering.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"
#include "structures/graph_shape.hpp"

namespace hypermatch {

using namespace detail::clustering;
using detail::parallel::DeviceScope;
using detail::parallel::DrainedOnThrow;
namespace runtime = detail::parallel::runtime;

namespace {

void check_shape(const DeviceGraphView& graph) {
  std::optional<std::size_t> weights;
  if (graph.is_weighted()) weights = detail::parallel::size_of(graph.weights);
  detail::structures::check_rows(graph.num_vertices, graph.offsets.size(), graph.num_arcs(),
                                 weights);
}

void refuse_constraints(const CommunityConstraints& constraints) {
  if (!constraints.any()) return;
  throw Error(ErrorCode::unsupported, "communities under constraints are found on cores only");
}

void check(const LouvainOptions& options) {
  refuse_constraints(options.constraints);
  check_share(options.threshold, "threshold");
  check_share(options.threshold_small, "threshold_small");
  check_share(options.threshold_large, "threshold_large");
  check_schedule(options.threshold_schedule);
  detail::check_enum("losing_sweep", options.losing_sweep);
  check_at_least_one(options.max_sweeps, "max_sweeps");
  check_at_least_one(options.max_levels, "max_levels");
  if (options.variant == LouvainVariant::sequential) {
    throw Error(ErrorCode::unsupported, "louvain (sequential) runs on one core only");
  }
}

void check(const LeidenOptions& options) {
  refuse_constraints(options.constraints);
  check_share(options.threshold, "threshold");
  check_at_least_one(options.max_sweeps, "max_sweeps");
  check_at_least_one(options.max_levels, "max_levels");
}

void check(const AgglomerationOptions& options) {
  check_at_least_one(options.max_levels, "max_levels");
}

void check(const LabelPropagationOptions& options) {
  check_share(options.threshold, "threshold");
  check_at_least_one(options.max_sweeps, "max_sweeps");
}

MultilevelOptions multilevel_options(const LouvainOptions& options, std::uint64_t num_arcs) {
  return {options.seed,
          options.threshold,
          options.max_sweeps,
          options.variant == LouvainVariant::sub_rounds ? limited_levels(options.max_levels)
                                                        : options.max_levels,
          options.threshold_schedule,
          is_thorough(num_arcs)};
}
MultilevelOptions multilevel_options(const LeidenOptions& options, std::uint64_t) {
  return {options.seed, options.threshold, options.max_sweeps, limited_levels(options.max_levels)};
}
MultilevelOptions multilevel_options(const LabelPropagationOptions&, std::uint64_t) {
  return {};
}
MultilevelOptions multilevel_options(const AgglomerationOptions& options, std::uint64_t) {
  return {.seed = options.seed, .max_levels = limited_levels(options.max_levels)};
}

bool keeps_hierarchy(const LouvainOptions& options) {
  return options.keep_hierarchy;
}
bool keeps_hierarchy(const LeidenOptions& options) {
  return options.keep_hierarchy;
}
bool keeps_hierarchy(const AgglomerationOptions& options) {
  return options.keep_hierarchy;
}
bool keeps_hierarchy(const LabelPropagationOptions&) {
  return false;
}

// Whether the answer is compared with the communities that the call began with, as on the host.
bool compares_with_start(const LouvainOptions&) {
  return true;
}
bool compares_with_start(const LeidenOptions& options) {
  return options.initial.empty();
}
bool compares_with_start(const AgglomerationOptions&) {
  return true;
}
bool compares_with_start(const LabelPropagationOptions&) {
  return false;
}

// run(multilevel) leaves the communities.
template <class Options, class Run>
DeviceClustering solve(const DeviceContext& context, const DeviceGraphView& graph,
                       const Options& options, DeviceWorkspace& workspace,
                       const AlgorithmName& name, const Run& run) {
  check_shape(graph);
  context.check_cancelled();
  const DeviceScope scope(context.device());
  DrainedOnThrow drained(context.stream());
  runtime::Event begin;
  runtime::Event end;
  begin.record(context.stream());
  DeviceMultilevel multilevel(context, graph, options.loop_weights, options.quality,
                              multilevel_options(options, graph.num_arcs()), workspace);
  DeviceClustering result;
  multilevel.start(options.initial);
  run(multilevel);
  result = multilevel.answer();
  std::vector<Array<VertexId>> contractions;
  if (keeps_hierarchy(options)) contractions = multilevel.take_contractions();
  if (compares_with_start(options) &&
      can_be_below_start(result.quality, !options.initial.empty(),
                         is_weighted(options.loop_weights)) &&
      multilevel.goes_back_to_start(options.initial, result)) {
    contractions.clear();
  }
  if (keeps_hierarchy(options)) {
    // Where no level gains, the hierarchy is the communities alone.
    result.hierarchy = hierarchy_of(download(context, result.labels), contractions);
  }
  end.record(context.stream());
  runtime::synchronize(context.stream());
  drained.disarm();
  result.stats.algorithm = name.algorithm;
  result.stats.variant = name.variant;
  result.stats.device_seconds = end.seconds_since(begin);
  return result;
}

constexpr Offset k_no_rows[] = {0};

// A graph without vertices takes no kernels: host_call(context, graph) on one core.
template <class HostCall>
DeviceClustering answer_of_nothing(const HostCall& host_call) {
  Clustering nothing = host_call(Context({.threads = 1}), GraphView{0, k_no_rows, {}, {}});
  DeviceClustering result;
  result.levels = std::move(nothing.levels);
  result.hierarchy = std::move(nothing.hierarchy);
  result.stats = std::move(nothing.labels.stats);
  return result;
}

template <class Run>
Clustering upload_and_solve(const DeviceContext& context, const GraphView& graph, const Run& run) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const DeviceGraph on_device = upload(context, graph);
  std::chrono::duration<double> transfer = Clock::now() - begin;
  DeviceWorkspace workspace;
  DeviceClustering found = run(on_device.view(), workspace);
  const Clock::time_point solved = Clock::now();
  Clustering result;
  result.labels.labels = download(context, found.labels);
  transfer += Clock::now() - solved;
  result.labels.stats = std::move(found.stats);
  result.labels.stats.transfer_seconds = transfer.count();
  result.quality = found.quality;
  result.communities = found.communities;
  result.levels = std::move(found.levels);
  result.hierarchy = std::move(found.hierarchy);
  return result;
}

}  // namespace

DeviceClustering louvain(const DeviceContext& context, const DeviceGraphView& graph,
                         const LouvainOptions& options, DeviceWorkspace& workspace) {
  check(options);
  if (graph.num_vertices == 0) {
    return answer_of_nothing([&](const Context& host, const GraphView& nothing) {
      return louvain(host, nothing, options);
    });
  }
  return solve(context, graph, options, workspace, {"louvain", name_of(options.variant)},
               [&](DeviceMultilevel& multilevel) {
                 if (options.variant == LouvainVariant::sub_rounds) {
                   multilevel.best_of(louvain_runs(options, graph.num_arcs()), options.initial);
                 } else {
                   multilevel.coarsen_by_buckets(options);
                 }
               });
}

DeviceClustering leiden(const DeviceContext& context, const DeviceGraphView& graph,
                        const LeidenOptions& options, DeviceWorkspace& workspace) {
  check(options);
  if (graph.num_vertices == 0) {
    return answer_of_nothing([&](const Context& host, const GraphView& nothing) {
      return leiden(host, nothing, options);
    });
  }
  return solve(context, graph, options, workspace, {"leiden", ""},
               [&](DeviceMultilevel& multilevel) {
                 if (options.initial.empty()) detail::clustering::louvain(multilevel);
                 const std::uint32_t iterations = leiden_iterations(options, graph.num_arcs());
                 for (std::uint32_t i = 0; i < iterations; ++i) leiden_iteration(multilevel);
                 multilevel.split_into_components();
               });
}

DeviceClustering label_propagation(const DeviceContext& context, const DeviceGraphView& graph,
                                   const LabelPropagationOptions& options,
                                   DeviceWorkspace& workspace) {
  check(options);
  if (graph.num_vertices == 0) {
    return answer_of_nothing([&](const Context& host, const GraphView& nothing) {
      return label_propagation(host, nothing, options);
    });
  }
  return solve(
      context, graph, options, workspace, {"label_propagation", ""},
      [&](DeviceMultilevel& multilevel) { multilevel.propagate(propagation_moves(options)); });
}

DeviceClustering agglomerate(const DeviceContext& context, const DeviceGraphView& graph,
                             const AgglomerationOptions& options, DeviceWorkspace& workspace) {
  check(options);
  if (graph.num_vertices == 0) {
    return answer_of_nothing([&](const Context& host, const GraphView& nothing) {
      return agglomerate(host, nothing, options);
    });
  }
  return solve(
      context, graph, options, workspace, {"matching", ""},
      [&](DeviceMultilevel& multilevel) { multilevel.agglomerate(!options.initial.empty()); });
}

double quality_of(const DeviceContext& context, const DeviceGraphView& graph,
                  DeviceSpan<const VertexId> labels, const CommunityQuality& quality,
                  const WeightsView& loop_weights, DeviceWorkspace& workspace) {
  check_shape(graph);
  context.check_cancelled();
  if (graph.num_vertices == 0) {
    return quality_of(Context({.threads = 1}), GraphView{0, k_no_rows, {}, {}},
                      LabelsView(download(context, labels)), quality, loop_weights);
  }
  const DeviceScope scope(context.device());
  DrainedOnThrow drained(context.stream());
  DeviceMultilevel multilevel(context, graph, loop_weights, quality, {}, workspace);
  multilevel.start(labels);
  const double found = multilevel.quality_of_communities();
  drained.disarm();
  return found;
}

double quality_of(const DeviceContext& context, const GraphView& graph, LabelsView labels,
                  const CommunityQuality& quality, const WeightsView& loop_weights) {
  const DeviceGraph rows = upload(context, graph);
  const DeviceArray<VertexId> communities = upload(context, labels.labels);
  DeviceWorkspace workspace;
  return quality_of(context, rows.view(), communities.view(), quality, loop_weights, workspace);
}

Clustering louvain(const DeviceContext& context, const GraphView& graph,
                   const LouvainOptions& options) {
  check(options);
  return upload_and_solve(context, graph,
                          [&](const DeviceGraphView& view, DeviceWorkspace& workspace) {
                            return louvain(context, view, options, workspace);
                          });
}

Clustering leiden(const DeviceContext& context, const GraphView& graph,
                  const LeidenOptions& options) {
  check(options);
  return upload_and_solve(context, graph,
                          [&](const DeviceGraphView& view, DeviceWorkspace& workspace) {
                            return leiden(context, view, options, workspace);
                          });
}

Clustering label_propagation(const DeviceContext& context, const GraphView& graph,
                             const LabelPropagationOptions& options) {
  check(options);
  return upload_and_solve(context, graph,
                          [&](const DeviceGraphView& view, DeviceWorkspace& workspace) {
                            return label_propagation(context, view, options, workspace);
                          });
}

Clustering agglomerate(const DeviceContext& context, const GraphView& graph,
                       const AgglomerationOptions& options) {
  check(options);
  return upload_and_solve(context, graph,
                          [&](const DeviceGraphView& view, DeviceWorkspace& workspace) {
                            return agglomerate(context, view, options, workspace);
                          });
}

}  // namespace hypermatch
