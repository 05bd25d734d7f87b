// SPDX-License-Identifier: MIT
#include "device/device_graph_weights.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <utility>

#include "device/device_graph_families.hpp"
#include "device/device_graph_parts.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

namespace {

// Runs that take longer than this, in milliseconds, are made once.
constexpr double k_slow = 100;

class Column {
 public:
  Column(const std::string& spec, std::uint32_t capacity) : capacity_(capacity) {
    if (spec.find('=') == std::string::npos) {
      base_ = make_on_device(device_, spec, DeviceWeights::unit);
      graph_ = make_on_device(device_, spec, DeviceWeights::unit);
    } else {
      const Context host;
      CompressedGraph rows = compress(host, load_graph(host, spec).graph.view());
      rows.weights = {};
      base_ = upload(device_, rows.view());
      graph_ = upload(device_, rows.view());
    }
    weigh_on_device(device_, base_, 0);
  }

  // The ratio, or where the answer is wrong nothing like a number.
  std::string measure(std::size_t kind, int repetitions) {
    weigh_on_device(device_, graph_, kind);
    const bool is_chain = device_weight_kinds()[kind].is_chain;
    // Suitor takes long along a chain.
    const bool is_right = is_chain ? has_hosts_answer() : has_suitors_answer();
    double base = std::numeric_limits<double>::max();
    double time = base;
    (void)solve(base_);
    for (int r = 0; r < repetitions; ++r) {
      base = std::min(base, solve(base_));
      time = std::min(time, solve(graph_));
      if (time > k_slow) break;
    }
    (device_weight_kinds()[kind].is_wide ? wide_ : narrow_).push_back(time / base);
    return (kind == 0 ? fixed(std::min(base, time), 3) + " ms" : fixed(time / base, 2)) +
           (is_right ? "" : " WRONG");
  }
  [[nodiscard]] std::string summary(bool is_wide) const {
    const std::vector<double>& ratios = is_wide ? wide_ : narrow_;
    return fixed(geometric_mean(ratios), 2) + ", " +
           fixed(*std::max_element(ratios.begin(), ratios.end()), 2);
  }

 private:
  double solve(const DeviceGraph& graph) {
    const MatchingStats stats =
        capacity_ == 1
            ? local_max(device_, graph.view(), GraphLocalMaxOptions{}, workspace_).stats
            : local_max(device_, graph.view(), {.common = capacity_}, {}, workspace_).stats;
    return stats.device_seconds * 1e3;
  }
  // On a device the partners of a vertex stand in any order.
  std::vector<VertexId> sorted_rows(const DevicePartners& matching) {
    std::vector<VertexId> partners = download(device_, matching.partners);
    const std::vector<Offset> offsets = download(device_, matching.offsets);
    for (std::size_t v = 0; v + 1 < offsets.size(); ++v) {
      std::sort(partners.begin() + static_cast<std::ptrdiff_t>(offsets[v]),
                partners.begin() + static_cast<std::ptrdiff_t>(offsets[v + 1]));
    }
    return partners;
  }
  bool has_suitors_answer() {
    DeviceWorkspace other;
    if (capacity_ != 1) {
      const auto partners =
          sorted_rows(local_max(device_, graph_.view(), {.common = capacity_}, {}, workspace_));
      return partners ==
             sorted_rows(b_suitor(device_, graph_.view(), {.common = capacity_}, {}, other));
    }
    const std::vector<VertexId> mates =
        download(device_, local_max(device_, graph_.view(), {}, workspace_).mates);
    return mates == download(device_, suitor(device_, graph_.view(), {}, other).mates);
  }

  bool has_hosts_answer() {
    const CompressedGraph rows = download_rows(device_, graph_.view());
    if (capacity_ != 1) {
      return sorted_rows(
                 local_max(device_, graph_.view(), {.common = capacity_}, {}, workspace_)) ==
             local_max(Context{}, rows.view(), {.common = capacity_}).partners;
    }
    const DeviceGraphMatching found = local_max(device_, graph_.view(), {}, workspace_);
    return download(device_, found.mates) == local_max(Context{}, rows.view()).mates;
  }

  const std::uint32_t capacity_;
  const DeviceContext device_;
  DeviceWorkspace workspace_;
  DeviceGraph base_;
  DeviceGraph graph_;
  std::vector<double> narrow_;
  std::vector<double> wide_;
};

}  // namespace

bool device_weights(const DeviceWeightSettings& settings) {
  std::vector<std::string> cells = {"weights"};
  for (const std::string& spec : settings.instances) cells.push_back(spec);
  std::printf("%s%s", table_row(cells).c_str(), table_rule(cells.size()).c_str());
  std::vector<std::unique_ptr<Column>> columns;
  for (const std::string& spec : settings.instances) {
    columns.push_back(std::make_unique<Column>(spec, settings.capacity));
  }
  bool all_right = true;
  for (std::size_t kind = 0; kind < device_weight_kinds().size(); ++kind) {
    const DeviceWeightKind& about = device_weight_kinds()[kind];
    if (about.is_chain && !settings.chains) continue;
    cells = {about.name};
    for (const auto& column : columns) {
      cells.push_back(column->measure(kind, settings.repetitions));
      all_right = all_right && cells.back().find("WRONG") == std::string::npos;
    }
    std::printf("%s", table_row(cells).c_str());
    std::fflush(stdout);
  }
  for (const bool is_wide : {false, true}) {
    cells = {std::string(is_wide ? "**64" : "**32") + " bits: mean, worst**"};
    for (const auto& column : columns) cells.push_back(column->summary(is_wide));
    std::printf("%s", table_row(cells).c_str());
  }
  return all_right;
}

std::vector<std::string> device_weight_instances() {
  return {"rgg:22", "rmat:20", "delaunay:n=2097152"};
}

}  // namespace hypermatch::bench
