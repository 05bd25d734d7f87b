// SPDX-License-Identifier: MIT
// Parts on one device after the other, or on several side by side.
#include "algorithms/graph_matching/interior_first/interior_first.hpp"
#include "hypermatch/device_edge_list.hpp"
#include "hypermatch/device_group_matching.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch {

namespace {

auto solver_on(const DeviceContext& device, const GraphOrder& order) {
  return [&device, order](const EdgeList& some) {
    return local_max(device, some.view(), GraphLocalMaxOptions{.order = order});
  };
}

}  // namespace

GraphMatching interior_first(const DeviceContext& device, const EdgeListView& graph,
                             const GraphInteriorFirstOptions& options) {
  const Context& host = device.state()->host();
  const GraphOrder order = detail::graph_matching::resolve(host, options.order, graph);
  const auto solve = solver_on(device, order);
  return detail::graph_matching::InteriorsOfGraph(host, graph)
      .match(order, options.parts, detail::parallel::one_after_the_other(host, solve), solve);
}

GraphMatching interior_first(const DeviceGroup& devices, const EdgeListView& graph,
                             const GraphOrder& given) {
  const Context& host = devices.front().state()->host();
  const GraphOrder order = detail::graph_matching::resolve(host, given, graph);
  const auto solve_on = [&](std::size_t p) { return solver_on(devices[p], order); };
  return detail::graph_matching::InteriorsOfGraph(host, graph)
      .match(order, static_cast<std::uint32_t>(devices.size()),
             detail::parallel::side_by_side(host, solve_on), solve_on(0));
}

}  // namespace hypermatch
