// SPDX-License-Identifier: MIT
// b-Suitor on a device: checks what it is given, runs it, and brings graphs in host memory there.
#include <algorithm>
#include <chrono>
#include <string>
#include <type_traits>

#include "algorithms/graph_matching/common/device/b_run.hpp"
#include "algorithms/graph_matching/common/device/functions.hpp"
#include "algorithms/graph_matching/common/device/rows_on_device.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/partner_lists.hpp"
#include "base/clock.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch {

using detail::base::Clock;
using namespace detail::graph_matching;

Partners detail::graph_matching::partners_on_host(const DeviceContext& context,
                                                  const DevicePartners& found) {
  Partners matching;
  const auto fetch = [&](const auto& from, auto& to) {
    to = detail::filled_vector(from.size(), typename std::decay_t<decltype(to)>::value_type{0});
    detail::copy_to_host(context, to.data(), from.data(), from.size() * sizeof(to[0]));
  };
  fetch(found.offsets, matching.offsets);
  fetch(found.partners, matching.partners);
  sort_partners(context.state()->host(), matching);
  matching.stats = found.stats;
  return matching;
}

DevicePartners b_suitor(const DeviceContext& context, const DeviceGraphView& graph,
                        const DeviceCapacities& capacities, const GraphOrder& given,
                        DeviceWorkspace& workspace) {
  return run_under_capacities(
      context, graph, capacities, given, workspace, "b_suitor",
      name_of(BSuitorVariant::partial_eager),
      [](const DeviceBGraphProblem& problem) { return on_device().b_suitor(problem); });
}

namespace {

// `bring(stats)` puts the graph on the device; `stats` takes what that costs beside copies.
template <class Bring>
Partners b_suitor_of(const DeviceContext& context, VertexId num_vertices,
                     const Capacities& capacities, const GraphOrder& order, const Bring& bring) {
  check_capacities(capacities, num_vertices);
  const Clock::time_point begin = Clock::now();
  MatchingStats brought;
  const DeviceGraph rows = bring(brought);
  const DeviceArray<std::uint32_t> each = upload(context, capacities.each);
  std::chrono::duration<double> transfer = Clock::now() - begin;
  DeviceWorkspace workspace;
  const DevicePartners found =
      b_suitor(context, rows.view(), {capacities.common, each.view()}, order, workspace);
  const Clock::time_point solved = Clock::now();
  Partners matching = partners_on_host(context, found);
  if (are_ones(context.state()->host(), capacities)) {
    matching.stats.guarantee = greedy_guarantee(resolve(order, rows.view().is_weighted()));
  }
  transfer += Clock::now() - solved;
  matching.stats.prepare_seconds = brought.prepare_seconds;
  matching.stats.transfer_seconds = transfer.count() - brought.prepare_seconds;
  matching.stats.device_peak_bytes =
      std::max(matching.stats.device_peak_bytes, brought.device_peak_bytes);
  return matching;
}

}  // namespace

Partners b_suitor(const DeviceContext& context, const GraphView& graph,
                  const Capacities& capacities, const GraphOrder& order) {
  return b_suitor_of(context, graph.num_vertices, capacities, order,
                     [&](MatchingStats&) { return upload(context, graph); });
}

Partners b_suitor(const DeviceContext& context, const EdgeListView& graph,
                  const Capacities& capacities, const GraphOrder& order) {
  return b_suitor_of(context, graph.num_vertices, capacities, order, [&](MatchingStats& stats) {
    return detail::graph_matching::upload_as_rows(context, graph, stats);
  });
}

}  // namespace hypermatch
