// SPDX-License-Identifier: MIT
// b-matchings in graphs on a device: checks what it is given, runs the algorithm, and brings
// graphs in host memory there.
#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
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

namespace {

/// An algorithm inside the library of device code, and the names that its statistics bear.
struct DeviceBAlgorithm {
  decltype(&claiming_rows_on_device) run;
  std::string_view name;
  std::string_view variant;
};

DeviceBAlgorithm local_max_there() {
  return {on_device().claiming_rows, "local_max", name_of(GraphLocalMaxVariant::filtered)};
}
DeviceBAlgorithm b_suitor_there() {
  return {on_device().b_suitor, "b_suitor", name_of(BSuitorVariant::partial_eager)};
}

DevicePartners match_there(const DeviceContext& context, const DeviceGraphView& graph,
                           const DeviceCapacities& capacities, const GraphOrder& given,
                           DeviceWorkspace& workspace, const DeviceBAlgorithm& algorithm) {
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
  const DeviceBGraphOutcome outcome = algorithm.run({context, graph, capacities, order, workspace});
  end.record(context.stream());
  Offset num_partners = 0;
  detail::copy_to_host(context, &num_partners, outcome.offsets + graph.num_vertices,
                       sizeof(num_partners));
  runtime::synchronize(context.stream());
  drained.disarm();

  DevicePartners matching;
  matching.offsets = {outcome.offsets, graph.num_vertices + std::size_t{1}};
  matching.partners = {outcome.partners, num_partners};
  matching.stats = run_stats(order, b_greedy_guarantee(order), outcome.rounds, algorithm.name,
                             algorithm.variant);
  matching.stats.device_seconds = end.seconds_since(begin);
  matching.stats.device_peak_bytes = workspace.size() + bytes_of(graph);
  return matching;
}

template <class T>
void download_to(const DeviceContext& context, DeviceSpan<const T> from, std::vector<T>& to) {
  to = detail::filled_vector(from.size(), T{0});
  detail::copy_to_host(context, to.data(), from.data(), from.size() * sizeof(T));
}

}  // namespace

Partners detail::graph_matching::partners_on_host(const DeviceContext& context,
                                                  const DevicePartners& found) {
  Partners matching;
  download_to(context, found.offsets, matching.offsets);
  download_to(context, found.partners, matching.partners);
  sort_partners(context.state()->host(), matching);
  matching.stats = found.stats;
  return matching;
}

namespace {

// The graph on the device; `stats` takes what that costs beside copies.
DeviceGraph bring(const DeviceContext& context, const GraphView& graph, MatchingStats& /*stats*/) {
  return upload(context, graph);
}
DeviceGraph bring(const DeviceContext& context, const EdgeListView& graph, MatchingStats& stats) {
  return detail::graph_matching::upload_as_rows(context, graph, stats);
}

template <class Form>
Partners match_from_host(const DeviceContext& context, const Form& graph,
                         const Capacities& capacities, const GraphOrder& order,
                         const DeviceBAlgorithm& algorithm) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  MatchingStats brought;
  const DeviceGraph rows = bring(context, graph, brought);
  const DeviceArray<std::uint32_t> each = upload(context, capacities.each);
  std::chrono::duration<double> transfer = Clock::now() - begin;
  DeviceWorkspace workspace;
  const DevicePartners found = match_there(context, rows.view(), {capacities.common, each.view()},
                                           order, workspace, algorithm);
  const Clock::time_point solved = Clock::now();
  Partners matching = partners_on_host(context, found);
  transfer += Clock::now() - solved;
  matching.stats.prepare_seconds += brought.prepare_seconds;
  matching.stats.transfer_seconds = transfer.count() - brought.prepare_seconds;
  matching.stats.device_peak_bytes =
      std::max(matching.stats.device_peak_bytes, brought.device_peak_bytes);
  return matching;
}

template <class Form>
Partners local_max_of(const DeviceContext& context, const Form& graph, const Capacities& capacities,
                      const GraphOrder& order) {
  check_capacities(capacities, graph.num_vertices);
  if (are_ones(context.state()->host(), capacities)) {
    return partners_of(local_max(context, graph, {.order = order}));
  }
  return match_from_host(context, graph, capacities, order, local_max_there());
}

template <class Form>
Partners b_suitor_of(const DeviceContext& context, const Form& graph, const Capacities& capacities,
                     const GraphOrder& order) {
  check_capacities(capacities, graph.num_vertices);
  return match_from_host(context, graph, capacities, order, b_suitor_there());
}

}  // namespace

DevicePartners local_max(const DeviceContext& context, const DeviceGraphView& graph,
                         const DeviceCapacities& capacities, const GraphOrder& order,
                         DeviceWorkspace& workspace) {
  return match_there(context, graph, capacities, order, workspace, local_max_there());
}

Partners local_max(const DeviceContext& context, const GraphView& graph,
                   const Capacities& capacities, const GraphOrder& order) {
  return local_max_of(context, graph, capacities, order);
}

Partners local_max(const DeviceContext& context, const EdgeListView& graph,
                   const Capacities& capacities, const GraphOrder& order) {
  return local_max_of(context, graph, capacities, order);
}

DevicePartners b_suitor(const DeviceContext& context, const DeviceGraphView& graph,
                        const DeviceCapacities& capacities, const GraphOrder& order,
                        DeviceWorkspace& workspace) {
  return match_there(context, graph, capacities, order, workspace, b_suitor_there());
}

Partners b_suitor(const DeviceContext& context, const GraphView& graph,
                  const Capacities& capacities, const GraphOrder& order) {
  return b_suitor_of(context, graph, capacities, order);
}

Partners b_suitor(const DeviceContext& context, const EdgeListView& graph,
                  const Capacities& capacities, const GraphOrder& order) {
  return b_suitor_of(context, graph, capacities, order);
}

}  // namespace hypermatch
