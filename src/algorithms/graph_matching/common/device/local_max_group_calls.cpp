// SPDX-License-Identifier: MIT
// Local max of graphs on several devices: checks, parts, and the mates of all vertices together.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "algorithms/graph_matching/common/device/functions.hpp"
#include "algorithms/graph_matching/common/device/graph_parts.hpp"
#include "algorithms/graph_matching/common/device/rows_on_device.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "base/clock.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/device_group_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/group_parts.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch {

using detail::base::Clock;
using namespace detail::graph_matching;

namespace {

GraphLocalMaxOptions checked(const GraphLocalMaxOptions& options, bool is_weighted) {
  check_for_device(options);
  if (options.variant != GraphLocalMaxVariant::filtered) {
    throw Error(ErrorCode::unsupported, "local_max (" + std::string(name_of(options.variant)) +
                                            ") does not run on several devices, local_max (" +
                                            std::string(name_of(GraphLocalMaxVariant::filtered)) +
                                            ") does");
  }
  GraphLocalMaxOptions resolved = options;
  resolved.order = resolve(options.order, is_weighted);
  return resolved;
}

void check_parts(const DeviceGroup& devices, const GroupGraph& graph,
                 const std::vector<DeviceWorkspace>& workspaces) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw Error(ErrorCode::invalid_input, what);
  };
  const std::size_t parts = devices.size();
  require(graph.rows.size() == parts && graph.firsts.size() == parts + 1,
          "the graph has other parts than the group has devices");
  require(workspaces.size() == parts, "the group has not one workspace per device");
  require(graph.firsts.front() == 0, "firsts[0] is not 0");
  for (std::size_t p = 0; p < parts; ++p) {
    const DeviceGraphView rows = graph.rows[p].view();
    require(graph.firsts[p] <= graph.firsts[p + 1] &&
                graph.firsts[p + 1] - graph.firsts[p] == rows.num_vertices,
            "firsts and rows of the parts do not fit");
    require(rows.weights.index() == graph.rows[0].weights.index(),
            "the parts have weights of several types");
    require(graph.firsts[p] % k_parts_begin_at == 0 || graph.firsts[p] == graph.num_vertices(),
            "a part begins at a vertex that is no multiple of 32");
    check_shape(rows);
  }
}

// The parts in host memory, as one graph.
CompressedGraph gathered(const DeviceGroup& devices, const GroupGraph& graph) {
  CompressedGraph all;
  all.num_vertices = graph.num_vertices();
  std::vector<CompressedGraph> parts;
  Offset arcs = 0;
  for (std::size_t p = 0; p < devices.size(); ++p) {
    parts.push_back(graph_on_host(devices[p], graph.rows[p].view()));
    arcs += parts.back().neighbours.size();
  }
  all.offsets = Array<Offset>(std::size_t{all.num_vertices} + 1);
  all.neighbours = Array<VertexId>(arcs);
  Offset before = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const CompressedGraph& part = parts[p];
    std::copy(part.neighbours.begin(), part.neighbours.end(), all.neighbours.begin() + before);
    for (std::size_t i = 0; i <= part.num_vertices; ++i) {
      all.offsets[graph.firsts[p] + i] = before + (part.offsets.empty() ? 0 : part.offsets[i]);
    }
    std::visit(
        [&](const auto& weights) {
          using Items = std::decay_t<decltype(weights)>;
          if constexpr (!std::is_same_v<Items, std::monostate>) {
            if (!std::holds_alternative<Items>(all.weights)) all.weights = Items(arcs);
            std::copy(weights.begin(), weights.end(),
                      std::get<Items>(all.weights).begin() + before);
          }
        },
        part.weights);
    before += part.neighbours.size();
  }
  return all;
}

bool is_weighted(const GroupGraph& graph) {
  return !graph.rows.empty() && graph.rows.front().view().is_weighted();
}

GraphMatching solve_in_parts(const DeviceGroup& devices, const GroupGraph& graph,
                             const GraphView* on_host, const GraphLocalMaxOptions& options,
                             std::vector<DeviceWorkspace>& workspaces,
                             const DeviceGraphTuning& tuning) {
  const Clock::time_point begin = Clock::now();
  std::vector<DeviceGraphProblem> problems;
  for (std::size_t p = 0; p < devices.size(); ++p) {
    problems.push_back({.context = devices[p],
                        .graph = graph.rows[p].view(),
                        .order = options.order,
                        .workspace = workspaces[p],
                        .memory = {},
                        .first_row = graph.firsts[p]});
  }
  detail::parallel::DrainedDevicesOnThrow drained(devices);
  const DeviceGraphPartsOutcome outcome =
      on_device().filtered_in_parts({problems, graph.firsts, tuning});
  GraphMatching matching;
  if (outcome.is_for_host) {
    const Context& host = devices.front().state()->host();
    matching = on_host != nullptr ? local_max(host, *on_host, options)
                                  : local_max(host, gathered(devices, graph).view(), options);
  }
  const Clock::time_point solved = Clock::now();
  if (!outcome.is_for_host) {
    matching.mates = detail::filled_vector(graph.num_vertices(), k_none);
    for (std::size_t p = 0; p < devices.size(); ++p) {
      detail::copy_to_host(devices[p], matching.mates.data() + graph.firsts[p], outcome.mates[p],
                           std::size_t{problems[p].graph.num_vertices} * sizeof(VertexId));
    }
    matching.stats = run_stats(options.order, guarantee_of(options), outcome.rounds, "local_max",
                               name_of(options.variant));
  } else {
    matching.stats.stop_reason = k_host_took_over;
  }
  drained.disarm();
  const auto seconds = [](auto duration) {
    return std::chrono::duration<double>(duration).count();
  };
  // By the host's clock: no device sees the whole of it.
  matching.stats.device_seconds = seconds(solved - begin);
  matching.stats.transfer_seconds = seconds(Clock::now() - solved);
  matching.stats.traffic = outcome.traffic;
  std::vector<std::uint64_t> bytes;
  for (std::size_t p = 0; p < devices.size(); ++p) {
    bytes.push_back(workspaces[p].size() + bytes_of(problems[p].graph));
  }
  matching.stats.device_peak_bytes = detail::parallel::peak_of_devices(devices, bytes);
  return matching;
}

}  // namespace

GraphMatching detail::graph_matching::local_max_in_parts(const DeviceGroup& devices,
                                                         const GraphView& graph,
                                                         const GraphLocalMaxOptions& options,
                                                         const DeviceGraphTuning& tuning) {
  const GraphLocalMaxOptions resolved = checked(options, graph.is_weighted());
  const Clock::time_point begin = Clock::now();
  const GroupGraph shared = upload(devices, graph);
  const std::chrono::duration<double> copied = Clock::now() - begin;
  std::vector<DeviceWorkspace> workspaces(devices.size());
  GraphMatching matching = solve_in_parts(devices, shared, &graph, resolved, workspaces, tuning);
  matching.stats.transfer_seconds += copied.count();
  return matching;
}

GraphMatching local_max(const DeviceGroup& devices, const GroupGraph& graph,
                        const GraphLocalMaxOptions& options,
                        std::vector<DeviceWorkspace>& workspaces) {
  check_parts(devices, graph, workspaces);
  return solve_in_parts(devices, graph, nullptr, checked(options, is_weighted(graph)), workspaces,
                        {});
}

GraphMatching local_max(const DeviceGroup& devices, const GraphView& graph,
                        const GraphLocalMaxOptions& options) {
  const GraphLocalMaxOptions resolved = checked(options, graph.is_weighted());
  detail::parallel::check_host_input(devices.front(), graph);
  auto alone = on_one_device(devices, graph, [&](const DeviceContext& device) {
    return local_max(device, graph, resolved);
  });
  return alone ? *std::move(alone) : local_max_in_parts(devices, graph, options, {});
}

}  // namespace hypermatch
