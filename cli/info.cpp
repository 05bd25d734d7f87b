// SPDX-License-Identifier: MIT
// hypermatch info: what is in a file.
#include <cstdio>
#include <string>

#include "files.hpp"
#include "hypermatch/graph.hpp"
#include "instance.hpp"
#include "report.hpp"
#include "statistics.hpp"
#include "verbs.hpp"

namespace hypermatch::cli {

namespace {

constexpr const char* k_description =
    "Counts of an instance, the distribution of vertex degrees and edge sizes, its weights and\n"
    "connected components, and what the reader had to mend.";

constexpr const char* k_examples =
    "Examples:\n"
    "  hypermatch info netlist.hgr.gz\n"
    "  hypermatch info matrix.mtx --as row-net --json -\n"
    "      a matrix as a hypergraph with a hyperedge a row, in JSON";

constexpr int k_bar_width = 40;

void print_histogram(const char* title, const Histogram& histogram, bool utf8) {
  std::printf("%s: %llu to %llu, mean %s\n%s", title,
              static_cast<unsigned long long>(histogram.min()),
              static_cast<unsigned long long>(histogram.max()), number(histogram.mean(), 4).c_str(),
              draw(histogram, k_bar_width, utf8).c_str());
}

void print(const InstanceFacts& facts, const Statistics& statistics,
           const io::ReadReport& read_report) {
  const bool utf8 = terminal_is_utf8();
  std::printf("%s: %s\n", io::printable(facts.file).c_str(), describe(facts).c_str());
  print_histogram("vertex degrees", statistics.degrees, utf8);
  print_histogram("edge sizes", statistics.edge_sizes, utf8);
  const WeightFacts& weights = statistics.weights;
  if (weights.type == "none") {
    std::printf("weights: none\n");
  } else if (weights.sum.edges == 0) {
    std::printf("weights: %s, of no edges\n", weights.type.c_str());
  } else {
    const Json json = to_json(weights);
    std::printf("weights: %s, %s to %s, sum %s\n", weights.type.c_str(), json["min"].dump().c_str(),
                json["max"].dump().c_str(),
                json["sum"].is_null() ? "beyond doubles" : json["sum"].dump().c_str());
  }
  std::printf("components: %llu, the largest of %s; %s without edges\n",
              static_cast<unsigned long long>(statistics.components),
              counted(statistics.largest_component, "vertex").c_str(),
              counted(statistics.isolated_vertices, "vertex").c_str());
  for (const ReaderNote& note : notes_of(read_report)) {
    if (note.count == 0) continue;
    std::printf("reader: %s\n", to_text(note).c_str());
  }
}

}  // namespace

int run_info(Interrupts& interrupts, Arguments arguments) {
  std::string file;
  InputOptions input;
  RunOptions run;
  Command command("info", k_description, k_examples);
  command.positional("FILE", file, "Instance; - is standard input, .gz and .zst are unpacked");
  add_input_flags(command, input);
  add_run_flags(command, run, "-");
  if (const auto code = command.parse(arguments)) return *code;
  check_device(run.device);
  check_weights(input.weights, true);
  const OutputFlag outputs[] = {{"--json", run.json}};
  check_files(outputs, {file});

  Log log(run.quiet, run.progress);
  const Context context = make_context(run, interrupts, log);
  Stopwatch watch;
  const io::Instance instance = load(context, file, input);
  const double read_seconds = watch.lap();
  InstanceFacts facts = facts_of(file, instance);
  Hypergraph of_graph;
  if (instance.is_graph()) {
    of_graph = to_hypergraph(std::get<Graph>(instance.data).edges(context).view());
  }
  const HypergraphView view =
      instance.is_graph() ? of_graph.view() : std::get<Hypergraph>(instance.data).view();
  const Statistics statistics = statistics_of(context, view);
  facts.max_degree = statistics.degrees.max();
  if (run.json != "-") print(facts, statistics, instance.report);
  if (run.json.empty()) return k_done;

  Json reader;
  for (const ReaderNote& note : notes_of(instance.report)) {
    reader[std::string(note.name)] = note.count;
  }
  const Json json = {{"schema", "hypermatch-info/1"},
                     {"command", "info"},
                     {"input", to_json(facts)},
                     {"degrees", to_json(statistics.degrees)},
                     {"edge_sizes", to_json(statistics.edge_sizes)},
                     {"weights", to_json(statistics.weights)},
                     {"components",
                      {{"count", statistics.components},
                       {"largest", statistics.largest_component},
                       {"isolated_vertices", statistics.isolated_vertices}}},
                     {"reader", reader},
                     {"seconds", {{"read", read_seconds}, {"total", watch.total()}}},
                     {"software", software_json()},
                     {"machine", machine_json()}};
  write_text(interrupts, run.json, to_text(json));
  return k_done;
}

}  // namespace hypermatch::cli
