// SPDX-License-Identifier: MIT
// Parts on one device after the other, or on several side by side.
#include "algorithms/hypergraph_matching/interior_first/interior_first.hpp"
#include "hypermatch/device_group_matching.hpp"
#include "hypermatch/device_matching.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch {

namespace {

auto solver_on(const DeviceContext& device, const OrderOptions& order) {
  return [&device, order](const Hypergraph& some) {
    return local_max(device, some.view(), {.order = order});
  };
}

}  // namespace

HypergraphMatching interior_first(const DeviceContext& device, const HypergraphView& hypergraph,
                                  const InteriorFirstOptions& options) {
  detail::parallel::check_host_input(device, hypergraph);
  const Context& host = device.state()->host();
  const OrderOptions order = resolve(host, hypergraph, options.order);
  const auto solve = solver_on(device, order);
  return detail::hypergraph_matching::InteriorsOfHypergraph(host, hypergraph)
      .match(order, options.parts, detail::parallel::one_after_the_other(host, solve), solve);
}

HypergraphMatching interior_first(const DeviceGroup& devices, const HypergraphView& hypergraph,
                                  const OrderOptions& given) {
  detail::parallel::check_host_input(devices.front(), hypergraph);
  const Context& host = devices.front().state()->host();
  const OrderOptions order = resolve(host, hypergraph, given);
  const auto solve_on = [&](std::size_t p) { return solver_on(devices[p], order); };
  return detail::hypergraph_matching::InteriorsOfHypergraph(host, hypergraph)
      .match(order, static_cast<std::uint32_t>(devices.size()),
             detail::parallel::side_by_side(host, solve_on), solve_on(0));
}

}  // namespace hypermatch
