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
#include "output_kind.hpp"
#include "parameters.hpp"
#include "preference_claims.hpp"
#include "result_json.hpp"
#include "stable_flags.hpp"

namespace hypermatch::cli {

namespace {

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
  io::AgentNames names;
  io::VertexLabels labels;  ///< of `--from-graph`
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
    WeightedAgents found =
        load_weighted_agents(*this, options.file, options.format, options.graph, seed);
    preferences = std::move(found.preferences);
    labels = std::move(found.labels);
  } else if (keeps_shared_lists()) {
    shared = load_shared_preferences(*this, options.file);
    preferences = agents_of(shared->view());
  } else if (keeps_scores()) {
    io::ScoredPairsFile found = load_scored_pairs(*this, options.file);
    scored = std::move(found.pairs);
    names = std::move(found.names);
    preferences = agents_of(scored->view());
  } else {
    io::PreferencesFile found = load_preferences(*this, options.file, options.read);
    preferences = std::move(found.preferences);
    names = std::move(found.names);
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
  const io::PreferencesReadOptions& asked = options.read.read;
  return options.read.capacity.empty() && asked.columns.empty() && options.explained.empty() &&
         options.one_sided == OneSidedEntries::drop && asked.right.empty() &&
         asked.sides == Sides::two &&
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
              options.file + ": " + io::name_of_agent(view, facts.first_one_sided_agent, names) +
                  " lists " + io::name_of_agent(view, facts.first_one_sided_partner, names) +
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
  const std::string where =
      note_place(algorithm->backends, !none && matching.stats.device_peak_bytes == 0);
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
  if (!none)
    explanation = explain(log, preferences.view(), names, matching.pairs, options.explained);
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
  verdict = shared ? verify::check_stable(
                         shared->view(), matching.pairs,
                         [&](VertexId agent) { return io::name_of_agent(view, agent, names); })
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
    if (options.matchings != 0) return io::write_stable_matchings(view, matchings, path, names);
    if (!options.graph.is_asked)
      return io::write_stable_matching(view, matching.pairs, path, names);
    io::write_graph_matching(context.now(), view.num_agents, matching.pairs, labels, path);
  });
}

/// A stable partition with the names of its agents, a tab between two. Proofs of other kinds have
/// words and stay as they are.
std::string named_parties(const std::string& proof, const io::VertexLabels& names) {
  if (proof.find_first_not_of("0123456789 \n") != std::string::npos) return proof;
  std::string text;
  std::uint64_t number = 0;
  const auto flush = [&] {
    if (number != 0) text += io::printable(names.of(static_cast<VertexId>(number - 1)));
    number = 0;
  };
  for (const char c : proof) {
    if (c == ' ' || c == '\n') {
      flush();
      text += c == ' ' ? '\t' : c;
    } else {
      number = 10 * number + static_cast<std::uint64_t>(c - '0');
    }
  }
  flush();
  return text;
}

Json StableRun::json() const {
  Json json = cli::to_json(report);
  Json& result = json["result"];
  if (none) {
    result.update(cli::to_json(*none));
    if (!names.left.empty()) result["proof"] = named_parties(none->proof, names.left);
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

}  // namespace

int run_stable(Interrupts& interrupts, CommandWords arguments) {
  StableVerb options;
  if (const auto code = parse_stable(arguments, options)) return *code;
  const registry::AlgorithmInfo& algorithm =
      registry::find(options.request, place_of(options.run.device));
  const OutputFlag outputs[] = {{"--output", options.output}, {"--json", options.run.json}};
  check_output_name(options.output, false);
  check_read_once(options.graph.capacity, {options.file});
  check_files(outputs,
              {options.file, options.read.read.right, capacity_file(options.graph.capacity)});
  StableRun run(options, algorithm, interrupts);
  const int code = run_pipeline(run);
  return code == k_done && run.none ? int{k_no_solution} : code;
}

}  // namespace hypermatch::cli
