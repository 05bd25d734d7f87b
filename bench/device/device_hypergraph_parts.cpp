// SPDX-License-Identifier: MIT
#include "device/device_hypergraph_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "hypermatch/device_group_matching.hpp"
#include "hypermatch/device_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

namespace {

template <class Solve>
double median_of(int repetitions, const Solve& solve) {
  std::vector<double> times;
  for (int i = 0; i <= repetitions; ++i) {
    const double milliseconds = solve().device_seconds * 1e3;
    if (i != 0) times.push_back(milliseconds);
  }
  return median(times);
}

std::string in_mib(std::uint64_t bytes) {
  return fixed(static_cast<double>(bytes) / (1 << 20), 1);
}

void print(const std::string& name, std::size_t parts, double time, double alone,
           const MatchingStats& stats, const char* answer) {
  const DeviceTraffic& traffic = stats.traffic;
  print_table_row({name, std::to_string(parts), fixed(time, 2), fixed(alone / time, 2),
                   std::to_string(stats.rounds), std::to_string(traffic.exchanges),
                   in_mib(traffic.bytes),
                   in_mib(*std::max_element(traffic.received.begin(), traffic.received.end())),
                   in_mib(traffic.staged_bytes), in_mib(stats.device_peak_bytes), answer});
}

bool compare(int repetitions, const std::string& name, const HypergraphView& view) {
  double alone = 0;
  HypergraphMatching expected;
  try {
    const DeviceContext device;
    const DeviceHypergraph resident = upload(device, view);
    DeviceWorkspace workspace;
    DeviceMatching found;
    alone = median_of(repetitions, [&] {
      found = local_max(device, resident.view(), {}, workspace);
      return found.stats;
    });
    expected.edges = download(device, found.edges);
    print(name, 1, alone, alone, found.stats, "-");
  } catch (const Error& error) {
    std::printf("\nOne device: %s\n\n", error.what());
  }
  bool right = true;
  const std::size_t devices = available_devices().devices.size();
  for (std::size_t parts = 2; parts <= std::max<std::size_t>(devices, 2); parts *= 2) {
    std::vector<DeviceContext> contexts;
    for (std::size_t p = 0; p < parts; ++p) {
      contexts.emplace_back(DeviceContextOptions{.device = static_cast<int>(p % devices)});
    }
    const DeviceGroup group(std::move(contexts));
    HypergraphMatching found;
    const double time = median_of(repetitions, [&] {
      found = local_max(group, view);
      return found.stats;
    });
    if (expected.edges.empty()) expected.edges = found.edges;
    const bool is_same = found.edges == expected.edges;
    right = right && is_same;
    print(name, parts, time, alone, found.stats, is_same ? "same" : "WRONG");
  }
  return right;
}

}  // namespace

bool device_hypergraph_parts(int repetitions, const std::vector<std::string>& instances) {
  print_table_row({"instance", "parts", "solve ms", "times as fast", "rounds", "exchanges",
                   "MiB sent", "MiB to one", "MiB by the host", "peak MiB", "answer"});
  std::fputs(table_rule(11).c_str(), stdout);
  bool right = true;
  const Context host;
  for (const std::string& spec : instances) {
    NamedInstance instance = load_instance(host, spec);
    Hypergraph& hypergraph = instance.hypergraph;
    generate::assign_weights(host, hypergraph.weights, hypergraph.view().num_edges(),
                             "random:1..2147483647");
    right = compare(repetitions, instance.name, hypergraph.view()) && right;
  }
  return right;
}

std::vector<std::string> device_hypergraph_part_instances() {
  return {"uniform:n=4000000,m=10000000", "uniform:n=20000000,m=50000000"};
}

}  // namespace hypermatch::bench
