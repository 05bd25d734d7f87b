// SPDX-License-Identifier: MIT
#include "device_graph_capacities.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "device_graph_families.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_graph_matching.hpp"
#include "hypermatch/device_group.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

namespace {

// Median milliseconds of run(workspace), and the last matching, which lies there.
template <class Run>
auto timed(int repetitions, DeviceWorkspace& workspace, const Run& run) {
  auto found = run(workspace);
  std::vector<double> times;
  for (int i = 0; i < repetitions; ++i) {
    found = run(workspace);
    times.push_back(found.stats.device_seconds * 1e3);
  }
  return std::pair(median(times), std::move(found));
}

void compare_capacities(const DeviceContext& device, const std::string& spec, DeviceWeights weights,
                        int repetitions) {
  const DeviceGraph graph = make_on_device(device, spec, weights);
  const DeviceGraphView view = graph.view();
  const double bytes = 8.0 * static_cast<double>(view.offsets.size()) +
                       (view.is_weighted() ? 8.0 : 4.0) * static_cast<double>(view.num_arcs());
  DeviceWorkspace plain_workspace;
  const auto [plain, matching] =
      timed(repetitions, plain_workspace, [&](DeviceWorkspace& workspace) {
        return local_max(device, view, GraphLocalMaxOptions{}, workspace);
      });
  const auto print = [&](const std::string& name, double time, double local_max_time,
                         const MatchingStats& stats, std::uint64_t pairs) {
    print_table_row({spec, weights == DeviceWeights::unit ? "unit" : "random 32-bit", name,
                     fixed(time, 3), fixed(time / plain, 2), fixed(time / local_max_time, 2),
                     std::to_string(stats.rounds), std::to_string(pairs),
                     fixed(static_cast<double>(stats.device_peak_bytes) / bytes, 2)});
  };
  print("1, plain", plain, plain, matching.stats, download(device, matching.count).at(0));
  for (const std::uint32_t capacity : {1U, 2U, 3U, 10U}) {
    DeviceWorkspace workspace;
    const auto [time, found] = timed(repetitions, workspace, [&](DeviceWorkspace& room) {
      return local_max(device, view, {.common = capacity}, {}, room);
    });
    const std::string name = std::to_string(capacity);
    print(name, time, time, found.stats, found.partners.size() / 2);
    // The baseline.
    DeviceWorkspace suitor_workspace;
    const auto [suitor_time, suitors] =
        timed(repetitions, suitor_workspace, [&](DeviceWorkspace& room) {
          return b_suitor(device, view, {.common = capacity}, {}, room);
        });
    print(name + ", b_suitor", suitor_time, time, suitors.stats, suitors.partners.size() / 2);
  }
}

CompressedGraph download_rows(const DeviceContext& device, const DeviceGraphView& graph) {
  CompressedGraph rows;
  rows.num_vertices = graph.num_vertices;
  const auto fetch = [&](const auto& from) {
    const auto items = download(device, from);
    using Item = typename std::decay_t<decltype(items)>::value_type;
    return Array<Item>(std::span<const Item>(items));
  };
  rows.offsets = fetch(graph.offsets);
  rows.neighbours = fetch(graph.neighbours);
  std::visit(
      [&](const auto& weights) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(weights)>, std::monostate>) {
          rows.weights = fetch(weights);
        }
      },
      graph.weights);
  return rows;
}

void run_parts(const std::string& spec, std::uint32_t capacity, int repetitions) {
  const std::size_t devices = available_devices().devices.size();
  const DeviceContext first;
  const CompressedGraph rows =
      download_rows(first, make_on_device(first, spec, DeviceWeights::random_32_bit).view());
  double alone = 0;
  std::vector<VertexId> partners;
  for (const std::size_t parts : {1UL, 2UL, 4UL, 8UL}) {
    std::vector<DeviceContext> contexts;
    for (std::size_t p = 0; p < parts; ++p) {
      contexts.emplace_back(DeviceContextOptions{.device = static_cast<int>(p % devices)});
    }
    const DeviceGroup group(std::move(contexts));
    std::vector<double> times;
    Partners found;
    for (int i = 0; i <= repetitions; ++i) {
      found = b_suitor(group, rows.view(), {.common = capacity});
      if (i != 0) times.push_back(found.stats.device_seconds * 1e3);
    }
    const double time = median(times);
    if (parts == 1) {
      alone = time;
      partners = found.partners;
    }
    print_table_row({spec, std::to_string(capacity), std::to_string(parts),
                     std::to_string(std::min(parts, devices)), fixed(time, 3),
                     fixed(time / alone, 2), std::to_string(found.stats.rounds),
                     found.partners == partners ? "same" : "WRONG"});
  }
}

}  // namespace

void device_parts(const DeviceCapacitySettings& settings) {
  std::vector<std::string> instances = settings.instances;
  if (instances.empty()) instances = {"rgg:22", "triangles:22", "rmat:20", "road:22"};
  print_table_row({"instance", "capacity", "parts", "devices", "solve ms", "it / one part",
                   "rounds", "partners"});
  std::fputs(table_rule(8).c_str(), stdout);
  for (const std::string& spec : instances) {
    for (const std::uint32_t capacity : {3U, 10U, 40U}) {
      run_parts(spec, capacity, settings.repetitions);
    }
  }
}

void device_capacities(const DeviceCapacitySettings& settings) {
  const DeviceContext device;
  std::vector<std::string> instances = settings.instances;
  if (instances.empty()) {
    instances = {"rgg:24", "triangles:24", "rmat:22", "stencil27:200", "road:22"};
  }
  print_table_row({"instance", "weights", "capacity", "solve ms", "it / plain", "it / local_max",
                   "rounds", "pairs", "memory / graph"});
  std::fputs(table_rule(9).c_str(), stdout);
  for (const std::string& spec : instances) {
    for (const DeviceWeights weights : {DeviceWeights::random_32_bit, DeviceWeights::unit}) {
      compare_capacities(device, spec, weights, settings.repetitions);
    }
  }
}

}  // namespace hypermatch::bench
