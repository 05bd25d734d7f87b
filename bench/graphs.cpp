// SPDX-License-Identifier: MIT
#include "graphs.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include "hypermatch/graph_matching.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"

namespace hypermatch::bench {
namespace {

enum class GraphForm { edges, rows };

struct GraphContestant {
  const char* name;
  GraphForm form;
  std::function<GraphMatching(const Context&, const GraphForms&)> match;
};

GraphContestant local_max_contestant(const char* name, GraphLocalMaxVariant variant) {
  return {name, GraphForm::edges, [variant](const Context& context, const GraphForms& forms) {
            return local_max(context, forms.edges, {.variant = variant});
          }};
}

GraphContestant suitor_contestant(const char* name, SuitorVariant variant) {
  return {name, GraphForm::rows, [variant](const Context& context, const GraphForms& forms) {
            return suitor(context, forms.rows, {.variant = variant});
          }};
}

// Everything else that returns greedy's bytes.
std::vector<GraphContestant> others() {
  return {{"sorted_greedy", GraphForm::edges,
           [](const Context& c, const GraphForms& f) { return sorted_greedy(c, f.edges); }},
          local_max_contestant("sequential", GraphLocalMaxVariant::sequential),
          local_max_contestant("crcw", GraphLocalMaxVariant::crcw),
          local_max_contestant("work_optimal", GraphLocalMaxVariant::work_optimal),
          {"locally_dominant", GraphForm::rows,
           [](const Context& c, const GraphForms& f) { return locally_dominant(c, f.rows); }},
          suitor_contestant("suitor", SuitorVariant::unsorted),
          suitor_contestant("suitor, sorted", SuitorVariant::sorted),
          suitor_contestant("suitor, locks", SuitorVariant::locks),
          suitor_contestant("suitor, lock_free", SuitorVariant::lock_free)};
}

struct Measured {
  std::string instance;
  EdgeId edges = 0;
  double greedy = 0;
  double of_edges = 0;
  double of_rows = 0;
  double of_edges_threads = 0;
  double of_rows_threads = 0;
  std::vector<double> others;
};

// Medians of all, in milliseconds. Exits if the last matchings of any two differ; comparing them is
// not timed.
std::vector<double> equal_times(const GraphSettings& settings,
                                const std::vector<std::function<GraphMatching()>>& matches) {
  std::vector<std::vector<VertexId>> mates(matches.size());
  std::vector<std::function<void()>> runs;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    runs.emplace_back([&, i] { mates[i] = matches[i]().mates; });
  }
  std::vector<double> times =
      medians(settings.repetitions, runs, settings.repetitions > 1 ? 3000 : 0);
  for (const std::vector<VertexId>& other : mates) {
    if (other == mates.front()) continue;
    std::fprintf(stderr, "error: the contestants' matchings differ\n");
    std::exit(EXIT_FAILURE);
  }
  return times;
}

Measured measure_graph(const GraphSettings& settings, const std::string& spec) {
  const Context one({.threads = 1});
  const Context many({.threads = settings.threads});
  const NamedGraph named = load_graph(many, spec);
  const CompressedGraph rows = compress(many, named.graph.view());
  const GraphForms forms{named.graph.view(), rows.view()};
  std::vector<std::function<GraphMatching()>> matches = {
      [&] { return greedy(one, forms.edges); }, [&] { return local_max(one, forms.edges); },
      [&] { return local_max(one, forms.rows); }, [&] { return local_max(many, forms.edges); },
      [&] { return local_max(many, forms.rows); }};
  const std::vector<GraphContestant> contestants = others();
  for (const GraphContestant& other : contestants) {
    matches.emplace_back([&] { return other.match(one, forms); });
  }
  const std::vector<double> times = equal_times(settings, matches);
  return {named.name, forms.edges.num_edges(),
          times[0],   times[1],
          times[2],   times[3],
          times[4],   std::vector<double>(times.begin() + 5, times.end())};
}

// Each column's geometric mean over the instances that are large enough to tell.
std::vector<std::string> means(const std::vector<Measured>& all, std::size_t columns,
                               const std::function<double(const Measured&, std::size_t)>& value) {
  std::vector<std::string> cells;
  for (std::size_t column = 0; column < columns; ++column) {
    std::vector<double> values;
    for (const Measured& row : all) {
      if (row.edges >= 100'000) values.push_back(value(row, column));
    }
    cells.push_back(values.empty() ? "" : fixed(geometric_mean(values), 2));
  }
  return cells;
}

void print_default(const std::vector<Measured>& all, int threads) {
  const std::string many = std::to_string(threads) + " threads";
  std::printf(
      "%s%s",
      table_row({"instance", "edges", "greedy ms", "ns/edge", "list of edges ms", "times as fast",
                 many + " ms", "speedup", "rows ms", "times as fast", many + " ms", "speedup"})
          .c_str(),
      table_rule(12).c_str());
  for (const Measured& row : all) {
    std::printf("%s",
                table_row({row.instance, std::to_string(row.edges), fixed(row.greedy, 1),
                           fixed(row.greedy * 1e6 / row.edges, 0), fixed(row.of_edges, 1),
                           fixed(row.greedy / row.of_edges, 2), fixed(row.of_edges_threads, 1),
                           fixed(row.of_edges / row.of_edges_threads, 2), fixed(row.of_rows, 1),
                           fixed(row.greedy / row.of_rows, 2), fixed(row.of_rows_threads, 1),
                           fixed(row.of_rows / row.of_rows_threads, 2)})
                    .c_str());
  }
  const std::vector<std::string> mean = means(all, 4, [](const Measured& row, std::size_t column) {
    const double values[] = {row.greedy / row.of_edges, row.of_edges / row.of_edges_threads,
                             row.greedy / row.of_rows, row.of_rows / row.of_rows_threads};
    return values[column];
  });
  std::printf("%s", table_row({"**geometric mean**", "", "", "", "", mean[0], "", mean[1], "",
                               mean[2], "", mean[3]})
                        .c_str());
}

void print_others(const std::vector<Measured>& all) {
  const std::vector<GraphContestant> contestants = others();
  std::vector<std::string> header = {"time, of the default's"};
  for (const GraphContestant& other : contestants) header.emplace_back(other.name);
  std::printf("\n%s%s", table_row(header).c_str(), table_rule(header.size()).c_str());
  const auto ratio = [&](const Measured& row, std::size_t i) {
    return row.others[i] / (contestants[i].form == GraphForm::edges ? row.of_edges : row.of_rows);
  };
  for (const Measured& row : all) {
    std::vector<std::string> cells = {row.instance};
    for (std::size_t i = 0; i < contestants.size(); ++i) cells.push_back(fixed(ratio(row, i), 2));
    std::printf("%s", table_row(cells).c_str());
  }
  std::vector<std::string> cells = means(all, contestants.size(), ratio);
  cells.insert(cells.begin(), "**geometric mean**");
  std::printf("%s", table_row(cells).c_str());
}

}  // namespace

int graphs(const GraphSettings& settings) {
  std::vector<Measured> all;
  for (const std::string& spec : settings.instances) {
    std::fprintf(stderr, "%s\n", spec.c_str());
    all.push_back(measure_graph(settings, spec));
  }
  print_default(all, settings.threads);
  print_others(all);
  return EXIT_SUCCESS;
}

std::vector<std::string> large_graphs(const std::string& data_folder) {
  std::vector<std::string> specs = {"delaunay:n=1048576", "rgg:n=1048576",
                                    "random_graph:n=1048576,alpha=16", "rmat:scale=20,weights=1"};
  for (const char* file : {"graph-geometric/pla33810_delaunay.graph.zst",
                           "graph-weighted-steiner/track3_080.graph.zst",
                           "graph-weighted-steiner/track3_117.graph.zst",
                           "graph-weighted-steiner/track3_137.graph.zst",
                           "graph-weighted-steiner/track3_178.graph.zst",
                           "graph-weighted-steiner/track3_195.graph.zst"}) {
    const std::filesystem::path path = std::filesystem::path(data_folder) / file;
    if (std::filesystem::exists(path)) {
      specs.push_back(path.string());
    } else {
      std::fprintf(stderr, "note: %s is not there, left out\n", path.c_str());
    }
  }
  return specs;
}

}  // namespace hypermatch::bench
