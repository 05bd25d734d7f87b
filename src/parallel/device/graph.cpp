// SPDX-License-Identifier: MIT
// Graphs in device memory.
#include "hypermatch/device_graph.hpp"

#include <type_traits>
#include <variant>

#include "parallel/device/views.hpp"

namespace hypermatch {

DeviceGraphView DeviceGraph::view() const {
  DeviceGraphView all{num_vertices, offsets.view(), neighbours.view(), std::monostate{}};
  std::visit(
      [&](const auto& held) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          all.weights = held.view();
        }
      },
      weights);
  return all;
}

DeviceGraph upload(const DeviceContext& context, const GraphView& graph) {
  detail::parallel::check_host_input(context, graph);
  DeviceGraph device;
  device.num_vertices = graph.num_vertices;
  device.offsets = upload(context, graph.offsets);
  device.neighbours = upload(context, graph.neighbours);
  std::visit(
      [&](const auto& weights) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(weights)>, std::monostate>) {
          device.weights = upload(context, weights);
        }
      },
      graph.weights);
  return device;
}

}  // namespace hypermatch
