// SPDX-License-Identifier: MIT
// hypermatch match: its flags, and what it refuses before it reads.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files.hpp"
#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/registry_rows.hpp"
#include "match_external.hpp"
#include "match_run.hpp"
#include "parameters.hpp"

namespace hypermatch::cli {

namespace {

constexpr const char* k_match_description =
    "A heavy set of disjoint edges: reads FILE, computes a matching, and writes the number of "
    "each\n"
    "matched hyperedge, 1-based as in the file, one per line; of a graph the two vertices `u v` "
    "of\n"
    "each matched edge, as the file calls them. It is maximal unless the algorithm's definition\n"
    "says otherwise (gpa, path_growing and the streaming ones; --complete makes it so).";

constexpr const char* k_match_examples =
    "Examples:\n"
    "  hypermatch match netlist.hgr -o matching.txt --verify\n"
    "      matched, proven, written; size, weight and certified ratio on standard error\n"
    "  hypermatch match sat.cnf.zst --as dual --weights random:1..100 --json -\n"
    "      compressed input, another interpretation, random weights, a report only\n"
    "  zcat huge.hgr.gz | hypermatch match - --format hmetis --algorithm stack_streaming\n"
    "      one pass over a pipe; the hypergraph is never held\n"
    "  hypermatch match friends.el --capacity 3 --output-kind mates --verify\n"
    "      a b-matching: at most three edges at each vertex, listed by vertex\n"
    "  hypermatch match near.el --cover --capacity 2 -o light.txt\n"
    "      light edges, at least two at each vertex that has two\n"
    "  hypermatch match rounds.csv --minimize --perfect --certificate proof.txt\n"
    "      everyone paired at the least cost, and the dual solution that proves it\n"
    "hypermatch list algorithms shows what there is and what it guarantees.";

void add_match_flags(Command& command, MatchOptions& options) {
  registry::MatchingRequest& request = options.request;
  command.positional("FILE", options.file,
                     "Instance; - is standard input, .gz and .zst are unpacked");
  command.group("Algorithm");
  add_algorithm_flags(command, k_match_problems, request.algorithm, request.variant,
                      "Default local_max");
  add_parameter_flags(command, k_match_problems, request.parameters);
  command.choice("--determinism", request.determinism,
                 "Level that the algorithm must keep (default any_backend)");
  add_exact_flags(command, options.exact);
  add_capacity_flag(command, options.capacity);
  add_cover_flag(command, options.cover);
  command.flag("--complete", options.complete,
               "Adds a greedy pass over the rest where the algorithm is not maximal");
  add_order_flags(command, request.order, request.edge_rating);
  add_input_flags(command, options.input, RowsAndColumns::refused);
  command.custom(
      "--permute", "SEED",
      [&options](const std::string& given) { options.permute = parse_whole("--permute", given); },
      "Renumbers the vertices at random before the matching, and back after it\n"
      "(hypergraphs: the same answer; graphs: ties are broken by the random numbers,\n"
      "so that verify --greedy needs --ties redraw)");
  add_memory_flags(command, options.limit);
  add_ranks_flag(command, options.ranks);
  add_output_flag(command, options.output, "The matching (default: standard output)");
  command.choice("--output-kind", options.kind,
                 "For graphs: one line `u v` per matched edge (default), or one line per vertex:\n"
                 "`v MATE`, under capacities `v MATE MATE ...`, - for none; or the graph with its\n"
                 "matching for programs that draw (default where the name ends so). Of\n"
                 "hypergraphs: pins, one matched hyperedge per line");
  command.flag("--output-weights", options.weights,
               "A weight in each line: after pairs and numbers, before pins");
  command.flag("--verify", options.verify,
               "Checks the matching and certifies its ratio; code 1 if it fails");
  add_run_flags(command, options.run, Places::cores_and_devices);
}

// Whether a problem is one that the file may be, as far as `--as` tells.
bool may_be(registry::Problem problem, io::Interpretation as) {
  if (as == io::Interpretation::automatic) return true;
  const bool is_graph = as == io::Interpretation::graph || as == io::Interpretation::clique ||
                        as == io::Interpretation::star;
  return (problem == registry::Problem::graph_matching) == is_graph;
}

// The problems whose algorithms the line may name, as far as `--as` tells.
std::vector<registry::Problem> problems_of_help(const Command& command) {
  const std::string given = command.value_of("--as");
  const io::Interpretation as =
      given.empty() ? io::Interpretation::automatic : parse_name<io::Interpretation>("--as", given);
  std::vector<registry::Problem> problems;
  for (const registry::Problem problem : k_match_problems) {
    if (may_be(problem, as)) problems.push_back(problem);
  }
  return problems;
}

// Leaves in the help what goes with the algorithm and the kind of instance that the line names.
void fit_help_of_match(Command& command) {
  const std::vector<registry::Problem> problems = problems_of_help(command);
  const std::vector<const registry::AlgorithmInfo*> rows = rows_of_help(command, problems);
  fit_help(command, k_match_problems, rows);
  if (command.value_of("--algorithm").empty()) {
    command.show_value("--algorithm", algorithm_names(problems, &registry::AlgorithmInfo::name));
  }
  const auto any = [&](registry::Problem problem) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const auto* row) { return row->problem == problem; });
  };
  const bool graphs = any(registry::Problem::graph_matching);
  const bool hypergraphs = any(registry::Problem::hypergraph_matching);
  if (!graphs) command.show_value("--output-kind", "pairs|pins");
  if (!hypergraphs) command.show_value("--output-kind", "pairs|mates|graphml|dot");
  if (!graphs) command.hide("--cover");
  if (std::none_of(rows.begin(), rows.end(), [](const auto* row) { return row->is_exact(); })) {
    for (const char* flag : {"--minimize", "--perfect", "--certificate"}) command.hide(flag);
  }
  if (!graphs) command.show_value("--rating", joined_names<Rating>());
  if (!hypergraphs) command.show_value("--rating", joined_names<EdgeRating>());
  if (!hypergraphs) command.show_value("--as", std::string(name_of(io::Interpretation::graph)));
  const auto takes_capacities = [](const auto* row) { return row->takes_capacities(); };
  if (std::none_of(rows.begin(), rows.end(), takes_capacities)) {
    command.hide("--capacity");
    command.hide("--cover");
  }
  const auto is_maximal = [](const auto* row) { return row->maximal; };
  if (std::all_of(rows.begin(), rows.end(), is_maximal)) command.hide("--complete");
}

// No algorithm redraws ties under capacities: the names of those that redraw would mislead.
void check_ties(const MatchOptions& options) {
  const registry::ParameterValue ties = options.request.parameters.value_of("ties");
  if (std::get<std::string>(ties) == name_of(Ties::fixed) || !options.needs_capacities()) return;
  throw Error(ErrorCode::unsupported,
              "--ties redraw goes neither with capacities other than 1 nor with --cover");
}

// The proof of a matching that is not exact is its certified ratio.
void check_exact(const MatchOptions& options) {
  const registry::MatchingRequest& request = options.request;
  const auto rows =
      registry::rows_named(registry::Problem::graph_matching, request.algorithm, request.variant);
  const bool exact = !request.algorithm.empty() && !rows.empty() && rows.front()->is_exact();
  if (exact || options.exact.certificate.empty()) return;
  throw Error(ErrorCode::unsupported, request.algorithm +
                                          " proves nothing that --certificate writes; " +
                                          std::string(exact_algorithm().name) + " does");
}

// One message, also where the kinds of instances have different ones: what runs on ranks and
// devices differs.
[[noreturn]] void refuse_all(const std::vector<std::pair<registry::Problem, Error>>& refusals) {
  const Error& first = refusals.front().second;
  std::string text;
  for (const auto& [problem, refusal] : refusals) {
    if (refusal.code() != first.code()) throw first;
    if (!text.empty()) text += "; ";
    text += problem == registry::Problem::graph_matching ? "graphs: " : "hypergraphs: ";
    text += refusal.what();
  }
  const bool are_alike = std::all_of(refusals.begin(), refusals.end(), [&](const auto& refusal) {
    return std::string_view(refusal.second.what()) == first.what();
  });
  if (are_alike) throw first;
  throw Error(first.code(), text);
}

// Refuses, before anything is read, what no instance could be matched with. The streaming algorithm
// that is asked for, if it is one.
const registry::AlgorithmInfo* check_names(const MatchOptions& options) {
  const registry::AlgorithmInfo* streaming = nullptr;
  std::vector<std::pair<registry::Problem, Error>> refusals;
  bool accepted = false;
  for (const registry::Problem problem : k_match_problems) {
    registry::MatchingRequest request = options.request;
    request.problem = problem;
    if (options.needs_capacities()) request.capacities.common = k_some_capacity;
    if (!may_be(problem, options.input.read.as) || !has_row(problem, request)) continue;
    try {
      const registry::AlgorithmInfo& found = registry::find(request, options.place());
      if (found.streams()) streaming = &found;
      accepted = true;
    } catch (const Error& error) {
      refusals.emplace_back(problem, error);
    }
  }
  if (accepted) return streaming;
  if (!refusals.empty()) refuse_all(refusals);
  for (const registry::Problem problem : k_match_problems) {
    const bool is_graph = problem == registry::Problem::graph_matching;
    if (!has_row(problem, options.request) || may_be(problem, options.input.read.as)) continue;
    throw Error(ErrorCode::unsupported,
                full_name(options.request) + " matches " + (is_graph ? "graphs" : "hypergraphs") +
                    ", and --as makes a " + (is_graph ? "hypergraph" : "graph"));
  }
  const std::string& name = options.request.algorithm;
  std::vector<registry::Problem> known_in;
  for (const registry::Problem problem : k_match_problems) {
    const bool is_known = name.empty() || registry::has_algorithm(problem, name);
    if (is_known && may_be(problem, options.input.read.as)) known_in.push_back(problem);
  }
  if (!known_in.empty()) refuse_variant(known_in, name, options.request.variant);
  const std::string known = algorithm_names(k_match_problems, &registry::AlgorithmInfo::name);
  throw Error(ErrorCode::invalid_option,
              "algorithm is '" + name + "', must be one of " + known + did_you_mean(name, known));
}

void check_match_before_work(const MatchOptions& options,
                             const registry::AlgorithmInfo* streaming) {
  check_weights(options.input.weights, true);
  check_read_once(options.capacity, {options.file});
  const OutputFlag outputs[] = {{"--output", options.output},
                                {"--certificate", options.exact.certificate},
                                {"--json", options.run.json}};
  check_files(outputs, {options.file, capacity_file(options.capacity)});
  if (streaming != nullptr && (options.verify || options.complete) && is_read_once(options.file)) {
    throw Error(ErrorCode::invalid_option,
                std::string(options.verify ? "--verify" : "--complete") + " with " +
                    std::string(streaming->name) +
                    " reads the instance twice, and a pipe cannot be read twice");
  }
}

// All that is checked before anything is read. A code where there is nothing more to do.
std::optional<int> take_flags(Command& command, CommandWords arguments, MatchOptions& options,
                              const registry::AlgorithmInfo*& streaming) {
  if (const auto code = command.parse(arguments)) return code;
  options.input.read.positive_vertex_weights = options.request.edge_rating != EdgeRating::weight;
  check_output_name(options.output, true);
  options.kind = resolved_kind(options.kind, options.output);
  if (options.weights && options.kind == OutputKind::mates) {
    throw Error(ErrorCode::invalid_option,
                "--output-weights goes with pairs, pins and graphs, not with --output-kind mates");
  }
  check_capacity(options.capacity);
  check_ties(options);
  take_exact_flags(options.exact, options.request);
  check_exact(options);
  check_ranks(options);
  check_memory_limit(options);
  if (options.exact.minimize && !command.given("--parallel")) {
    options.input.read.parallel = io::ParallelEdges::lightest;
  }
  streaming = check_names(options);
  // Whether capacities are 1 is known once the vertices are: the instance is loaded.
  if (options.has_capacities() || options.writes_edges()) streaming = nullptr;
  check_match_before_work(options, streaming);
  return std::nullopt;
}

}  // namespace

int run_match(Interrupts& interrupts, CommandWords arguments) {
  // Never destroyed, as the run below: a device may still be starting when the process ends, and
  // the system frees the memory of a process faster than the process does.
  MatchOptions& options = *new MatchOptions;
  Command command("match", k_match_description, k_match_examples);
  command.brief({"--algorithm", "--capacity", "--objective", "--seed", "--format", "--columns",
                 "--output", "--output-kind", "--verify", "--device", "--threads", "--json",
                 "--quiet"});
  add_match_flags(command, options);
  command.on_help([&] { fit_help_of_match(command); });
  const registry::AlgorithmInfo* streaming = nullptr;
  if (const auto code = take_flags(command, arguments, options, streaming)) return *code;
  begin_ranks(options);
  return run_with_ranks(options.ranks, [&] {
    // Flags may be wrong on some processes only.
    agree_on(options.ranks, [] {});
    MatchRun& run = *new MatchRun(options, streaming != nullptr, interrupts);
    const int code = run_pipeline(run);
    return code == k_done && !run.exists ? int{k_no_solution} : code;
  });
}

}  // namespace hypermatch::cli
