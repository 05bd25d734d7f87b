// SPDX-License-Identifier: MIT
// hypermatch cluster: communities of a graph, with their quality, hierarchy and proof.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cluster_sweep.hpp"
#include "community_graph.hpp"
#include "files.hpp"
#include "hypermatch/compare_clusterings.hpp"
#include "hypermatch/marked_graph_io.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "hypermatch/results_io.hpp"
#include "hypermatch/verify_communities.hpp"
#include "output_kind.hpp"
#include "parameters.hpp"
#include "pipeline.hpp"
#include "threshold_schedule.hpp"
#include "verify_communities.hpp"

namespace hypermatch::cli {

namespace {

struct ClusterVerb {
  std::string file;
  InputOptions input;
  registry::ClusteringRequest request;
  std::string resolution;
  std::string threshold_schedule;
  std::vector<ThresholdStep> threshold_steps;
  std::uint64_t seeds = 1;
  RunOptions run;
  bool verify = false;
  std::string output;
  CommunitiesKind kind = CommunitiesKind::automatic;
  std::string hierarchy;
  std::string initial;
  std::string fixed;
  std::uint64_t communities = 0;
  std::uint64_t min_size = 0;
  std::uint64_t max_size = 0;
  std::string truth;

  [[nodiscard]] bool sweeps() const {
    return seeds != 1 || resolution.find(':') != std::string::npos;
  }
};

constexpr const char* k_cluster_description =
    "Communities of a graph, of high modularity or of high quality under the constant Potts "
    "model:\n"
    "reads FILE, and writes `vertex community` per line, in the vertex numbers of the file. The "
    "same\n"
    "communities on any number of threads.";

constexpr const char* k_cluster_examples =
    "Examples:\n"
    "  hypermatch cluster social.graph -o communities.txt --verify\n"
    "      connected communities by Leiden, proven and written\n"
    "  hypermatch cluster cells.el --resolution 0.2:2:10 --seeds 5 --json sweep.json\n"
    "      ten resolutions with five seeds each, and how far the seeds agree\n"
    "  hypermatch cluster mesh.graph --algorithm louvain --hierarchy levels.txt -o "
    "communities.txt\n"
    "      all levels, the finest first\n"
    "  hypermatch cluster lfr.graph --truth planted.txt\n"
    "      compared with known communities\n"
    "hypermatch list algorithms shows what there is and what it guarantees.";

constexpr registry::Problem k_cluster_problems[] = {registry::Problem::clustering};

void add_cluster_flags(Command& command, ClusterVerb& options) {
  registry::ClusteringRequest& request = options.request;
  command.positional("FILE", options.file, "Graph; - is standard input, .gz and .zst are unpacked");
  command.group("Algorithm");
  add_algorithm_flags(command, k_cluster_problems, request.algorithm, request.variant,
                      "Default leiden");
  command.choice("--objective", request.quality.objective,
                 "What is maximised (default modularity)");
  command.text("--resolution", "G|A:B:N", options.resolution,
               "Larger ones give smaller communities (modularity: default 1; cpm: has\n"
               "none). A:B:N runs N values from A to B");
  add_parameter_flags(command, k_cluster_problems, request.parameters);
  command.text("--threshold-schedule", "N:T[,N:T...]", options.threshold_schedule,
               "For louvain: threshold T of levels of more than N vertices, the last such\n"
               "step; others as above (default none)");
  command.whole("--seeds", "K", options.seeds, 1, 1000,
                "Runs K seeds from --seed on, and writes the communities that agree most\n"
                "with the others (default 1)");
  command.choice("--determinism", request.determinism, "Level that the algorithm must keep");
  command.text("--initial", "FILE", options.initial,
               "Communities to begin with, as -o writes them");
  command.group("Constraints");
  constexpr std::uint64_t k_most = k_none - 1;
  command.text("--fixed", "FILE", options.fixed,
               "`vertex community` lines of some vertices: those of one community stay\n"
               "together, those of two stay apart");
  command.whole("--num-communities", "K", options.communities, 1, k_most,
                "Exactly K communities, by merges or splits (default: as many as the\n"
                "quality asks for)");
  command.old_spelling("--communities", "--num-communities", options.run.notes);
  command.whole("--min-size", "S", options.min_size, 1, k_most,
                "Merges communities of fewer vertices into a neighbour, if one may take them");
  command.whole("--max-size", "S", options.max_size, 1, k_most,
                "Makes no community of more vertices");
  add_input_flags(command, options.input, RowsAndColumns::refused);
  add_output_flag(command, options.output, "The communities (default: standard output)");
  command.choice("--output-kind", options.kind,
                 "One line `vertex community` per vertex (default), the community alone, or\n"
                 "the graph with its communities for programs that draw (default where the\n"
                 "name ends so)");
  command.text("--hierarchy", "FILE", options.hierarchy,
               "All levels: one column per level, the finest first");
  command.text("--truth", "FILE", options.truth,
               "Known communities to compare with: pairs, adjusted Rand index,\n"
               "mutual information");
  command.flag("--verify", options.verify,
               "Recomputes the quality and checks that communities are connected where\n"
               "the algorithm promises it; code 1 if one fails");
  add_run_flags(command, options.run, Places::cores_and_devices);
}

struct ClusterRun : RunContext {
  ClusterRun(const ClusterVerb& asked, const registry::AlgorithmInfo& found, Interrupts& watcher)
      : RunContext("cluster", asked.run, watcher), options(asked), algorithm(found) {}

  [[nodiscard]] const std::string& file() const { return options.file; }
  void read();
  void resolve();
  void solve();
  void note();
  void verify();
  void write();
  [[nodiscard]] std::uint64_t max_degree() const { return cli::max_degree(context, instance); }
  [[nodiscard]] Json json() const;
  /// Vertices that are fixed in one community need not be neighbours.
  [[nodiscard]] bool promises_connected() const { return algorithm.connected && fixed.empty(); }

  const ClusterVerb& options;
  const registry::AlgorithmInfo& algorithm;
  registry::ClusteringRequest request;
  io::Instance instance;
  std::optional<GraphForms> forms;
  std::vector<VertexId> initial;
  std::vector<VertexId> fixed;
  std::optional<Labels> truth;
  std::vector<double> resolutions;
  std::vector<SweepRow> rows;  ///< where several clusterings are asked for
  Clustering clustering;
  std::optional<ClusteringAgreement> agreement;
  verify::CommunitiesVerdict verdict;
};

// In the words of the command line; the library says the rest.
void check_sizes(const ClusterVerb& options) {
  if (options.max_size != 0 && options.min_size > options.max_size) {
    throw Error(ErrorCode::invalid_option, "--min-size is " + std::to_string(options.min_size) +
                                               ", must be at most --max-size, which is " +
                                               std::to_string(options.max_size));
  }
}
void check_number(const ClusterVerb& options, VertexId num_vertices) {
  if (options.communities > num_vertices) {
    throw Error(ErrorCode::invalid_option,
                "--num-communities is " + std::to_string(options.communities) +
                    ", must be at most the number of vertices, " + std::to_string(num_vertices));
  }
}

void ClusterRun::read() {
  check_sizes(options);
  instance = load_community_graph(context, options.file, options.input);
  const VertexId n = instance.graph().num_vertices();
  check_number(options, n);
  if (!options.initial.empty()) {
    initial = read_labels(*this, options.initial, instance.labels, n).labels;
  }
  if (!options.fixed.empty()) {
    fixed = read_fixed(*this, options.fixed, instance.labels, n);
  }
  if (!options.truth.empty()) truth = read_labels(*this, options.truth, instance.labels, n);
  note_reading(options.file, instance);
  note_directions(log, instance);
  registry::ClusteringRequest asked = options.request;
  asked.constraints.fixed = fixed;
  const std::size_t values =
      options.resolution.empty() ? 1 : parse_resolutions(options.resolution).size();
  choose_device(asked, values * options.seeds);
}

void ClusterRun::resolve() {
  forms.emplace(context, instance.graph());
  (void)forms->rows();
  request = options.request;
  request.loop_weights = view_of(instance.loop_weights);
  request.initial = initial;
  request.constraints.fixed = fixed;
  request.keep_hierarchy = !options.hierarchy.empty();
  if (!options.resolution.empty()) {
    resolutions = parse_resolutions(options.resolution);
    request.quality.resolution = resolutions.front();
  }
  Json& json = report.options;
  json["algorithm"] = algorithm.name;
  json["variant"] = algorithm.variant.empty() ? Json(nullptr) : Json(algorithm.variant);
  report_parameters(json, algorithm, k_cluster_problems, options.request.parameters);
  json["threshold_schedule"] =
      options.threshold_schedule.empty() ? Json(nullptr) : Json(options.threshold_schedule);
  json["determinism"] = name_of(options.request.determinism);
  json["objective"] = name_of(request.quality.objective);
  json["resolution"] = options.resolution.empty() ? Json(nullptr) : Json(options.resolution);
  json["seeds"] = options.seeds;
  json["initial"] = options.initial.empty() ? Json(nullptr) : Json(options.initial);
  json["fixed"] = options.fixed.empty() ? Json(nullptr) : Json(options.fixed);
  const auto given = [](std::uint64_t value) { return value == 0 ? Json(nullptr) : Json(value); };
  json["communities"] = given(options.communities);
  json["min_size"] = given(options.min_size);
  json["max_size"] = given(options.max_size);
  json["truth"] = options.truth.empty() ? Json(nullptr) : Json(options.truth);
  json["weights"] = options.input.weights;
  json["verify"] = options.verify;
  report_reading(json, options.input.read);
}

void ClusterRun::solve() {
  const GraphView& graph = forms->rows();
  if (!options.sweeps()) {
    clustering = registry::cluster(place(), graph, request);
    report.seconds.solve = watch.lap();
    return;
  }
  if (resolutions.empty()) resolutions.push_back(1.0);
  const auto seed = std::get<std::uint64_t>(request.parameters.value_of("seed"));
  rows = sweep(place(), graph, request, resolutions, seed, options.seeds);
  const SweepRow& row = most_stable(rows);
  clustering = row.consensus;
  request.quality.resolution = row.resolution;
  report.seconds.solve = watch.lap();
}

void ClusterRun::note() {
  report.result.rounds = clustering.labels.stats.rounds;
  report.result.guarantee =
      algorithm.connected && !promises_connected() ? "none" : std::string(algorithm.guarantee);
  const std::string objective(name_of(request.quality.objective));
  std::uint64_t arcs = 0;
  std::uint64_t sweeps = 0;
  for (const ClusteringLevel& level : clustering.levels) {
    arcs += level.arcs;
    sweeps += level.sweeps;
  }
  log.line("solve", clustering.labels.stats.algorithm + ", " + note_place(algorithm.backends) +
                        ": " + counted(clustering.levels.size(), "level") + ", " +
                        counted(sweeps, "sweep") + ", " + counted(arcs, "arc") + " looked at (" +
                        seconds(report.seconds.solve) + ")");
  log_rows(log, rows, objective);
  log.line("result", counted(clustering.communities, "community") + ", the largest of " +
                         counted(facts_of(clustering.labels).largest, "vertex") + ", " + objective +
                         " " + number(clustering.quality, 6));
  if (clustering.small_communities != 0) {
    log.line("note", counted(clustering.small_communities, "community") + " of fewer than " +
                         counted(options.min_size, "vertex") + " left: no neighbour may take more");
  }
  if (!truth) return;
  agreement =
      compare_clusterings(context, LabelsView(clustering.labels.labels), LabelsView(truth->labels));
  log.line("truth", agreement_words(*agreement));
}

void ClusterRun::verify() {
  if (!options.verify) return;
  verdict = verify::check_communities(context, forms->rows(), LabelsView(clustering.labels.labels),
                                      {.quality = request.quality,
                                       .loop_weights = request.loop_weights,
                                       .connected = promises_connected(),
                                       .constraints = request.constraints,
                                       .name = [&](VertexId v) { return instance.labels.of(v); }});
  violation = verdict.violation;
  // Both are rounded; 2^-30 is far above what that changes. Beside small weights or at a high
  // resolution the quality is far below -1.
  const double rounding = 0x1p-30 * std::max(1.0, std::abs(verdict.quality));
  const bool is_same = verdict.quality == clustering.quality ||
                       std::abs(verdict.quality - clustering.quality) <= rounding;
  if (verdict.ok && !is_same) {
    violation =
        "the quality is " + number(verdict.quality, 12) + ", not " + number(clustering.quality, 12);
  }
  report.verified = violation.empty();
  report.seconds.verify = watch.lap();
  if (!violation.empty()) return;
  log.line("verify", verdict_words(verdict, instance.labels) + " (" +
                         seconds(report.seconds.verify) + ", " +
                         counted(static_cast<std::uint64_t>(context.threads()), "thread") + ")");
}

void ClusterRun::write() {
  const auto write_to = [&](const std::string& path, const auto& write) {
    if (!path.empty()) write_output(interrupts, path, [&] { write(path); });
  };
  write_to(options.hierarchy, [&](const std::string& path) {
    io::write_hierarchy(clustering.hierarchy, instance.labels, path);
  });
  const bool takes_output = options.run.json == "-" || options.hierarchy == "-";
  const std::string fallback = takes_output ? "" : "-";
  write_to(options.output.empty() ? fallback : options.output, [&](const std::string& path) {
    const CommunitiesKind kind = resolved_kind(options.kind, path);
    if (kind == CommunitiesKind::labels) {
      return io::write_labels(clustering.labels, instance.labels, path);
    }
    if (!is_drawing(kind)) return io::write_communities(clustering.labels, instance.labels, path);
    const std::vector<VertexId> numbers = numbered_by_first_vertex(clustering.labels.labels);
    io::write_marked_graph(context, forms->edges(), instance.labels, {.communities = numbers}, path,
                           std::string(name_of(kind)));
  });
}

Json ClusterRun::json() const {
  Json json = cli::to_json(report);
  Json& result = json["result"];
  result["communities"] = clustering.communities;
  result["largest_community"] = facts_of(clustering.labels).largest;
  result["small_communities"] =
      options.min_size == 0 ? Json(nullptr) : Json(clustering.small_communities);
  result["objective"] = name_of(request.quality.objective);
  result["resolution"] = request.quality.resolution ? Json(*request.quality.resolution) : Json(1.0);
  add_quality(result, request.quality.objective, clustering.quality);
  result["connected"] = options.verify || promises_connected()
                            ? Json(promises_connected() || verdict.connected)
                            : Json(nullptr);
  result["algorithm"] = clustering.labels.stats.algorithm;
  result["stop_reason"] = clustering.labels.stats.stop_reason;
  result["levels"] = to_json(clustering.levels, request.quality.objective);
  result["truth"] = agreement ? to_json(*agreement) : Json(nullptr);
  result["verdict"] = options.verify ? to_json(verdict, instance.labels) : Json(nullptr);
  result["sweep"] = rows.empty() ? Json(nullptr) : to_json(rows);
  return json;
}

void check_cluster_before_work(const ClusterVerb& options) {
  check_weights(options.input.weights, true);
  const OutputFlag outputs[] = {{"--output", options.output},
                                {"--hierarchy", options.hierarchy},
                                {"--json", options.run.json}};
  check_output_name(options.output, true);
  check_files(outputs, {options.file, options.initial, options.fixed, options.truth});
  int from_standard_input = 0;
  for (const std::string* path :
       {&options.file, &options.initial, &options.fixed, &options.truth}) {
    from_standard_input += *path == "-" ? 1 : 0;
  }
  if (from_standard_input > 1) {
    throw Error(ErrorCode::invalid_option, "standard input cannot be read twice");
  }
  if (!options.resolution.empty()) {
    (void)parse_resolutions(options.resolution);
  } else if (options.request.quality.objective == CommunityObjective::cpm) {
    throw Error(ErrorCode::invalid_option,
                "--objective cpm needs --resolution, which has no default there");
  }
  if (!options.initial.empty() && options.sweeps()) {
    throw Error(ErrorCode::invalid_option,
                "--initial goes with one resolution and one seed: the others would only repeat it");
  }
}

}  // namespace

int run_cluster(Interrupts& interrupts, CommandWords arguments) {
  ClusterVerb options;
  Command command("cluster", k_cluster_description, k_cluster_examples);
  command.brief({"--algorithm", "--objective", "--resolution", "--seed", "--initial",
                 "--num-communities", "--max-size", "--format", "--columns", "--output", "--truth",
                 "--verify", "--device", "--threads", "--json", "--quiet"});
  add_cluster_flags(command, options);
  command.on_help([&] { fit_help(command, k_cluster_problems); });
  if (const auto code = command.parse(arguments)) return *code;
  CommunityConstraints& constraints = options.request.constraints;
  constraints.communities = static_cast<VertexId>(options.communities);
  constraints.min_size = static_cast<VertexId>(options.min_size);
  constraints.max_size = static_cast<VertexId>(options.max_size);
  options.threshold_steps = parse_threshold_schedule(options.threshold_schedule);
  options.request.threshold_schedule = options.threshold_steps;
  const registry::AlgorithmInfo& algorithm =
      registry::find(options.request, place_of(options.run.device));
  check_cluster_before_work(options);
  ClusterRun run(options, algorithm, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
