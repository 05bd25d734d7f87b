// SPDX-License-Identifier: MIT
#include "device/device_graph_capacities.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "device/device_graph_families.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_graph_matching.hpp"
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

}  // namespace

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
