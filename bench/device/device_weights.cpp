// SPDX-License-Identifier: MIT
#include "device/device_weights.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <map>
#include <utility>

#include "hypermatch/device_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "instances/instances.hpp"
#include "instances/weight_kinds.hpp"
#include "measure.hpp"

namespace hypermatch::bench {
namespace {

struct Instance {
  std::string name;
  Hypergraph held;
  DeviceHypergraph base;  // with the weights of the first kind

  [[nodiscard]] HypergraphView with(const Weights& weights) const {
    HypergraphView view = held.view();
    view.weights = view_of(weights);
    return view;
  }
};

struct Result {
  double base = std::numeric_limits<double>::max();  // ms
  double time = std::numeric_limits<double>::max();
  std::uint64_t rounds = 0;
  bool same = false;
};

class DeviceWeightBench {
 public:
  DeviceWeightBench(int repetitions, const std::vector<std::string>& instances)
      : repetitions_(repetitions) {
    for (const std::string& spec : instances) {
      Instance instance{spec, load_instance(host_, spec).hypergraph, {}};
      const std::size_t m = instance.held.view().num_edges();
      instance.base = upload(device_, instance.with(kinds_of_32_bits().front().make(m)));
      instances_.push_back(std::move(instance));
    }
  }

  bool run() {
    std::vector<std::string> header = {"weights"};
    for (const Instance& instance : instances_) {
      header.push_back(instance.name);
      header.push_back("rounds");
      header.push_back("same bytes");
    }
    std::printf("%s%s", table_row(header).c_str(), table_rule(header.size()).c_str());
    print_kinds("32", kinds_of_32_bits(), true);
    print_kinds("64", kinds_of_64_bits(), false);
    return right_;
  }

 private:
  [[nodiscard]] Result measure(const Instance& instance, const Weights& weights) {
    const HypergraphView view = instance.with(weights);
    const DeviceHypergraph on_device = upload(device_, view);
    const LocalMaxOptions options{.order = {.rating = Rating::weight}};
    const auto time = [&](const DeviceHypergraph& hypergraph) {
      return local_max(device_, hypergraph.view(), options, workspace_);
    };
    Result result;
    for (int i = 0; i < repetitions_; ++i) {
      result.base = std::min(result.base, time(instance.base).stats.device_seconds * 1e3);
      const DeviceMatching found = time(on_device);
      result.time = std::min(result.time, found.stats.device_seconds * 1e3);
      result.rounds = found.stats.rounds;
      if (i == 0) {
        result.same = download(device_, found.edges) == local_max(host_, view, options).edges;
      }
    }
    return result;
  }

  void print_kinds(const char* bits, const std::vector<WeightKind>& kinds, bool first) {
    std::vector<std::vector<double>> ratios(instances_.size());
    for (const WeightKind& kind : kinds) {
      std::vector<std::string> cells = {kind.name};
      std::map<std::size_t, Weights> made;
      for (std::size_t i = 0; i < instances_.size(); ++i) {
        const std::size_t m = instances_[i].held.view().num_edges();
        if (!made.contains(m)) made.emplace(m, kind.make(m));
        const Result result = measure(instances_[i], made.at(m));
        right_ = right_ && result.same;
        ratios[i].push_back(result.time / result.base);
        const bool is_base = first && ratios[i].size() == 1;
        cells.push_back(is_base ? fixed(std::min(result.base, result.time), 3) + " ms"
                                : fixed(result.time / result.base, 2));
        cells.push_back(std::to_string(result.rounds));
        cells.push_back(result.same ? "yes" : "NO");
      }
      std::printf("%s", table_row(cells).c_str());
      std::fflush(stdout);
    }
    std::vector<std::string> cells = {std::string("**") + bits + " bits: mean, worst**"};
    for (const std::vector<double>& of_instance : ratios) {
      cells.push_back(fixed(geometric_mean(of_instance), 2) + ", " +
                      fixed(*std::max_element(of_instance.begin(), of_instance.end()), 2));
      cells.insert(cells.end(), {"", ""});
    }
    std::printf("%s", table_row(cells).c_str());
  }

  int repetitions_;
  const Context host_;
  const DeviceContext device_{DeviceContextOptions{}};
  DeviceWorkspace workspace_;
  std::vector<Instance> instances_;
  bool right_ = true;
};

}  // namespace

bool device_weights(int repetitions, const std::vector<std::string>& instances) {
  return DeviceWeightBench(repetitions, instances).run();
}

std::vector<std::string> device_weight_instances() {
  return {"uniform:n=4000000,m=10000000,k=3", "sizes:n=1000000,m=10000000,min=2,max=8",
          "uniform:n=10000000,m=10000000,k=10"};
}

}  // namespace hypermatch::bench
