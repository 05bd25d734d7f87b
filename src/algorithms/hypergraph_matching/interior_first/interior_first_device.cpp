// SPDX-License-Identifier: MIT
// Parts on one device after the other, or on several side by side.
#include "algorithms/hypergraph_matching/interior_first/interior_first.hpp"
#include "hypermatch/device_group_matching.hpp"
#include "hypermatch/device_matching.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

namespace {

auto solver_on(const DeviceContext& device) {
  return [&device](const Hypergraph& some, const OrderOptions& order) {
    return local_max(device, some.view(), {.order = order});
  };
}

}  // namespace

HypergraphMatching interior_first(const DeviceContext& device, const HypergraphView& hypergraph,
                                  const InteriorFirstOptions& options) {
  detail::parallel::check_host_input(device, hypergraph);
  const auto solve = solver_on(device);
  return detail::hypergraph_matching::interior_first(
      device.state()->host(), hypergraph, options.order, options.parts,
      [&](const std::vector<Hypergraph>& parts, const OrderOptions& order) {
        std::vector<HypergraphMatching> found;
        found.reserve(parts.size());
        for (const Hypergraph& part : parts) found.push_back(solve(part, order));
        return found;
      },
      solve);
}

HypergraphMatching interior_first(const DeviceGroup& devices, const HypergraphView& hypergraph,
                                  const OrderOptions& given) {
  detail::parallel::check_host_input(devices.front(), hypergraph);
  const Context& host = devices.front().state()->host();
  return detail::hypergraph_matching::interior_first(
      host, hypergraph, given, static_cast<std::uint32_t>(devices.size()),
      [&](const std::vector<Hypergraph>& parts, const OrderOptions& order) {
        std::vector<HypergraphMatching> found(parts.size());
        detail::parallel::run_tasks(host, parts.size(), [&](std::size_t p) {
          found[p] = solver_on(devices[p])(parts[p], order);
        });
        return found;
      },
      solver_on(devices.front()));
}

}  // namespace hypermatch
