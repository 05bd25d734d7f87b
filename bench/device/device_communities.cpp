// SPDX-License-Identifier: MIT
// Times communities of graphs on a device, data on the device, weights none, from the start to the
// communities. Prints a Markdown table.
//   hypermatch_bench_device_communities [--repetitions R] [--host] [--levels] [--contract]
//     [--algorithm NAME]... [FAMILY:SIZE...]
// Families: bench/device/device_graph_families.hpp, or one of `hypermatch generate` by its
// parameters, such as delaunay:n=16777216,shuffle=1, which the host makes. --host runs the host's
// cores beside it and compares the answers; --levels prints what each level took; --contract times
// `contract` by the communities of Louvain's first level (loops kept) beside that level's own
// contraction, and with --host compares its neighbours. Algorithms:
// louvain and leiden, unless named; also louvain_buckets, louvain_relaxed_buckets and matching.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "device/device_graph_families.hpp"
#include "hypermatch/device_clustering.hpp"
#include "hypermatch/device_coarsen.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

namespace {

struct Algorithm {
  std::string name;
  std::function<DeviceClustering(const DeviceContext&, const DeviceGraphView&, DeviceWorkspace&)>
      on_device;
  std::function<Clustering(const Context&, const GraphView&)> on_host;
};

template <class Options>
Algorithm algorithm(const std::string& name, const Options& options,
                    DeviceClustering (*on_device)(const DeviceContext&, const DeviceGraphView&,
                                                  const Options&, DeviceWorkspace&),
                    Clustering (*on_host)(const Context&, const GraphView&, const Options&)) {
  return {name,
          [=](const auto& context, const auto& graph, auto& workspace) {
            return on_device(context, graph, options, workspace);
          },
          [=](const Context& context, const GraphView& graph) {
            return on_host(context, graph, options);
          }};
}

Algorithm louvain_by(const std::string& name, LouvainVariant variant) {
  return algorithm<LouvainOptions>(name, {.variant = variant}, louvain, louvain);
}

std::vector<Algorithm> algorithms() {
  return {louvain_by("louvain", LouvainVariant::sub_rounds),
          algorithm<LeidenOptions>("leiden", {}, leiden, leiden),
          louvain_by("louvain_buckets", LouvainVariant::buckets),
          louvain_by("louvain_relaxed_buckets", LouvainVariant::relaxed_buckets),
          algorithm<AgglomerationOptions>("matching", {}, agglomerate, agglomerate)};
}

struct Settings {
  int repetitions = 5;
  bool host = false;
  bool levels = false;
  bool contract = false;
  std::vector<std::string> algorithms;
  std::vector<std::string> instances;

  [[nodiscard]] bool takes(const std::string& algorithm) const {
    return std::find(algorithms.begin(), algorithms.end(), algorithm) != algorithms.end();
  }
};

class Bench {
 public:
  explicit Bench(const Settings& settings) : settings_(settings) {}

  [[nodiscard]] bool run() {
    print_table_row({"instance", "vertices", "edges", "algorithm", "ms", "modularity",
                     "communities", "levels", "arcs read", "memory / weighted rows", "host ms",
                     "same bytes"});
    std::fputs(table_rule(12).c_str(), stdout);
    for (const std::string& spec : settings_.instances) run(spec);
    return right_;
  }

 private:
  void run(const std::string& spec) {
    const DeviceGraph graph = make(spec);
    for (const Algorithm& algorithm : algorithms()) {
      if (settings_.takes(algorithm.name)) run(spec, graph.view(), algorithm);
    }
    if (settings_.contract) contract_first_level(graph.view());
  }

  void run(const std::string& spec, const DeviceGraphView& graph, const Algorithm& algorithm) {
    DeviceWorkspace workspace;
    DeviceClustering found;
    std::vector<double> times;
    // The first run warms up and makes the workspace.
    for (int r = 0; r <= settings_.repetitions; ++r) {
      const double time =
          milliseconds([&] { found = algorithm.on_device(device_, graph, workspace); });
      if (r > 0) times.push_back(time);
    }
    std::uint64_t arcs = 0;
    for (const ClusteringLevel& level : found.levels) arcs += level.arcs;
    // Offsets, neighbours, and weights of 32 bits.
    const double rows = 8.0 * static_cast<double>(graph.num_vertices + 1) +
                        8.0 * static_cast<double>(graph.num_arcs());
    std::string host_time = "-", same = "-";
    if (settings_.host) {
      const std::vector<Offset> offsets = download(device_, graph.offsets);
      const std::vector<VertexId> neighbours = download(device_, graph.neighbours);
      const GraphView view{graph.num_vertices, offsets, neighbours, {}};
      Clustering expected;
      host_time = fixed(milliseconds([&] { expected = algorithm.on_host(host_, view); }), 0);
      const bool equal = download(device_, found.labels) == expected.labels.labels &&
                         found.quality == expected.quality;
      same = equal ? "yes" : "NO";
      right_ = right_ && equal;
    }
    print_table_row({spec, std::to_string(graph.num_vertices), std::to_string(graph.num_arcs() / 2),
                     algorithm.name, fixed(median(times), 1), fixed(found.quality, 5),
                     std::to_string(found.communities), std::to_string(found.levels.size()),
                     fixed(static_cast<double>(arcs) /
                               static_cast<double>(std::max<std::uint64_t>(graph.num_arcs(), 1)),
                           2),
                     fixed(static_cast<double>(found.stats.device_peak_bytes) / rows, 2), host_time,
                     same});
    if (settings_.levels) {
      for (const ClusteringLevel& level : found.levels) {
        std::printf("    %10u vertices %11llu edges %3llu sweeps %12llu arcs: %8.3f + %8.3f ms\n",
                    level.vertices, static_cast<unsigned long long>(level.edges),
                    static_cast<unsigned long long>(level.sweeps),
                    static_cast<unsigned long long>(level.arcs), 1e3 * level.move_seconds,
                    1e3 * level.aggregate_seconds);
      }
    }
  }

  void contract_first_level(const DeviceGraphView& graph) {
    DeviceWorkspace memory;
    std::vector<double> own;
    for (int r = 0; r <= settings_.repetitions; ++r) {
      const DeviceClustering whole = louvain(device_, graph, {}, memory);
      if (r > 0) own.push_back(1e3 * whole.levels.front().aggregate_seconds);
    }
    const DeviceClustering level = louvain(device_, graph, {.max_levels = 1}, memory);
    const DeviceSpan<const VertexId> labels = level.labels;
    DeviceWorkspace workspace;
    DeviceContraction found;
    std::vector<double> times;
    for (int r = 0; r <= settings_.repetitions; ++r) {
      const double time = milliseconds(
          [&] { found = contract(device_, graph, labels, {.loops = Loops::keep}, workspace); });
      if (r > 0) times.push_back(time);
    }
    std::string host_time = "-", same = "-";
    if (settings_.host) {
      const std::vector<Offset> offsets = download(device_, graph.offsets);
      const std::vector<VertexId> neighbours = download(device_, graph.neighbours);
      const std::vector<VertexId> classes = download(device_, labels);
      const GraphView view{graph.num_vertices, offsets, neighbours, {}};
      Contraction expected;
      host_time = fixed(milliseconds([&] {
                          expected =
                              contract(host_, view, LabelsView(classes), {.loops = Loops::keep});
                        }),
                        0);
      const std::vector<VertexId> got = download(device_, found.graph.neighbours);
      const auto& wanted = expected.graph.neighbours;
      const bool equal = std::equal(got.begin(), got.end(), wanted.begin(), wanted.end());
      same = equal ? "yes" : "NO";
      right_ = right_ && equal;
    }
    std::printf(
        "    contract: %u vertices, %llu arcs, %s ms, as a level %s ms, host %s ms, same %s, "
        "memory "
        "%.2f\n",
        found.graph.num_vertices, static_cast<unsigned long long>(found.graph.num_arcs()),
        fixed(median(times), 2).c_str(), fixed(median(own), 2).c_str(), host_time.c_str(),
        same.c_str(),
        static_cast<double>(workspace.size()) / (8.0 * static_cast<double>(graph.num_vertices + 1) +
                                                 8.0 * static_cast<double>(graph.num_arcs())));
  }

  [[nodiscard]] DeviceGraph make(const std::string& spec) const {
    if (spec.find('=') == std::string::npos) {
      return make_on_device(device_, spec, DeviceWeights::unit);
    }
    CompressedGraph rows = compress(host_, load_graph(host_, spec).graph.view());
    rows.weights = {};
    return upload(device_, rows.view());
  }

  const DeviceContext device_;
  const Context host_;
  Settings settings_;
  bool right_ = true;
};

int run(int count, char** words) {
  const AvailableDevices available = available_devices();
  if (available.devices.empty()) {
    std::printf("skipped: %s\n", available.reason.c_str());
    return 0;
  }
  Settings settings;
  for (int i = 0; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--repetitions" && i + 1 < count) {
      settings.repetitions = std::max(1, std::atoi(words[++i]));
    } else if (word == "--algorithm" && i + 1 < count) {
      settings.algorithms.emplace_back(words[++i]);
    } else if (word == "--host") {
      settings.host = true;
    } else if (word == "--contract") {
      settings.contract = true;
    } else if (word == "--levels") {
      settings.levels = true;
    } else {
      settings.instances.emplace_back(word);
    }
  }
  if (settings.algorithms.empty()) settings.algorithms = {"louvain", "leiden"};
  if (settings.instances.empty()) {
    settings.instances = {"rgg:24",  "triangles:24",  "delaunay:n=16777216,shuffle=1",
                          "rmat:22", "stencil27:200", "road:22"};
  }
  return Bench(settings).run() ? 0 : 1;
}

}  // namespace

}  // namespace hypermatch::bench

int main(int argc, char** argv) {
  try {
    return hypermatch::bench::run(argc - 1, argv + 1);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
