// SPDX-License-Identifier: MIT
#include "capacities.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include "hypermatch/b_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"

namespace hypermatch::bench {
namespace {

// One way to the greedy b-matching. `base` is the column that its time is divided by.
template <class Match>
struct CapacityContestant {
  std::string name;
  std::size_t base;
  Match match;
};

// Edges of instances on which the algorithms on one thread that others are compared with are left
// out: one run of all takes half a minute there.
constexpr std::size_t k_large_graph = std::size_t{1} << 23;
// Milliseconds of all turns of an instance with one capacity; a first one is always made.
constexpr double k_most_of_turns = 6000;

// Medians of all in milliseconds, NaN for one that is left out, whose `match` is null. Exits if the
// last matchings of any two differ.
template <class Match>
std::vector<double> capacity_times(std::size_t repetitions,
                                   const std::vector<CapacityContestant<Match>>& contestants) {
  std::vector<decltype(contestants.front().match())> found(contestants.size());
  std::vector<std::function<void()>> runs;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    if (!contestants[i].match) continue;
    places.push_back(i);
    runs.emplace_back([&, i] { found[i] = contestants[i].match(); });
  }
  const std::vector<double> medians_of_runs =
      medians(repetitions, runs, repetitions > 1 ? 1000 : 0, k_most_of_turns);
  std::vector<double> times(contestants.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < places.size(); ++k) times[places[k]] = medians_of_runs[k];
  for (const std::size_t i : places) {
    if (found[i] == found[places.front()]) continue;
    std::fprintf(stderr, "error: the contestants' matchings differ\n");
    std::exit(EXIT_FAILURE);
  }
  return times;
}

// A table whose columns are contestants: the first two in milliseconds, all but the first as
// multiples of another one.
class Table {
 public:
  template <class Match>
  void add(const std::string& instance, std::size_t edges, std::uint32_t capacity,
           const std::vector<CapacityContestant<Match>>& contestants,
           const std::vector<double>& times) {
    std::vector<std::string> cells = {instance, std::to_string(edges), std::to_string(capacity),
                                      fixed(times[0], 1), fixed(times[1], 1)};
    if (ratios_.empty()) {
      std::vector<std::string> header = {"instance", "edges", "capacity",
                                         contestants[0].name + " ms", contestants[1].name + " ms"};
      for (std::size_t i = 1; i < contestants.size(); ++i) {
        header.push_back(contestants[i].name + " / " + contestants[contestants[i].base].name);
      }
      std::printf("\n%s%s", table_row(header).c_str(), table_rule(header.size()).c_str());
    }
    for (std::size_t i = 1; i < contestants.size(); ++i) {
      const double ratio = times[i] / times[contestants[i].base];
      ratios_[capacity].resize(contestants.size());
      if (std::isnan(ratio)) {
        cells.push_back("-");
        continue;
      }
      ratios_[capacity][i].push_back(ratio);
      cells.push_back(fixed(ratio, 2));
    }
    std::printf("%s", table_row(cells).c_str());
    std::fflush(stdout);
  }

  void print_means() const {
    for (const auto& [capacity, columns] : ratios_) {
      std::vector<std::string> cells = {"**geometric mean**", "", std::to_string(capacity), "", ""};
      for (std::size_t i = 1; i < columns.size(); ++i) {
        cells.push_back(columns[i].empty() ? "-" : fixed(geometric_mean(columns[i]), 2));
      }
      std::printf("%s", table_row(cells).c_str());
    }
  }

 private:
  std::map<std::uint32_t, std::vector<std::vector<double>>> ratios_;
};

class CapacityBench {
 public:
  explicit CapacityBench(const CapacitySettings& settings)
      : settings_(settings),
        many_({.threads = settings.threads}),
        threads_(", " + std::to_string(settings.threads) + " threads") {}

  void graph(const std::string& spec) {
    const NamedGraph named = load_graph(many_, spec);
    const EdgeListView list = named.graph.view();
    const CompressedGraph compressed = compress(many_, list);
    const GraphView rows = compressed.view();
    for (const std::uint32_t common : {1U, 3U, 10U}) {
      const Capacities capacities{.common = common};
      using Match = std::function<std::vector<VertexId>()>;
      const auto of = [&capacities](const Context& context, const auto& form) -> Match {
        return [&] { return local_max(context, form, capacities).partners; };
      };
      const bool is_large = list.num_edges() >= k_large_graph;
      const auto suitors = [&](BSuitorVariant variant) -> Match {
        if (is_large) return {};
        return [&, variant] {
          return b_suitor(one_, rows, capacities, {.variant = variant}).partners;
        };
      };
      Match dominant;
      if (!is_large) dominant = [&] { return locally_dominant(one_, rows, capacities).partners; };
      const std::vector<CapacityContestant<Match>> contestants = {
          {"greedy", 0, [&] { return greedy(one_, list, capacities).partners; }},
          {"list", 0, of(one_, list)},
          {"rows", 0, of(one_, rows)},
          {"list" + threads_, 1, of(many_, list)},
          {"rows" + threads_, 2, of(many_, rows)},
          {"b_suitor", 2, suitors(BSuitorVariant::partial_eager)},
          {"b_suitor, sorted", 2, suitors(BSuitorVariant::sorted_eager)},
          {"b_suitor, unsorted", 2, suitors(BSuitorVariant::unsorted_eager)},
          {"locally_dominant", 2, dominant}};
      graphs_.add(named.name, list.num_edges(), common, contestants,
                  capacity_times(settings_.repetitions, contestants));
    }
  }

  void hypergraph(const std::string& spec) {
    const NamedInstance named = load_instance(many_, spec);
    const HypergraphView view = named.hypergraph.view();
    for (const std::uint32_t common : {1U, 2U, 5U}) {
      const Capacities capacities{.common = common};
      using Match = std::function<std::vector<EdgeId>()>;
      const auto of = [&](const Context& context, LocalMaxVariant variant) -> Match {
        return [&, variant] {
          return local_max(context, view, {.variant = variant, .capacities = capacities}).edges;
        };
      };
      const std::vector<CapacityContestant<Match>> contestants = {
          {"greedy", 0, [&] { return greedy(one_, view, {.capacities = capacities}).edges; }},
          {"filtered", 0, of(one_, LocalMaxVariant::filtered)},
          {"filtered" + threads_, 1, of(many_, LocalMaxVariant::filtered)},
          {"sequential", 1, of(one_, LocalMaxVariant::sequential)},
          {"crcw", 1, of(one_, LocalMaxVariant::crcw)},
          {"crew", 1, of(one_, LocalMaxVariant::crew)},
          {"work_optimal", 1, of(one_, LocalMaxVariant::work_optimal)}};
      hypergraphs_.add(named.name, view.num_edges(), common, contestants,
                       capacity_times(settings_.repetitions, contestants));
    }
  }

  void print_graph_means() const { graphs_.print_means(); }
  void print_hypergraph_means() const { hypergraphs_.print_means(); }

 private:
  const CapacitySettings& settings_;
  Context one_{{.threads = 1}};
  Context many_;
  std::string threads_;
  Table graphs_, hypergraphs_;
};

}  // namespace

int capacities(const CapacitySettings& settings) {
  CapacityBench bench(settings);
  for (const bool hypergraphs : {false, true}) {
    for (const std::string& spec : settings.instances) {
      if (is_hypergraph(spec) != hypergraphs) continue;
      std::fprintf(stderr, "%s\n", spec.c_str());
      hypergraphs ? bench.hypergraph(spec) : bench.graph(spec);
    }
    hypergraphs ? bench.print_hypergraph_means() : bench.print_graph_means();
  }
  return EXIT_SUCCESS;
}

std::vector<std::string> capacity_instances(const std::string& data_folder) {
  std::vector<std::string> specs = {"rgg:n=1048576",
                                    "delaunay:n=1048576",
                                    "rmat:scale=18,weights=1",
                                    "random_graph:n=262144,alpha=16",
                                    "grid:x=1000,y=1000,weights=1",
                                    "road:x=1000,y=1000,weights=1"};
  for (std::string& spec : standard_instances(data_folder)) specs.push_back(std::move(spec));
  return specs;
}

}  // namespace hypermatch::bench
