// SPDX-License-Identifier: MIT
// Matching in graphs on a device: checks what it is given, runs the algorithm, and reads what the
// host wants to know. The algorithms are described where they are implemented.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "algorithms/graph_matching/common/device/functions.hpp"
#include "algorithms/graph_matching/common/device/rows_on_device.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/red_blue_options.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/redrawn_ties.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"
#include "structures/graph_shape.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
using detail::parallel::DeviceScope;
namespace runtime = detail::parallel::runtime;

namespace detail::graph_matching {

std::uint64_t bytes_of(const DeviceGraphView& graph) {
  return graph.offsets.size() * sizeof(Offset) + graph.neighbours.size() * sizeof(VertexId) +
         parallel::bytes_of(graph.weights);
}

std::uint64_t bytes_of(const DeviceEdgeListView& graph) {
  return graph.edges.size() * sizeof(GraphEdge) + parallel::bytes_of(graph.weights);
}

namespace {
template <class View>
std::optional<std::size_t> count_weights(const View& graph) {
  if (!graph.is_weighted()) return std::nullopt;
  return parallel::size_of(graph.weights);
}
}  // namespace

CompressedGraph graph_on_host(const DeviceContext& context, const DeviceGraphView& graph) {
  CompressedGraph host;
  host.num_vertices = graph.num_vertices;
  host.offsets = parallel::to_host(context, graph.offsets);
  host.neighbours = parallel::to_host(context, graph.neighbours);
  host.weights = parallel::to_host(context, graph.weights);
  return host;
}

void check_shape(const DeviceGraphView& graph) {
  structures::check_rows(graph.num_vertices, graph.offsets.size(), graph.num_arcs(),
                         count_weights(graph));
}

void check_shape(const DeviceEdgeListView& graph) {
  structures::check_list(graph.num_vertices, graph.edges.size(), count_weights(graph));
}

void check_for_device(const DeviceSuitorOptions& options) {
  check_enum("variant", options.variant);
  check_enum("exchange", options.exchange);
  const auto fail = [](const char* name, std::uint32_t value, const char* expected) {
    throw Error(ErrorCode::invalid_option,
                std::string(name) + " is " + std::to_string(value) + ", must be " + expected);
  };
  if (options.vertices_per_warp < 1 || options.vertices_per_warp > 256) {
    fail("vertices_per_warp", options.vertices_per_warp, "1 to 256");
  }
  const std::uint32_t threads = options.threads_per_block;
  if (threads < 32 || threads > 1024 || threads % 32 != 0) {
    fail("threads_per_block", threads, "a multiple of 32 up to 1024");
  }
}

void check_for_device(const GraphLocalMaxOptions& options) {
  check(options);
  if (options.variant != GraphLocalMaxVariant::sequential) return;
  throw Error(ErrorCode::unsupported, "local_max (sequential) runs on one core only");
}

}  // namespace detail::graph_matching

namespace {

using detail::parallel::cut_workspace;
using detail::parallel::DeviceArena;
using detail::parallel::DrainedOnThrow;

void check_memory(VertexId num_vertices, const DeviceGraphMatchingMemory& memory) {
  if (memory.mates.data() != nullptr && memory.mates.size() < num_vertices) {
    throw Error(ErrorCode::invalid_option,
                "memory.mates has room for " + std::to_string(memory.mates.size()) +
                    " vertices, must have it for " + std::to_string(num_vertices));
  }
  if (memory.count.data() != nullptr && memory.count.empty()) {
    throw Error(ErrorCode::invalid_option, "memory.count has no room");
  }
}

// The names of the registry for what runs, and what its matchings are worth.
struct Names {
  std::string_view algorithm;
  std::string_view variant = {};
  std::string (*guarantee)(const GraphOrder& order) = greedy_guarantee;
};

// run(order, solved) gives the outcome.
template <class View, class Run>
DeviceGraphMatching solve(const DeviceContext& context, const View& graph, const GraphOrder& given,
                          const DeviceWorkspace& workspace, const DeviceGraphMatchingMemory& memory,
                          const Names& names, const Run& run) {
  check_shape(graph);
  check_memory(graph.num_vertices, memory);
  context.check_cancelled();
  const GraphOrder order = resolve(given, graph.is_weighted());
  const DeviceScope scope(context.device());
  DrainedOnThrow drained(context.stream());
  runtime::Event begin;
  runtime::Event end;
  begin.record(context.stream());
  const DeviceGraphOutcome outcome = run(order, &end);
  if (!outcome.timed) end.record(context.stream());
  runtime::synchronize(context.stream());
  drained.disarm();

  DeviceGraphMatching matching;
  matching.mates = {outcome.mates, graph.num_vertices};
  matching.count = {outcome.count, 1};
  matching.stats =
      run_stats(order, names.guarantee(order), outcome.rounds, names.algorithm, names.variant);
  matching.stats.prepare_seconds = outcome.prepare_seconds;
  matching.stats.device_seconds = end.seconds_since(begin) - outcome.prepare_seconds;
  matching.stats.device_peak_bytes = workspace.size() + bytes_of(graph);
  matching.stats.stop_reason = outcome.stop_reason;
  return matching;
}

// With locks `no_sync` has the host variant's name.
std::string_view variant_of(const DeviceSuitorOptions& options) {
  const bool locks = options.variant == DeviceSuitorVariant::no_sync &&
                     options.exchange == DeviceSuitorExchange::locks;
  return locks ? name_of(SuitorVariant::locks) : name_of(options.variant);
}

// For instances that are no work for a device.
DeviceGraphOutcome local_max_on_host(const DeviceGraphProblem& problem) {
  const DeviceContext& device = problem.context;
  CompressedGraph copy;
  if (problem.on_host == nullptr) copy = graph_on_host(device, problem.graph);
  const AnyGraphView graph = problem.on_host != nullptr ? *problem.on_host : copy;
  const GraphMatching found = std::visit(
      [&](const auto& form) {
        return local_max(device.state()->host(), form, {.order = problem.order});
      },
      graph.form());
  std::uint64_t num_pairs = 0;
  for (const VertexId mate : found.mates) num_pairs += mate != k_none ? 1 : 0;
  num_pairs /= 2;

  DeviceGraphOutcome outcome;
  cut_workspace(device, problem.workspace, [&](DeviceArena& arena) {
    lay_out_result(arena, problem.memory, problem.graph.num_vertices, outcome);
  });
  detail::copy_to_device(device, outcome.mates, found.mates.data(),
                         found.mates.size() * sizeof(VertexId));
  detail::copy_to_device(device, outcome.count, &num_pairs, sizeof(num_pairs));
  outcome.rounds = found.stats.rounds;
  outcome.stop_reason = k_host_took_over;
  return outcome;
}

}  // namespace

namespace detail::graph_matching {

DeviceGraphOutcome filtered_on_device(const DeviceGraphProblem& problem,
                                      const DeviceGraphTuning& tuning) {
  DeviceGraphOutcome outcome = on_device().filtered(problem, tuning);
  return outcome.is_for_host ? local_max_on_host(problem) : outcome;
}

namespace {

GraphLocalMaxOptions with_noise_in_force(GraphLocalMaxOptions options,
                                         const DeviceWeightsView& weights) {
  if (options.order.objective == Objective::weight) {
    options.noise = order::noise_in_force(weights, options.noise);
  }
  return options;
}

}  // namespace

DeviceGraphMatching local_max_of_rows(const DeviceContext& context, const DeviceGraphView& graph,
                                      const AnyGraphView* on_host,
                                      const GraphLocalMaxOptions& options,
                                      DeviceWorkspace& workspace,
                                      const DeviceGraphMatchingMemory& memory) {
  check_for_device(options);
  GraphLocalMaxOptions resolved = options;
  DeviceGraphMatching matching = solve(
      context, graph, options.order, workspace, memory, {"local_max", name_of(options.variant)},
      [&](const GraphOrder& order, runtime::Event* solved) {
        resolved.order = order;
        const GraphLocalMaxOptions in_force = with_noise_in_force(resolved, graph.weights);
        const DeviceGraphProblem problem{context, graph, order, workspace, memory, solved, on_host};
        if (options.variant == GraphLocalMaxVariant::filtered) {
          return filtered_on_device(problem, {});
        }
        return options.variant == GraphLocalMaxVariant::crcw
                   ? on_device().crcw_of_rows(problem, in_force)
                   : on_device().work_optimal_of_rows(problem, in_force);
      });
  matching.stats.guarantee = guarantee_of(resolved);
  return matching;
}

}  // namespace detail::graph_matching

DeviceGraphMatching local_max(const DeviceContext& context, const DeviceGraphView& graph,
                              const GraphLocalMaxOptions& options, DeviceWorkspace& workspace,
                              const DeviceGraphMatchingMemory& memory) {
  return local_max_of_rows(context, graph, nullptr, options, workspace, memory);
}

DeviceGraphMatching local_max(const DeviceContext& context, const DeviceEdgeListView& graph,
                              const GraphLocalMaxOptions& options, DeviceWorkspace& workspace,
                              const DeviceGraphMatchingMemory& memory) {
  check_for_device(options);
  // `filtered` runs `work_optimal` on a list of edges.
  const bool marks = options.variant == GraphLocalMaxVariant::crcw;
  GraphLocalMaxOptions resolved = options;
  DeviceGraphMatching matching =
      solve(context, graph, options.order, workspace, memory,
            {"local_max",
             name_of(marks ? GraphLocalMaxVariant::crcw : GraphLocalMaxVariant::work_optimal)},
            [&](const GraphOrder& order, runtime::Event*) {
              resolved.order = order;
              const GraphLocalMaxOptions in_force = with_noise_in_force(resolved, graph.weights);
              const DeviceEdgeListProblem problem{context, graph, order, workspace, memory};
              return marks ? on_device().crcw_of_list(problem, in_force)
                           : on_device().work_optimal_of_list(problem, in_force);
            });
  matching.stats.guarantee = guarantee_of(resolved);
  return matching;
}

DeviceGraphMatching locally_dominant(const DeviceContext& context, const DeviceGraphView& graph,
                                     const GraphOrder& order, DeviceWorkspace& workspace,
                                     const DeviceGraphMatchingMemory& memory) {
  return solve(context, graph, order, workspace, memory, {"locally_dominant"},
               [&](const GraphOrder& resolved, runtime::Event*) {
                 return on_device().locally_dominant({context, graph, resolved, workspace, memory});
               });
}

DeviceGraphMatching suitor(const DeviceContext& context, const DeviceGraphView& graph,
                           const DeviceSuitorOptions& options, DeviceWorkspace& workspace,
                           const DeviceGraphMatchingMemory& memory) {
  check_for_device(options);
  return solve(context, graph, options.order, workspace, memory, {"suitor", variant_of(options)},
               [&](const GraphOrder& order, runtime::Event*) {
                 return on_device().suitor({context, graph, order, workspace, memory}, options);
               });
}

DeviceGraphMatching red_blue(const DeviceContext& context, const DeviceGraphView& graph,
                             const RedBlueOptions& options, DeviceWorkspace& workspace,
                             const DeviceGraphMatchingMemory& memory) {
  check(options);
  return solve(context, graph, options.order, workspace, memory,
               {"red_blue", options.variant == RedBlueVariant::random ? "random" : "weighted",
                maximal_guarantee},
               [&](const GraphOrder& order, runtime::Event*) {
                 return on_device().red_blue({context, graph, order, workspace, memory}, options);
               });
}

}  // namespace hypermatch
