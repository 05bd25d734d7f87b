// SPDX-License-Identifier: MIT
#include "exact.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>

#include "hypermatch/exact_matching.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"
#if defined(HYPERMATCH_HAVE_LEMON)
#include "peers/lemon_matching.hpp"
#endif

namespace hypermatch::bench {

namespace {

enum class ExactTask { heaviest, perfect, cardinality };

constexpr const char* name_of(ExactTask task) {
  return task == ExactTask::heaviest  ? "heaviest"
         : task == ExactTask::perfect ? "perfect"
                                      : "cardinality";
}

// The answer of a contestant: the number of edges for the task cardinality, else the weight;
// nothing where there is no perfect matching.
struct ExactOutcome {
  double milliseconds = 0;
  std::optional<std::int64_t> value;
};

// Weights as integers: 1..range at random, or those of the graph, reals in 2^20 steps.
std::vector<std::int64_t> integers(const EdgeListView& graph, std::int64_t range) {
  std::vector<std::int64_t> weights(graph.edges.size());
  double largest = 0;
  bool are_integers = true;
  for (std::size_t e = 0; range == 0 && e < weights.size(); ++e) {
    const double weight = std::fabs(weight_at(graph.weights, e));
    largest = std::max(largest, weight);
    are_integers = are_integers && weight == std::floor(weight);
  }
  const double scale = are_integers || largest == 0 ? 1 : 0x1.0p20 / largest;
  std::mt19937_64 random(1);
  for (std::size_t e = 0; e < weights.size(); ++e) {
    weights[e] = range == 0
                     ? std::max<std::int64_t>(
                           1, std::llround(std::fabs(weight_at(graph.weights, e)) * scale))
                     : 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(range));
  }
  return weights;
}

std::int64_t value_of(ExactTask task, const EdgeListView& graph, std::span<const VertexId> mates,
                      const std::vector<std::int64_t>& weights) {
  std::int64_t value = 0;
  for (std::size_t e = 0; e < weights.size(); ++e) {
    if (mates[graph.edges[e].u] != graph.edges[e].v) continue;
    value += task == ExactTask::cardinality ? 1 : weights[e];
  }
  return value;
}

ExactOutcome run_exact(ExactTask task, const EdgeListView& graph,
                       const std::vector<std::int64_t>& weights) {
  static const Context one({.threads = 1});
  ExactOptions options;
  options.order.objective =
      task == ExactTask::cardinality ? Objective::cardinality : Objective::weight;
  if (task == ExactTask::perfect) options.size = MatchingSize::perfect;
  const EdgeListView weighted{graph.num_vertices, graph.edges,
                              std::span<const std::int64_t>(weights)};
  GraphMatching matching;
  ExactOutcome outcome;
  outcome.milliseconds = milliseconds([&] { matching = exact(one, weighted, options); });
  if (!matching.barrier) outcome.value = value_of(task, graph, matching.mates, weights);
  return outcome;
}

#if defined(HYPERMATCH_HAVE_LEMON)
std::optional<ExactOutcome> run_peer(ExactTask task, const EdgeListView& graph,
                                     const std::vector<std::int64_t>& weights) {
  constexpr LemonTask k_tasks[] = {LemonTask::heaviest, LemonTask::heaviest_perfect,
                                   LemonTask::largest};
  std::vector<std::uint32_t> ends;
  for (const GraphEdge& edge : graph.edges) ends.insert(ends.end(), {edge.u, edge.v});
  const LemonMatching found =
      lemon_matching(k_tasks[static_cast<int>(task)], graph.num_vertices, ends, weights);
  ExactOutcome outcome{.milliseconds = found.milliseconds, .value = {}};
  if (!found.exists) return outcome;
  std::int64_t value = 0;
  for (std::size_t e = 0; e < weights.size(); ++e) {
    if (found.matched[e]) value += task == ExactTask::cardinality ? 1 : weights[e];
  }
  outcome.value = value;
  return outcome;
}
#else
std::optional<ExactOutcome> run_peer(ExactTask, const EdgeListView&,
                                     const std::vector<std::int64_t>&) {
  return std::nullopt;
}
#endif

struct Ratios {
  std::vector<double> all;
  double least = HUGE_VAL;
  double least_of_long = HUGE_VAL;  // where LEMON takes more than 10 ms
};

class Comparison {
 public:
  explicit Comparison(const ExactSettings& settings) : settings_(settings) {}

  // False where both disagree.
  bool compare(const NamedGraph& graph, ExactTask task, const std::string& kind,
               const std::vector<std::int64_t>& weights) {
    const EdgeListView view = graph.graph.view();
    ExactOutcome ours;
    const double time = median_within(settings_.limit * 1000, settings_.repetitions, [&] {
      ours = run_exact(task, view, weights);
      return ours.milliseconds;
    });
    std::optional<ExactOutcome> peer;
    const double peer_time = median_within(settings_.limit * 1000, settings_.repetitions, [&] {
      peer = run_peer(task, view, weights);
      return peer ? peer->milliseconds : 0;
    });
    std::string ratio = "-";
    if (peer) {
      if (peer->value != ours.value) {
        std::fprintf(stderr, "error: exact and LEMON disagree on %s\n", graph.name.c_str());
        return false;
      }
      // Without a perfect matching both stop early, which compares nothing.
      if (ours.value) note(task, peer_time / time, peer_time);
      ratio = fixed(peer_time / time, 2);
    }
    print_table_row({graph.name, std::to_string(view.edges.size()), name_of(task), kind,
                     ours.value ? std::to_string(*ours.value) : "none", fixed(time, 2),
                     peer ? fixed(peer_time, 2) : "-", ratio});
    return true;
  }

  void print_means() const {
    for (const auto& [task, ratios] : ratios_) {
      std::printf("\n%s, LEMON / exact: geometric mean %s of %zu, least %s", name_of(task),
                  fixed(geometric_mean(ratios.all), 2).c_str(), ratios.all.size(),
                  fixed(ratios.least, 2).c_str());
      if (ratios.least_of_long < HUGE_VAL) {
        std::printf(", where LEMON takes over 10 ms %s", fixed(ratios.least_of_long, 2).c_str());
      }
      std::printf("\n");
    }
  }

 private:
  void note(ExactTask task, double ratio, double peer_time) {
    Ratios& ratios = ratios_[task];
    ratios.all.push_back(ratio);
    ratios.least = std::min(ratios.least, ratio);
    if (peer_time > 10) ratios.least_of_long = std::min(ratios.least_of_long, ratio);
  }

  const ExactSettings& settings_;
  std::map<ExactTask, Ratios> ratios_;
};

}  // namespace

std::vector<std::string> exact_graphs(const std::string& data_folder) {
  std::vector<std::string> specs = {"delaunay:n=1000",
                                    "delaunay:n=32768",
                                    "rgg:n=2000",
                                    "rgg:n=32768",
                                    "random_graph:n=20000,alpha=2",
                                    "random_graph:n=20000,alpha=4",
                                    "random_graph:n=10000,alpha=16",
                                    "random_graph:n=400,alpha=100",
                                    "rmat:scale=12,weights=1",
                                    "grid:x=150,y=150,weights=1",
                                    "road:x=200,y=200,weights=1"};
  add_files(
      data_folder,
      {"graph-geometric/pcb3038_delaunay.graph.zst", "graph-geometric/usa13509_delaunay.graph.zst",
       "graph-weighted-steiner/track3_080.graph.zst", "graph-road-weighted/osm_andorra.graph.zst",
       "graph-snap/email-enron.mtx.zst", "graph-pace17/he171.mtx.zst",
       "graph-dimacs10/power.graph.zst", "graph-dimacs10/astro-ph.graph.zst",
       "graph-dimacs10/4elt.graph.zst", "graph-weighted-misc/minnesota.graph.zst"},
      specs);
  return specs;
}

int exact_matchings(const ExactSettings& settings) {
  const Context one({.threads = 1});
  std::printf("%s%s",
              table_row({"graph", "edges", "task", "weights", "value", "exact ms", "LEMON ms",
                         "LEMON / exact"})
                  .c_str(),
              table_rule(8).c_str());
  Comparison comparison(settings);
  for (const std::string& spec : settings.instances) {
    const NamedGraph graph = load_graph(one, spec);
    const EdgeListView view = graph.graph.view();
    for (const auto& [kind, range] : {std::pair{"own", 0}, std::pair{"1..10", 10}}) {
      const std::vector<std::int64_t> weights = integers(view, range);
      if (!comparison.compare(graph, ExactTask::heaviest, kind, weights)) return EXIT_FAILURE;
      if (!comparison.compare(graph, ExactTask::perfect, kind, weights)) return EXIT_FAILURE;
    }
    if (!comparison.compare(graph, ExactTask::cardinality, "1", integers(view, 1)))
      return EXIT_FAILURE;
  }
  comparison.print_means();
  return EXIT_SUCCESS;
}

namespace {

struct GrownGraph {
  VertexId vertices = 0;
  std::vector<GraphEdge> edges;
  std::vector<std::int64_t> weights;

  void add(VertexId u, VertexId v, std::int64_t weight) {
    edges.push_back({u, v});
    weights.push_back(weight);
  }
};

// A triangle inside of a larger odd cycle inside of a larger one: each pair of vertices is joined
// to the pair before it by lighter edges, so that the searches shrink from the inside to the
// outside.
GrownGraph nested_blossoms(VertexId n) {
  GrownGraph graph{.vertices = n, .edges = {}, .weights = {}};
  const std::int64_t top = std::int64_t{8} * n;
  for (VertexId v = 1; v + 1 < n; v += 2) {
    graph.add(v, v + 1, top);
    const VertexId inner = v == 1 ? 0 : v - 2;
    graph.add(inner, v, top - v);
    graph.add(v == 1 ? 0 : v - 1, v + 1, top - v);
  }
  graph.add(n - 1, n - 2, top - n);
  return graph;
}

// Triangles in a row, neighbours joined by an edge of equal weight.
GrownGraph chain_of_odd_cycles(VertexId n) {
  GrownGraph graph{.vertices = n / 3 * 3, .edges = {}, .weights = {}};
  for (VertexId v = 0; v + 2 < n; v += 3) {
    graph.add(v, v + 1, 2);
    graph.add(v + 1, v + 2, 2);
    graph.add(v, v + 2, 2);
    if (v != 0) graph.add(v - 1, v, 1);
  }
  return graph;
}

GrownGraph complete_of_equal_weights(VertexId n) {
  GrownGraph graph{.vertices = n, .edges = {}, .weights = {}};
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = u + 1; v < n; ++v) graph.add(u, v, 1);
  }
  return graph;
}

// A path whose weights rise, so that greedy's matching is far from the heaviest one.
GrownGraph rising_path(VertexId n) {
  GrownGraph graph{.vertices = n, .edges = {}, .weights = {}};
  for (VertexId v = 0; v + 1 < n; ++v) graph.add(v, v + 1, std::int64_t{1000000} + v);
  return graph;
}

// A random cubic graph with weights 1 and 2: long alternating trees, many ties.
GrownGraph cubic(VertexId n) {
  GrownGraph graph{.vertices = n, .edges = {}, .weights = {}};
  std::mt19937_64 random(n);
  std::vector<VertexId> stubs;
  for (VertexId v = 0; v < n; ++v) stubs.insert(stubs.end(), 3, v);
  std::shuffle(stubs.begin(), stubs.end(), random);
  for (std::size_t i = 0; i + 1 < stubs.size(); i += 2) {
    if (stubs[i] == stubs[i + 1]) continue;
    graph.add(stubs[i], stubs[i + 1], 1 + static_cast<std::int64_t>(random() % 2));
  }
  return graph;
}

}  // namespace

int exact_growth(const ExactSettings& settings) {
  struct Family {
    const char* name;
    GrownGraph (*make)(VertexId);
    VertexId first;
  };
  constexpr Family k_families[] = {{"nested blossoms", nested_blossoms, 1001},
                                   {"chain of odd cycles", chain_of_odd_cycles, 6000},
                                   {"complete, equal weights", complete_of_equal_weights, 101},
                                   {"rising path", rising_path, 10000},
                                   {"cubic, weights 1 and 2", cubic, 4000}};
  constexpr int k_sizes = 5;
  std::printf(
      "%s%s",
      table_row({"family", "task", "n", "ms", "2n", "4n", "8n", "16n", "n^x", "x of n m log n"})
          .c_str(),
      table_rule(10).c_str());
  for (const Family& family : k_families) {
    for (const ExactTask task : {ExactTask::heaviest, ExactTask::perfect, ExactTask::cardinality}) {
      std::vector<std::string> cells{family.name, name_of(task), std::to_string(family.first)};
      std::vector<double> times;
      std::vector<double> bounds;
      for (int i = 0; i < k_sizes; ++i) {
        // Odd numbers stay odd: one vertex stays free.
        const GrownGraph graph = family.make(((family.first / 2) << (i + 1)) + family.first % 2);
        const double n = graph.vertices;
        bounds.push_back(n * static_cast<double>(graph.edges.size()) * std::log2(n));
        const EdgeListView view{graph.vertices, graph.edges, {}};
        times.push_back(median_within(settings.limit * 1000, settings.repetitions, [&] {
          return run_exact(task, view, graph.weights).milliseconds;
        }));
        cells.push_back(fixed(times.back(), 2));
      }
      const auto exponent = [](const std::vector<double>& values) {
        return fixed(std::log2(values.back() / values[k_sizes - 3]) / 2, 2);
      };
      cells.push_back(exponent(times));
      cells.push_back(exponent(bounds));
      print_table_row(cells);
    }
  }
  return EXIT_SUCCESS;
}

}  // namespace hypermatch::bench
