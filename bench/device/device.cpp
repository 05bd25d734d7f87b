// SPDX-License-Identifier: MIT
// Times local max on a device against what runs on the host's cores; every answer is compared with
// greedy's. Prints Markdown tables.
//   hypermatch_bench_device [--repetitions R] [GROUP|INSTANCE...]
//   hypermatch_bench_device --about          names device and revision
// Groups (default: standard): standard, tails, large, real, chain, stream, host, weights, ratings,
// capacities, parts (on several devices; not in all), all. An instance is named as in
// bench/instances/instances.hpp, and taken weighted, unweighted and rated by weight per pin; behind
// the groups `weights`, `ratings`, `capacities` and `parts`, under all kinds of weights, under each
// rating, under capacities or on several devices instead.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "device/device_capacities.hpp"
#include "device/device_cases.hpp"
#include "device/device_copies.hpp"
#include "device/device_hypergraph_parts.hpp"
#include "device/device_ratings.hpp"
#include "device/device_weights.hpp"
#include "device/pinned_arrays.hpp"
#include "hypermatch/device_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/version.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

namespace {

struct Variant {
  const char* name;
  LocalMaxVariant variant;
};
constexpr Variant k_variants[] = {
    {"crcw", LocalMaxVariant::crcw},
    {"crew", LocalMaxVariant::crew},
    {"work_optimal", LocalMaxVariant::work_optimal},
    {"filtered", LocalMaxVariant::filtered},
};
// Means are over instances with at least so many pins.
constexpr std::uint64_t k_pins_that_count = 5'000'000;
// Milliseconds of all runs of greedy on an instance: three of up to 3.5 s after the first.
constexpr double k_greedy_budget = 14'000;

class DeviceBench {
 public:
  explicit DeviceBench(int repetitions)
      : repetitions_(repetitions), device_(DeviceContextOptions{}), rate_(copy_rate(device_)) {}

  [[nodiscard]] bool all_right() const { return right_; }

  void print_rate() const { std::printf("A copy on the device moves %.2f TB/s.\n\n", rate_ / 1e9); }

  // All variants on the device, greedy on one core, filtered on all.
  void compare(const std::vector<DeviceCase>& cases, bool few_contestants = false) {
    print_table_row({"instance", "variant", "solve ms", "with prepare ms", "rounds",
                     "times the yardstick", "greedy / it", "crcw / it", "memory / arrays",
                     "same bytes"});
    std::fputs(table_rule(10).c_str(), stdout);
    for (const DeviceCase& instance : cases) compare(instance, few_contestants);
  }

  void print_means() const {
    if (to_crcw_.empty()) return;
    std::printf(
        "\nfiltered on the %zu instances with at least %.0f million pins, in geometric mean: %.2f "
        "times as fast as crcw, %.0f times as fast as greedy on one core (%.2f and %.0f with "
        "prepare).\n",
        to_crcw_.size(), static_cast<double>(k_pins_that_count) / 1e6, geometric_mean(to_crcw_),
        geometric_mean(to_greedy_), geometric_mean(to_crcw_with_prepare_),
        geometric_mean(to_greedy_));
    for (const std::string& line : notes_) std::printf("%s\n", line.c_str());
  }

  // An instance that is one long chain, from host memory to host memory.
  void chains() {
    print_table_row(
        {"chain", "copy ms", "filtered, host ms", "device, all in all ms", "ratio", "same bytes"});
    std::fputs(table_rule(6).c_str(), stdout);
    for (const char* spec : {"chain:m=3000000,d=3,shuffle=1", "chain:m=10000000,d=2"}) {
      const Hypergraph held = load_as_it_is(host_, spec).hypergraph;
      const HypergraphView hypergraph = held.view();
      HypergraphMatching on_host;
      HypergraphMatching found;
      const std::vector<double> times = medians(static_cast<std::size_t>(repetitions_),
                                                {[&] { (void)upload(device_, hypergraph); },
                                                 [&] { on_host = local_max(host_, hypergraph); },
                                                 [&] { found = local_max(device_, hypergraph); }});
      const bool same = found.edges == on_host.edges;
      right_ = right_ && same;
      print_table_row({spec, fixed(times[0], 2), fixed(times[1], 2), fixed(times[2], 2),
                       fixed(times[2] / (times[0] + times[1]), 2), same ? "yes" : "NO"});
    }
  }

  // From host memory to host memory: at once, in parts one after the other, and streamed.
  void from_host() {
    print_table_row({"instance", "host memory", "copy ms", "copy, then solve ms", "at once ms",
                     "of it transfer ms", "solve ms", "streamed ms", "same bytes"});
    std::fputs(table_rule(9).c_str(), stdout);
    for (const DeviceCase& instance : host_cases()) {
      const Hypergraph held = make(host_, instance);
      const HypergraphView hypergraph = held.view();
      const LocalMaxOptions options{.order = {.rating = instance.rating}};
      const HypergraphMatching expected = local_max(host_, hypergraph, options);
      from_host(instance.name(), "pageable", hypergraph, options, expected.edges);
      const PinnedArrays pinned(hypergraph);
      from_host(instance.name(), "pinned", hypergraph, options, expected.edges);
    }
  }

  // Below a cap of a quarter of the arrays, against copying them once: as the runtime copies
  // pageable memory, and as this library does, by several threads.
  void stream() {
    print_table_row({"instance", "cudaMemcpy ms", "copy ms", "streamed ms",
                     "of it on the device ms", "of cudaMemcpy", "of copy", "how", "same bytes"});
    std::fputs(table_rule(9).c_str(), stdout);
    for (const DeviceCase& instance : standard_cases()) {
      const Hypergraph held = make(host_, instance);
      const HypergraphView hypergraph = held.view();
      const LocalMaxOptions options{.order = {.rating = instance.rating}};
      const DeviceContext capped(
          {.memory_limit = static_cast<std::uint64_t>(bytes_of_arrays(hypergraph) / 4.0)});
      const HypergraphMatching expected = local_max(host_, hypergraph, options);
      HypergraphMatching found;
      const std::vector<double> times = medians(
          static_cast<std::size_t>(repetitions_),
          {[&] { copy_plainly(device_, hypergraph); }, [&] { (void)upload(device_, hypergraph); },
           [&] { found = local_max(capped, hypergraph, options); }});
      const bool same = found.edges == expected.edges;
      right_ = right_ && same;
      print_table_row({instance.name(), fixed(times[0], 2), fixed(times[1], 2), fixed(times[2], 2),
                       fixed(found.stats.device_seconds * 1e3, 2), fixed(times[2] / times[0], 2),
                       fixed(times[2] / times[1], 2), found.stats.stop_reason,
                       same ? "yes" : "NO"});
    }
  }

 private:
  struct Timed {
    double solve;
    double with_prepare;
    MatchingStats stats;
    bool same;
  };

  void from_host(const std::string& name, const char* memory, const HypergraphView& hypergraph,
                 const LocalMaxOptions& options, const std::vector<EdgeId>& expected) {
    const DeviceContext capped(
        {.memory_limit = static_cast<std::uint64_t>(bytes_of_arrays(hypergraph) * 0.9)});
    std::vector<EdgeId> apart;
    HypergraphMatching at_once;
    HypergraphMatching streamed;
    const std::vector<double> times =
        medians(static_cast<std::size_t>(repetitions_),
                {[&] { (void)upload(device_, hypergraph); },
                 [&] { at_once = local_max(device_, hypergraph, options); },
                 [&] {
                   const DeviceHypergraph on_device = upload(device_, hypergraph);
                   DeviceWorkspace workspace;
                   apart = download(device_,
                                    local_max(device_, on_device.view(), options, workspace).edges);
                 },
                 [&] { streamed = local_max(capped, hypergraph, options); }});
    const bool same = apart == expected && at_once.edges == expected && streamed.edges == expected;
    right_ = right_ && same;
    print_table_row({name, memory, fixed(times[0], 2), fixed(times[2], 2), fixed(times[1], 2),
                     fixed(at_once.stats.transfer_seconds * 1e3, 2),
                     fixed(at_once.stats.device_seconds * 1e3, 2), fixed(times[3], 2),
                     same ? "yes" : "NO"});
  }

  Timed time_on_device(const DeviceHypergraphView& hypergraph, const LocalMaxOptions& options,
                       const std::vector<EdgeId>& expected) const {
    DeviceWorkspace workspace;
    std::vector<double> solve;
    std::vector<double> with_prepare;
    Timed timed{};
    // The first run warms up and makes the workspace.
    for (int i = 0; i <= repetitions_; ++i) {
      const DeviceMatching found = local_max(device_, hypergraph, options, workspace);
      timed.stats = found.stats;
      if (i == 0) {
        timed.same = download(device_, found.edges) == expected;
        continue;
      }
      solve.push_back(found.stats.device_seconds * 1e3);
      with_prepare.push_back((found.stats.device_seconds + found.stats.prepare_seconds) * 1e3);
    }
    timed.solve = median(solve);
    timed.with_prepare = median(with_prepare);
    return timed;
  }

  // Runs work; false, and a row that says so, if the host or the device has no room for it.
  template <class Work>
  static bool where_it_fits(const std::string& name, const char* variant, const Work& work) {
    try {
      work();
      return true;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::resources) throw;
      std::fprintf(stderr, "note: %s, %s: %s\n", name.c_str(), variant, error.what());
      print_table_row({name, variant, "no room", "", "", "", "", "", "", ""});
      return false;
    }
  }

  void compare(const DeviceCase& instance, bool few_contestants) {
    const std::string name = instance.name();
    Hypergraph held;
    if (!where_it_fits(name, "all", [&] { held = make(host_, instance); })) return;
    const HypergraphView hypergraph = held.view();
    const double yardstick = least_bytes(hypergraph) / rate_;
    const double arrays = bytes_of_arrays(hypergraph);
    LocalMaxOptions options{.order = {.rating = instance.rating}};
    HypergraphMatching expected;
    const double by_greedy = median_within(k_greedy_budget, 3, [&] {
      return milliseconds(
          [&] { expected = greedy(one_core_, hypergraph, {.order = options.order}); });
    });
    print_table_row({name, "greedy, one core", fixed(by_greedy, 0), fixed(by_greedy, 0), "",
                     fixed(by_greedy / yardstick, 0), "1", "", "", "yes"});
    HypergraphMatching on_host;
    const double by_threads =
        medians(3, {[&] { on_host = local_max(host_, hypergraph, options); }})[0];
    const bool host_same = on_host.edges == expected.edges;
    right_ = right_ && host_same;
    print_table_row({name, "filtered, " + std::to_string(host_.threads()) + " threads",
                     fixed(by_threads, 2), fixed(by_threads, 2),
                     std::to_string(on_host.stats.rounds), fixed(by_threads / yardstick, 0),
                     fixed(by_greedy / by_threads, 1), "", "", host_same ? "yes" : "NO"});

    DeviceHypergraph on_device;
    if (!where_it_fits(name, "device", [&] { on_device = upload(device_, hypergraph); })) return;
    std::map<LocalMaxVariant, Timed> results;
    for (const Variant& variant : k_variants) {
      if (few_contestants && variant.variant != LocalMaxVariant::crcw &&
          variant.variant != LocalMaxVariant::filtered) {
        continue;
      }
      options.variant = variant.variant;
      Timed timed{};
      if (!where_it_fits(name, variant.name, [&] {
            timed = time_on_device(on_device.view(), options, expected.edges);
          })) {
        continue;
      }
      right_ = right_ && timed.same;
      results.emplace(variant.variant, timed);
      const auto crcw = results.find(LocalMaxVariant::crcw);
      const std::string of_crcw =
          crcw != results.end() ? fixed(crcw->second.solve / timed.solve, 2) : "";
      print_table_row({name, variant.name, fixed(timed.solve, 3), fixed(timed.with_prepare, 3),
                       std::to_string(timed.stats.rounds), fixed(timed.solve / yardstick, 1),
                       fixed(by_greedy / timed.solve, 0), of_crcw,
                       fixed(static_cast<double>(timed.stats.device_peak_bytes) / arrays, 2),
                       timed.same ? "yes" : "NO"});
    }
    judge(name, hypergraph, results, by_greedy, yardstick);
  }

  void judge(const std::string& name, const HypergraphView& hypergraph,
             const std::map<LocalMaxVariant, Timed>& results, double by_greedy, double yardstick) {
    if (!results.contains(LocalMaxVariant::filtered) || !results.contains(LocalMaxVariant::crcw)) {
      return;
    }
    const Timed& filtered = results.at(LocalMaxVariant::filtered);
    const Timed& crcw = results.at(LocalMaxVariant::crcw);
    if (hypergraph.num_pins() >= k_pins_that_count) {
      to_crcw_.push_back(crcw.solve / filtered.solve);
      to_crcw_with_prepare_.push_back(crcw.with_prepare / filtered.with_prepare);
      to_greedy_.push_back(by_greedy / filtered.solve);
    }
    if (filtered.solve > std::max(40.0 * yardstick, 0.15)) {
      notes_.push_back("More than 40 times the yardstick and 0.15 ms: " + name);
    }
    for (const auto& [variant, timed] : results) {
      if (timed.solve < filtered.solve) notes_.push_back("filtered is not the fastest: " + name);
    }
  }

  int repetitions_;
  const Context host_;
  const Context one_core_{{.threads = 1}};
  const DeviceContext device_;
  double rate_;  // bytes per millisecond
  bool right_ = true;
  std::vector<double> to_crcw_;
  std::vector<double> to_crcw_with_prepare_;
  std::vector<double> to_greedy_;
  std::vector<std::string> notes_;
};

int run(int count, char** words) {
  const AvailableDevices available = available_devices();
  if (available.devices.empty()) {
    std::printf("skipped: %s\n", available.reason.c_str());
    return 0;
  }
  int repetitions = 5;
  std::vector<std::string> groups;
  std::vector<DeviceCase> given;
  // Instances of groups that take some.
  std::map<std::string, std::vector<std::string>> named = {
      {"weights", {}}, {"ratings", {}}, {"capacities", {}}, {"parts", {}}};
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
    } else if (word == "all") {
      groups = {"standard", "tails",   "real",    "chain",      "stream",
                "host",     "weights", "ratings", "capacities", "large"};
    } else if (!groups.empty() && named.contains(groups.back()) &&
               word.find_first_of(":./") != std::string_view::npos) {
      named[groups.back()].emplace_back(word);
    } else if (word.find_first_of(":./") != std::string_view::npos) {
      given.push_back({std::string(word)});
      given.push_back({std::string(word), "unit"});
      given.push_back({std::string(word), "random:1..100", Rating::weight_per_pin});
    } else {
      groups.emplace_back(word);
    }
  }
  if (groups.empty() && given.empty()) groups = {"standard"};
  const auto or_else = [](std::vector<std::string>& list, const auto& usual) {
    if (list.empty()) list = usual();
  };
  or_else(named["weights"], device_weight_instances);
  or_else(named["ratings"], device_rating_instances);
  or_else(named["capacities"], device_capacity_instances);
  or_else(named["parts"], device_hypergraph_part_instances);
  DeviceBench bench(repetitions);
  bool all_right = true;
  bench.print_rate();
  if (!given.empty()) bench.compare(given);
  for (const std::string& group : groups) {
    if (group != groups.front() || !given.empty()) std::printf("\n");
    if (group == "standard") {
      bench.compare(standard_cases());
      bench.print_means();
    } else if (group == "tails") {
      bench.compare(heavy_tailed_cases());
    } else if (group == "large") {
      bench.compare(large_cases(), true);
    } else if (group == "real") {
      const std::vector<DeviceCase> cases = real_cases();
      if (cases.empty()) std::printf("skipped: no real instances in $HYPERMATCH_DATA_DIR\n");
      if (!cases.empty()) bench.compare(cases);
    } else if (group == "chain") {
      bench.chains();
    } else if (group == "stream") {
      bench.stream();
    } else if (group == "host") {
      bench.from_host();
    } else if (group == "weights") {
      all_right = device_weights(repetitions, named[group]) && all_right;
    } else if (group == "ratings") {
      all_right = device_ratings(repetitions, named[group]) && all_right;
    } else if (group == "capacities") {
      all_right = device_capacities(repetitions, named[group]) && all_right;
    } else if (group == "parts") {
      all_right = device_hypergraph_parts(repetitions, named[group]) && all_right;
    } else {
      std::fprintf(stderr, "error: there is no group '%s'\n", group.c_str());
      return 2;
    }
  }
  return bench.all_right() && all_right ? 0 : 1;
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
