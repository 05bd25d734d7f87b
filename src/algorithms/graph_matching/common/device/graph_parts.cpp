// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/common/device/graph_parts.hpp"

#include <type_traits>
#include <variant>
#include <vector>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "hypermatch/array.hpp"
#include "parallel/device/group_parts.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch {

namespace {

DeviceGraph upload_rows(const DeviceContext& device, const GraphView& graph,
                        const WeightsView& weights, VertexId first, VertexId end) {
  // No offsets stand for no vertices.
  const auto offset_of = [&](VertexId v) { return graph.offsets.empty() ? 0 : graph.offsets[v]; };
  const Offset begin = offset_of(first);
  const Offset arcs = offset_of(end) - begin;
  Array<Offset> offsets(std::size_t{end} - first + 1);
  for (VertexId i = 0; i <= end - first; ++i) offsets[i] = offset_of(first + i) - begin;
  DeviceGraph part;
  part.num_vertices = end - first;
  part.offsets = upload(device, std::span<const Offset>(offsets));
  part.neighbours = upload(device, graph.neighbours.subspan(begin, arcs));
  std::visit(
      [&](const auto& all) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(all)>, std::monostate>) {
          part.weights = upload(device, all.subspan(begin, arcs));
        }
      },
      weights);
  return part;
}

}  // namespace

GroupGraph detail::graph_matching::share_rows(const DeviceGroup& devices, const GraphView& graph,
                                              const WeightsView& weights) {
  GroupGraph shared;
  shared.firsts = parallel::firsts_of_parts(graph.offsets, devices.size(), k_parts_begin_at);
  for (std::size_t p = 0; p < devices.size(); ++p) {
    devices.front().check_cancelled();
    shared.rows.push_back(
        upload_rows(devices[p], graph, weights, shared.firsts[p], shared.firsts[p + 1]));
  }
  return shared;
}

GroupGraph upload(const DeviceGroup& devices, const GraphView& graph) {
  detail::parallel::check_host_input(devices.front(), graph);
  return detail::graph_matching::share_rows(devices, graph, graph.weights);
}

}  // namespace hypermatch
