// SPDX-License-Identifier: MIT
// hypermatch match: reads an instance, computes a matching, proves it where asked, writes it.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files.hpp"
#include "match_job.hpp"
#include "parameters.hpp"
#include "verbs.hpp"

namespace hypermatch::cli {

namespace {

constexpr const char* k_description =
    "A heavy set of disjoint edges: reads FILE, computes a matching, and writes the number of "
    "each\n"
    "matched hyperedge, 1-based as in the file, one a line; of a graph the two vertices `u v` of\n"
    "each matched edge, as the file calls them. It is maximal unless the algorithm's definition\n"
    "says otherwise (gpa, path_growing and the streaming ones; --complete makes it so).";

constexpr const char* k_examples =
    "Examples:\n"
    "  hypermatch match netlist.hgr -o matching.txt --verify\n"
    "      matched, proven, written; size, weight and certified ratio on standard error\n"
    "  hypermatch match sat.cnf.zst --as dual --weights random:1..100 --json -\n"
    "      compressed input, another interpretation, random weights, a report only\n"
    "  zcat huge.hgr.gz | hypermatch match - --algorithm stack_streaming\n"
    "      one pass over a pipe; the hypergraph is never held\n"
    "hypermatch list algorithms shows what there is and what it guarantees.";

// All names of one column of the registry: "a|b|c".
std::string names_in_registry(std::string_view registry::AlgorithmInfo::*column) {
  std::vector<std::string_view> names;
  std::string text;
  for (const registry::AlgorithmInfo& algorithm : registry::algorithms()) {
    if (algorithm.problem == registry::Problem::bipartite_matching) continue;
    const std::string_view name = algorithm.*column;
    if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) continue;
    if (!text.empty()) text += '|';
    text += name;
    names.push_back(name);
  }
  return text;
}

void add_flags(Command& command, MatchOptions& options) {
  registry::MatchingRequest& request = options.request;
  command.positional("FILE", options.file,
                     "Instance; - is standard input, .gz and .zst are unpacked");
  command.group("Algorithm");
  command.text("--algorithm", names_in_registry(&registry::AlgorithmInfo::name), request.algorithm,
               "Default local_max; hypermatch list algorithms says more");
  command.text("--variant", names_in_registry(&registry::AlgorithmInfo::variant), request.variant,
               "Of the algorithm, as that list has them (default: its first)");
  add_parameter_flags(command, request);
  command.choice("--determinism", request.determinism,
                 "Level that the algorithm must keep (default any_backend)");
  command.text("--capacity", "B|FILE", options.capacity,
               "How many matched edges a vertex may lie in (this build: 1)");
  command.flag("--complete", options.complete,
               "Adds a greedy pass over the rest where the algorithm is not maximal");
  add_order_flags(command, request.order, request.edge_rating);
  add_input_flags(command, options.input);
  command.custom(
      "--permute", "SEED",
      [&options](const std::string& given) { options.permute = parse_whole("--permute", given); },
      "Renumbers the vertices at random before the matching, and back after it\n"
      "(of a hypergraph the answer is the same; of a graph ties fall by the random\n"
      "numbers, which verify --greedy knows with --ties redraw only)");
  add_output_flag(command, options.output, "The matching (default: standard output)");
  command.choice("--output-kind", options.layout,
                 "Of graphs: u v a matched edge (default), or v MATE a vertex, - for none");
  command.flag("--verify", options.verify,
               "Checks the matching and certifies its ratio; code 1 if it fails");
  add_run_flags(command, options.run);
}

// Whether a problem is one that the file may be, as far as `--as` tells.
bool may_be(registry::Problem problem, io::Interpretation as) {
  if (as == io::Interpretation::automatic) return true;
  return (problem == registry::Problem::graph_matching) == (as == io::Interpretation::graph);
}

bool has_or_defaults(registry::Problem problem, std::string_view name) {
  return name.empty() || registry::has_algorithm(problem, name);
}

// Refuses, before anything is read, what no instance could be matched with. The streaming algorithm
// that is asked for, if it is one.
const registry::AlgorithmInfo* check_names(const MatchOptions& options) {
  const registry::AlgorithmInfo* streaming = nullptr;
  std::optional<Error> refusal;
  bool accepted = false;
  for (const registry::Problem problem :
       {registry::Problem::hypergraph_matching, registry::Problem::graph_matching}) {
    registry::MatchingRequest request = options.request;
    request.problem = problem;
    if (!may_be(problem, options.input.read.as) || !has_or_defaults(problem, request.algorithm)) {
      continue;
    }
    try {
      const registry::AlgorithmInfo& found = registry::find(request, place_of(options.run.device));
      if (found.streams()) streaming = &found;
      accepted = true;
    } catch (const Error& error) {
      if (!refusal) refusal = error;
    }
  }
  if (accepted) return streaming;
  if (refusal) throw *refusal;
  const std::string& name = options.request.algorithm;
  if (has_or_defaults(registry::Problem::graph_matching, name)) {
    throw Error(ErrorCode::unsupported, name + " matches graphs, and --as makes a hypergraph");
  }
  if (has_or_defaults(registry::Problem::hypergraph_matching, name)) {
    throw Error(ErrorCode::unsupported, name + " matches hypergraphs, and --as makes a graph");
  }
  throw Error(ErrorCode::invalid_option, "algorithm is '" + name + "', must be one of " +
                                             names_in_registry(&registry::AlgorithmInfo::name));
}

void check_before_work(const MatchOptions& options, const registry::AlgorithmInfo* streaming) {
  check_weights(options.input.weights, true);
  if (options.capacity != "1") {
    throw Error(ErrorCode::unsupported, "--capacity " + options.capacity +
                                            ": this build matches each vertex at most once (1)");
  }
  const OutputFlag outputs[] = {{"--output", options.output}, {"--json", options.run.json}};
  check_files(outputs, {options.file});
  if (streaming != nullptr && (options.verify || options.complete) &&
      !is_regular_file(options.file)) {
    throw Error(ErrorCode::invalid_option,
                std::string(options.verify ? "--verify" : "--complete") + " with " +
                    std::string(streaming->name) +
                    " reads the instance twice, and a pipe cannot be read twice");
  }
}

void note_reading(Job& job, const io::Instance& instance) {
  job.report.input = facts_of(job.options.file, instance);
  job.log.line("read", describe(job.report.input) + " (" + seconds(job.report.seconds.read) + ")");
  log_notes(job.log, instance.report);
}

void match_loaded(Job& job) {
  job.instance = load(job.context, job.options.file, job.options.input);
  job.report.seconds.read = job.watch.lap();
  note_reading(job, job.instance);
  const bool is_graph = job.instance.is_graph();
  settle(job,
         is_graph ? registry::Problem::graph_matching : registry::Problem::hypergraph_matching);
  if (is_graph) {
    match_graph(job);
  } else {
    match_hypergraph(job);
  }
  if (!job.options.run.json.empty()) {
    job.report.input.max_degree = max_degree(job.context, job.instance);
    job.watch.lap();
  }
}

std::unique_ptr<EdgeStream> open_stream(Job& job) {
  try {
    io::ReadReport resolved;
    auto stream = io::open_stream(job.options.file, job.options.input.read, &resolved);
    job.report.input.format = resolved.format;
    job.report.input.kind = name_of(resolved.as);
    return stream;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported || !is_regular_file(job.options.file)) throw;
    job.log.line("note", std::string(error.what()) + "; the instance is loaded instead");
    return nullptr;
  }
}

void solve(Job& job, bool streams) {
  std::unique_ptr<EdgeStream> stream;
  if (streams) stream = open_stream(job);
  if (stream == nullptr) {
    match_loaded(job);
    return;
  }
  settle(job, registry::Problem::hypergraph_matching);
  stream = stream_with(std::move(stream), job.options.input.weights, job.options.permute);
  job.report.seconds.read = job.watch.lap();
  match_stream(job, *stream, nullptr);
}

void write_results(Job& job) {
  const bool only_report = job.options.output.empty() && job.options.run.json == "-";
  if (!only_report) {
    const std::string path = job.options.output.empty() ? "-" : job.options.output;
    write_output(job.interrupts, path, [&] {
      if (const Graph* graph = std::get_if<Graph>(&job.instance.data)) {
        io::write_graph_matching(graph->num_vertices(), job.pairs, job.instance.labels, path,
                                 job.options.layout);
      } else {
        io::write_matching(job.edges, path);
      }
    });
  }
  job.report.seconds.write = job.watch.lap();
}

Json resolved_options(const Job& job) {
  const MatchOptions& options = job.options;
  const registry::MatchingRequest& request = job.request;
  Json json = options_json(options.run, job.context);
  json["algorithm"] = job.algorithm->name;
  json["variant"] = job.algorithm->variant.empty() ? Json(nullptr) : Json(job.algorithm->variant);
  json["rating"] = name_of(request.order.rating);
  json["objective"] = name_of(request.order.objective);
  json["nonpositive"] = name_of(request.order.nonpositive);
  json["seed"] = request.order.seed;
  report_parameters(json, *job.algorithm, request);
  json["determinism"] = name_of(request.determinism);
  json["capacity"] = 1;
  json["complete"] = options.complete;
  json["weights"] = options.input.weights;
  json["permute"] = options.permute ? Json(*options.permute) : Json(nullptr);
  json["output_kind"] = request.problem == registry::Problem::graph_matching
                            ? Json(name_of(options.layout))
                            : Json(nullptr);
  json["verify"] = options.verify;
  return json;
}

}  // namespace

void note_result(Job& job, const MatchingStats& stats, const MatchingValue& value) {
  check_weight(value, stats.objective);
  const std::string_view rating = job.request.problem == registry::Problem::graph_matching
                                      ? name_of(job.request.edge_rating)
                                      : name_of(stats.rating);
  job.report.result.value = value;
  job.report.result.rounds = stats.rounds;
  job.report.result.guarantee = stats.guarantee;
  job.report.options["rating"] = rating;
  job.report.options["objective"] = name_of(stats.objective);
  std::string name(job.algorithm->name);
  if (!job.algorithm->variant.empty()) name += " " + std::string(job.algorithm->variant);
  const std::string where =
      job.device ? "device " + std::to_string(job.device->device())
                 : counted(static_cast<std::uint64_t>(job.context.threads()), "thread");
  job.log.line("solve", name + ", rating " + std::string(rating) + ", " + where + ": " +
                            counted(stats.rounds, "round") + " (" +
                            seconds(job.report.seconds.solve) + ")");
  job.log.line("result", value_words(value) + "; guarantee: " + stats.guarantee);
}

void note_verdict(Job& job, const verify::MatchingVerdict& verdict, bool maximal,
                  Uniqueness uniqueness) {
  job.report.seconds.verify = job.watch.lap();
  job.report.verified = verdict.ok;
  job.report.result.certified_ratio.reset();
  if (!verdict.ok) {
    job.violation = verdict.violation;
    return;
  }
  job.report.result.certified_ratio = verdict.certified_ratio;
  std::string text = "valid";
  if (maximal) text += ", maximal";
  if (uniqueness != Uniqueness::none) text += ", " + greedy_words(uniqueness);
  job.log.line("verify", text + ", " + ratio_words(verdict.certified_ratio) + " (" +
                             seconds(job.report.seconds.verify) + ")");
}

void note_seconds(Job& job, const MatchingStats& stats) {
  job.report.seconds.prepare = stats.prepare_seconds;
  job.report.seconds.transfer = stats.transfer_seconds;
  job.report.seconds.solve = job.watch.lap() - stats.prepare_seconds - stats.transfer_seconds;
  job.report.device_peak_bytes = stats.device_peak_bytes;
}

void settle(Job& job, registry::Problem problem) {
  const std::string& algorithm = job.request.algorithm;
  if (!has_or_defaults(problem, algorithm)) {
    const bool is_graph = problem == registry::Problem::graph_matching;
    throw Error(ErrorCode::unsupported,
                job.options.file + " is read as a " + (is_graph ? "graph" : "hypergraph") +
                    ", but " + algorithm + " matches " + (is_graph ? "hypergraphs" : "graphs") +
                    "; --as says how a file is read");
  }
  check_layout(job.options.layout, problem == registry::Problem::graph_matching);
  job.request.problem = problem;
  job.algorithm = &registry::find(job.request, where(job.context, job.device).place());
  job.report.options = resolved_options(job);
}

int run_match(Interrupts& interrupts, Arguments arguments) {
  MatchOptions options;
  Command command("match", k_description, k_examples);
  add_flags(command, options);
  if (const auto code = command.parse(arguments)) return *code;
  options.input.read.positive_vertex_weights = options.request.edge_rating != EdgeRating::weight;
  const registry::AlgorithmInfo* streaming = check_names(options);
  check_before_work(options, streaming);

  Log log(options.run.quiet, options.run.progress);
  const Context context = make_context(options.run, interrupts, log);
  const std::optional<DeviceContext> device = make_device_context(options.run, interrupts, log);
  Job job(options, context, device, interrupts, log);
  job.report.command = "match";
  if (device) {
    const auto ordinal = static_cast<std::size_t>(device->device());
    job.report.device_name = available_devices().devices.at(ordinal).name;
  }
  naming_the_file(options.file, [&] { solve(job, streaming != nullptr); });
  context.check_cancelled();
  if (job.violation.empty()) write_results(job);
  job.report.seconds.total = job.watch.total();
  if (!options.run.json.empty()) {
    write_text(interrupts, options.run.json, to_text(to_json(job.report)));
  }
  if (!job.violation.empty()) {
    std::fprintf(stderr, "violation: %s\n", io::printable(job.violation).c_str());
    return k_verification_failed;
  }
  return k_done;
}

}  // namespace hypermatch::cli
