// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/common/device/graph_parts.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>
#include <vector>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "base/random.hpp"
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

double detail::graph_matching::share_of_cross_arcs(const GraphView& graph, std::size_t parts) {
  const std::uint64_t arcs = graph.num_arcs();
  if (arcs == 0) return 0;
  const std::vector<VertexId> firsts =
      parallel::firsts_of_parts(graph.offsets, parts, k_parts_begin_at);
  const auto part_of = [&](VertexId v) {
    return std::upper_bound(firsts.begin(), firsts.end() - 1, v) - firsts.begin();
  };
  constexpr std::uint64_t k_draws = 1U << 12;
  std::uint64_t crossing = 0;
  for (std::uint64_t i = 0; i < k_draws; ++i) {
    const std::uint64_t arc = base::below(base::hash(0, i), arcs);
    const auto row = std::upper_bound(graph.offsets.begin(), graph.offsets.end(), arc);
    const auto from = static_cast<VertexId>(row - graph.offsets.begin() - 1);
    crossing += part_of(from) != part_of(graph.neighbours[arc]) ? 1 : 0;
  }
  return static_cast<double>(crossing) / static_cast<double>(k_draws);
}

GroupGraph upload(const DeviceGroup& devices, const GraphView& graph) {
  detail::parallel::check_host_input(devices.front(), graph);
  return detail::graph_matching::share_rows(devices, graph, graph.weights);
}

}  // namespace hypermatch
