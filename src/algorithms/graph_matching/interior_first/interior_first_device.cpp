// SPDX-License-Identifier: MIT
// Parts on one device after the other, or on several side by side.
#include "algorithms/graph_matching/interior_first/interior_first.hpp"
#include "hypermatch/device_edge_list.hpp"
#include "hypermatch/device_group_matching.hpp"
#include "parallel/device/state.hpp"
#include "parallel/host/primitives.hpp"

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
  return detail::graph_matching::interior_first(
      host, graph, order, options.parts,
      [&](const std::vector<EdgeList>& parts) {
        std::vector<GraphMatching> found;
        found.reserve(parts.size());
        for (const EdgeList& part : parts) found.push_back(solve(part));
        return found;
      },
      solve);
}

GraphMatching interior_first(const DeviceGroup& devices, const EdgeListView& graph,
                             const GraphOrder& given) {
  const Context& host = devices.front().state()->host();
  const GraphOrder order = detail::graph_matching::resolve(host, given, graph);
  return detail::graph_matching::interior_first(
      host, graph, order, static_cast<std::uint32_t>(devices.size()),
      [&](const std::vector<EdgeList>& parts) {
        std::vector<GraphMatching> found(parts.size());
        detail::parallel::run_tasks(host, parts.size(), [&](std::size_t p) {
          found[p] = solver_on(devices[p], order)(parts[p]);
        });
        return found;
      },
      solver_on(devices.front(), order));
}

}  // namespace hypermatch
