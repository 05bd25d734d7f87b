// SPDX-License-Identifier: MIT
#include "stable_flags.hpp"

#include <algorithm>
#include <limits>

#include "explain.hpp"
#include "files.hpp"
#include "parameters.hpp"

namespace hypermatch::cli {

namespace {

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

void add_stable_flags(Command& command, StableVerb& options) {
  registry::StableRequest& request = options.request;
  command.positional("FILE", options.file,
                     "Preferences; - is standard input, .gz and .zst are unpacked");
  add_side_flags(command, options.read.read);
  command.custom(
      "--columns", "AGENT,PARTNER,RANK",
      [&options](const std::string& given) {
        options.read.read.columns = parse_columns(
            given, 3, 4,
            "AGENT,PARTNER,RANK or AGENT,PARTNER,AGENT_SCORE,PARTNER_SCORE, names or numbers");
      },
      "For separated values: which columns to take, by name or by number from 1;\n"
      "of scores of both AGENT,PARTNER,AGENT_SCORE,PARTNER_SCORE");
  command.text(
      "--format", joined_names<io::PreferencesFormat>() + "|..", options.format,
      "Format of FILE, with --from-graph that of a graph (default: by content, then by name)");
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
                "For gusfield_irving: writes the first K stable matchings, each behind a line\n"
                "`% matching I`; the first one is the best for the left side");
  command.choice("--determinism", request.determinism,
                 "Level that the algorithm must keep (default any_backend)");
  command.group("Output");
  add_output_flag(command, options.output, "The pairs (default: standard output)");
  add_explain_flag(command, options.explained);
  command.flag("--verify", options.verify, "Checks that no pair blocks; code 1 if one does");
  add_run_flags(command, options.run, Places::cores_and_devices);
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

std::optional<int> parse_stable(CommandWords arguments, StableVerb& options) {
  Command command("stable", k_stable_description, k_stable_examples);
  command.brief({"--right", "--sides", "--columns", "--from-graph", "--capacity", "--algorithm",
                 "--stability", "--optimal", "--format", "--output", "--verify", "--threads",
                 "--json", "--quiet"});
  add_stable_flags(command, options);
  command.on_help([&] { fit_help(command, k_stable_problems); });
  if (const auto code = command.parse(arguments)) return code;
  check_graph_flags(command, options.graph);
  if (!options.graph.is_asked) {
    if (!options.format.empty()) {
      options.read.read.format = parse_name<io::PreferencesFormat>("--format", options.format);
    }
    if (command.given("--capacity")) options.read.capacity = options.graph.capacity;
  }
  name_algorithm(options);
  name_lister(options);
  return std::nullopt;
}

}  // namespace hypermatch::cli
