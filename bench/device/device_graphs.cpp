// SPDX-License-Identifier: MIT
// Times matching in graphs on a device, data on the device, and compares the answers of all
// algorithms with one another. Prints Markdown tables.
//   hypermatch_bench_device_graphs [--repetitions R] [--few] [--all] [FAMILY:SIZE...]
//   hypermatch_bench_device_graphs --capacities [--repetitions R] [FAMILY:SIZE...]
//   hypermatch_bench_device_graphs --parts [--capacities] [--repetitions R] [FAMILY:SIZE...]
//   hypermatch_bench_device_graphs --weights [--capacity B] [--chains] [--repetitions R]
//     [FAMILY:SIZE...]
// Families: bench/device/device_graph_families.hpp, or one of `hypermatch generate` by its
// parameters, such as delaunay:n=16777216,shuffle=1, which the host makes. --few leaves out the
// slow baselines,
// --all adds every variant. --weights: bench/device/device_graph_weights.hpp; --chains with weights
// that rise or fall along the numbering.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "device/device_graph_capacities.hpp"
#include "device/device_graph_families.hpp"
#include "device/device_graph_parts.hpp"
#include "device/device_graph_weights.hpp"
#include "hypermatch/error.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

namespace {

struct Case {
  std::string spec;
  DeviceWeights weights = DeviceWeights::random_32_bit;
};

const char* name_of(DeviceWeights weights) {
  switch (weights) {
    case DeviceWeights::random_32_bit:
      return "random 32-bit";
    case DeviceWeights::one_to_ten:
      return "1..10";
    case DeviceWeights::unit:
      break;
  }
  return "unit";
}

struct Algorithm {
  std::string name;
  std::function<DeviceGraphMatching(const DeviceContext&, const DeviceGraphView&, DeviceWorkspace&)>
      run;
  bool is_slow = false;
};

// Suitor is run as Naim 2017 compares it (its section 5.2), which is also what it found fastest.
constexpr int k_described_vertices = 8;
constexpr int k_described_threads = 128;

std::vector<Algorithm> algorithms(bool every) {
  std::vector<Algorithm> all;
  const auto add_local_max = [&](const char* name, GraphLocalMaxVariant variant) {
    all.push_back({name, [variant](const auto& context, const auto& graph, auto& workspace) {
                     return local_max(context, graph, {.variant = variant}, workspace);
                   }});
  };
  const auto add_suitor = [&](const char* name, DeviceSuitorVariant variant,
                              DeviceSuitorExchange exchange = DeviceSuitorExchange::lock_free) {
    all.push_back({name,
                   [variant, exchange](const auto& context, const auto& graph, auto& workspace) {
                     return suitor(context, graph,
                                   {.variant = variant,
                                    .exchange = exchange,
                                    .vertices_per_warp = k_described_vertices,
                                    .threads_per_block = k_described_threads},
                                   workspace);
                   },
                   true});
  };
  add_local_max("filtered", GraphLocalMaxVariant::filtered);
  add_suitor("suitor, no_sync", DeviceSuitorVariant::no_sync);
  add_suitor("suitor, no_sync, locks", DeviceSuitorVariant::no_sync, DeviceSuitorExchange::locks);
  all.push_back({"locally_dominant",
                 [](const auto& context, const auto& graph, auto& workspace) {
                   return locally_dominant(context, graph, {}, workspace);
                 },
                 true});
  if (!every) return all;
  add_suitor("suitor, sync_lb", DeviceSuitorVariant::sync_lb);
  add_suitor("suitor, sync_no_lb", DeviceSuitorVariant::sync_no_lb);
  add_suitor("suitor, hybrid", DeviceSuitorVariant::hybrid);
  add_suitor("suitor, sync_lb, locks", DeviceSuitorVariant::sync_lb, DeviceSuitorExchange::locks);
  add_suitor("suitor, sync_no_lb, locks", DeviceSuitorVariant::sync_no_lb,
             DeviceSuitorExchange::locks);
  add_suitor("suitor, hybrid, locks", DeviceSuitorVariant::hybrid, DeviceSuitorExchange::locks);
  add_local_max("crcw", GraphLocalMaxVariant::crcw);
  add_local_max("work_optimal", GraphLocalMaxVariant::work_optimal);
  return all;
}

// Read by the device at best; what one pass over the arcs of a graph is counted at.
constexpr double k_bytes_a_millisecond = 4.2e9;

/// Baselines that take longer than this are timed once, others as often as everything else.
constexpr double k_slow_milliseconds = 100.0;

class Bench {
 public:
  Bench(int repetitions, bool few, bool every)
      : repetitions_(repetitions), few_(few), algorithms_(algorithms(every)) {}

  [[nodiscard]] bool all_right() const { return right_; }

  void run(const std::vector<Case>& cases) {
    print_table_row({"instance", "weights", "edges", "algorithm", "solve ms", "rounds",
                     "times one pass", "it / filtered", "memory / graph", "same bytes"});
    std::fputs(table_rule(10).c_str(), stdout);
    for (const Case& instance : cases) run(instance);
    for (std::size_t i = 0; i < algorithms_.size(); ++i) {
      if (ratios_.size() <= i || ratios_[i].empty() || i == 0) continue;
      std::printf("\nfiltered is %.1f times as fast as %s, in geometric mean over %zu rows.\n",
                  geometric_mean(ratios_[i]), algorithms_[i].name.c_str(), ratios_[i].size());
    }
  }

 private:
  void run(const Case& instance) {
    const DeviceGraph graph = make(instance);
    const DeviceGraphView view = graph.view();
    const double arc_bytes =
        (view.is_weighted() ? 8.0 : 4.0) * static_cast<double>(view.num_arcs());
    const double pass = arc_bytes / k_bytes_a_millisecond;
    const double bytes = 8.0 * static_cast<double>(view.offsets.size()) + arc_bytes;
    std::vector<VertexId> expected;
    double fastest = 0.0;
    ratios_.resize(algorithms_.size());
    for (std::size_t i = 0; i < algorithms_.size(); ++i) {
      const Algorithm& algorithm = algorithms_[i];
      if (few_ && algorithm.is_slow) continue;
      DeviceWorkspace workspace;
      std::vector<double> times;
      DeviceGraphMatching found;
      // The first run warms up and makes the workspace.
      int runs = repetitions_;
      for (int r = 0; r <= runs; ++r) {
        found = algorithm.run(device_, view, workspace);
        const double milliseconds = found.stats.device_seconds * 1e3;
        if (r > 0) times.push_back(milliseconds);
        if (r == 0 && algorithm.is_slow && milliseconds > k_slow_milliseconds) runs = 1;
      }
      const std::vector<VertexId> mates = download(device_, found.mates);
      if (i == 0) expected = mates;
      const bool same = mates == expected;
      right_ = right_ && same;
      const double time = median(times);
      if (i == 0) fastest = time;
      if (i != 0) ratios_[i].push_back(time / fastest);
      print_table_row({instance.spec, name_of(instance.weights),
                       std::to_string(view.num_arcs() / 2), algorithm.name, fixed(time, 3),
                       std::to_string(found.stats.rounds), fixed(time / pass, 1),
                       fixed(time / fastest, 2),
                       fixed(static_cast<double>(found.stats.device_peak_bytes) / bytes, 2),
                       same ? "yes" : "NO"});
    }
  }

  [[nodiscard]] DeviceGraph make(const Case& instance) {
    if (instance.spec.find('=') == std::string::npos) {
      return make_on_device(device_, instance.spec, instance.weights);
    }
    if (made_spec_ != instance.spec) {
      CompressedGraph rows = compress(host_, load_graph(host_, instance.spec).graph.view());
      rows.weights = {};
      made_ = std::move(rows);
      made_spec_ = instance.spec;
    }
    return weigh_on_device(device_, upload(device_, made_.view()), instance.weights);
  }

  const DeviceContext device_;
  const Context host_;
  std::string made_spec_;  // the last graph that the host made, unweighted
  CompressedGraph made_;
  int repetitions_;
  bool few_;
  std::vector<Algorithm> algorithms_;
  bool right_ = true;
  std::vector<std::vector<double>> ratios_;  // of each algorithm to the first
};

std::vector<Case> standard_cases() {
  std::vector<Case> cases;
  for (const char* spec : {"rgg:24", "triangles:24", "delaunay:n=16777216,shuffle=1", "rmat:22",
                           "stencil27:200", "road:22"}) {
    for (const DeviceWeights weights :
         {DeviceWeights::random_32_bit, DeviceWeights::one_to_ten, DeviceWeights::unit}) {
      cases.push_back({spec, weights});
    }
  }
  for (const char* spec :
       {"star:10000000", "uniform:10000001:10000000", "uniform:4194304:64000000"}) {
    cases.push_back({spec});
  }
  return cases;
}

int run(int count, char** words) {
  const AvailableDevices available = available_devices();
  if (available.devices.empty()) {
    std::printf("skipped: %s\n", available.reason.c_str());
    return 0;
  }
  int repetitions = 7;
  bool few = false;
  bool every = false;
  bool kinds = false;
  bool capacities = false;
  bool parts = false;
  DeviceWeightSettings settings;
  std::vector<Case> cases;
  for (int i = 0; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--repetitions" && i + 1 < count) {
      repetitions = std::max(1, std::atoi(words[++i]));
    } else if (word == "--few") {
      few = true;
    } else if (word == "--all") {
      every = true;
    } else if (word == "--capacity" && i + 1 < count) {
      settings.capacity = static_cast<std::uint32_t>(std::max(1, std::atoi(words[++i])));
    } else if (word == "--weights") {
      kinds = true;
    } else if (word == "--capacities") {
      capacities = true;
    } else if (word == "--parts") {
      parts = true;
    } else if (word == "--chains") {
      settings.chains = true;
    } else {
      settings.instances.emplace_back(word);
      for (const DeviceWeights weights :
           {DeviceWeights::random_32_bit, DeviceWeights::one_to_ten, DeviceWeights::unit}) {
        cases.push_back({std::string(word), weights});
      }
    }
  }
  if (kinds) {
    settings.repetitions = repetitions;
    if (settings.instances.empty()) settings.instances = device_weight_instances();
    return device_weights(settings) ? 0 : 1;
  }
  if (parts) {
    device_parts(
        {.repetitions = repetitions, .capacities = capacities, .instances = settings.instances});
    return 0;
  }
  if (capacities) {
    device_capacities({.repetitions = repetitions, .instances = settings.instances});
    return 0;
  }
  Bench bench(repetitions, few, every);
  bench.run(cases.empty() ? standard_cases() : cases);
  return bench.all_right() ? 0 : 1;
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
