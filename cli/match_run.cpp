// SPDX-License-Identifier: MIT
#include "match_run.hpp"

#include <algorithm>
#include <utility>

#include "auto_device.hpp"
#include "files.hpp"
#include "hints.hpp"
#include "hypermatch/registry_rows.hpp"
#include "hypermatch/renumber.hpp"
#include "match_ranks.hpp"
#include "parameters.hpp"

namespace hypermatch::cli {

namespace {

// No algorithm is exact on hypergraphs.
constexpr const char* k_closest =
    "; of hypergraphs --algorithm stack_streaming --complete comes closest to the best matching";

}  // namespace

MatchRun::MatchRun(const MatchOptions& asked, bool streaming, Interrupts& watcher)
    : RunContext("match", asked.run, watcher),
      options(asked),
      request(asked.request),
      streams_(streaming) {}

void MatchRun::open_stream() {
  try {
    io::ReadReport resolved;
    stream = io::open_stream(options.file, options.input.read, &resolved);
    report.input.format = resolved.format;
    report.input.kind = name_of(resolved.as);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported || !is_regular_file(options.file)) throw;
    log.line("note", std::string(error.what()) + "; the instance is loaded instead");
  }
}

void MatchRun::open_edges() {
  io::ReadReport resolved;
  edges = io::open_edges(options.file, options.input.read, &resolved, options.limit.scratch,
                         options.limit.bytes);
  report.input.format = resolved.format;
  report.input.kind = name_of(resolved.as);
}

void MatchRun::load_instance() {
  try {
    instance = load(context, options.file, options.input);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::resources) throw;
    throw Error(error.code(), std::string(error.what()) +
                                  "; --memory-limit BYTES matches native, METIS and hMETIS files "
                                  "in passes");
  }
}

void MatchRun::read() {
  if (options.limit.is_given()) return open_edges();
  if (options.ranks.is_given()) {
    parts = read_parts(*this);
    return;
  }
  if (streams_) open_stream();
  if (stream != nullptr) return;
  // A device that may pay starts while the file is read.
  if (options.run.device == k_auto_device &&
      may_pay(bytes_of_file(options.file), context.most_threads())) {
    start_device();
  }
  load_instance();
  check_cover(options.cover, instance.is_graph());
  find_capacities();
  note_reading(options.file, instance);
  choose_device(request_for(std::holds_alternative<Graph>(instance.data)
                                ? registry::Problem::graph_matching
                                : registry::Problem::hypergraph_matching));
}

registry::MatchingRequest MatchRun::request_for(registry::Problem problem) const {
  registry::MatchingRequest asked = request;
  asked.problem = problem;
  // What a cover leaves out has capacities of its own.
  if (options.cover) asked.capacities = {.common = k_some_capacity};
  return asked;
}

bool has_row(registry::Problem problem, const registry::MatchingRequest& request) {
  const std::string_view name =
      request.algorithm.empty() ? registry::find({.problem = problem}).name : request.algorithm;
  return !registry::rows_named(problem, name, request.variant).empty();
}

std::string full_name(const registry::MatchingRequest& request) {
  if (request.variant.empty()) return request.algorithm;
  return (request.algorithm.empty() ? "" : request.algorithm + " ") + request.variant;
}

void MatchRun::find_algorithm(registry::Problem problem) {
  agree_on(options.ranks, [&] { find_row(problem); });
}

void MatchRun::find_row(registry::Problem problem) {
  const bool is_graph = problem == registry::Problem::graph_matching;
  const std::string& name = request.algorithm;
  if (!has_row(problem, request)) {
    throw Error(ErrorCode::unsupported,
                options.file + " is read as a " + (is_graph ? "graph" : "hypergraph") + ", but " +
                    full_name(request) + " matches " + (is_graph ? "hypergraphs" : "graphs") +
                    "; --as says how a file is read" +
                    (name == exact_algorithm().name ? k_closest : ""));
  }
  check_kind(options.kind, is_graph);
  request.problem = problem;
  if (options.ranks.is_given()) {
    algorithm = &registry::find(request_for(problem), registry::Place::ranks);
  } else {
    const registry::Where where = place();
    algorithm = &registry::find(request_for(problem), where.place());
    request.parameters = registry::parameters_at(where, *algorithm, request.parameters);
  }
  for (const std::string_view name_of_pass : options.passes()) {
    const registry::AlgorithmInfo& pass = registry::find_pass(problem, name_of_pass);
    if (!(pass.maximal && algorithm->maximal)) asked_passes.push_back(&pass);
  }
}

void MatchRun::report_options() {
  Json& json = report.options;
  json["algorithm"] = algorithm->name;
  json["variant"] = algorithm->variant.empty() ? Json(nullptr) : Json(algorithm->variant);
  json["rating"] = name_of(request.order.rating);
  json["objective"] = name_of(request.order.objective);
  json["nonpositive"] = name_of(request.order.nonpositive);
  json["seed"] = request.order.seed;
  json["tie_order"] = name_of(request.order.tie_order);
  report_parameters(json, *algorithm, k_match_problems, request.parameters);
  json["determinism"] = name_of(request.determinism);
  json["capacity"] = capacity_json(options.capacity);
  json["cover"] = options.cover;
  json["complete"] = options.complete;
  json["weights"] = options.input.weights;
  report_reading(json, options.input.read);
  json["permute"] = options.permute ? Json(*options.permute) : Json(nullptr);
  const bool is_graph = request.problem == registry::Problem::graph_matching;
  json["output_kind"] =
      is_graph || options.kind != OutputKind::pairs ? Json(name_of(options.kind)) : Json(nullptr);
  json["output_weights"] = options.weights;
  json["verify"] = options.verify;
  json["certificate"] =
      options.exact.certificate.empty() ? Json(nullptr) : Json(options.exact.certificate);
}

void MatchRun::find_capacities() {
  if (!options.has_capacities()) return;
  capacities = load_capacities(context.now(), options.capacity, instance, file());
  if (!capacities.note.empty()) log.line("note", capacities.note);
  if (options.permute && !capacities.each.empty()) {
    renumber(
        capacities,
        random_numbers(static_cast<VertexId>(capacities.each.size()), *options.permute).view());
  }
  // Where all are 1 the plain algorithms run.
  if (!are_ones(context.now(), capacities.view())) request.capacities = capacities.view();
}

void MatchRun::resolve() {
  using registry::Problem;
  if (options.limit.is_given()) {
    find_algorithm(edges.is_graph ? Problem::graph_matching : Problem::hypergraph_matching);
    report_options();
    report.options["memory_limit"] = options.limit.bytes;
    steps = external_steps(*this, std::move(edges));
    report.seconds.read = watch.lap();
    return;
  }
  if (options.ranks.is_given()) {
    find_algorithm(parts[0].is_graph ? Problem::graph_matching : Problem::hypergraph_matching);
    report_options();
    report.options["ranks"] = options.ranks.given;
    steps = rank_steps(std::move(parts));
    report.seconds.read = watch.lap();
    return;
  }
  find_algorithm(
      std::visit(PerAlternative{[](const Hypergraph&) { return Problem::hypergraph_matching; },
                                [](const Graph&) { return Problem::graph_matching; },
                                [&](const Bipartite&) -> Problem { refuse_bipartite(file()); }},
                 instance.data));
  report_options();
  if (stream != nullptr) {
    steps = stream_steps(stream_with(std::move(stream), options.input.weights, options.permute));
    report.seconds.read = watch.lap();
    return;
  }
  using Steps = std::unique_ptr<MatchSteps>;
  steps = std::visit(
      PerAlternative{
          [&](Hypergraph& hypergraph) -> Steps { return hypergraph_steps(*this, hypergraph); },
          [&](Graph& graph) -> Steps { return graph_steps(*this, graph); },
          [&](Bipartite&) -> Steps { refuse_bipartite(file()); }},
      instance.data);
}

void MatchRun::passes() {
  for (const registry::AlgorithmInfo* const pass : asked_passes) steps->apply(*this, *pass);
}

bool MatchRun::is_capacitated() const {
  return options.cover || !are_ones(context.now(), request.capacities);
}

const registry::Backends& MatchRun::backends() const {
  return is_capacitated() ? algorithm->capacity_backends : algorithm->backends;
}

bool MatchRun::is_maximal() const {
  return algorithm->maximal || std::any_of(asked_passes.begin(), asked_passes.end(),
                                           [](const auto* pass) { return pass->maximal; });
}

void MatchRun::note() {
  report.seconds.prepare += stats.prepare_seconds;
  report.seconds.transfer = stats.transfer_seconds;
  report.seconds.solve += watch.lap() - stats.prepare_seconds - stats.transfer_seconds;
  report.device_peak_bytes = stats.device_peak_bytes;
  steps->weigh(*this);
  report.seconds.write += watch.lap();
  steps->note(*this);
}

void MatchSteps::write_certificate(MatchRun& run, const std::string& /*path*/) {
  throw Error(ErrorCode::unsupported, std::string(run.algorithm->name) + " writes no certificate");
}

void MatchSteps::note(MatchRun& run) {
  run.note_result();
}

void MatchRun::note_traffic() {
  const DeviceTraffic& traffic = stats.traffic;
  log.line("devices", counted(traffic.exchanges, "exchange") + ", " +
                          counted(traffic.bytes, "byte") + " between devices, " +
                          counted(traffic.staged_bytes, "byte") + " of them by way of the host");
  Json& json = report.result.members["devices"];
  json["exchanges"] = traffic.exchanges;
  json["bytes"] = traffic.bytes;
  json["staged_bytes"] = traffic.staged_bytes;
  json["received"] = array_of(std::span(traffic.received.data(), traffic.devices));
}

void MatchRun::note_result() {
  check_weight(value, stats.objective);
  const std::string_view rating = request.problem == registry::Problem::graph_matching
                                      ? name_of(request.edge_rating)
                                      : name_of(stats.rating);
  report.result.value = value;
  report.result.rounds = stats.rounds;
  if (!stats.left_per_round.empty()) {
    report.result.members["left_per_round"] = array_of(stats.left_per_round);
  }
  report.result.guarantee = stats.guarantee;
  report.options["rating"] = rating;
  report.options["objective"] = name_of(stats.objective);
  if (!exists) {
    report.result.value.reset();
    report.result.guarantee.reset();
  }
  // Within a limit of memory and on ranks no row of the table ran.
  const bool is_unheld = options.limit.is_given() || options.ranks.is_given();
  const std::string_view variant = is_unheld ? stats.variant : algorithm->variant;
  if (is_unheld) report.options["variant"] = variant;
  std::string name(algorithm->name);
  if (!variant.empty()) name += " " + std::string(variant);
  const std::string where = options.ranks.is_given()
                                ? counted(static_cast<std::uint64_t>(options.ranks.size()), "rank")
                                : note_place(backends());
  log.line("solve", name + ", rating " + std::string(rating) + ", " + where + ": " +
                        counted(stats.rounds, "round") + " (" + seconds(report.seconds.solve) +
                        ")");
  if (stats.traffic.exchanges != 0) note_traffic();
  if (options.place() == registry::Place::device_group && stats.stop_reason != "complete") {
    log.line("note", stats.stop_reason);
    report.result.members["stop_reason"] = stats.stop_reason;
  }
  if (!exists) return;
  const bool is_cost = is_exact() && exact_options(request).sense == Sense::minimize;
  log.line("result", value_words(value, "edge", is_cost ? "cost" : "weight") +
                         "; guarantee: " + stats.guarantee);
  report.result.hints = hints_of(*this);
  for (const std::string& hint : report.result.hints) log.line("hint", hint);
}

void MatchRun::verify() {
  if (options.verify) steps->verify(*this);
}

void MatchRun::note_verdict(const verify::MatchingVerdict& verdict, Uniqueness uniqueness) {
  report.seconds.verify = watch.lap();
  report.verified = verdict.ok;
  report.result.certified_ratio.reset();
  violation = verdict.violation;
  if (!verdict.ok) return;
  report.result.certified_ratio = verdict.certified_ratio;
  if (const std::string hint = hint_at_exact(*this, verdict.certified_ratio); !hint.empty()) {
    report.result.hints.push_back(hint);
    log.line("hint", hint);
  }
  std::string text = "valid";
  if (is_maximal()) text += ", " + maximal_words(options.answer());
  if (uniqueness != Uniqueness::none) text += ", " + greedy_words(uniqueness);
  log.line("verify", text + ", " + ratio_words(verdict.certified_ratio, options.answer()) + " (" +
                         seconds(report.seconds.verify) + ", " +
                         counted(static_cast<std::uint64_t>(context.threads()), "thread") + ")");
}

void MatchRun::write() {
  if (!exists) return;
  if (!options.exact.certificate.empty()) {
    write_output(interrupts, options.exact.certificate,
                 [&] { steps->write_certificate(*this, options.exact.certificate); });
  }
  if (!options.ranks.writes) return;  // the report alone
  const std::string path = options.output.empty() ? "-" : options.output;
  write_output(interrupts, path, [&] { steps->write(*this, path); });
}

std::optional<std::uint64_t> MatchRun::max_degree() const {
  if (report.input.file.empty() || instance.report.format.empty()) return std::nullopt;
  return cli::max_degree(context, instance);
}

}  // namespace hypermatch::cli
