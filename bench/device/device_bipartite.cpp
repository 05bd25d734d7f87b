// SPDX-License-Identifier: MIT
// Times bipartite matching on a device, from data on the device to the final matching, start
// included: `ms_bfs`, and the eight variants of Deveci et al. 2013 after the same start. All sizes
// are compared. Prints a Markdown table. Times are medians after a warm-up, by the device's clock
// or on the host's wall; of what takes long there are fewer runs, on the host the first one alone.
//   hypermatch_bench_device_bipartite [--repetitions R] [--alone] [--host] [--starts] [--limit S]
//                                     [NAME:K|FAMILY:NAME=VALUE,...|FILE...]
// --alone leaves the variants out; --host adds the default on one core and what runs on all cores,
// each given up once it is later than the best before it; --starts times `ms_bfs` after each start;
// a variant is given up after S seconds (60), or four times as long as `ms_bfs` takes if that is
// more. Without names: those of the project's figures. Each instance is taken as it is and with
// random numbers for rows and columns. Where the host solved for `ms_bfs` the row says so, has no
// time, and counts in no mean.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "device/device_bipartite_instances.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/device_bipartite_matching.hpp"
#include "hypermatch/error.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

namespace {

using Solve = DeviceBipartiteMatching (*)(const DeviceContext&, const DeviceBipartiteView&,
                                          const DeviceBipartiteOptions&, DeviceWorkspace&,
                                          const DeviceMatesMemory&);

struct Flags {
  int repetitions = 5;
  bool alone = false;
  bool host = false;
  bool starts = false;
  double limit = 60;  // seconds
};

constexpr double k_never = std::numeric_limits<double>::infinity();

struct Timed {
  double start = 0.0;  // milliseconds, medians
  double total = 0.0;  // k_never if the host took over
  std::string reason;  // empty, or why it did in one run at least
  DeviceBipartiteMatching last;

  [[nodiscard]] bool by_device() const { return reason.empty(); }
};

// How many times as long others take.
struct Ratios {
  std::vector<double> values;
  std::size_t bounds = 0;  // values that are too small: none finished within the limit

  void add(double others, double limit, double ours) {
    values.push_back((others == k_never ? limit : others) / ours);
    if (others == k_never) ++bounds;
  }
};

struct Variant {
  const char* name;
  Solve solve;
  LevelKernel kernel;
  ThreadLayout layout;
};

constexpr Variant k_variants[] = {
    {"apfb-gpubfs-mt", &apfb, LevelKernel::gpubfs, ThreadLayout::mt},
    {"apfb-gpubfs-ct", &apfb, LevelKernel::gpubfs, ThreadLayout::ct},
    {"apfb-gpubfs_wr-mt", &apfb, LevelKernel::gpubfs_wr, ThreadLayout::mt},
    {"apfb-gpubfs_wr-ct", &apfb, LevelKernel::gpubfs_wr, ThreadLayout::ct},
    {"apsb-gpubfs-mt", &apsb, LevelKernel::gpubfs, ThreadLayout::mt},
    {"apsb-gpubfs-ct", &apsb, LevelKernel::gpubfs, ThreadLayout::ct},
    {"apsb-gpubfs_wr-mt", &apsb, LevelKernel::gpubfs_wr, ThreadLayout::mt},
    {"apsb-gpubfs_wr-ct", &apsb, LevelKernel::gpubfs_wr, ThreadLayout::ct}};

using SolveOnHost = BipartiteMatching (*)(const Context&, const BipartiteView&,
                                          const BipartiteOptions&);

struct HostAlgorithm {
  const char* name;
  SolveOnHost solve;
  int threads;  // 0: all
};

constexpr HostAlgorithm k_on_host[] = {{"maximum_matching", &maximum_matching, 1},
                                       {"ms_bfs_graft", &ms_bfs_graft, 0},
                                       {"p_pfp", &p_pfp, 0},
                                       {"p_dbfs", &p_dbfs, 0},
                                       {"p_hk", &p_hk, 0}};
constexpr double k_host_limit = 30e3;           // milliseconds
constexpr double k_host_time_limit = 100;       // every algorithm gets as much: threads wake up
constexpr double k_host_budget = 3e3;           // of all runs of an algorithm together
constexpr double k_budget = 60e3;               // of `ms_bfs`, likewise
constexpr std::uint64_t k_large = 100'000'000;  // entries: 50 M edges, in both directions

class Bench {
 public:
  explicit Bench(const Flags& flags) : flags_(flags) {
    // Kernels are loaded when they are first used: no time of theirs.
    const DeviceBipartite small = make_device_bipartite(device_, "random:10");
    DeviceWorkspace workspace;
    for (const Variant& variant : k_variants) {
      (void)variant.solve(device_, small.view(),
                          {.kernel = variant.kernel, .layout = variant.layout}, workspace, {});
    }
  }

  void run(const std::string& spec) {
    std::string name = spec;
    DeviceBipartite graph;
    if (std::filesystem::exists(spec) || spec.find('=') != std::string::npos) {
      NamedBipartite host = load_bipartite(Context(), spec);
      name = std::move(host.name);
      graph = upload(device_, host.graph.view());
    } else {
      graph = make_device_bipartite(device_, spec);
    }
    compare(name, graph.view());
    const DeviceBipartite other = permute(device_, graph.view(), 1);
    compare(name + ", permuted", other.view());
  }

  [[nodiscard]] bool all_right() const { return right_; }
  void print_means() const {
    print_mean("the best of the eight variants", "instances", ratios_);
    print_mean("maximum_matching on one core of the host", "instances", one_core_);
    print_mean("the best on all cores of the host", "instances of over 100 M entries", all_cores_);
    if (left_to_host_ == 0) return;
    std::printf("\nLeft out of all means: %zu instances that ms_bfs left to the host.\n",
                left_to_host_);
  }
  static void print_head() {
    row({"instance", "algorithm", "start", "start ms", "total ms", "phases", "matched by the start",
         "matched", "MB with the graph"});
    std::fputs(table_rule(9).c_str(), stdout);
  }

 private:
  static void print_mean(const char* others, const char* instances, const Ratios& ratios) {
    const std::vector<double>& values = ratios.values;
    if (values.empty()) return;
    std::string note;
    if (ratios.bounds != 0) {
      note = " (on " + std::to_string(ratios.bounds) +
             " of which none of those finished within the limit, which counts)";
    }
    std::printf(
        "\nms_bfs is %s%.1f times as fast as %s, in geometric mean over %zu %s%s; %.2f times at "
        "least.\n",
        ratios.bounds != 0 ? "> " : "", geometric_mean(values), others, values.size(), instances,
        note.c_str(), *std::min_element(values.begin(), values.end()));
  }
  static void row(const std::vector<std::string>& cells) {
    std::fputs(table_row(cells).c_str(), stdout);
    std::fflush(stdout);
  }

  // As many runs as fit the budget; the first one warms up and makes the workspace.
  Timed time(double budget, const std::function<DeviceBipartiteMatching()>& solve) const {
    Timed timed;
    std::vector<double> start;
    timed.total = median_within(budget, repetitions(), [&] {
      timed.last = solve();
      start.push_back(timed.last.stats.start_seconds * 1e3);
      // Any other reason says that the host took over, of which the device's clock knows nothing.
      const BipartiteStats& stats = timed.last.stats;
      if (stats.stop_reason != "complete") timed.reason = stats.stop_reason;
      return timed.by_device() ? stats.device_seconds * 1e3 : k_never;
    });
    if (!timed.by_device()) timed.total = k_never;
    if (start.size() > 1) start.erase(start.begin());
    timed.start = median(start);
    return timed;
  }
  Timed time_ms_bfs(const DeviceBipartiteView& graph, BipartiteStart start) const {
    DeviceWorkspace workspace;
    return time(k_budget, [&] { return ms_bfs(device_, graph, {.start = start}, workspace, {}); });
  }
  [[nodiscard]] std::size_t repetitions() const {
    return static_cast<std::size_t>(flags_.repetitions);
  }

  void report(const std::string& name, const std::string& algorithm, const char* start,
              const Timed& timed) {
    const BipartiteStats& stats = timed.last.stats;
    const bool is_right = timed.last.cardinality == size_;
    const bool by_device = timed.by_device();
    right_ = right_ && is_right;
    row({name, by_device ? algorithm : algorithm + " (" + timed.reason + ")", start,
         by_device ? fixed(timed.start, 2) : "-", by_device ? fixed(timed.total, 2) : "-",
         std::to_string(stats.phases), std::to_string(stats.start_cardinality),
         std::to_string(timed.last.cardinality) + (is_right ? "" : " WRONG"),
         fixed(static_cast<double>(stats.device_peak_bytes) / 1e6, 0)});
  }

  void compare(const std::string& name, const DeviceBipartiteView& graph) {
    std::fprintf(stderr, "%s: %u rows, %llu entries\n", name.c_str(), graph.num_rows,
                 static_cast<unsigned long long>(graph.num_entries()));
    const Timed ours = time_ms_bfs(graph, BipartiteStart::automatic);
    size_ = ours.last.cardinality;
    if (!ours.by_device()) ++left_to_host_;
    report(name, "ms_bfs", "karp_sipser", ours);
    if (flags_.starts) {
      constexpr std::pair<const char*, BipartiteStart> k_starts[] = {
          {"none", BipartiteStart::none},
          {"cheap", BipartiteStart::cheap},
          {"two_sided", BipartiteStart::two_sided}};
      for (const auto& [start, value] : k_starts) {
        report(name, "ms_bfs", start, time_ms_bfs(graph, value));
      }
    }
    if (!flags_.alone) compare_variants(name, graph, ours);
    if (flags_.host) compare_host(name, graph, ours);
  }

  // After the start that suits `ms_bfs`.
  void compare_variants(const std::string& name, const DeviceBipartiteView& graph,
                        const Timed& ours) {
    const double limit = std::max(flags_.limit * 1e3, ours.by_device() ? 4 * ours.total : 0.0);
    double best = k_never;
    for (const Variant& variant : k_variants) {
      Timed timed;
      if (finishes(variant, graph, limit, timed)) {
        report(name, variant.name, "karp_sipser", timed);
        best = std::min(best, timed.total);
      } else {
        row({name, variant.name, "karp_sipser", "", "> " + fixed(limit, 0), "", "", "", ""});
      }
    }
    if (!ours.by_device()) return;
    ratios_.add(best, limit, ours.total);
    const char* const more = best == k_never ? "> " : "";
    const double counted = best == k_never ? limit : best;
    std::fprintf(stderr, "%s: best variant / ms_bfs %s%.2f, searches alone %s%.2f\n", name.c_str(),
                 more, counted / ours.total, more,
                 (counted - ours.start) / (ours.total - ours.start));
  }

  // False if a run is late, which is noticed between phases.
  bool finishes(const Variant& variant, const DeviceBipartiteView& graph, double limit,
                Timed& timed) const {
    DeviceWorkspace workspace;
    try {
      // Twice the limit: room for a run after the first, even where that takes as long as it may.
      timed = time(2 * limit, [&] {
        const Deadline deadline(limit / 1e3);
        const DeviceContext device({.stop = deadline.token()});
        return variant.solve(device, graph, {.kernel = variant.kernel, .layout = variant.layout},
                             workspace, {});
      });
      return true;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::cancelled) throw;
      return false;
    }
  }

  void compare_host(const std::string& name, const DeviceBipartiteView& graph, const Timed& ours) {
    const std::vector<Offset> offsets = download(device_, graph.offsets);
    const std::vector<VertexId> columns = download(device_, graph.columns);
    const BipartiteView view{graph.num_rows, graph.num_columns, offsets, columns};
    double best = k_never;
    for (const HostAlgorithm& algorithm : k_on_host) {
      const double total = run_on_host(name, view, algorithm, std::min(best, k_host_limit));
      if (algorithm.threads == 1 && ours.by_device()) {
        one_core_.add(total, k_host_limit, ours.total);
      }
      best = std::min(best, total);
    }
    if (!ours.by_device()) return;
    if (graph.num_entries() > k_large) all_cores_.add(best, k_host_limit, ours.total);
    std::fprintf(stderr, "%s: best on the host / ms_bfs %s%.1f\n", name.c_str(),
                 best == k_never ? "> " : "", std::min(best, k_host_limit) / ours.total);
  }

  // Milliseconds; k_never if one run takes longer than `limit`.
  double run_on_host(const std::string& name, const BipartiteView& graph,
                     const HostAlgorithm& algorithm, double limit) {
    const double time_limit = std::max(limit, k_host_time_limit);
    const std::string title = std::string(algorithm.name) + ", host, " +
                              std::to_string(Context({.threads = algorithm.threads}).threads()) +
                              " threads";
    try {
      BipartiteMatching found;
      const double total = median_within(k_host_budget, repetitions(), [&] {
        const Deadline deadline(time_limit / 1e3);
        const Context host({.threads = algorithm.threads, .stop = deadline.token()});
        return milliseconds([&] { found = algorithm.solve(host, graph, {}); });
      });
      right_ = right_ && found.cardinality == size_;
      row({name, title, "", fixed(found.stats.start_seconds * 1e3, 0), fixed(total, 0),
           std::to_string(found.stats.phases), std::to_string(found.stats.start_cardinality),
           std::to_string(found.cardinality) + (found.cardinality == size_ ? "" : " WRONG"), ""});
      return total;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::cancelled) throw;
      row({name, title, "", "", "> " + fixed(time_limit, 0), "", "", "", ""});
      return k_never;
    }
  }

  Flags flags_;
  DeviceContext device_;
  std::uint64_t size_ = 0;
  bool right_ = true;
  Ratios ratios_;  // best variant / ms_bfs
  Ratios one_core_;
  Ratios all_cores_;
  std::size_t left_to_host_ = 0;  // instances
};

int run(int count, char** words) {
  const AvailableDevices available = available_devices();
  if (available.devices.empty()) {
    std::printf("skipped: %s\n", available.reason.c_str());
    return 0;
  }
  Flags flags;
  std::vector<std::string> specs;
  for (int i = 0; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--repetitions" && i + 1 < count) {
      flags.repetitions = std::max(1, std::atoi(words[++i]));
    } else if (word == "--limit" && i + 1 < count) {
      flags.limit = std::max(0.1, std::atof(words[++i]));
    } else if (word == "--alone") {
      flags.alone = true;
    } else if (word == "--host") {
      flags.host = true;
    } else if (word == "--starts") {
      flags.starts = true;
    } else {
      specs.emplace_back(word);
    }
  }
  if (specs.empty())
    specs = {"rgg:24",  "triangles:24", "delaunay:n=16777216,shuffle=1",
             "road:22", "random:22",    "rmat:22"};
  Bench bench(flags);
  Bench::print_head();
  for (const std::string& spec : specs) bench.run(spec);
  bench.print_means();
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
