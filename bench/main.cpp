// SPDX-License-Identifier: MIT
// hypermatch_bench solve|read|chains|quality|graphs|bipartite|bipartite_default|weights|contract
// |cluster|stable|solver|capacities|exact|exact_growth [--repetitions R]
//   [--threads T] [--links L] [--exact-seconds S] [--limit S] [INSTANCE...]
//
// Compares within one run and prints Markdown: `solve` filtered local max with sorted greedy on one
// thread and on T; `read` the readers; `chains` adversarial chains with random instances; `quality`
// all matchings of graphs with the best known, on one thread; `graphs` the speed of those that are
// greedy; `bipartite` maximum matchings of rows and columns; `bipartite_default` where their
// default is slower than the best algorithm; `weights` the default under many kinds of weights;
// `contract` the contraction of graphs, beside plain code; `cluster` communities; `stable`
// stable matchings; `solver` solvers that keep the structure of a graph beside fresh calls;
// `capacities` b-matchings of graphs and hypergraphs; `exact` exact matchings of graphs with
// LEMON's, and `exact_growth` their growth on worst families.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "bipartite.hpp"
#include "capacities.hpp"
#include "clustering.hpp"
#include "contraction.hpp"
#include "exact.hpp"
#include "graph_solver.hpp"
#include "graphs.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/instance_io.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"
#include "quality.hpp"
#include "stable.hpp"
#include "weights.hpp"

namespace hypermatch::bench {
namespace {

struct Settings {
  std::string command;
  std::size_t repetitions = 5;
  int threads = 2;
  unsigned long links = 1'000'000;
  unsigned long exact_seconds = 60;
  double limit = 60;
  std::vector<std::string> instances;
};

// Bytes that no algorithm can avoid: offset and weight of each edge, and one cache line of its pins
// or all pins, if those are fewer.
double floor_bytes(const HypergraphView& view) {
  const auto m = static_cast<double>(view.num_edges());
  return 12 * m + std::min(64 * m, 4 * static_cast<double>(view.num_pins()));
}

void check_equal(const HypergraphMatching& expected, const HypergraphMatching& got) {
  if (expected.edges != got.edges) {
    std::fprintf(stderr, "error: the contestants' matchings differ\n");
    std::exit(EXIT_FAILURE);
  }
}

int solve(const Settings& settings) {
  const Context one({.threads = 1});
  const Context many({.threads = settings.threads});
  const double rate = streaming_rate();
  std::printf("One thread streams %s GB/s.\n\n", fixed(rate / 1e6, 1).c_str());
  std::printf("%s%s",
              table_row({"instance", "edges", "pins", "greedy ms", "greedy ns/edge", "filtered ms",
                         "of greedy", "over floor",
                         std::to_string(settings.threads) + " threads ms", "speedup"})
                  .c_str(),
              table_rule(10).c_str());
  std::vector<double> ratios;
  for (const std::string& spec : settings.instances) {
    const NamedInstance instance = load_instance(many, spec);
    const HypergraphView view = instance.hypergraph.view();
    const OrderOptions order{.rating = Rating::weight};
    HypergraphMatching expected;
    HypergraphMatching single;
    HypergraphMatching parallel;
    const std::vector<double> times = medians(
        settings.repetitions, {[&] { expected = greedy(one, view, {.order = order}); },
                               [&] { single = local_max(one, view, {.order = order}); },
                               [&] { parallel = local_max(many, view, {.order = order}); }});
    check_equal(expected, single);
    check_equal(expected, parallel);
    ratios.push_back(times[1] / times[0]);
    const double floor = floor_bytes(view) / rate;
    std::printf("%s", table_row({instance.name, std::to_string(view.num_edges()),
                                 std::to_string(view.num_pins()), fixed(times[0], 1),
                                 fixed(times[0] * 1e6 / view.num_edges(), 0), fixed(times[1], 1),
                                 fixed(ratios.back(), 3), fixed(times[1] / floor, 1),
                                 fixed(times[2], 1), fixed(times[1] / times[2], 2)})
                          .c_str());
    std::fflush(stdout);
  }
  std::printf("\nfiltered / greedy on one thread, geometric mean: %s\n",
              fixed(geometric_mean(ratios), 3).c_str());
  return EXIT_SUCCESS;
}

int read(const Settings& settings) {
  namespace fs = std::filesystem;
  const Context one({.threads = 1});
  const Context many({.threads = settings.threads});
  std::printf("%s%s",
              table_row({"instance", "text MB", "text ms", "MB/s",
                         std::to_string(settings.threads) + " threads ms", "speedup", "native MB",
                         "native ms", "GB/s"})
                  .c_str(),
              table_rule(9).c_str());
  const fs::path folder =
      fs::temp_directory_path() / ("hypermatch_bench." + std::to_string(::getpid()));
  fs::create_directories(folder);
  const std::string text = (folder / "instance.hgr").string();
  const std::string native = (folder / "instance.hmb").string();
  for (const std::string& spec : settings.instances) {
    {
      NamedInstance instance = load_instance(many, spec);
      io::Instance wrapped;
      wrapped.data = std::move(instance.hypergraph);
      io::write(many, wrapped, text);
      io::write(many, wrapped, native);
    }
    const std::vector<double> times =
        medians(settings.repetitions,
                {[&] { (void)io::read(one, text); }, [&] { (void)io::read(many, text); },
                 [&] { (void)io::read(one, native); }});
    const double text_mb = static_cast<double>(fs::file_size(text)) / 1e6;
    const double native_mb = static_cast<double>(fs::file_size(native)) / 1e6;
    std::printf("%s",
                table_row({fs::path(spec).stem().string(), fixed(text_mb, 1), fixed(times[0], 1),
                           fixed(text_mb / times[0] * 1e3, 0), fixed(times[1], 1),
                           fixed(times[0] / times[1], 2), fixed(native_mb, 1), fixed(times[2], 1),
                           fixed(native_mb / times[2], 2)})
                    .c_str());
    std::fflush(stdout);
  }
  fs::remove_all(folder);
  return EXIT_SUCCESS;
}

int chains(const Settings& settings) {
  const Context one({.threads = 1});
  const Context many({.threads = settings.threads});
  const std::string m = std::to_string(settings.links);
  const NamedInstance random = load_instance(many, "uniform:n=" + m + ",m=" + m + ",k=2");
  std::printf("%s%s",
              table_row({"instance", "filtered ms", "of random",
                         std::to_string(settings.threads) + " threads ms", "of random"})
                  .c_str(),
              table_rule(5).c_str());
  std::vector<double> reference;
  for (const char* shuffle : {"", "0", "1"}) {
    NamedInstance chain;
    const bool is_random = *shuffle == '\0';
    if (!is_random) {
      chain.name = std::string("chain, ") + (*shuffle == '1' ? "shuffled" : "in order");
      chain.hypergraph = generate::hypergraph(
          many, "chain",
          {{"m", static_cast<double>(settings.links)}, {"shuffle", *shuffle == '1' ? 1.0 : 0.0}});
    }
    const HypergraphView view = is_random ? random.hypergraph.view() : chain.hypergraph.view();
    const OrderOptions order{.rating = Rating::weight};
    const std::vector<double> times =
        medians(settings.repetitions, {[&] { (void)local_max(one, view, {.order = order}); },
                                       [&] { (void)local_max(many, view, {.order = order}); }});
    if (is_random) reference = times;
    std::printf("%s", table_row({is_random ? random.name : chain.name, fixed(times[0], 2),
                                 fixed(times[0] / reference[0], 2), fixed(times[1], 2),
                                 fixed(times[1] / reference[1], 2)})
                          .c_str());
  }
  return EXIT_SUCCESS;
}

[[noreturn]] void usage() {
  std::fprintf(
      stderr,
      "usage: hypermatch_bench "
      "solve|read|chains|quality|graphs|bipartite|bipartite_default|weights|contract|cluster|"
      "stable|solver|capacities|exact|exact_growth "
      "[--repetitions R] [--threads T] [--links L] [--exact-seconds S] [--limit S] [INSTANCE...]\n"
      "INSTANCE: FAMILY:parameter=value,... or a file; none: the standard ones, with real\n"
      "files from the folder $HYPERMATCH_DATA_DIR (else ../shared/data)\n");
  std::exit(2);
}

Settings parse(int argc, char** argv) {
  Settings settings;
  if (argc < 2) usage();
  settings.command = argv[1];
  for (int i = 2; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto value = [&] {
      if (++i == argc) usage();
      return std::strtoul(argv[i], nullptr, 10);
    };
    if (argument == "--repetitions") {
      settings.repetitions = std::max(1UL, value());
    } else if (argument == "--threads") {
      settings.threads = static_cast<int>(value());
    } else if (argument == "--links") {
      settings.links = std::max(2UL, value());
    } else if (argument == "--limit") {
      settings.limit = static_cast<double>(value());
    } else if (argument == "--exact-seconds") {
      settings.exact_seconds = value();
    } else if (argument.starts_with("--")) {
      usage();
    } else {
      settings.instances.push_back(argument);
    }
  }
  if (settings.instances.empty() && settings.command != "chains" &&
      settings.command != "exact_growth") {
    const char* folder = std::getenv("HYPERMATCH_DATA_DIR");
    const std::string data = folder != nullptr ? folder : "../shared/data";
    settings.instances = settings.command == "quality"               ? standard_graphs(data)
                         : settings.command == "graphs"              ? large_graphs(data)
                         : settings.command == "solver"              ? large_graphs(data)
                         : settings.command.starts_with("bipartite") ? standard_bipartite(data)
                         : settings.command == "weights"             ? weight_instances()
                         : settings.command == "contract"            ? contraction_graphs(data)
                         : settings.command == "cluster"             ? clustering_graphs(data)
                         : settings.command == "stable"              ? stable_instances()
                         : settings.command == "capacities"          ? capacity_instances(data)
                         : settings.command == "exact"               ? exact_graphs(data)
                                                                     : standard_instances(data);
  }
  return settings;
}

}  // namespace
}  // namespace hypermatch::bench

int main(int argc, char** argv) {
  using namespace hypermatch::bench;
  const Settings settings = parse(argc, argv);
  try {
    if (settings.command == "solve") return solve(settings);
    if (settings.command == "read") return read(settings);
    if (settings.command == "chains") return chains(settings);
    if (settings.command == "graphs") {
      return graphs({.repetitions = settings.repetitions,
                     .threads = settings.threads,
                     .instances = settings.instances});
    }
    if (settings.command == "bipartite") {
      return bipartite({.repetitions = settings.repetitions,
                        .threads = settings.threads,
                        .limit = settings.limit,
                        .instances = settings.instances});
    }
    if (settings.command == "bipartite_default") {
      return bipartite_default({.repetitions = settings.repetitions,
                                .threads = settings.threads,
                                .instances = settings.instances});
    }
    if (settings.command == "weights") {
      return weights({.repetitions = settings.repetitions,
                      .threads = settings.threads,
                      .instances = settings.instances});
    }
    if (settings.command == "contract") {
      return contraction({.repetitions = settings.repetitions,
                          .threads = settings.threads,
                          .instances = settings.instances});
    }
    if (settings.command == "cluster") {
      return clustering({.repetitions = settings.repetitions,
                         .threads = settings.threads,
                         .instances = settings.instances});
    }
    if (settings.command == "stable") {
      return stable({.repetitions = settings.repetitions,
                     .threads = settings.threads,
                     .instances = settings.instances});
    }
    if (settings.command == "solver") {
      return graph_solvers({.repetitions = settings.repetitions,
                            .threads = settings.threads,
                            .instances = settings.instances});
    }
    if (settings.command == "capacities") {
      return capacities({.repetitions = settings.repetitions,
                         .threads = settings.threads,
                         .instances = settings.instances});
    }
    if (settings.command.starts_with("exact")) {
      const ExactSettings exact{.repetitions = settings.repetitions,
                                .limit = settings.limit,
                                .instances = settings.instances};
      return settings.command == "exact" ? exact_matchings(exact) : exact_growth(exact);
    }
    if (settings.command == "quality") {
      return quality({.repetitions = settings.repetitions,
                      .exact_seconds = static_cast<double>(settings.exact_seconds),
                      .instances = settings.instances});
    }
  } catch (const hypermatch::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return EXIT_FAILURE;
  }
  usage();
}
