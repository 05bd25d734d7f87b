// SPDX-License-Identifier: MIT
// Times local max on a device, with data on the device, against the filtered variant on the host's
// cores; every answer is compared with it. Prints a Markdown table.
//   hypermatch_bench_device [--repetitions R] [INSTANCE...]    as bench/instances.hpp has them
//   hypermatch_bench_device --about                            names device and revision
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/device_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/version.hpp"
#include "instances.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

namespace {

struct Variant {
  const char* name;
  LocalMaxVariant variant;
  Ties ties;
};
constexpr Variant k_variants[] = {
    {"filtered", LocalMaxVariant::filtered, Ties::fixed},
    {"crcw", LocalMaxVariant::crcw, Ties::fixed},
    {"crew", LocalMaxVariant::crew, Ties::fixed},
    {"work_optimal", LocalMaxVariant::work_optimal, Ties::fixed},
    {"crcw, redrawn", LocalMaxVariant::crcw, Ties::redraw},
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void row(const std::vector<std::string>& cells) {
  std::fputs(table_row(cells).c_str(), stdout);
  std::fflush(stdout);
}

// One instance, one row a variant. True if all answers were right.
bool measure(const Context& host, const DeviceContext& device, const std::string& spec,
             int repetitions, bool weighted) {
  NamedInstance instance = load_instance(host, spec);
  if (!weighted) instance.hypergraph.weights = std::monostate{};
  const HypergraphView hypergraph = instance.hypergraph.view();
  const std::string name = instance.name + (weighted ? "" : ", unweighted");
  const OrderOptions order{.rating = Rating::weight};
  HypergraphMatching expected;
  std::vector<double> on_host;
  for (int i = 0; i < std::max(2, repetitions / 2); ++i) {
    on_host.push_back(
        milliseconds([&] { expected = local_max(host, hypergraph, {.order = order}); }));
  }
  row({name, "filtered, host", fixed(median(on_host), 2), "", std::to_string(expected.stats.rounds),
       "", "", "yes"});

  DeviceHypergraph on_device;
  const double transfer = milliseconds([&] { on_device = upload(device, hypergraph); });
  bool right = true;
  for (const Variant& variant : k_variants) {
    LocalMaxOptions options{.order = order, .variant = variant.variant, .ties = variant.ties};
    DeviceWorkspace workspace;
    std::vector<double> solve;
    std::vector<double> prepare;
    MatchingStats stats;
    bool same = true;
    try {
      // The first run warms up and makes the workspace.
      for (int i = 0; i <= repetitions; ++i) {
        const DeviceMatching found = local_max(device, on_device.view(), options, workspace);
        stats = found.stats;
        if (i == 0) {
          if (variant.ties == Ties::fixed) same = download(device, found.edges) == expected.edges;
          continue;
        }
        solve.push_back(stats.device_seconds * 1e3);
        prepare.push_back(stats.prepare_seconds * 1e3);
      }
    } catch (const Error& error) {
      if (error.code() != ErrorCode::unsupported) throw;
      continue;
    }
    right = right && same;
    row({name, variant.name, fixed(median(solve), 3), fixed(median(prepare), 3),
         std::to_string(stats.rounds), fixed(transfer, 1),
         fixed(static_cast<double>(stats.device_peak_bytes) / 1e6, 0), same ? "yes" : "NO"});
  }
  return right;
}

int run(int count, char** words) {
  const AvailableDevices available = available_devices();
  if (available.devices.empty()) {
    std::printf("skipped: %s\n", available.reason.c_str());
    return 0;
  }
  int repetitions = 5;
  std::vector<std::string> specs;
  for (int i = 0; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--about") {
      const DeviceInfo& device = available.devices.front();
      std::printf("%s, %d multiprocessors, %.0f GB; %d host threads; hypermatch %s, revision %s\n",
                  device.name.c_str(), device.multiprocessors,
                  static_cast<double>(device.memory) / 1e9, Context().threads(), version(),
                  *revision() != '\0' ? revision() : "unknown");
      return 0;
    }
    if (word == "--repetitions" && i + 1 < count) {
      repetitions = std::max(1, std::atoi(words[++i]));
    } else {
      specs.emplace_back(word);
    }
  }
  if (specs.empty()) {
    specs = {"uniform:n=4000000,m=10000000,k=3", "sizes:n=1000000,m=10000000,min=2,max=8",
             "uniform:n=10000000,m=10000000,k=10", "stencil27:x=200,y=200,z=200",
             "power_law:n=4000000,m=10000000,min=2,max=10"};
  }
  const Context host;
  const DeviceContext device;
  row({"instance", "variant", "solve ms", "prepare ms", "rounds", "upload ms", "device MB",
       "same bytes"});
  std::fputs(table_rule(8).c_str(), stdout);
  bool right = true;
  for (const std::string& spec : specs) {
    right = measure(host, device, spec, repetitions, true) && right;
    right = measure(host, device, spec, repetitions, false) && right;
  }
  return right ? 0 : 1;
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
