// SPDX-License-Identifier: MIT
// hypermatch info: what is in a file.
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "files.hpp"
#include "hypermatch/graph.hpp"
#include "pipeline.hpp"
#include "preference_files.hpp"
#include "rows_and_columns.hpp"
#include "statistics.hpp"

namespace hypermatch::cli {

namespace {

constexpr const char* k_info_description =
    "Counts of an instance, the distribution of vertex degrees and edge sizes, its weights and\n"
    "connected components, and what the reader had to mend; of preferences the lengths of lists.";

constexpr const char* k_info_examples =
    "Examples:\n"
    "  hypermatch info netlist.hgr.gz\n"
    "  hypermatch info matrix.mtx --as row-net --json -\n"
    "      a matrix as a hypergraph with one hyperedge per row, in JSON\n"
    "  hypermatch info matrix.mtx --as bipartite\n"
    "      its rows and columns as vertices, its entries as edges: what a rectangular matrix is\n"
    "      without --as";

void print_histogram(const char* title, const Histogram& histogram, bool utf8) {
  std::printf("%s: %llu to %llu, mean %s\n%s", title,
              static_cast<unsigned long long>(histogram.min()),
              static_cast<unsigned long long>(histogram.max()), number(histogram.mean(), 4).c_str(),
              draw(histogram, k_bar_width, utf8).c_str());
}

// The rows of a matrix, or its columns: how many, and the numbers of their entries.
struct Side {
  std::uint64_t count = 0;
  std::uint64_t empty = 0;
  Histogram sizes;
};

struct MatrixSides {
  Side rows;
  Side columns;
};

Side matrix_side(std::span<const std::uint64_t> sizes) {
  Side side;
  side.count = sizes.size();
  for (const std::uint64_t size : sizes) {
    side.empty += size == 0 ? 1 : 0;
    side.sizes.add(size);
  }
  return side;
}

MatrixSides sides_of(const Context& context, const BipartiteView& matrix) {
  std::vector<std::uint64_t> rows(matrix.num_rows, 0);
  std::vector<std::uint64_t> columns(matrix.num_columns, 0);
  for (VertexId r = 0; r < matrix.num_rows; ++r) {
    rows[r] = matrix.columns_of(r).size();
    for (const VertexId c : matrix.columns_of(r)) ++columns[c];
  }
  context.check_cancelled();
  return {matrix_side(rows), matrix_side(columns)};
}

void print_sides(const MatrixSides& sides, std::uint64_t entries, bool utf8) {
  const double places =
      static_cast<double>(sides.rows.count) * static_cast<double>(sides.columns.count);
  std::printf("matrix: %s (%llu empty), %s (%llu empty), %s",
              counted(sides.rows.count, "row").c_str(),
              static_cast<unsigned long long>(sides.rows.empty),
              counted(sides.columns.count, "column").c_str(),
              static_cast<unsigned long long>(sides.columns.empty),
              entries == 1 ? "1 entry" : (std::to_string(entries) + " entries").c_str());
  if (places > 0) {
    std::printf(", density %s", number(static_cast<double>(entries) / places, 4).c_str());
  }
  std::printf("\n");
  print_histogram("entries of rows", sides.rows.sizes, utf8);
  print_histogram("entries of columns", sides.columns.sizes, utf8);
}

void print_facts(const InstanceFacts& facts, const Statistics& statistics,
                 const std::optional<MatrixSides>& sides, const io::ReadReport& read_report) {
  const bool utf8 = terminal_is_utf8();
  std::printf("%s: %s\n", io::printable(facts.file).c_str(), describe(facts).c_str());
  if (sides) {
    print_sides(*sides, facts.edges, utf8);
  } else {
    print_histogram("vertex degrees", statistics.degrees, utf8);
    print_histogram("edge sizes", statistics.edge_sizes, utf8);
  }
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
  for (const std::string& note : read_report.notes) {
    std::printf("reader: %s\n", io::printable(note).c_str());
  }
}

// The entries as edges between rows and columns, these numbered behind the rows.
Hypergraph entries_of(const BipartiteView& bipartite) {
  const std::uint64_t vertices = std::uint64_t{bipartite.num_rows} + bipartite.num_columns;
  if (vertices > k_max_count || bipartite.num_entries() > k_max_count) {
    throw Error(ErrorCode::unsupported, "rows and columns, or entries, are too many to be counted");
  }
  Hypergraph hypergraph;
  hypergraph.num_vertices = static_cast<VertexId>(vertices);
  hypergraph.offsets = Array<Offset>(bipartite.num_entries() + 1);
  hypergraph.pins = Array<VertexId>(2 * bipartite.num_entries());
  Offset at = 0;
  for (VertexId r = 0; r < bipartite.num_rows; ++r) {
    for (const VertexId c : bipartite.columns_of(r)) {
      hypergraph.offsets[at / 2] = at;
      hypergraph.pins[at++] = r;
      hypergraph.pins[at++] = bipartite.num_rows + c;
    }
  }
  hypergraph.offsets[at / 2] = at;
  return hypergraph;
}

struct InfoOptions {
  std::string file;
  InputOptions input;
  RunOptions run;
};

struct InfoRun : RunContext {
  InfoRun(const InfoOptions& asked, Interrupts& watcher)
      : RunContext("info", asked.run, watcher), options(asked) {}

  [[nodiscard]] const std::string& file() const { return options.file; }

  void read() {
    instance = options.input.read.as == io::Interpretation::bipartite
                   ? load_bipartite(context, options.file, options.input.read)
                   : load(context, options.file, options.input);
    report.seconds.read = watch.lap();
    report.input = facts_of(options.file, instance);
    report.options["weights"] = options.input.weights;
    report_reading(report.options, options.input.read);
    log_reading(describe(report.input));
  }
  void solve() {
    statistics = std::visit(
        PerAlternative{
            [&](const Hypergraph& hypergraph) { return statistics_of(context, hypergraph.view()); },
            [&](const Graph& graph) {
              const Hypergraph pairs = to_hypergraph(graph.edges(context).view());
              return statistics_of(context, pairs.view());
            },
            [&](const Bipartite& bipartite) {
              sides = sides_of(context, bipartite.view());
              Hypergraph entries = entries_of(bipartite.view());
              entries.weights = std::move(instance.entry_weights);
              return statistics_of(context, entries.view());
            }},
        instance.data);
    report.seconds.solve = watch.lap();
    log.line("count", "degrees, sizes, weights and components (" + seconds(report.seconds.solve) +
                          ", 1 thread)");
  }
  void write() const {
    if (options.run.json != "-") print_facts(report.input, statistics, sides, instance.report);
  }
  [[nodiscard]] std::uint64_t max_degree() const { return statistics.degrees.max(); }
  [[nodiscard]] Json json() const {
    Json reader;
    for (const ReaderNote& note : notes_of(instance.report)) {
      reader[std::string(note.name)] = note.count;
    }
    // The members of every record, and those of `info` in the place of a result.
    Json common = to_json(report);
    Json& input = common["input"];
    if (sides) {
      input["rows"] = sides->rows.count;
      input["columns"] = sides->columns.count;
    }
    Json json = {{"schema", "hypermatch-info/1"},
                 {"command", "info"},
                 {"input", common["input"]},
                 {"options", common["options"]},
                 {"degrees", to_json(statistics.degrees)},
                 {"edge_sizes", to_json(statistics.edge_sizes)},
                 {"weights", to_json(statistics.weights)},
                 {"components",
                  {{"count", statistics.components},
                   {"largest", statistics.largest_component},
                   {"isolated_vertices", statistics.isolated_vertices}}},
                 {"reader", reader},
                 {"seconds", common["seconds"]},
                 {"memory", common["memory"]},
                 {"software", common["software"]},
                 {"machine", common["machine"]}};
    if (sides) {
      json["matrix"] = {{"empty_rows", sides->rows.empty},
                        {"empty_columns", sides->columns.empty},
                        {"row_sizes", to_json(sides->rows.sizes)},
                        {"column_sizes", to_json(sides->columns.sizes)}};
    }
    return json;
  }

  const InfoOptions& options;
  io::Instance instance;
  Statistics statistics;
  std::optional<MatrixSides> sides;  ///< of rows and columns
};

}  // namespace

int run_info(Interrupts& interrupts, CommandWords arguments) {
  InfoOptions options;
  Command command("info", k_info_description, k_info_examples);
  command.brief({"--format", "--columns", "--as", "--right", "--threads", "--json", "--quiet"});
  command.positional("FILE", options.file,
                     "Instance; - is standard input, .gz and .zst are unpacked");
  add_input_flags(command, options.input, RowsAndColumns::taken);
  io::PreferencesReadOptions preferences;
  add_side_flags(command, preferences, &options.input.read);
  add_run_flags(command, options.run, Places::cores);
  if (const auto code = command.parse(arguments)) return *code;
  check_device(options.run.device);
  check_weights(options.input.weights, true);
  if (options.input.read.as == io::Interpretation::bipartite && command.given("--weights")) {
    throw Error(ErrorCode::invalid_option, "--weights does not go with --as bipartite");
  }
  options.input.read.rectangular_as_bipartite = true;
  options.input.read.entry_weights = io::EntryWeights::keep;
  const OutputFlag outputs[] = {{"--json", options.run.json}};
  check_files(outputs, {options.file, preferences.right});
  if (reads_preferences(command, options.file) || options.input.read.csv.columns.size() == 4) {
    refuse_flags_of_instances(command);
    preferences.columns = options.input.read.csv.columns;
    return info_of_preferences(interrupts, {options.file, {preferences, {}}, options.run});
  }
  refuse_side_flags(command, options.input.read.as == io::Interpretation::bipartite);
  InfoRun run(options, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
