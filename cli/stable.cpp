// SPDX-License-Identifier: MIT
// hypermatch stable: a stable matching of agents with preferences.
#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "explain.hpp"
#include "files.hpp"
#include "hypermatch/registry_stable.hpp"
#include "hypermatch/stable_choices.hpp"
#include "hypermatch/verify_allocation.hpp"
#include "parameters.hpp"
#include "preference_claims.hpp"
#include "preferences.hpp"
#include "result_json.hpp"
#include "weighted_agents.hpp"

namespace hypermatch::cli {

namespace {

struct StableVerb {
  std::string file;
  io::PreferencesReadOptions read;
  OneSidedEntries one_sided = OneSidedEntries::drop;
  GraphOfAgents graph;
  registry::StableRequest request;
  RunOptions run;
  verify::Stability stability = verify::Stability::weak;
  bool verify = false;
  std::string explained;
  std::uint64_t matchings = 0;  ///< of all stable ones; 0: the algorithm's own
  std::string output;
};

constexpr const char* k_stable_description =
    "A stable matching of agents with preferences: no two agents that list each other would both\n"
    "rather be partners. Reads FILE (.prefs: `p two-sided LEFT RIGHT`, then lists `l 1 : 3 2`,\n"
    "`r 2 [5] : 1 (2 3)`, best first, ties in parentheses, capacities in brackets), and writes\n"
    "`left right` per line. The same pairs on any number of threads. Of one side (`p one-sided "
    "N`,\n"
    "`a 1 : 3 2`) any two agents can be partners: code 6 and a proof where nothing is stable.";

constexpr const char* k_stable_examples =
    "Examples:\n"
    "  hypermatch stable residents.prefs --verify -o pairs.txt\n"
    "      the best stable pairs for the left side, proven and written\n"
    "  hypermatch stable residents.prefs --optimal right --json report.json\n"
    "      those for the right side, with ranks\n"
    "  hypermatch stable roommates.prefs --verify --json -\n"
    "      agents of one side; where none is stable, code 6 and the proof in the report\n"
    "  hypermatch stable couples.prefs --algorithm gusfield_irving --choice egalitarian\n"
    "      of all stable matchings the one with the smallest sum of ranks\n"
    "  hypermatch stable roads.graph --from-graph --verify\n"
    "      heavier edges are preferred: the greedy matching, by stable roommates\n"
    "  hypermatch stable houses.prefs --algorithm rank_maximal\n"
    "      as many first choices as possible; lists of the right side are not read\n"
    "hypermatch list algorithms shows what there is.";

constexpr registry::Problem k_stable_problems[] = {registry::Problem::stable_matching};

void add_stable_flags(Command& command, StableVerb& options) {
  registry::StableRequest& request = options.request;
  command.positional("FILE", options.file,
                     "Preferences; - is standard input, .gz and .zst are unpacked");
  add_side_flags(command, options.read);
  command.choice("--format", options.read.format,
                 "Format of FILE (default: by content, then by name)");
  command.choice("--one-sided", options.one_sided,
                 "Entries of agents that are not listed in return (default drop)");
  add_graph_flags(command, options.graph);
  command.group("Algorithm");
  add_algorithm_flags(command, k_stable_problems, request.algorithm, request.variant,
                      "Default mcvitie_wilson, of one side irving or (capacities) fixtures");
  command.choice("--stability", options.stability,
                 "With ties: a pair blocks if both gain (default weak), if one gains and the\n"
                 "other does not lose (strong), or if none loses (super)");
  add_parameter_flags(command, k_stable_problems, request.parameters);
  command.whole("--matchings", "K", options.matchings, 1, std::numeric_limits<std::uint64_t>::max(),
                "Of gusfield_irving: writes the first K stable matchings, each behind a line\n"
                "`% matching I`; the first one is the best for the left side");
  command.choice("--determinism", request.determinism,
                 "Level that the algorithm must keep (default any_backend)");
  command.group("Output");
  add_output_flag(command, options.output, "The pairs (default: standard output)");
  add_explain_flag(command, options.explained);
  command.flag("--verify", options.verify, "Checks that no pair blocks; code 1 if one does");
  add_run_flags(command, options.run, Places::cores_and_devices);
}

struct StableRun : RunContext {
  StableRun(const StableVerb& asked, const registry::AlgorithmInfo& found, Interrupts& watcher)
      : RunContext("stable", asked.run, watcher),
        options(asked),
        request(asked.request),
        algorithm(&found) {}

  [[nodiscard]] const std::string& file() const { return options.file; }
  void read();
  void resolve();
  void solve();
  void note();
  void verify();
  void write();
  [[nodiscard]] std::uint64_t max_degree() const {
    return shared ? longest_list(shared->view()) : longest_list(preferences.view());
  }
  [[nodiscard]] Json json() const;
  /// Whether everything that was asked for does without a copy of a shared list for each agent.
  [[nodiscard]] bool keeps_shared_lists() const;
  [[nodiscard]] bool keeps_scores() const;
  /// Whether the file says of both sides all that is asked for, and no flag asks for lists.
  [[nodiscard]] bool takes_file_as_it_is(io::PreferencesFormat format) const;
  /// @throws Error{invalid_input} naming the first entry that is not returned
  void refuse_one_sided() const;

  const StableVerb& options;
  registry::StableRequest request;           ///< for these preferences, once they are read
  const registry::AlgorithmInfo* algorithm;  ///< of the request
  Preferences preferences;                   ///< where lists are shared, their agents
  std::optional<SharedPreferences> shared;   ///< of such a file, as long as no list is copied
  std::optional<ScoredPairs> scored;         ///< of such a file, if its scores are searched
  io::VertexLabels labels;                   ///< of `--from-graph`
  StableMatching matching;
  std::vector<std::vector<GraphEdge>> matchings;  ///< with `--matchings`; `matching` is the first
  std::optional<NoSolution> none;
  verify::StableVerdict verdict;
  Json explanation;  ///< null: not asked for
};

void StableRun::read() {
  bool has_left_only = false;
  if (options.graph.is_asked) {
    const auto seed = std::get<std::uint64_t>(request.parameters.value_of("seed"));
    WeightedAgents found = load_weighted_agents(*this, options.file, options.graph, seed);
    preferences = std::move(found.preferences);
    labels = std::move(found.labels);
  } else if (keeps_shared_lists()) {
    shared = load_shared_preferences(*this, options.file);
    preferences = agents_of(shared->view());
  } else if (keeps_scores()) {
    scored = load_scored_pairs(*this, options.file);
    preferences = agents_of(scored->view());
  } else {
    io::PreferencesFile found = load_preferences(*this, options.file, options.read);
    preferences = std::move(found.preferences);
    has_left_only = found.has_left_only;
  }
  request = registry::for_preferences(request, preferences.view());
  algorithm = &registry::find(request, place_of(options.run.device));
  if (!has_blocking_pairs(algorithm->claim)) return;
  if (has_left_only) {
    throw Error(ErrorCode::invalid_option,
                options.file +
                    ": holds the lists of the left side; --right FILE names those of "
                    "the right one, and --sides one says that agents list each other");
  }
  if (options.one_sided == OneSidedEntries::error) refuse_one_sided();
}

bool StableRun::takes_file_as_it_is(io::PreferencesFormat format) const {
  const io::PreferencesReadOptions& asked = options.read;
  return options.explained.empty() && options.one_sided == OneSidedEntries::drop &&
         asked.right.empty() && asked.sides == Sides::two &&
         (asked.format == io::PreferencesFormat::automatic || asked.format == format);
}

bool StableRun::keeps_shared_lists() const {
  return registry::keeps_shared_lists(*algorithm, place_of(options.run.device)) &&
         (takes_file_as_it_is(io::PreferencesFormat::prefs) ||
          takes_file_as_it_is(io::PreferencesFormat::native)) &&
         io::holds_shared_preferences(options.file);
}

bool StableRun::keeps_scores() const {
  return registry::keeps_scores(*algorithm, place_of(options.run.device)) &&
         takes_file_as_it_is(io::PreferencesFormat::csv) && io::holds_scored_pairs(options.file);
}

void StableRun::refuse_one_sided() const {
  const PreferencesView view = preferences.view();
  const PreferencesFacts facts = hypermatch::facts_of(view);
  if (facts.one_sided_entries == 0) return;
  throw Error(ErrorCode::invalid_input,
              options.file + ": " + io::name_of_agent(view, facts.first_one_sided_agent) +
                  " lists " + io::name_of_agent(view, facts.first_one_sided_partner) +
                  ", which does not list it");
}

void StableRun::resolve() {
  Json& json = report.options;
  json["algorithm"] = algorithm->name;
  json["variant"] = algorithm->variant.empty() ? Json(nullptr) : Json(algorithm->variant);
  json["stability"] = name_of(options.stability);
  report_parameters(json, *algorithm, k_stable_problems, request.parameters);
  json["determinism"] = name_of(request.determinism);
  json["verify"] = options.verify;
  if (options.matchings != 0) json["choice"] = nullptr;
  json["one_sided"] = name_of(options.one_sided);
  json["from_graph"] = options.graph.is_asked;
  if (options.graph.is_asked) json["capacity"] = capacity_json(options.graph.capacity);
}

void StableRun::solve() {
  if (options.matchings != 0) {
    const auto seed = std::get<std::uint64_t>(request.parameters.value_of("seed"));
    for (StableMatching& one :
         stable_matchings(context.now(), preferences.view(), options.matchings, seed)) {
      matchings.push_back(one.pairs);
      if (matchings.size() == 1) matching = std::move(one);
    }
    report.seconds.solve = watch.lap();
    return;
  }
  registry::StableResult found = shared   ? registry::match(place(), shared->view(), request)
                                 : scored ? registry::match(place(), scored->view(), request)
                                          : registry::match(place(), preferences.view(), request);
  report.seconds.solve = watch.lap();
  if (auto* const matched = std::get_if<StableMatching>(&found)) {
    matching = std::move(*matched);
  } else {
    none = std::get<NoSolution>(std::move(found));
  }
  const RunStats& stats = none ? none->stats : matching.stats;
  report.seconds.solve -= stats.prepare_seconds + stats.transfer_seconds;
  report.seconds.prepare += stats.prepare_seconds;
  report.seconds.transfer = stats.transfer_seconds;
  report.device_peak_bytes = stats.device_peak_bytes;
}

void StableRun::note() {
  report.result.guarantee = algorithm->guarantee;
  report.result.rounds = none ? none->stats.rounds : matching.stats.rounds;
  const std::string where = note_place(algorithm->backends);
  if (none) {
    log.line("result", algorithm->claim == registry::PreferencesClaim::popular
                           ? "no matching is popular; the report (--json) says why"
                           : "no matching is stable; the report (--json) says why");
    return;
  }
  if (matching.dropped != 0) {
    log.line("note", counted(matching.dropped, "entry") +
                         " left out, of agents that are not listed in return");
  }
  log.line("solve", matching.stats.algorithm + ", " + where + ": " +
                        counted(matching.proposals, "proposal") + " (" +
                        seconds(report.seconds.solve) + ")");
  log.line(
      "result",
      counted(matching.pairs.size(), "pair") +
          (matchings.empty() ? "" : ", the first of " + counted(matchings.size(), "stable one")));
}

void StableRun::verify() {
  if (!none) explanation = explain(log, preferences.view(), matching.pairs, options.explained);
  // What the report has of the matching is the verifier's.
  if (!options.verify && options.run.json.empty()) return;
  if (scored) preferences = preferences_of_scores(context.now(), scored->view());
  const PreferencesView view = preferences.view();
  if (none) {
    if (!options.verify || !has_checked_proof(view)) return;
    violation = verify::check_no_stable_matching(view, *none).violation;
    report.verified = violation.empty();
    report.seconds.verify = watch.lap();
    if (violation.empty()) log.line("verify", "the proof that none is stable holds");
    return;
  }
  verdict =
      shared ? verify::check_stable(shared->view(), matching.pairs,
                                    [&](VertexId agent) { return io::name_of_agent(view, agent); })
             : judge_claim(context.now(), *algorithm, request, view, matching.pairs);
  for (std::size_t i = 1; options.verify && verdict.ok && i < matchings.size(); ++i) {
    const verify::StableVerdict other =
        judge_claim(context.now(), *algorithm, request, view, matchings[i]);
    if (other.ok) continue;
    verdict = other;
    verdict.violation = "matching " + std::to_string(i + 1) + ": " + verdict.violation;
  }
  report.seconds.verify = watch.lap();
  if (!options.verify) return;
  violation = verdict.violation;
  report.verified = verdict.ok;
  if (!verdict.ok) return;
  log.line("verify", std::string(algorithm->stable ? "stable, " : "as claimed, ") +
                         verdict_words(verdict, view) + " (" + seconds(report.seconds.verify) +
                         ")");
}

void StableRun::write() {
  if (none) return;
  const std::string fallback = options.run.json == "-" ? "" : "-";
  const std::string& path = options.output.empty() ? fallback : options.output;
  if (path.empty()) return;
  const PreferencesView view = preferences.view();
  write_output(interrupts, path, [&] {
    if (options.matchings != 0) return io::write_stable_matchings(view, matchings, path);
    if (!options.graph.is_asked) return io::write_stable_matching(view, matching.pairs, path);
    io::write_graph_matching(context.now(), view.num_agents, matching.pairs, labels, path);
  });
}

Json StableRun::json() const {
  Json json = cli::to_json(report);
  Json& result = json["result"];
  if (none) {
    result.update(cli::to_json(*none));
    return json;
  }
  add_members(result, verdict);
  if (!has_blocking_pairs(algorithm->claim)) result["blocking_pairs"] = nullptr;
  result["proposals"] = matching.proposals;
  result["dropped_entries"] = matching.dropped;
  result["algorithm"] = matching.stats.algorithm;
  result["explanation"] = explanation;
  result["matchings"] = options.matchings != 0 ? Json(matchings.size()) : Json(nullptr);
  return json;
}

/// The algorithm that decides the stability that was asked for.
void name_algorithm(StableVerb& options) {
  using registry::PreferencesClaim;
  if (options.stability == verify::Stability::weak) return;
  const PreferencesClaim claim = options.stability == verify::Stability::super
                                     ? PreferencesClaim::super_stable
                                     : PreferencesClaim::strongly_stable;
  std::string& name = options.request.algorithm;
  if (name.empty()) {
    for (const registry::AlgorithmInfo& row :
         registry::algorithms(registry::Problem::stable_matching)) {
      if (row.claim == claim) name = row.name;
    }
  } else if (registry::find(options.request).claim != claim) {
    throw Error(
        ErrorCode::invalid_option,
        "--stability " + std::string(name_of(options.stability)) + " is not decided by " + name);
  }
}

/// Whether it chooses among all stable matchings.
bool finds_all(const registry::AlgorithmInfo& algorithm) {
  return std::any_of(
      algorithm.parameters.begin(), algorithm.parameters.end(),
      [](const registry::Parameter& parameter) { return parameter.name == "choice"; });
}

/// `--matchings` is of the algorithm that finds all of them.
void name_lister(StableVerb& options) {
  if (options.matchings == 0) return;
  std::string& name = options.request.algorithm;
  for (const registry::AlgorithmInfo& row :
       registry::algorithms(registry::Problem::stable_matching)) {
    if (name.empty() && finds_all(row)) name = row.name;
  }
  if (!finds_all(registry::find(options.request))) {
    throw Error(ErrorCode::invalid_option,
                "--matchings does not go with " + name + ", which finds one matching");
  }
  if (options.request.parameters.find("choice") != nullptr) {
    throw Error(ErrorCode::invalid_option, "--matchings does not go with --choice");
  }
}

}  // namespace

int run_stable(Interrupts& interrupts, CommandWords arguments) {
  StableVerb options;
  Command command("stable", k_stable_description, k_stable_examples);
  command.brief({"--right", "--sides", "--one-sided", "--from-graph", "--capacity", "--algorithm",
                 "--stability", "--optimal", "--format", "--output", "--verify", "--threads",
                 "--json", "--quiet"});
  add_stable_flags(command, options);
  command.on_help([&] { fit_help(command, k_stable_problems); });
  if (const auto code = command.parse(arguments)) return *code;
  check_graph_flags(command, options.graph);
  name_algorithm(options);
  name_lister(options);
  const registry::AlgorithmInfo& algorithm =
      registry::find(options.request, place_of(options.run.device));
  const OutputFlag outputs[] = {{"--output", options.output}, {"--json", options.run.json}};
  check_read_once(options.graph.capacity, {options.file});
  check_files(outputs, {options.file, options.read.right, capacity_file(options.graph.capacity)});
  StableRun run(options, algorithm, interrupts);
  const int code = run_pipeline(run);
  return code == k_done && run.none ? int{k_no_solution} : code;
}

}  // namespace hypermatch::cli
