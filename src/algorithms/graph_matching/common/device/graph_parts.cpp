// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/common/device/graph_parts.hpp"

#include <algorithm>
#include <map>
#include <type_traits>
#include <variant>
#include <vector>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "hypermatch/array.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch {

namespace {

// The first vertex of each part; the last item is n. Parts have about the same number of rows and
// arcs together.
std::vector<VertexId> firsts_of_parts(const GraphView& graph, std::size_t num_parts) {
  using detail::graph_matching::k_parts_begin_at;
  const std::uint64_t all = graph.num_arcs() + graph.num_vertices;
  std::vector<VertexId> firsts(num_parts + 1, graph.num_vertices);
  VertexId low = 0;
  for (std::size_t p = 0; p < num_parts; ++p) {
    const std::uint64_t before = all / num_parts * p;
    VertexId high = graph.num_vertices;
    // Ends: the range of vertices becomes smaller.
    while (low < high) {
      const VertexId middle = low + (high - low) / 2;
      if (graph.offsets[middle] + middle < before) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    firsts[p] = low / k_parts_begin_at * k_parts_begin_at;
  }
  return firsts;
}

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
  shared.firsts = firsts_of_parts(graph, devices.size());
  for (std::size_t p = 0; p < devices.size(); ++p) {
    devices.front().check_cancelled();
    shared.rows.push_back(
        upload_rows(devices[p], graph, weights, shared.firsts[p], shared.firsts[p + 1]));
  }
  return shared;
}

std::uint64_t detail::graph_matching::peak_of_devices(const DeviceGroup& devices,
                                                      std::span<const std::uint64_t> bytes) {
  std::map<int, std::uint64_t> held;
  std::uint64_t most = 0;
  for (std::size_t p = 0; p < bytes.size(); ++p) {
    most = std::max(most, held[devices[p].device()] += bytes[p]);
  }
  return most;
}

GroupGraph upload(const DeviceGroup& devices, const GraphView& graph) {
  detail::parallel::check_host_input(devices.front(), graph);
  return detail::graph_matching::share_rows(devices, graph, graph.weights);
}

}  // namespace hypermatch
