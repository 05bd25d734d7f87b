// SPDX-License-Identifier: MIT
// hypermatch stable: a stable matching of agents with preferences.
#include <optional>
#include <string>
#include <variant>

#include "files.hpp"
#include "hypermatch/registry_stable.hpp"
#include "parameters.hpp"
#include "preferences.hpp"

namespace hypermatch::cli {

namespace {

struct StableVerb {
  std::string file;
  registry::StableRequest request;
  RunOptions run;
  bool verify = false;
  std::string output;
};

constexpr const char* k_description =
    "A stable matching of agents with preferences: no two agents that list each other would both\n"
    "rather be partners. Reads FILE (.prefs: `p two-sided LEFT RIGHT`, then lists `l 1 : 3 2`,\n"
    "`r 2 [5] : 1 (2 3)`, best first, ties in parentheses, capacities in brackets), and writes\n"
    "`left right` per line. The same pairs on any number of threads.";

constexpr const char* k_examples =
    "Examples:\n"
    "  hypermatch stable residents.prefs --verify -o pairs.txt\n"
    "      the best stable pairs for the left side, proven and written\n"
    "  hypermatch stable residents.prefs --optimal right --json report.json\n"
    "      those for the right side, with ranks\n"
    "hypermatch list algorithms shows what there is.";

constexpr registry::Problem k_problems[] = {registry::Problem::stable_matching};

void add_flags(Command& command, StableVerb& options) {
  registry::StableRequest& request = options.request;
  command.positional("FILE", options.file,
                     "Preferences; - is standard input, .gz and .zst are unpacked");
  command.group("Algorithm");
  command.text("--algorithm", algorithm_names(k_problems, &registry::AlgorithmInfo::name),
               request.algorithm, "Default mcvitie_wilson; hypermatch list algorithms says more");
  command.text("--variant", algorithm_names(k_problems, &registry::AlgorithmInfo::variant),
               request.variant, "Of the algorithm, as that list has them (default: its first)");
  add_parameter_flags(command, k_problems, request.parameters);
  command.choice("--determinism", request.determinism,
                 "Level that the algorithm must keep (default any_backend)");
  command.group("Output");
  add_output_flag(command, options.output, "The pairs (default: standard output)");
  command.flag("--verify", options.verify, "Checks that no pair blocks; code 1 if one does");
  add_run_flags(command, options.run, Places::cores);
}

struct StableRun : RunContext {
  StableRun(const StableVerb& asked, const registry::AlgorithmInfo& found, Interrupts& watcher)
      : RunContext("stable", asked.run, watcher), options(asked), algorithm(found) {}

  [[nodiscard]] const std::string& file() const { return options.file; }
  void read() { preferences = load_preferences(*this, options.file); }
  void resolve();
  void solve();
  void note();
  void verify();
  void write();
  [[nodiscard]] std::uint64_t max_degree() const { return longest_list(preferences.view()); }
  [[nodiscard]] Json json() const;

  const StableVerb& options;
  const registry::AlgorithmInfo& algorithm;
  Preferences preferences;
  StableMatching matching;
  std::optional<NoSolution> none;
  verify::StableVerdict verdict;
};

void StableRun::resolve() {
  Json& json = report.options;
  json["algorithm"] = algorithm.name;
  json["variant"] = algorithm.variant.empty() ? Json(nullptr) : Json(algorithm.variant);
  report_parameters(json, algorithm, k_problems, options.request.parameters);
  json["determinism"] = name_of(options.request.determinism);
  json["verify"] = options.verify;
}

void StableRun::solve() {
  registry::StableResult found = registry::match(place(), preferences.view(), options.request);
  report.seconds.solve = watch.lap();
  if (auto* const matched = std::get_if<StableMatching>(&found)) {
    matching = std::move(*matched);
  } else {
    none = std::get<NoSolution>(std::move(found));
  }
}

void StableRun::note() {
  report.result.guarantee = algorithm.guarantee;
  report.result.rounds = matching.stats.rounds;
  if (matching.dropped != 0) {
    log.line("note", counted(matching.dropped, "entry") +
                         " left out, of agents that are not listed in return");
  }
  log.line("solve", matching.stats.algorithm + ", " + place_words(algorithm) + ": " +
                        counted(matching.proposals, "proposal") + " (" +
                        seconds(report.seconds.solve) + ")");
  log.line("result", counted(matching.pairs.size(), "pair"));
}

void StableRun::verify() {
  // What the report has of the matching is the verifier's.
  if (!options.verify && options.run.json.empty()) return;
  const PreferencesView view = preferences.view();
  verdict = verify::check_stable(view, matching.pairs,
                                 [&](VertexId agent) { return io::name_of_agent(view, agent); });
  report.seconds.verify = watch.lap();
  if (!options.verify) return;
  violation = verdict.violation;
  report.verified = verdict.ok;
  if (!verdict.ok) return;
  log.line("verify",
           "stable, " + verdict_words(verdict, view) + " (" + seconds(report.seconds.verify) + ")");
}

void StableRun::write() {
  const std::string fallback = options.run.json == "-" ? "" : "-";
  const std::string& path = options.output.empty() ? fallback : options.output;
  if (path.empty()) return;
  write_output(interrupts, path,
               [&] { io::write_stable_matching(preferences.view(), matching.pairs, path); });
}

Json StableRun::json() const {
  Json json = cli::to_json(report);
  Json& result = json["result"];
  add_members(result, verdict);
  result["proposals"] = matching.proposals;
  result["dropped_entries"] = matching.dropped;
  result["algorithm"] = matching.stats.algorithm;
  return json;
}

}  // namespace

int run_stable(Interrupts& interrupts, CommandWords arguments) {
  StableVerb options;
  Command command("stable", k_description, k_examples);
  add_flags(command, options);
  command.on_help([&] { fit_help(command, k_problems, rows_of_help(command, k_problems)); });
  if (const auto code = command.parse(arguments)) return *code;
  const registry::AlgorithmInfo& algorithm =
      registry::find(options.request, place_of(options.run.device));
  const OutputFlag outputs[] = {{"--output", options.output}, {"--json", options.run.json}};
  check_files(outputs, {options.file});
  StableRun run(options, algorithm, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
