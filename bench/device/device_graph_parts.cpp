// SPDX-License-Identifier: MIT
#include "device/device_graph_parts.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "device/device_graph_families.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_group_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/renumber.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

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

namespace {

DeviceGroup group_of(std::size_t parts) {
  const std::size_t devices = available_devices().devices.size();
  std::vector<DeviceContext> contexts;
  for (std::size_t p = 0; p < parts; ++p) {
    contexts.emplace_back(DeviceContextOptions{.device = static_cast<int>(p % devices)});
  }
  return DeviceGroup(std::move(contexts));
}

template <class Solve>
auto timed(int repetitions, const Solve& solve) {
  std::vector<double> times;
  decltype(solve()) found;
  for (int i = 0; i <= repetitions; ++i) {
    found = solve();
    if (i != 0) times.push_back(found.stats.device_seconds * 1e3);
  }
  return std::pair(median(times), std::move(found));
}

struct Cell {
  double time;
  MatchingStats stats;
  bool is_same;
};

std::string in_mib(std::uint64_t bytes) {
  return fixed(static_cast<double>(bytes) / (1 << 20), 1);
}

void print(const std::string& name, std::size_t parts, const Cell& cell, double alone) {
  const std::size_t devices = available_devices().devices.size();
  const MatchingStats& stats = cell.stats;
  print_table_row({name, std::to_string(parts), std::to_string(std::min(parts, devices)),
                   fixed(cell.time, 3), fixed(alone / cell.time, 2), std::to_string(stats.rounds),
                   std::to_string(stats.traffic.exchanges), in_mib(stats.traffic.bytes),
                   in_mib(stats.traffic.staged_bytes), in_mib(stats.device_peak_bytes),
                   cell.is_same ? "same" : "WRONG"});
}

void run_b_suitor(const std::string& spec, const CompressedGraph& rows, std::uint32_t capacity,
                  int repetitions) {
  double alone = 0;
  std::vector<VertexId> partners;
  for (const std::size_t parts : {1UL, 2UL, 4UL, 8UL}) {
    const DeviceGroup group = group_of(parts);
    const auto [time, found] =
        timed(repetitions, [&] { return b_suitor(group, rows.view(), {.common = capacity}); });
    if (parts == 1) {
      alone = time;
      partners = found.partners;
    }
    print(spec + ", capacity " + std::to_string(capacity), parts,
          {time, found.stats, found.partners == partners}, alone);
  }
}

void run_local_max(const std::string& spec, const CompressedGraph& rows, int repetitions) {
  double alone = 0;
  std::vector<VertexId> mates;
  try {
    const DeviceContext device;
    const DeviceGraph graph = upload(device, rows.view());
    DeviceWorkspace workspace;
    const auto [time, found] =
        timed(repetitions, [&] { return local_max(device, graph.view(), {}, workspace); });
    alone = time;
    mates = download(device, found.mates);
    print(spec, 1, {time, found.stats, true}, alone);
  } catch (const Error& error) {
    std::printf("\nOne device: %s\n\n", error.what());
  }
  const std::size_t devices = available_devices().devices.size();
  for (std::size_t parts = 2; parts <= std::max<std::size_t>(devices, 2); parts *= 2) {
    const DeviceGroup group = group_of(parts);
    const GroupGraph graph = upload(group, rows.view());
    std::vector<DeviceWorkspace> workspaces(parts);
    const auto [time, found] =
        timed(repetitions, [&] { return local_max(group, graph, {}, workspaces); });
    if (mates.empty()) mates = found.mates;
    print(spec, parts, {time, found.stats, found.mates == mates}, alone);
  }
}

CompressedGraph make(const std::string& spec) {
  static const std::string k_renumbered = ", renumbered";
  const bool is_renumbered = spec.ends_with(k_renumbered);
  const std::string family =
      is_renumbered ? spec.substr(0, spec.size() - k_renumbered.size()) : spec;
  const DeviceContext device;
  CompressedGraph rows =
      download_rows(device, make_on_device(device, family, DeviceWeights::random_32_bit).view());
  if (!is_renumbered) return rows;
  const Context host;
  const VertexId n = rows.num_vertices;
  Graph graph(std::move(rows));
  renumber_vertices(host, graph, random_numbers(n, 1));
  return compress(host, std::get<EdgeList>(graph.form()).view());
}

// Gigabytes per second of a large copy from each device to each.
void print_topology() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess) return;
  constexpr std::size_t k_bytes = std::size_t{1} << 28;
  for (int from = 0; from < devices; ++from) {
    for (int to = 0; to < devices; ++to) {
      if (from == to) continue;
      int reaches = 0;
      (void)cudaDeviceCanAccessPeer(&reaches, to, from);
      (void)cudaSetDevice(to);
      if (reaches != 0) (void)cudaDeviceEnablePeerAccess(from, 0);
      (void)cudaGetLastError();
      void* source = nullptr;
      void* target = nullptr;
      cudaEvent_t begin = nullptr;
      cudaEvent_t end = nullptr;
      (void)cudaMalloc(&target, k_bytes);
      (void)cudaSetDevice(from);
      (void)cudaMalloc(&source, k_bytes);
      (void)cudaSetDevice(to);
      (void)cudaEventCreate(&begin);
      (void)cudaEventCreate(&end);
      (void)cudaMemcpyPeerAsync(target, to, source, from, k_bytes, nullptr);
      (void)cudaEventRecord(begin);
      (void)cudaMemcpyPeerAsync(target, to, source, from, k_bytes, nullptr);
      (void)cudaEventRecord(end);
      (void)cudaEventSynchronize(end);
      float milliseconds = 1;
      (void)cudaEventElapsedTime(&milliseconds, begin, end);
      std::printf("%d to %d: %s, %.0f GB/s\n", from, to, reaches != 0 ? "direct" : "staged",
                  static_cast<double>(k_bytes) / 1e6 / static_cast<double>(milliseconds));
      (void)cudaFree(target);
      (void)cudaSetDevice(from);
      (void)cudaFree(source);
      (void)cudaEventDestroy(begin);
      (void)cudaEventDestroy(end);
    }
  }
  (void)cudaSetDevice(0);
}

}  // namespace

void device_parts(const DevicePartsSettings& settings) {
  std::vector<std::string> instances = settings.instances;
  if (instances.empty()) instances = {"rgg:22", "triangles:22", "rmat:20", "road:22"};
  print_topology();
  std::printf("\n");
  print_table_row({"instance", "parts", "devices", "solve ms", "times as fast", "rounds",
                   "exchanges", "MiB sent", "MiB by the host", "peak MiB", "answer"});
  std::fputs(table_rule(11).c_str(), stdout);
  for (const std::string& spec : instances) {
    const CompressedGraph rows = make(spec);
    if (!settings.capacities) {
      run_local_max(spec, rows, settings.repetitions);
      continue;
    }
    for (const std::uint32_t capacity : {3U, 10U, 40U}) {
      run_b_suitor(spec, rows, capacity, settings.repetitions);
    }
  }
}

}  // namespace hypermatch::bench
