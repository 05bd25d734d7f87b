// SPDX-License-Identifier: MIT
// b-matchings in graphs on a device: checks what it is given, runs the algorithm, and brings
// graphs in host memory there.
#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "algorithms/graph_matching/common/device/functions.hpp"
#include "algorithms/graph_matching/common/device/rows_on_device.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/partner_lists.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_edge_list.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/names.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace runtime = detail::parallel::runtime;

DevicePartners local_max(const DeviceContext& context, const DeviceGraphView& graph,
                         const DeviceCapacities& capacities, const GraphOrder& given,
                         DeviceWorkspace& workspace) {
  check_shape(graph);
  if (!capacities.each.empty() && capacities.each.size() != graph.num_vertices) {
    throw Error(ErrorCode::invalid_input,
                "capacities.each has " + std::to_string(capacities.each.size()) +
                    " items, must have " + std::to_string(graph.num_vertices));
  }
  context.check_cancelled();
  const GraphOrder order = resolve(given, graph.is_weighted());
  const detail::parallel::DeviceScope scope(context.device());
  detail::parallel::DrainedOnThrow drained(context.stream());
  runtime::Event begin;
  runtime::Event end;
  begin.record(context.stream());
  const DeviceBGraphOutcome outcome =
      on_device().claiming_rows({context, graph, capacities, order, workspace});
  end.record(context.stream());
  Offset num_partners = 0;
  detail::copy_to_host(context, &num_partners, outcome.offsets + graph.num_vertices,
                       sizeof(num_partners));
  runtime::synchronize(context.stream());
  drained.disarm();

  DevicePartners matching;
  matching.offsets = {outcome.offsets, graph.num_vertices + std::size_t{1}};
  matching.partners = {outcome.partners, num_partners};
  matching.stats = run_stats(order, b_greedy_guarantee(order), outcome.rounds, "local_max",
                             name_of(GraphLocalMaxVariant::filtered));
  matching.stats.device_seconds = end.seconds_since(begin);
  matching.stats.device_peak_bytes = workspace.size() + bytes_of(graph);
  return matching;
}

namespace {

template <class T>
void download_to(const DeviceContext& context, DeviceSpan<const T> from, std::vector<T>& to) {
  to = detail::filled_vector(from.size(), T{0});
  detail::copy_to_host(context, to.data(), from.data(), from.size() * sizeof(T));
}

// `bring(stats)` puts the graph on the device; `stats` takes what that costs beside copies.
template <class Form, class Bring>
Partners local_max_of(const DeviceContext& context, const Form& graph, const Capacities& capacities,
                      const GraphOrder& order, const Bring& bring) {
  check_capacities(capacities, graph.num_vertices);
  const Context& host = context.state()->host();
  if (are_ones(host, capacities)) return partners_of(local_max(context, graph, {.order = order}));
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  MatchingStats brought;
  const DeviceGraph rows = bring(brought);
  const DeviceArray<std::uint32_t> each = upload(context, capacities.each);
  std::chrono::duration<double> transfer = Clock::now() - begin;
  DeviceWorkspace workspace;
  DevicePartners found =
      local_max(context, rows.view(), {capacities.common, each.view()}, order, workspace);
  const Clock::time_point solved = Clock::now();
  Partners matching;
  download_to(context, found.offsets, matching.offsets);
  download_to(context, found.partners, matching.partners);
  transfer += Clock::now() - solved;
  sort_partners(host, matching);
  matching.stats = std::move(found.stats);
  matching.stats.prepare_seconds += brought.prepare_seconds;
  matching.stats.transfer_seconds = transfer.count() - brought.prepare_seconds;
  matching.stats.device_peak_bytes =
      std::max(matching.stats.device_peak_bytes, brought.device_peak_bytes);
  return matching;
}

}  // namespace

Partners local_max(const DeviceContext& context, const GraphView& graph,
                   const Capacities& capacities, const GraphOrder& order) {
  return local_max_of(context, graph, capacities, order,
                      [&](MatchingStats&) { return upload(context, graph); });
}

Partners local_max(const DeviceContext& context, const EdgeListView& graph,
                   const Capacities& capacities, const GraphOrder& order) {
  return local_max_of(context, graph, capacities, order, [&](MatchingStats& stats) {
    return detail::graph_matching::upload_as_rows(context, graph, stats);
  });
}

}  // namespace hypermatch
