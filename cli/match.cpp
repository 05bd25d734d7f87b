// SPDX-License-Identifier: MIT
// hypermatch match: reads an instance, computes a matching, proves it where asked, writes it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files.hpp"
#include "hypermatch/device.hpp"
#include "instance.hpp"
#include "judge.hpp"
#include "report.hpp"
#include "verbs.hpp"

namespace hypermatch::cli {

namespace {

struct MatchOptions {
  std::string file;
  std::string output;
  InputOptions input;
  registry::MatchingRequest request;
  RunOptions run;
  std::string capacity = "1";
  std::optional<std::uint64_t> permute;
  bool complete = false;
  bool verify = false;
};

constexpr const char* k_description =
    "A heavy set of disjoint edges: reads FILE, computes a maximal matching, and writes the "
    "number\n"
    "of each matched hyperedge, 1-based as in the file, one a line.";

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
  command.choice("--ties", request.ties,
                 "Ties among equal ratings: fixed once (default: the answer is the\n"
                 "greedy matching), or redrawn in each round");
  command.real("--noise", "A", request.noise, 0,
               "Noise in [0, A) added to each rating, in each round (default 0)");
  command.choice("--noise-generator", request.noise_generator,
                 "Where redrawn ties come from (default mix)");
  command.real("--epsilon", "E", request.epsilon, 0, "Of stack_streaming (default 0.1)");
  command.real("--alpha", "A", request.alpha, std::numeric_limits<double>::lowest(),
               "Of greedy_streaming (default: negative, the best known)");
  command.choice("--determinism", request.determinism,
                 "Level that the algorithm must keep (default any_backend)");
  command.text("--capacity", "B|FILE", options.capacity,
               "How many matched edges a vertex may lie in (this build: 1)");
  command.flag("--complete", options.complete,
               "Adds a greedy pass over the rest where the algorithm is not maximal");
  add_order_flags(command, request.order);
  add_input_flags(command, options.input);
  command.custom(
      "--permute", "SEED",
      [&options](const std::string& given) { options.permute = parse_whole("--permute", given); },
      "Renumbers the vertices at random first (the answer is the same)");
  add_output_flag(command, options.output, "The matching (default: standard output)");
  command.flag("--verify", options.verify,
               "Checks the matching and certifies its ratio; code 1 if it fails");
  add_run_flags(command, options.run);
}

// The device that was asked for, if any. Entering it takes a while, so it is done before the clock
// runs.
std::optional<DeviceContext> enter_device(const MatchOptions& options, Interrupts& interrupts,
                                          Log& log) {
  const std::optional<int> ordinal = device_ordinal(options.run.device);
  if (!ordinal) return std::nullopt;
  (void)registry::find_on_device(options.request);
  try {
    return DeviceContext({.device = *ordinal,
                          .copy_threads = static_cast<int>(options.run.threads),
                          .progress = log.progress(),
                          .stop = interrupts.stop()});
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    throw Error(ErrorCode::unsupported, std::string(error.what()) + "; use --device cpu");
  }
}

// One run: what it was asked, and what it has found so far.
struct Job {
  Job(const MatchOptions& asked, const registry::AlgorithmInfo& found, const Context& where,
      const std::optional<DeviceContext>& on_device, Interrupts& watcher, Log& lines)
      : options(asked),
        algorithm(found),
        context(where),
        device(on_device),
        interrupts(watcher),
        log(lines) {}

  const MatchOptions& options;
  const registry::AlgorithmInfo& algorithm;
  const Context& context;
  const std::optional<DeviceContext>& device;
  Interrupts& interrupts;
  Log& log;
  Report report;
  Stopwatch watch;
  std::vector<EdgeId> edges;
  std::string violation;  // empty: none found
};

void check_before_work(const MatchOptions& options, const registry::AlgorithmInfo& algorithm) {
  check_weights(options.input.weights, true);
  if (options.capacity != "1") {
    throw Error(ErrorCode::unsupported, "--capacity " + options.capacity +
                                            ": this build matches each vertex at most once (1)");
  }
  check_output("--output", options.output, options.file);
  check_output("--json", options.run.json, options.file);
  if (!options.output.empty() && options.output == options.run.json) {
    throw Error(ErrorCode::invalid_option, "--output and --json both name " + options.output);
  }
  if (algorithm.streams && (options.verify || options.complete) && !is_regular_file(options.file)) {
    throw Error(ErrorCode::invalid_option,
                std::string(options.verify ? "--verify" : "--complete") + " with " +
                    std::string(algorithm.name) +
                    " reads the instance twice, and a pipe cannot be read twice");
  }
}

void judge(Job& job, const HypergraphView& hypergraph, double known_bound) {
  const registry::MatchingRequest& request = job.options.request;
  verify::MatchingDemands demands;
  demands.order = request.order;
  demands.maximal = job.algorithm.maximal || job.options.complete;
  demands.known_bound = known_bound;
  const Uniqueness uniqueness = uniqueness_of(job.algorithm, request);
  demand_greedy(demands, uniqueness);
  const std::vector<std::uint64_t> edges(job.edges.begin(), job.edges.end());
  const verify::MatchingVerdict verdict =
      verify::check_matching(job.context, hypergraph, edges, demands);
  job.report.seconds.verify = job.watch.lap();
  job.report.verified = verdict.ok;
  job.report.result.certified_ratio.reset();
  if (!verdict.ok) {
    job.violation = verdict.violation;
    return;
  }
  job.report.result.certified_ratio = verdict.certified_ratio;
  std::string text = "valid";
  if (demands.maximal) text += ", maximal";
  if (uniqueness != Uniqueness::none) text += ", " + greedy_words(uniqueness);
  job.log.line("verify", text + ", " + ratio_words(verdict.certified_ratio) + " (" +
                             seconds(job.report.seconds.verify) + ")");
}

void note_result(Job& job, const MatchingStats& stats, const MatchingValue& value) {
  job.report.result.value = value;
  job.report.result.rounds = stats.rounds;
  job.report.result.guarantee = stats.guarantee;
  job.report.options["rating"] = name_of(stats.rating);
  job.report.options["objective"] = name_of(stats.objective);
  std::string name(job.algorithm.name);
  if (!job.algorithm.variant.empty()) name += " " + std::string(job.algorithm.variant);
  const std::string where =
      job.device ? "device " + std::to_string(job.device->device())
                 : counted(static_cast<std::uint64_t>(job.context.threads()), "thread");
  job.log.line("solve", name + ", rating " + std::string(name_of(stats.rating)) + ", " + where +
                            ": " + counted(stats.rounds, "round") + " (" +
                            seconds(job.report.seconds.solve) + ")");
  job.log.line("result", value_words(value) + "; guarantee: " + stats.guarantee);
}

void note_reading(Job& job, const io::Instance& instance) {
  job.report.input = facts_of(job.options.file, instance);
  job.log.line("read", describe(job.report.input) + " (" + seconds(job.report.seconds.read) + ")");
  log_notes(job.log, instance.report);
}

void add_rest(Job& job, const HypergraphView& hypergraph, MatchingStats& stats) {
  if (!job.options.complete || job.algorithm.maximal) return;
  const HypergraphMatching completed =
      complete(job.context, hypergraph, job.edges, job.options.request.order);
  job.edges = completed.edges;
  stats.rounds += completed.stats.rounds;
}

io::Instance load_again(Job& job) {
  io::Instance instance = load(job.context, job.options.file, job.options.input);
  Hypergraph& hypergraph = require_hypergraph(instance);
  if (job.options.permute) renumber_vertices(hypergraph, *job.options.permute);
  return instance;
}

// Share of the bound that a stream's own dual proves.
std::optional<double> certified_by(const StreamingMatching& matching, const MatchingValue& value) {
  const double found = matching.stats.objective == Objective::cardinality
                           ? static_cast<double>(value.edges)
                           : value.weight;
  if (!std::isfinite(matching.upper_bound)) return std::nullopt;
  if (matching.upper_bound <= 0) {
    return found == 0 ? std::optional<double>(1.0) : std::nullopt;
  }
  // The quotient is rounded to nearest: one step down keeps it a bound, but equal numbers are 1.
  if (found >= matching.upper_bound) return 1.0;
  return std::nextafter(found / matching.upper_bound, 0.0);
}

// Matches a stream; `loaded` is the instance where it had to be held anyway.
void match_stream(Job& job, EdgeStream& stream, const Hypergraph* loaded) {
  StreamingMatching matching = registry::match(job.context, stream, job.options.request);
  job.edges = std::move(matching.edges);
  job.report.seconds.solve = job.watch.lap();

  io::Instance again;
  if (loaded == nullptr && (job.options.complete || job.options.verify)) {
    again = load_again(job);
    loaded = &std::get<Hypergraph>(again.data);
    job.report.seconds.read += job.watch.lap();
  }
  MatchingValue value = matching.value;
  if (job.options.complete) {
    add_rest(job, loaded->view(), matching.stats);
    value = value_of(loaded->view(), job.edges);
    job.report.seconds.solve += job.watch.lap();
  }
  if (job.report.input.file.empty()) {
    InstanceFacts& input = job.report.input;
    input.file = job.options.file;  // format and kind are known since it was opened
    input.vertices = stream.num_vertices();
    input.edges = matching.edges_seen;
    input.pins = matching.pins_seen;
    input.max_edge_size = matching.max_edge_size;
    input.weighted = stream.is_weighted();
    job.log.line("read", "one pass, never held: " + describe(input));
  }
  note_result(job, matching.stats, value);
  job.report.result.certified_ratio = certified_by(matching, value);
  if (job.options.verify) {
    judge(job, loaded->view(), std::isfinite(matching.upper_bound) ? matching.upper_bound : -1);
  } else if (job.report.result.certified_ratio) {
    job.log.line("bound",
                 ratio_words(*job.report.result.certified_ratio) + ", by the dual of the pass");
  }
}

void match_hypergraph(Job& job, io::Instance& instance) {
  Hypergraph& hypergraph = std::get<Hypergraph>(instance.data);
  if (job.options.permute) renumber_vertices(hypergraph, *job.options.permute);
  job.watch.lap();
  if (job.algorithm.streams) {
    HypergraphStream stream(hypergraph.view());
    match_stream(job, stream, &hypergraph);
    return;
  }
  HypergraphMatching matching =
      job.device ? registry::match(*job.device, hypergraph.view(), job.options.request)
                 : registry::match(job.context, hypergraph.view(), job.options.request);
  job.edges = std::move(matching.edges);
  add_rest(job, hypergraph.view(), matching.stats);
  job.report.seconds.prepare = matching.stats.prepare_seconds;
  job.report.seconds.transfer = matching.stats.transfer_seconds;
  job.report.seconds.solve =
      job.watch.lap() - matching.stats.prepare_seconds - matching.stats.transfer_seconds;
  job.report.device_peak_bytes = matching.stats.device_peak_bytes;
  note_result(job, matching.stats, value_of(hypergraph.view(), job.edges));
  if (job.options.verify) judge(job, hypergraph.view(), -1);
}

// What `match` does with each kind of instance; graphs will move in here.
struct Problem {
  const char* kind;
  void (*match)(Job&, io::Instance&);
  const char* missing;  // why there is no function
};
constexpr Problem k_problems[] = {
    {"hypergraph", match_hypergraph, nullptr},
    {"graph", nullptr,
     "this build does not match graphs yet; --as hypergraph reads the file as the hypergraph with "
     "the same edges"},
};

void match_loaded(Job& job) {
  io::Instance instance = load(job.context, job.options.file, job.options.input);
  job.report.seconds.read = job.watch.lap();
  note_reading(job, instance);
  const Problem& problem = k_problems[instance.is_graph() ? 1 : 0];
  if (problem.match == nullptr) {
    throw Error(ErrorCode::unsupported, job.options.file + ": " + problem.missing);
  }
  problem.match(job, instance);
  const bool wants_degree = !job.options.run.json.empty();
  if (wants_degree && !instance.is_graph()) {
    job.report.input.max_degree = max_degree(std::get<Hypergraph>(instance.data).view());
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

void solve(Job& job) {
  std::unique_ptr<EdgeStream> stream;
  if (job.algorithm.streams) stream = open_stream(job);
  if (stream == nullptr) {
    match_loaded(job);
    return;
  }
  stream = stream_with(std::move(stream), job.options.input.weights, job.options.permute);
  job.report.seconds.read = job.watch.lap();
  match_stream(job, *stream, nullptr);
}

// What the algorithms find wrong with an instance (a sum of weights beyond 64 bits, say) is its
// file's, which they do not know.
void solve_and_name_the_file(Job& job) {
  try {
    solve(job);
  } catch (const Error& error) {
    const std::string name = job.options.file == "-" ? "<stdin>" : job.options.file;
    const std::string message = error.what();
    if (error.code() != ErrorCode::invalid_input || message.starts_with(name + ":")) throw;
    throw Error(ErrorCode::invalid_input, name + ": " + message);
  }
}

void write_results(Job& job) {
  const bool only_report = job.options.output.empty() && job.options.run.json == "-";
  if (!only_report) {
    const std::string path = job.options.output.empty() ? "-" : job.options.output;
    write_output(job.interrupts, path, [&] { io::write_matching(job.edges, path); });
  }
  job.report.seconds.write = job.watch.lap();
}

Json resolved_options(const MatchOptions& options, const registry::AlgorithmInfo& algorithm,
                      const Context& context) {
  const registry::MatchingRequest& request = options.request;
  Json json = options_json(options.run, context);
  json["algorithm"] = algorithm.name;
  json["variant"] = algorithm.variant.empty() ? Json(nullptr) : Json(algorithm.variant);
  json["rating"] = name_of(request.order.rating);
  json["objective"] = name_of(request.order.objective);
  json["nonpositive"] = name_of(request.order.nonpositive);
  json["seed"] = request.order.seed;
  json["ties"] = name_of(request.ties);
  json["noise"] = request.noise;
  json["noise_generator"] = name_of(request.noise_generator);
  json["epsilon"] = request.epsilon;
  json["alpha"] = request.alpha < 0 ? Json(nullptr) : Json(request.alpha);
  json["determinism"] = name_of(request.determinism);
  json["capacity"] = 1;
  json["complete"] = options.complete;
  json["weights"] = options.input.weights;
  json["permute"] = options.permute ? Json(*options.permute) : Json(nullptr);
  json["verify"] = options.verify;
  return json;
}

}  // namespace

int run_match(Interrupts& interrupts, Arguments arguments) {
  MatchOptions options;
  Command command("match", k_description, k_examples);
  add_flags(command, options);
  if (const auto code = command.parse(arguments)) return *code;
  const registry::AlgorithmInfo& algorithm = registry::find(options.request);
  check_before_work(options, algorithm);

  Log log(options.run.quiet, options.run.progress);
  const Context context = make_context(options.run, interrupts, log);
  const std::optional<DeviceContext> device = enter_device(options, interrupts, log);
  Job job(options, algorithm, context, device, interrupts, log);
  job.report.command = "match";
  job.report.options = resolved_options(options, algorithm, context);
  if (device) {
    const auto ordinal = static_cast<std::size_t>(device->device());
    job.report.device_name = available_devices().devices.at(ordinal).name;
  }
  solve_and_name_the_file(job);
  context.check_cancelled();
  if (job.violation.empty()) write_results(job);
  job.report.seconds.total = job.watch.total();
  if (!options.run.json.empty()) {
    write_text(interrupts, options.run.json, to_text(to_json(job.report)));
  }
  if (!job.violation.empty()) {
    std::fprintf(stderr, "violation: %s\n", job.violation.c_str());
    return k_verification_failed;
  }
  return k_done;
}

}  // namespace hypermatch::cli
