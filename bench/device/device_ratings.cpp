// SPDX-License-Identifier: MIT
#include "device/device_ratings.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>

#include "device/device_cases.hpp"
#include "hypermatch/device_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "measure.hpp"

namespace hypermatch::bench {
namespace {

constexpr std::array k_ratings = {Rating::weight, Rating::weight_per_pin,
                                  Rating::weight_per_sqrt_pins, Rating::automatic};

}  // namespace

bool device_ratings(int repetitions, const std::vector<std::string>& instances) {
  const Context host;
  const DeviceContext device{DeviceContextOptions{}};
  DeviceWorkspace workspace;
  bool right = true;
  std::vector<std::vector<double>> ratios(k_ratings.size());
  std::printf("%s%s",
              table_row({"instance", "weight ms", "weight per pin", "weight per sqrt of pins",
                         "automatic", "rounds", "same bytes"})
                  .c_str(),
              table_rule(7).c_str());
  for (const std::string& spec : instances) {
    const Hypergraph held = make(host, {spec});
    const DeviceHypergraph on_device = upload(device, held.view());
    std::array<Timed, k_ratings.size()> times;
    bool same = true;
    for (int i = 0; i <= repetitions; ++i) {
      for (std::size_t r = 0; r < k_ratings.size(); ++r) {
        const LocalMaxOptions options{.order = {.rating = k_ratings[r]}};
        const DeviceMatching found = local_max(device, on_device.view(), options, workspace);
        times[r].rounds = found.stats.rounds;
        if (i == 0) {
          same =
              same && download(device, found.edges) == local_max(host, held.view(), options).edges;
        } else {
          times[r].least = std::min(times[r].least, found.stats.device_seconds * 1e3);
        }
      }
    }
    right = right && same;
    std::vector<std::string> cells = {DeviceCase{spec}.name(), fixed(times[0].least, 3)};
    std::string rounds = std::to_string(times[0].rounds);
    for (std::size_t r = 1; r < k_ratings.size(); ++r) {
      ratios[r].push_back(times[r].least / times[0].least);
      cells.push_back(fixed(ratios[r].back(), 2));
      rounds += ", " + std::to_string(times[r].rounds);
    }
    cells.insert(cells.end(), {rounds, same ? "yes" : "NO"});
    std::printf("%s", table_row(cells).c_str());
    std::fflush(stdout);
  }
  std::vector<std::string> cells = {"**mean, worst**", ""};
  for (std::size_t r = 1; r < k_ratings.size(); ++r) {
    cells.push_back(fixed(geometric_mean(ratios[r]), 2) + ", " +
                    fixed(*std::max_element(ratios[r].begin(), ratios[r].end()), 2));
  }
  cells.insert(cells.end(), {"", ""});
  std::printf("%s", table_row(cells).c_str());
  return right;
}

std::vector<std::string> device_rating_instances() {
  std::vector<std::string> specs;
  for (const DeviceCase& instance : standard_cases()) {
    if (specs.empty() || specs.back() != instance.spec) specs.push_back(instance.spec);
  }
  return specs;
}

}  // namespace hypermatch::bench
