// SPDX-License-Identifier: MIT
// hypermatch convert: one format into another.
#include <string>

#include "files.hpp"
#include "hypermatch/results_io.hpp"
#include "pipeline.hpp"
#include "preference_files.hpp"
#include "rows_and_columns.hpp"

namespace hypermatch::cli {

namespace {

constexpr const char* k_convert_description =
    "Reads IN and writes it as OUT. The format of OUT is that of its name unless --to says\n"
    "otherwise. Preferences are written as .prefs or .hmb.";

constexpr const char* k_convert_examples =
    "Examples:\n"
    "  hypermatch convert formula.cnf formula.hgr --as primal\n"
    "  hypermatch convert huge.hgr.zst huge.hmb\n"
    "      the native binary format, which loads at once\n"
    "  hypermatch convert costs.csv costs.mtx --as bipartite --names names.txt\n"
    "      rows and columns of a list or table as a matrix\n"
    "  hypermatch convert students.soi both.prefs --right schools.toi\n"
    "      orders of PrefLib as preferences of two sides\n"
    "  hypermatch convert mesh.graph - --to matrix_market --weights random:1..100";

struct ConvertOptions {
  std::string in;
  std::string out;
  std::string to;
  std::string names;
  InputOptions input;
  RunOptions run;
};

struct ConvertRun : RunContext {
  ConvertRun(const ConvertOptions& asked, Interrupts& watcher)
      : RunContext("convert", asked.run, watcher), options(asked) {}

  [[nodiscard]] const std::string& file() const { return options.in; }

  [[nodiscard]] bool has_sides() const { return instance.kind() == InstanceKind::bipartite; }

  void read() {
    if (options.input.read.as == io::Interpretation::bipartite) {
      read_rows_and_columns();
    } else {
      instance = load(context, options.in, options.input);
      note_reading(options.in, instance);
    }
    report.options["output"] = options.out;
    report.options["to"] = options.to;
    report.options["names"] = options.names.empty() ? Json(nullptr) : Json(options.names);
    report.options["weights"] = options.input.weights;
    report_reading(report.options, options.input.read);
  }
  void read_rows_and_columns() {
    io::ReadOptions asked = options.input.read;
    asked.entry_weights = io::EntryWeights::keep;
    instance = load_bipartite(context, options.in, asked);
    report.seconds.read = watch.lap();
    report.input = facts_of(options.in, instance);
    log_reading(cli::describe(report.input, bipartite_of(instance)));
    log_notes(log, instance.report, asked.zeros);
  }
  void write() {
    write_output(interrupts, options.out,
                 [&] { io::write(context, instance, options.out, options.to); });
    if (options.names.empty()) return;
    const VertexId n = static_cast<VertexId>(report.input.vertices);
    write_output(interrupts, options.names, [&] {
      if (has_sides()) {
        const BipartiteView view = bipartite_of(instance);
        io::write_names(instance.side_labels(), view.num_rows, view.num_columns, options.names);
      } else {
        io::write_names(instance.labels, n, options.names);
      }
    });
  }
  [[nodiscard]] std::uint64_t max_degree() const { return cli::max_degree(context, instance); }
  void conclude() {
    log.line("write", options.out + " (" + seconds(report.seconds.write) + ", " +
                          counted(static_cast<std::uint64_t>(report.threads.write), "thread") +
                          ")");
    if (const std::string lost = losses(instance, options.to); !lost.empty()) {
      log.line("note", options.to + " does not hold, and leaves out: " + lost);
    }
  }

  const ConvertOptions& options;
  io::Instance instance;
};

/// @throws Error{unsupported} for a format that has no rows and columns
void check_writes_sides(const std::string& out, const std::string& to) {
  for (const io::FormatInfo& format : io::formats()) {
    if (format.name != to || format.writes_bipartite) continue;
    throw Error(ErrorCode::unsupported,
                "OUT " + out + ": format " + to +
                    " cannot be written for rows and columns; matrix_market and edge_list can");
  }
}

/// Whether preferences are written as a native file instead of `.prefs`.
bool is_native(const ConvertOptions& options) {
  if (writes_native("OUT", options.out, options.to)) return true;
  const bool is_named = options.out.ends_with(".prefs") || io::descriptor_named(options.out);
  if (is_named && options.to.empty()) return false;
  throw Error(ErrorCode::invalid_option,
              options.in + ": holds preferences, which are written as FILE.prefs, FILE.hmb or -");
}

}  // namespace

int run_convert(Interrupts& interrupts, CommandWords arguments) {
  ConvertOptions options;
  const std::string& out = options.out;
  Command command("convert", k_convert_description, k_convert_examples);
  command.brief(
      {"--format", "--columns", "--as", "--to", "--weights", "--threads", "--json", "--quiet"});
  command.positional("IN", options.in, "Instance; - is standard input, .gz and .zst are unpacked");
  command.positional("OUT", options.out, "File to write; - is standard output (needs --to)");
  add_input_flags(command, options.input, RowsAndColumns::taken);
  io::PreferencesReadOptions preferences;
  add_side_flags(command, preferences, &options.input.read);
  command.group("Output");
  add_to_flag(command, options.to);
  command.text("--names", "FILE", options.names,
               "What the vertices of IN are called: `NUMBER<TAB>ID` per vertex, numbers\n"
               "from 1 as OUT has them (of rows and columns behind `r ` and `c `)");
  add_run_flags(command, options.run, Places::cores);
  if (const auto code = command.parse(arguments)) return *code;
  check_device(options.run.device);
  check_weights(options.input.weights, true);
  const OutputFlag outputs[] = {
      {"OUT", out}, {"--names", options.names}, {"--json", options.run.json}};
  check_files(outputs, {options.in, preferences.right});
  if (reads_preferences(command, options.in) || options.input.read.csv.columns.size() == 4) {
    refuse_flags_of_instances(command);
    if (command.given("--names")) {
      throw Error(ErrorCode::invalid_option,
                  "--names does not go with preferences, whose files hold all names");
    }
    preferences.columns = options.input.read.csv.columns;
    return convert_preferences(interrupts, {options.in, {preferences, {}}, options.run}, out,
                               is_native(options));
  }
  refuse_side_flags(command, options.input.read.as == io::Interpretation::bipartite);
  if (io::descriptor_named(out) && options.to.empty()) {
    throw Error(ErrorCode::invalid_option, "standard output has no name to tell the format: --to");
  }
  if (options.to.empty()) options.to = format_by_ending("OUT", out);
  check_writable("OUT", out, options.to);
  if (options.input.read.as == io::Interpretation::bipartite) {
    if (command.given("--weights")) {
      throw Error(ErrorCode::invalid_option, "--weights does not go with --as bipartite");
    }
    check_writes_sides(out, options.to);
  }
  ConvertRun run(options, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
