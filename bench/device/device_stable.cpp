// SPDX-License-Identifier: MIT
// Times stable matchings on a device, from lists on the device to mates on the device. Prints a
// Markdown table. Each answer is checked from the definition, and the kernels are compared.
//   hypermatch_bench_device_stable [--repetitions R] [--seeds S] [--alone] [FAMILY:N...]
// Families: bench/device/device_preferences.hpp, and hard:N, complete lists of which each side has
// one in common. --seeds: so many instances of each, of which the median of the medians is reported
// with the extremes; --alone leaves out `thread_per_proposer`.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "device/device_preferences.hpp"
#include "hypermatch/error.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

namespace {

struct Settings {
  std::size_t repetitions = 5;
  std::uint64_t seeds = 1;
  bool alone = false;
  std::vector<std::string> instances;
};

struct Kernel {
  const char* name;
  ChainKernel kernel;
};
constexpr Kernel k_kernels[] = {{"mcvitie_wilson", ChainKernel::look_ahead},
                                {"thread_per_proposer", ChainKernel::thread_per_proposer}};

class Bench {
 public:
  explicit Bench(const Settings& settings) : settings_(settings) {}

  [[nodiscard]] bool run() {
    print_table_row({"instance", "entries", "kernel", "ms", "least", "most", "proposals", "pairs",
                     "M/s", "GB", "stable"});
    std::fputs(table_rule(11).c_str(), stdout);
    for (const std::string& spec : settings_.instances) run(spec);
    return right_;
  }

 private:
  struct Measured {
    std::vector<double> times;
    std::uint64_t proposals = 0;  // of the last seed, as what follows
    std::uint64_t pairs = 0;
    std::uint64_t bytes = 0;
    bool stable = true;
  };

  void run(const std::string& spec) {
    if (spec.rfind("hard:", 0) == 0) return run_hard(spec);
    Measured measured[std::size(k_kernels)];
    std::uint64_t entries = 0;
    for (std::uint64_t seed = 1; seed <= settings_.seeds; ++seed) {
      const DeviceProposers lists = make_device_lists(device_, spec, seed);
      entries = lists.entries.size();
      for (std::size_t k = 0; k < std::size(k_kernels); ++k) {
        if (k != 0 && settings_.alone) continue;
        const DeviceStableMatching found = time(lists.view(), k_kernels[k], measured[k]);
        const DeviceListsVerdict verdict = check_on_device(device_, lists.view(), found.mates);
        measured[k].pairs = verdict.pairs;
        measured[k].stable = measured[k].stable && verdict.blocking == 0;
      }
    }
    report(spec, entries, measured);
  }

  // One list per side, in the order of the agents: proposer i gets receiver i.
  void run_hard(const std::string& spec) {
    const auto n = static_cast<VertexId>(std::atol(spec.c_str() + 5));
    std::vector<VertexId> order(n);
    std::iota(order.begin(), order.end(), VertexId{0});
    const DeviceSharedProposers lists = share(device_, order, order);
    Measured measured[std::size(k_kernels)];
    for (std::size_t k = 0; k < std::size(k_kernels); ++k) {
      if (k != 0 && settings_.alone) continue;
      const DeviceStableMatching found = time(lists.view(), k_kernels[k], measured[k]);
      measured[k].pairs = n;
      measured[k].stable = download(device_, found.mates) == order;
    }
    report(spec, std::uint64_t{n} * n, measured);
  }

  void report(const std::string& spec, std::uint64_t entries, const Measured* measured) {
    for (std::size_t k = 0; k < std::size(k_kernels); ++k) {
      const Measured& all = measured[k];
      if (all.times.empty()) continue;
      const double time = median(all.times);
      right_ = right_ && all.stable && all.proposals == measured[0].proposals;
      print_table_row({spec, std::to_string(entries), k_kernels[k].name, fixed(time, 2),
                       fixed(*std::min_element(all.times.begin(), all.times.end()), 2),
                       fixed(*std::max_element(all.times.begin(), all.times.end()), 2),
                       std::to_string(all.proposals), std::to_string(all.pairs),
                       fixed(static_cast<double>(all.proposals) / time / 1e3, 0),
                       fixed(static_cast<double>(all.bytes) / 1e9, 2), all.stable ? "yes" : "NO"});
    }
  }

  template <class Lists>
  DeviceStableMatching time(const Lists& lists, const Kernel& kernel, Measured& measured) {
    DeviceStableMatching found;
    std::vector<double> times;
    // The first run warms up and makes the workspace.
    for (std::size_t r = 0; r <= settings_.repetitions; ++r) {
      found = mcvitie_wilson(device_, lists, {.kernel = kernel.kernel}, workspace_);
      if (r > 0) times.push_back(found.stats.device_seconds * 1e3);
    }
    measured.times.push_back(median(times));
    measured.proposals = found.proposals;
    measured.bytes = found.stats.device_peak_bytes;
    return found;
  }

  const DeviceContext device_;
  DeviceWorkspace workspace_;
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
      settings.repetitions = static_cast<std::size_t>(std::max(1, std::atoi(words[++i])));
    } else if (word == "--seeds" && i + 1 < count) {
      settings.seeds = static_cast<std::uint64_t>(std::max(1, std::atoi(words[++i])));
    } else if (word == "--alone") {
      settings.alone = true;
    } else {
      settings.instances.emplace_back(word);
    }
  }
  if (settings.instances.empty()) {
    settings.instances = {"easy:1000000",  "easy:25000000", "uniform:1000",
                          "uniform:10000", "uniform:30000", "hard:500000"};
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
