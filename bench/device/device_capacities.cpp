// SPDX-License-Identifier: MIT
#include "device/device_capacities.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <utility>

#include "device/device_cases.hpp"
#include "hypermatch/device_matching.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "measure.hpp"

namespace hypermatch::bench {
namespace {

// Capacities low .. high, at random where they differ.
struct Case {
  const char* name;
  std::uint32_t low = 1;
  std::uint32_t high = 1;
  const char* weights = "random:1..100";
};

// The first case of a table is the one that others are compared with.
const std::vector<Case> k_capacities = {
    {"1", 1, 1}, {"2", 2, 2}, {"3", 3, 3}, {"5", 5, 5}, {"20", 20, 20}};
const std::vector<Case> k_neighbours = {{"2", 2, 2},
                                        {"unweighted", 2, 2, "unit"},
                                        {"1..3", 2, 2, "random:1..3"},
                                        {"1..10^6", 2, 2, "random:1..1000000"},
                                        {"64 bits", 2, 2, "random:1..1000000000000"},
                                        {"capacity 1..2", 1, 2},
                                        {"1..3", 1, 3},
                                        {"0..4", 0, 4},
                                        {"1..10", 1, 10}};

class DeviceCapacityBench {
 public:
  DeviceCapacityBench(int repetitions, const std::vector<Case>& cases)
      : repetitions_(repetitions), cases_(cases) {
    std::vector<std::string> header = {"instance", std::string(cases.front().name) + ", ms"};
    for (std::size_t c = 1; c < cases.size(); ++c) header.emplace_back(cases[c].name);
    header.insert(header.end(), {"rounds", "same bytes"});
    std::printf("%s%s", table_row(header).c_str(), table_rule(header.size()).c_str());
  }

  // True if all matchings are the host's.
  bool run(const std::string& spec) {
    const Hypergraph held = make(host_, {spec});
    std::map<std::string, Weighted> by_weights;
    std::vector<std::vector<std::uint32_t>> capacities;
    for (const Case& each : cases_) {
      if (!by_weights.contains(each.weights))
        by_weights.emplace(each.weights, weighted(held, each));
      capacities.push_back(capacities_of(each, held.num_vertices));
    }
    std::vector<Timed> times(cases_.size());
    bool same = true;
    for (int i = 0; i <= repetitions_; ++i) {
      for (std::size_t c = 0; c < cases_.size(); ++c) {
        const Weighted& instance = by_weights.at(cases_[c].weights);
        const LocalMaxOptions options{
            .order = {.rating = Rating::weight},
            .capacities = {.common = cases_[c].low, .each = capacities[c]}};
        const DeviceMatching found =
            local_max(device_, instance.on_device.view(), options, workspace_);
        times[c].rounds = found.stats.rounds;
        if (i == 0) {
          HypergraphView view = held.view();
          view.weights = view_of(instance.weights);
          same = same && download(device_, found.edges) == local_max(host_, view, options).edges;
        } else {
          times[c].least = std::min(times[c].least, found.stats.device_seconds * 1e3);
        }
      }
    }
    print(spec, times, same);
    return same;
  }

 private:
  struct Weighted {
    Weights weights;
    DeviceHypergraph on_device;
  };

  [[nodiscard]] Weighted weighted(const Hypergraph& hypergraph, const Case& of) const {
    Weighted made;
    generate::assign_weights(host_, made.weights, hypergraph.view().num_edges(), of.weights);
    HypergraphView view = hypergraph.view();
    view.weights = view_of(made.weights);
    made.on_device = upload(device_, view);
    return made;
  }
  // Empty: one for all.
  static std::vector<std::uint32_t> capacities_of(const Case& of, VertexId n) {
    std::vector<std::uint32_t> each;
    if (of.low == of.high) return each;
    for (VertexId v = 0; v < n; ++v) {
      const std::uint64_t turn = v * 0x9E3779B97F4A7C15ULL >> 32;
      each.push_back(of.low + static_cast<std::uint32_t>(turn % (of.high - of.low + 1)));
    }
    return each;
  }
  static void print(const std::string& spec, const std::vector<Timed>& times, bool same) {
    std::vector<std::string> cells = {DeviceCase{spec}.name(), fixed(times[0].least, 3)};
    std::string rounds = std::to_string(times[0].rounds);
    for (std::size_t c = 1; c < times.size(); ++c) {
      cells.push_back(fixed(times[c].least / times[0].least, 2));
      rounds += ", " + std::to_string(times[c].rounds);
    }
    cells.insert(cells.end(), {rounds, same ? "yes" : "NO"});
    std::printf("%s", table_row(cells).c_str());
    std::fflush(stdout);
  }

  int repetitions_;
  const std::vector<Case>& cases_;
  const Context host_;
  const DeviceContext device_{DeviceContextOptions{}};
  DeviceWorkspace workspace_;
};

}  // namespace

bool device_capacities(int repetitions, const std::vector<std::string>& instances) {
  bool right = true;
  for (const std::vector<Case>* cases : {&k_capacities, &k_neighbours}) {
    if (cases != &k_capacities) std::printf("\n");
    DeviceCapacityBench bench(repetitions, *cases);
    for (const std::string& spec : instances) right = bench.run(spec) && right;
  }
  return right;
}

std::vector<std::string> device_capacity_instances() {
  return {"uniform:n=4000000,m=10000000,k=3", "sizes:n=1000000,m=10000000,min=2,max=8",
          "uniform:n=10000000,m=10000000,k=10", "stencil27:x=200,y=200,z=200"};
}

}  // namespace hypermatch::bench
