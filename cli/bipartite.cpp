// SPDX-License-Identifier: MIT
// hypermatch bipartite: a largest matching of rows and columns, its proof, and what sparse linear
// algebra makes of it.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "files.hpp"
#include "hypermatch/degrees.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/renumber.hpp"
#include "hypermatch/verify.hpp"
#include "judge.hpp"
#include "parameters.hpp"
#include "rows_and_columns.hpp"
#include "verbs.hpp"

namespace hypermatch::cli {

namespace {

struct BipartiteVerb {
  std::string file;
  io::ReadOptions read;
  registry::BipartiteRequest request;
  RunOptions run;
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

constexpr const char* k_description =
    "A largest matching of rows and columns: reads FILE as a matrix (a graph by its adjacency, a\n"
    "hypergraph by its incidence), and writes `row column` a line, 1-based, by row.";

constexpr const char* k_examples =
    "Examples:\n"
    "  hypermatch bipartite matrix.mtx -o matching.txt --verify --certificate cover.txt\n"
    "      matched, proven to be a largest one, written with the proof\n"
    "  hypermatch bipartite matrix.mtx --dulmage-mendelsohn parts.txt --json -\n"
    "      block triangular form, and a report with the structural rank\n"
    "  hypermatch bipartite formula.cnf.zst --permute 1\n"
    "      clauses and variables, renumbered at random first\n"
    "hypermatch list algorithms shows what there is and what it guarantees.";

// All names of one column of the registry: "a|b|c".
std::string names_of(std::string_view registry::AlgorithmInfo::*column) {
  std::vector<std::string_view> names;
  std::string text;
  for (const registry::AlgorithmInfo& a :
       registry::algorithms(registry::Problem::bipartite_matching)) {
    const std::string_view name = a.*column;
    if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) continue;
    if (!text.empty()) text += '|';
    text += name;
    names.push_back(name);
  }
  return text;
}

void add_flags(Command& command, BipartiteVerb& options) {
  registry::BipartiteRequest& request = options.request;
  command.positional("FILE", options.file,
                     "Instance; - is standard input, .gz and .zst are unpacked");
  command.group("Algorithm");
  command.text("--algorithm", names_of(&registry::AlgorithmInfo::name), request.algorithm,
               "Default maximum_matching, on a GPU ms_bfs; hypermatch list algorithms\n"
               "says more");
  command.text("--variant", names_of(&registry::AlgorithmInfo::variant), request.variant,
               "Of the algorithm, as that list has them (default: its first)");
  add_parameter_flags(command, request);
  command.choice("--determinism", request.determinism,
                 "Level that the algorithm must keep (default none: the size is\n"
                 "unique, the pairs are not)");
  command.custom(
      "--permute", "SEED",
      [&options](const std::string& given) { options.permute = parse_whole("--permute", given); },
      "Renumbers rows and columns at random first, and back afterwards");
  add_read_flags(command, options.read);
  command.flag("--drop-zeros", options.drop_zeros, "Leaves out stored entries whose value is zero");
  add_output_flag(command, options.output, "The matching (default: standard output)");
  command.text("--certificate", "FILE", options.certificate,
               "A vertex cover of the same size: proof that no matching is larger");
  command.flag("--verify", options.verify, "Checks matching and cover; code 1 if one fails");
  command.group("Decomposition");
  command.text("--dulmage-mendelsohn", "FILE", options.decomposition,
               "Parts, blocks, and the orders of rows and columns that make the\n"
               "matrix block upper triangular");
  command.text("--row-order", "FILE", options.row_order, "That order of rows alone, one a line");
  command.text("--column-order", "FILE", options.column_order, "That order of columns alone");
  command.flag("--coarse", options.coarse, "Leaves the square part in one block");
  add_run_flags(command, options.run);
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

/// What one run is given.
struct Means {
  const BipartiteVerb& options;
  const registry::AlgorithmInfo& algorithm;
  const Context& context;
  const std::optional<DeviceContext>& device;
  Interrupts& interrupts;
  Log& log;
};

/// One run: what it is given, and what it has found so far.
struct Job : Means {
  explicit Job(const Means& means) : Means(means) {}

  Report report;
  Stopwatch watch;
  io::Instance instance;
  BipartiteMatching matching;  ///< in the file's numbers
  VertexCover cover;
  std::optional<DulmageMendelsohn> decomposition;
  double decompose_seconds = 0;
  std::string violation;  ///< empty: none found
};

void read_instance(Job& job) {
  job.instance = load_bipartite(job.context, job.options.file, job.options.read);
  job.report.seconds.read = job.watch.lap();
  job.report.input = facts_of_pairs(job.options.file, job.instance);
  job.log.line("read", describe(job.report.input, bipartite_of(job.instance)) + " (" +
                           seconds(job.report.seconds.read) + ")");
  log_notes(job.log, job.instance.report, job.options.read.zeros);
}

BipartiteMatching run_algorithm(Job& job, const BipartiteView& view) {
  const registry::BipartiteRequest& request = job.options.request;
  return registry::match(where(job.context, job.device), view, request);
}

void solve(Job& job) {
  const BipartiteView view = bipartite_of(job.instance);
  if (job.options.permute) {
    const Renumbering numbers = random_renumbering(view, *job.options.permute);
    const Bipartite other = renumbered(job.context, view, numbers);
    job.report.seconds.prepare = job.watch.lap();
    job.matching = run_algorithm(job, other.view());
    job.report.seconds.solve = job.watch.lap();
    job.matching.row_mates = renumbered_back(job.context, job.matching.row_mates, numbers);
  } else {
    job.watch.lap();
    job.matching = run_algorithm(job, view);
    job.report.seconds.solve = job.watch.lap();
  }
  const BipartiteStats& stats = job.matching.stats;
  job.report.seconds.solve -= stats.prepare_seconds + stats.transfer_seconds;
  job.report.seconds.prepare += stats.prepare_seconds;
  job.report.seconds.transfer = stats.transfer_seconds;
  job.report.device_peak_bytes = stats.device_peak_bytes;
}

void note_result(Job& job) {
  const BipartiteStats& stats = job.matching.stats;
  MatchingValue value;
  value.edges = job.matching.cardinality;
  value.weight = static_cast<double>(value.edges);
  value.integer_weight = static_cast<std::int64_t>(value.edges);
  job.report.result.value = value;
  job.report.result.rounds = stats.phases;
  job.report.result.guarantee = job.algorithm.guarantee;
  job.report.options["start"] = name_of(stats.start);
  const std::string where =
      job.device ? "device " + std::to_string(job.device->device())
                 : counted(static_cast<std::uint64_t>(job.context.threads()), "thread");
  job.log.line("solve", stats.algorithm + " from " + std::string(name_of(stats.start)) + " (" +
                            counted(stats.start_cardinality, "pair") + "), " + where + ": " +
                            counted(stats.phases, "phase") + ", " +
                            counted(stats.augmentations, "augmentation") + " (" +
                            seconds(job.report.seconds.solve) + ")");
  job.log.line("result", counted(value.edges, "pair") + ", the structural rank");
}

// A matching that cannot be proven is the algorithm's fault, not the file's.
void prove(Job& job) {
  if (!job.options.verify && job.options.certificate.empty()) return;
  const BipartiteView view = bipartite_of(job.instance);
  try {
    job.cover = vertex_cover(job.context, view, job.matching.row_mates);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_input) throw;
    job.violation = error.what();
    job.report.verified = false;
    return;
  }
  if (job.options.verify) {
    const verify::VertexCoverView cover{job.cover.rows, job.cover.columns};
    const verify::BipartiteVerdict verdict = verify::check_bipartite(
        job.context, view, job.matching.row_mates, {.maximum = true, .cover = cover});
    job.violation = verdict.violation;
    job.report.verified = verdict.ok;
    if (verdict.ok) job.report.result.certified_ratio = verdict.certified_ratio;
  }
  job.report.seconds.verify = job.watch.lap();
  if (!job.options.verify || !job.violation.empty()) return;
  job.log.line("verify", "valid, a largest one: a cover of " +
                             counted(job.cover.rows.size(), "row") + " and " +
                             counted(job.cover.columns.size(), "column") + " (" +
                             seconds(job.report.seconds.verify) + ")");
}

void decompose(Job& job) {
  if (!job.options.decomposes() || !job.violation.empty()) return;
  job.watch.lap();
  job.decomposition = dulmage_mendelsohn(
      job.context, bipartite_of(job.instance), job.matching.row_mates,
      {.level = job.options.coarse ? Decomposition::coarse : Decomposition::fine});
  job.decompose_seconds = job.watch.lap();
  const DulmageMendelsohn& d = *job.decomposition;
  const auto size = [](const PartSize& part) {
    return std::to_string(part.rows) + " x " + std::to_string(part.columns);
  };
  job.log.line("parts", "horizontal " + size(d.horizontal) + ", square " + size(d.square) + " in " +
                            counted(d.num_square_blocks, "block") + ", vertical " +
                            size(d.vertical) + " (" + seconds(job.decompose_seconds) + ")");
}

std::uint64_t largest_square_block(const DulmageMendelsohn& d) {
  std::uint64_t most = 0;
  for (std::size_t b = d.first_square_block; b < d.first_square_block + d.num_square_blocks; ++b) {
    most = std::max(most, d.row_begin[b + 1] - d.row_begin[b]);
  }
  return most;
}

Json report_json(const Job& job) {
  Json json = to_json(job.report, bipartite_of(job.instance));
  const BipartiteStats& stats = job.matching.stats;
  Json& result = json["result"];
  result["structural_rank"] = job.matching.cardinality;
  result["algorithm"] = stats.algorithm;
  result["start_cardinality"] = stats.start_cardinality;
  result["augmentations"] = stats.augmentations;
  result["start_seconds"] = stats.start_seconds;
  result["stop_reason"] = stats.stop_reason;
  if (!job.decomposition) return json;
  const DulmageMendelsohn& d = *job.decomposition;
  const auto part = [](const PartSize& size) {
    return Json{{"rows", size.rows}, {"columns", size.columns}};
  };
  result["dulmage_mendelsohn"] = {{"horizontal", part(d.horizontal)},
                                  {"square", part(d.square)},
                                  {"vertical", part(d.vertical)},
                                  {"square_blocks", d.num_square_blocks},
                                  {"largest_square_block", largest_square_block(d)},
                                  {"seconds", job.decompose_seconds}};
  return json;
}

void write_results(Job& job) {
  const BipartiteVerb& options = job.options;
  const io::VertexLabels& labels = job.instance.labels;
  const auto write_if = [&](const std::string& path, const auto& write) {
    if (!path.empty()) write_output(job.interrupts, path, [&] { write(path); });
  };
  write_if(options.certificate,
           [&](const std::string& path) { io::write_cover(job.cover, path, labels); });
  if (job.decomposition) {
    const DulmageMendelsohn& d = *job.decomposition;
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
           [&](const std::string& path) { io::write_pairs(job.matching.row_mates, path, labels); });
  job.report.seconds.write = job.watch.lap();
}

Json resolved_options(const BipartiteVerb& options, const registry::AlgorithmInfo& algorithm,
                      const Context& context) {
  const registry::BipartiteRequest& request = options.request;
  Json json = options_json(options.run, context);
  json["algorithm"] = algorithm.name;
  json["variant"] = algorithm.variant.empty() ? Json(nullptr) : Json(algorithm.variant);
  report_parameters(json, algorithm, request);
  json["determinism"] = name_of(request.determinism);
  json["permute"] = options.permute ? Json(*options.permute) : Json(nullptr);
  json["drop_zeros"] = options.drop_zeros;
  json["decomposition"] =
      !options.decomposes() ? Json(nullptr) : Json(options.coarse ? "coarse" : "fine");
  json["verify"] = options.verify;
  return json;
}

}  // namespace

int run_bipartite(Interrupts& interrupts, Arguments arguments) {
  BipartiteVerb options;
  Command command("bipartite", k_description, k_examples);
  add_flags(command, options);
  if (const auto code = command.parse(arguments)) return *code;
  options.read.zeros = options.drop_zeros ? io::Zeros::drop : io::Zeros::keep;
  const registry::AlgorithmInfo& algorithm =
      registry::find(options.request, place_of(options.run.device));
  check_outputs(options);

  Log log(options.run.quiet, options.run.progress);
  const Context context = make_context(options.run, interrupts, log);
  const std::optional<DeviceContext> device = make_device_context(options.run, interrupts, log);
  Job job({options, algorithm, context, device, interrupts, log});
  job.report.command = "bipartite";
  job.report.options = resolved_options(options, algorithm, context);
  if (device) {
    const auto ordinal = static_cast<std::size_t>(device->device());
    job.report.device_name = available_devices().devices.at(ordinal).name;
  }
  read_instance(job);
  solve(job);
  note_result(job);
  prove(job);
  decompose(job);
  context.check_cancelled();
  if (job.violation.empty()) write_results(job);
  if (!options.run.json.empty()) {
    job.report.input.max_degree = max_degree(context, bipartite_of(job.instance));
    job.report.seconds.total = job.watch.total();
    write_text(interrupts, options.run.json, to_text(report_json(job)));
  }
  if (!job.violation.empty()) {
    std::fprintf(stderr, "violation: %s\n", io::printable(job.violation).c_str());
    return k_verification_failed;
  }
  return k_done;
}

}  // namespace hypermatch::cli
