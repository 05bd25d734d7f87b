// SPDX-License-Identifier: MIT
// hypermatch bipartite: a largest matching of rows and columns, its proof, and what sparse linear
// algebra makes of it.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "b_assignment.hpp"
#include "files.hpp"
#include "hypermatch/degrees.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/renumber.hpp"
#include "hypermatch/verify.hpp"
#include "parameters.hpp"
#include "pipeline.hpp"
#include "rows_and_columns.hpp"

namespace hypermatch::cli {

namespace {

struct BipartiteVerb {
  std::string file;
  io::ReadOptions read;
  registry::BipartiteRequest request;
  RunOptions run;
  PairBoundsFlags bounds;
  std::optional<std::uint64_t> permute;
  bool drop_zeros = false;
  bool verify = false;
  bool coarse = false;
  std::string output;
  std::string certificate;
  std::string decomposition;
  std::string row_order;
  std::string column_order;

  [[nodiscard]] bool decomposes() const {
    return !decomposition.empty() || !row_order.empty() || !column_order.empty();
  }
};

constexpr const char* k_bipartite_description =
    "A largest matching of rows and columns: reads FILE as a matrix (a graph by its adjacency, a\n"
    "hypergraph by its incidence), and writes `row column` a line, 1-based, by row. Under "
    "capacities\n"
    "or for weight: the best set of pairs within them, or code 6 and why there is none.";

constexpr const char* k_bipartite_examples =
    "Examples:\n"
    "  hypermatch bipartite matrix.mtx -o matching.txt --verify --certificate cover.txt\n"
    "      matched, proven to be a largest one, written with the proof\n"
    "  hypermatch bipartite matrix.mtx --dulmage-mendelsohn parts.txt --json -\n"
    "      block triangular form, and a report with the structural rank\n"
    "  hypermatch bipartite formula.cnf.zst --permute 1\n"
    "      clauses and variables, renumbered at random first\n"
    "  hypermatch bipartite scores.mtx --objective weight --row-capacity 6 --column-capacity 3..3\n"
    "      papers to reviewers: three reviews per paper, at most six per reviewer, best scores\n"
    "hypermatch list algorithms shows what there is and what it guarantees.";

constexpr registry::Problem k_bipartite_problems[] = {registry::Problem::bipartite_matching,
                                                      registry::Problem::b_assignment};

void add_bipartite_flags(Command& command, BipartiteVerb& options) {
  registry::BipartiteRequest& request = options.request;
  command.positional("FILE", options.file,
                     "Instance; - is standard input, .gz and .zst are unpacked");
  command.group("Algorithm");
  add_algorithm_flags(command, k_bipartite_problems, request.algorithm, request.variant,
                      "Default maximum_matching, on a GPU ms_bfs");
  add_parameter_flags(command, k_bipartite_problems, request.parameters);
  command.choice("--determinism", request.determinism,
                 "Level that the algorithm must keep (default none: the size is\n"
                 "unique, the pairs are not)");
  command.custom(
      "--permute", "SEED",
      [&options](const std::string& given) { options.permute = parse_whole("--permute", given); },
      "Renumbers rows and columns at random first, and back afterwards");
  add_read_flags(command, options.read, RowsAndColumns::taken);
  command.flag("--drop-zeros", options.drop_zeros, "Leaves out stored entries whose value is zero");
  add_output_flag(command, options.output, "The matching (default: standard output)");
  command.text("--certificate", "FILE", options.certificate,
               "A vertex cover of the same size: proof that no matching is larger; of\n"
               "pairs within bounds a number per row and column, the dual solution");
  command.flag("--verify", options.verify, "Checks matching and cover; code 1 if one fails");
  command.group("Pairs within bounds (network simplex on one core)");
  command.choice("--objective", options.bounds.objective,
                 "weight: the largest sum of the values of entries (default cardinality)");
  command.text("--capacity", "B|LO..HI|FILE", options.bounds.capacity,
               "How many pairs a row or column lies in (default 1): B at most, LO to HI, or a\n"
               "line `HI` or `LO HI` of FILE for each row, then for each column");
  add_side_capacity_flags(command, options.bounds);
  command.group("Decomposition");
  command.text("--dulmage-mendelsohn", "FILE", options.decomposition,
               "Parts, blocks, and the orders of rows and columns that make the\n"
               "matrix block upper triangular");
  command.text("--row-order", "FILE", options.row_order, "That order of rows alone, one per line");
  command.text("--column-order", "FILE", options.column_order, "That order of columns alone");
  command.flag("--coarse", options.coarse, "Leaves the square part in one block");
  add_run_flags(command, options.run, Places::cores_and_devices);
}

void check_outputs(const BipartiteVerb& options) {
  const OutputFlag outputs[] = {{"--output", options.output},
                                {"--certificate", options.certificate},
                                {"--dulmage-mendelsohn", options.decomposition},
                                {"--row-order", options.row_order},
                                {"--column-order", options.column_order},
                                {"--json", options.run.json}};
  check_files(outputs, {options.file});
  if (options.coarse && !options.decomposes()) {
    throw Error(ErrorCode::invalid_option,
                "--coarse goes with --dulmage-mendelsohn, --row-order or --column-order");
  }
}

// The flags of plain matchings are refused.
BAssignmentVerb find_within_bounds(const Command& command, const BipartiteVerb& options) {
  for (const char* flag : {"--variant", "--start", "--seed", "--determinism", "--permute",
                           "--dulmage-mendelsohn", "--row-order", "--column-order", "--coarse"}) {
    if (command.given(flag)) {
      throw Error(ErrorCode::invalid_option,
                  std::string(flag) + " does not go with capacities or --objective weight");
    }
  }
  if (options.run.device != k_auto_device && names_devices(options.run.device)) {
    throw Error(ErrorCode::unsupported, "pairs under capacities and by weight are found on cores" +
                                            std::string(k_use_cores));
  }
  check_pair_bounds(options.bounds);
  const std::vector<std::string> files = bounds_files(options.bounds);
  const OutputFlag outputs[] = {{"--output", options.output},
                                {"--certificate", options.certificate},
                                {"--json", options.run.json}};
  check_files(outputs, {options.file, files[0], files[1], files[2]});
  const auto reads_input = [](const std::string& path) { return path == "-"; };
  if (std::count_if(files.begin(), files.end(), reads_input) + (options.file == "-" ? 1 : 0) > 1) {
    throw Error(ErrorCode::invalid_option, "standard input cannot be read twice");
  }
  BAssignmentVerb verb;
  verb.file = options.file;
  verb.read = options.read;
  verb.bounds = options.bounds;
  verb.run = options.run;
  verb.verify = options.verify;
  verb.output = options.output;
  verb.algorithm = options.request.algorithm;
  verb.certificate = options.certificate;
  return verb;
}

struct BipartiteRun : RunContext {
  BipartiteRun(const BipartiteVerb& asked, const registry::AlgorithmInfo& found,
               Interrupts& watcher)
      : RunContext("bipartite", asked.run, watcher), options(asked), algorithm(found) {}

  [[nodiscard]] const std::string& file() const { return options.file; }
  [[nodiscard]] BipartiteView view() const { return bipartite_of(instance); }
  void read();
  void resolve();
  void solve();
  void note();
  void verify();
  void write();
  [[nodiscard]] std::uint64_t max_degree() const { return hypermatch::max_degree(context, view()); }
  [[nodiscard]] Json json() const;

  const BipartiteVerb& options;
  const registry::AlgorithmInfo& algorithm;
  io::Instance instance;
  BipartiteMatching matching;  ///< in the file's numbers
  VertexCover cover;
  std::optional<DulmageMendelsohn> decomposition;
  double decompose_seconds = 0;

 private:
  [[nodiscard]] BipartiteMatching run_algorithm(const BipartiteView& bipartite) const;
  void decompose();
};

void BipartiteRun::read() {
  instance = load_bipartite(context, options.file, options.read);
  report.seconds.read = watch.lap();
  report.input = facts_of(options.file, instance);
  log_reading(describe(report.input, view()));
  log_notes(log, instance.report, options.read.zeros);
}

void BipartiteRun::resolve() {
  Json& json = report.options;
  json["algorithm"] = algorithm.name;
  json["variant"] = algorithm.variant.empty() ? Json(nullptr) : Json(algorithm.variant);
  report_parameters(json, algorithm, k_bipartite_problems, options.request.parameters);
  json["determinism"] = name_of(options.request.determinism);
  json["permute"] = options.permute ? Json(*options.permute) : Json(nullptr);
  json["drop_zeros"] = options.drop_zeros;
  json["decomposition"] =
      !options.decomposes() ? Json(nullptr) : Json(options.coarse ? "coarse" : "fine");
  json["verify"] = options.verify;
  report_reading(json, options.read);
}

BipartiteMatching BipartiteRun::run_algorithm(const BipartiteView& bipartite) const {
  return registry::match(place(), bipartite, options.request);
}

void BipartiteRun::solve() {
  if (options.permute) {
    const Renumbering numbers = random_renumbering(view(), *options.permute);
    const Bipartite other = renumbered(context, view(), numbers);
    report.seconds.prepare += watch.lap();
    matching = run_algorithm(other.view());
    report.seconds.solve = watch.lap();
    matching.row_mates = renumbered_back(context, matching.row_mates, numbers);
  } else {
    matching = run_algorithm(view());
    report.seconds.solve = watch.lap();
  }
  const BipartiteStats& stats = matching.stats;
  report.seconds.solve -= stats.prepare_seconds + stats.transfer_seconds;
  report.seconds.prepare += stats.prepare_seconds;
  report.seconds.transfer = stats.transfer_seconds;
  report.device_peak_bytes = stats.device_peak_bytes;
}

void BipartiteRun::note() {
  const BipartiteStats& stats = matching.stats;
  report.result.value = value_of_pairs(matching.cardinality);
  report.result.rounds = stats.phases;
  report.result.guarantee = algorithm.guarantee;
  report.options["start"] = name_of(stats.start);
  log.line("solve", stats.algorithm + " from " + std::string(name_of(stats.start)) + " (" +
                        counted(stats.start_cardinality, "pair") + "), " +
                        note_place(algorithm.backends) + ": " + counted(stats.phases, "phase") +
                        ", " + counted(stats.augmentations, "augmentation") + " (" +
                        seconds(report.seconds.solve) + ")");
  log.line("result", counted(matching.cardinality, "pair") + ", the structural rank");
}

// A matching that cannot be proven is the algorithm's fault, not the file's.
void BipartiteRun::verify() {
  if (!options.verify && options.certificate.empty()) return;
  try {
    cover = vertex_cover(context, view(), matching.row_mates);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_input) throw;
    violation = error.what();
    report.verified = false;
    return;
  }
  if (options.verify) {
    const verify::VertexCoverView proof{cover.rows, cover.columns};
    const verify::BipartiteVerdict verdict = verify::check_bipartite(
        context, view(), matching.row_mates, {.maximum = true, .cover = proof});
    violation = verdict.violation;
    report.verified = verdict.ok;
    if (verdict.ok) report.result.certified_ratio = verdict.certified_ratio;
  }
  report.seconds.verify = watch.lap();
  if (!options.verify || !violation.empty()) return;
  log.line("verify", "valid, a largest one: a cover of " + counted(cover.rows.size(), "row") +
                         " and " + counted(cover.columns.size(), "column") + " (" +
                         seconds(report.seconds.verify) + ", " +
                         counted(static_cast<std::uint64_t>(context.threads()), "thread") + ")");
}

void BipartiteRun::decompose() {
  decomposition =
      dulmage_mendelsohn(context, view(), matching.row_mates,
                         {.level = options.coarse ? Decomposition::coarse : Decomposition::fine});
  decompose_seconds = watch.lap();
  const DulmageMendelsohn& d = *decomposition;
  const auto size = [](const PartSize& part) {
    return std::to_string(part.rows) + " x " + std::to_string(part.columns);
  };
  log.line("parts", "horizontal " + size(d.horizontal) + ", square " + size(d.square) + " in " +
                        counted(d.num_square_blocks, "block") + ", vertical " + size(d.vertical) +
                        " (" + seconds(decompose_seconds) + ")");
  context.check_cancelled();
}

std::uint64_t largest_square_block(const DulmageMendelsohn& d) {
  std::uint64_t most = 0;
  for (std::size_t b = d.first_square_block; b < d.first_square_block + d.num_square_blocks; ++b) {
    most = std::max(most, d.row_begin[b + 1] - d.row_begin[b]);
  }
  return most;
}

Json BipartiteRun::json() const {
  Json json = to_json(report, view());
  Json& result = json["result"];
  add_members(result, matching);
  if (!decomposition) return json;
  const DulmageMendelsohn& d = *decomposition;
  const auto part = [](const PartSize& size) {
    return Json{{"rows", size.rows}, {"columns", size.columns}};
  };
  result["dulmage_mendelsohn"] = {{"horizontal", part(d.horizontal)},
                                  {"square", part(d.square)},
                                  {"vertical", part(d.vertical)},
                                  {"square_blocks", d.num_square_blocks},
                                  {"largest_square_block", largest_square_block(d)},
                                  {"seconds", decompose_seconds}};
  return json;
}

void BipartiteRun::write() {
  if (options.decomposes()) decompose();
  const io::VertexLabels& labels = instance.labels;
  const auto write_if = [&](const std::string& path, const auto& write) {
    if (!path.empty()) write_output(interrupts, path, [&] { write(path); });
  };
  write_if(options.certificate,
           [&](const std::string& path) { io::write_cover(cover, path, labels); });
  if (decomposition) {
    const DulmageMendelsohn& d = *decomposition;
    write_if(options.decomposition,
             [&](const std::string& path) { io::write_decomposition(d, path, labels); });
    write_if(options.row_order,
             [&](const std::string& path) { io::write_order(d.row_order, path, labels); });
    write_if(options.column_order,
             [&](const std::string& path) { io::write_order(d.column_order, path, labels); });
  }
  const bool takes_output = options.run.json == "-" || options.certificate == "-" ||
                            options.decomposition == "-" || options.row_order == "-" ||
                            options.column_order == "-";
  // Standard output is the matching's unless something else asked for it.
  const std::string fallback = takes_output ? "" : "-";
  write_if(options.output.empty() ? fallback : options.output,
           [&](const std::string& path) { io::write_pairs(matching.row_mates, path, labels); });
}

}  // namespace

int run_bipartite(Interrupts& interrupts, CommandWords arguments) {
  BipartiteVerb options;
  Command command("bipartite", k_bipartite_description, k_bipartite_examples);
  command.brief({"--algorithm", "--objective", "--minimize", "--capacity", "--row-capacity",
                 "--column-capacity", "--format", "--columns", "--output", "--certificate",
                 "--verify", "--dulmage-mendelsohn", "--device", "--threads", "--json", "--quiet"});
  add_bipartite_flags(command, options);
  command.on_help([&] { fit_help(command, k_bipartite_problems); });
  if (const auto code = command.parse(arguments)) return *code;
  options.read.zeros = options.drop_zeros ? io::Zeros::drop : io::Zeros::keep;
  const std::string& name = options.request.algorithm;
  if (options.bounds.are_given() ||
      (!name.empty() && registry::has_algorithm(registry::Problem::b_assignment, name))) {
    return run_b_assignment(interrupts, find_within_bounds(command, options));
  }
  const registry::AlgorithmInfo& algorithm =
      registry::find(options.request, place_of(options.run.device));
  check_outputs(options);
  BipartiteRun run(options, algorithm, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
