// SPDX-License-Identifier: MIT
// b-matchings in graphs on a device: checks what it is given, runs the algorithm, and brings
// graphs in host memory there.
#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "algorithms/graph_matching/common/device/b_run.hpp"
#include "algorithms/graph_matching/common/device/functions.hpp"
#include "algorithms/graph_matching/common/device/rows_on_device.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/partner_lists.hpp"
#include "base/clock.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_edge_list.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch {

using detail::base::Clock;
using namespace detail::graph_matching;

namespace {

using detail::parallel::to_host;

// For instances that are no work for a device. `on_host`: the same graph, if the caller has it
// there.
DeviceBGraphOutcome b_local_max_on_host(const DeviceBGraphProblem& problem,
                                        const AnyGraphView* on_host) {
  const DeviceContext& device = problem.context;
  CompressedGraph copy;
  if (on_host == nullptr) copy = graph_on_host(device, problem.graph);
  const AnyGraphView graph = on_host != nullptr ? *on_host : AnyGraphView(copy.view());
  const Array<std::uint32_t> each = to_host(device, problem.capacities.each);
  const Capacities capacities{problem.capacities.common, {each.data(), each.size()}};
  const Partners found = std::visit(
      [&](const auto& form) {
        return local_max(device.state()->host(), form, capacities, problem.order);
      },
      graph.form());
  DeviceBGraphOutcome outcome;
  detail::parallel::cut_workspace(device, problem.workspace,
                                  [&](detail::parallel::DeviceArena& arena) {
                                    outcome.offsets = arena.take<Offset>(found.offsets.size());
                                    outcome.partners = arena.take<VertexId>(found.partners.size());
                                  });
  detail::copy_to_device(device, outcome.offsets, found.offsets.data(),
                         found.offsets.size() * sizeof(Offset));
  detail::copy_to_device(device, outcome.partners, found.partners.data(),
                         found.partners.size() * sizeof(VertexId));
  outcome.rounds = found.stats.rounds;
  outcome.stop_reason = k_host_took_over;
  return outcome;
}

DevicePartners b_local_max_of_rows(const DeviceContext& context, const DeviceGraphView& graph,
                                   const AnyGraphView* on_host, const DeviceCapacities& capacities,
                                   const GraphOrder& given, DeviceWorkspace& workspace) {
  return run_under_capacities(
      context, graph, capacities, given, workspace, "local_max",
      name_of(GraphLocalMaxVariant::filtered), [&](const DeviceBGraphProblem& problem) {
        const DeviceBGraphOutcome outcome = on_device().claim_lists(problem);
        return outcome.is_for_host ? b_local_max_on_host(problem, on_host) : outcome;
      });
}

// `bring(stats)` puts the graph on the device; `stats` takes what that costs beside copies.
template <class Form, class Bring>
Partners b_local_max_of(const DeviceContext& context, const Form& graph,
                        const Capacities& capacities, const GraphOrder& order, const Bring& bring) {
  check_capacities(capacities, graph.num_vertices);
  const Context& host = context.state()->host();
  if (are_ones(host, capacities)) return partners_of(local_max(context, graph, {.order = order}));
  const Clock::time_point begin = Clock::now();
  MatchingStats brought;
  const DeviceGraph rows = bring(brought);
  const DeviceArray<std::uint32_t> each = upload(context, capacities.each);
  std::chrono::duration<double> transfer = Clock::now() - begin;
  DeviceWorkspace workspace;
  const AnyGraphView on_host(graph);
  const DevicePartners found = b_local_max_of_rows(
      context, rows.view(), &on_host, {capacities.common, each.view()}, order, workspace);
  const Clock::time_point solved = Clock::now();
  Partners matching = partners_on_host(context, found);
  transfer += Clock::now() - solved;
  matching.stats.prepare_seconds += brought.prepare_seconds;
  matching.stats.transfer_seconds = transfer.count() - brought.prepare_seconds;
  matching.stats.device_peak_bytes =
      std::max(matching.stats.device_peak_bytes, brought.device_peak_bytes);
  return matching;
}

}  // namespace

DevicePartners local_max(const DeviceContext& context, const DeviceGraphView& graph,
                         const DeviceCapacities& capacities, const GraphOrder& order,
                         DeviceWorkspace& workspace) {
  return b_local_max_of_rows(context, graph, nullptr, capacities, order, workspace);
}

Partners local_max(const DeviceContext& context, const GraphView& graph,
                   const Capacities& capacities, const GraphOrder& order) {
  return b_local_max_of(context, graph, capacities, order,
                        [&](MatchingStats&) { return upload(context, graph); });
}

Partners local_max(const DeviceContext& context, const EdgeListView& graph,
                   const Capacities& capacities, const GraphOrder& order) {
  return b_local_max_of(context, graph, capacities, order, [&](MatchingStats& stats) {
    return detail::graph_matching::upload_as_rows(context, graph, stats);
  });
}

}  // namespace hypermatch
