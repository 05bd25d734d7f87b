// SPDX-License-Identifier: MIT
// Common part of b-matchings on rows in device memory: checks the input, times the run, and reads
// the number of partners.
#pragma once

#include <string>
#include <string_view>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/common/device/rows_on_device.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch::detail::graph_matching {

/// `algorithm` and `variant` are names of the registry; run(problem) gives the outcome.
template <class Run>
DevicePartners run_under_capacities(const DeviceContext& context, const DeviceGraphView& graph,
                                    const DeviceCapacities& capacities, const GraphOrder& given,
                                    DeviceWorkspace& workspace, std::string_view algorithm,
                                    std::string_view variant, const Run& run) {
  check_shape(graph);
  if (!capacities.each.empty() && capacities.each.size() != graph.num_vertices) {
    throw Error(ErrorCode::invalid_input,
                "capacities.each has " + std::to_string(capacities.each.size()) +
                    " items, must have " + std::to_string(graph.num_vertices));
  }
  context.check_cancelled();
  const GraphOrder order = resolve(given, graph.is_weighted());
  const parallel::DeviceScope scope(context.device());
  parallel::DrainedOnThrow drained(context.stream());
  parallel::runtime::Event begin;
  parallel::runtime::Event end;
  begin.record(context.stream());
  const DeviceBGraphProblem problem{context, graph, capacities, order, workspace};
  const DeviceBGraphOutcome outcome = run(problem);
  end.record(context.stream());
  Offset num_partners = 0;
  copy_to_host(context, &num_partners, outcome.offsets + graph.num_vertices, sizeof(num_partners));
  parallel::runtime::synchronize(context.stream());
  drained.disarm();

  DevicePartners matching;
  matching.offsets = {outcome.offsets, graph.num_vertices + std::size_t{1}};
  matching.partners = {outcome.partners, num_partners};
  matching.stats = run_stats(order, b_greedy_guarantee(order), outcome.rounds, algorithm, variant);
  matching.stats.device_seconds = end.seconds_since(begin);
  matching.stats.device_peak_bytes = workspace.size() + bytes_of(graph);
  matching.stats.stop_reason = outcome.stop_reason;
  return matching;
}

}  // namespace hypermatch::detail::graph_matching
