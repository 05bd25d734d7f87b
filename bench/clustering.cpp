// SPDX-License-Identifier: MIT
#include "clustering.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/clustering.hpp"
#include "hypermatch/graph_forms.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"

namespace hypermatch::bench {
namespace {

struct ClusteringContestant {
  const char* name;
  std::function<Clustering(const Context&, const GraphView&)> run;
};

std::vector<ClusteringContestant> clustering_contestants() {
  return {{"louvain",
           [](const Context& context, const GraphView& graph) { return louvain(context, graph); }},
          {"leiden",
           [](const Context& context, const GraphView& graph) { return leiden(context, graph); }}};
}

// Bytes of all arcs that sweeps looked at: the neighbour, and the weight unless it is 1.
double arc_bytes(const GraphView& graph, const Clustering& found) {
  double bytes = 0;
  for (const ClusteringLevel& level : found.levels) {
    const bool is_unit = level.vertices == graph.num_vertices && !graph.is_weighted();
    bytes += static_cast<double>(level.arcs) * (is_unit ? 4 : 8);
  }
  return bytes;
}

void measure_clusterings(const ClusteringSettings& settings, const std::string& name,
                         const GraphView& graph) {
  const Context one({.threads = 1});
  const Context many({.threads = settings.threads});
  for (const ClusteringContestant& contestant : clustering_contestants()) {
    Clustering alone;
    Clustering together;
    const std::vector<double> times =
        medians(settings.repetitions, {[&] { alone = contestant.run(one, graph); },
                                       [&] { together = contestant.run(many, graph); }});
    if (alone.labels.labels != together.labels.labels) {
      std::fprintf(stderr, "error: the communities depend on the number of threads\n");
      std::exit(EXIT_FAILURE);
    }
    std::uint64_t arcs = 0;
    for (const ClusteringLevel& level : alone.levels) arcs += level.arcs;
    const double floor = arc_bytes(graph, alone) / streaming_rate();
    const auto num_arcs = static_cast<double>(graph.num_arcs());
    std::printf("%s", table_row({name, type_name(graph.weights), std::to_string(graph.num_arcs()),
                                 contestant.name, fixed(alone.quality, 5), fixed(times[0], 1),
                                 fixed(num_arcs == 0 ? 0 : static_cast<double>(arcs) / num_arcs, 2),
                                 fixed(floor == 0 ? 0 : times[0] / floor, 1), fixed(times[1], 1),
                                 fixed(times[0] / times[1], 2)})
                          .c_str());
    std::fflush(stdout);
  }
}

}  // namespace

int clustering(const ClusteringSettings& settings) {
  std::printf(
      "%s%s",
      table_row({"instance", "weights", "arcs", "algorithm", "modularity", "ms", "looks per arc",
                 "of floor", std::to_string(settings.threads) + " threads ms", "speedup"})
          .c_str(),
      table_rule(10).c_str());
  const Context many({.threads = settings.threads});
  for (const std::string& spec : settings.instances) {
    NamedGraph named = load_graph(many, spec);
    CompressedGraph rows = compress(many, named.graph.view());
    named.graph = {};
    measure_clusterings(settings, named.name, rows.view());
    rows.weights = {};
    measure_clusterings(settings, named.name, rows.view());
  }
  return EXIT_SUCCESS;
}

std::vector<std::string> clustering_graphs(const std::string& data_folder) {
  std::vector<std::string> specs = {"rgg:n=1048576",         "delaunay:n=1048576,shuffle=0",
                                    "delaunay:n=1048576",    "rmat:scale=18",
                                    "grid27:x=64,y=64,z=64", "random_graph:n=2000,alpha=500"};
  add_files(data_folder,
            {"graph-snap/soc-slashdot0902-undirected.mtx.zst", "graph-dimacs10/mdual.graph.zst",
             "graph-community/musae-github.graph.zst", "graph-pace17/he184.mtx.zst"},
            specs);
  return specs;
}

}  // namespace hypermatch::bench
