// SPDX-License-Identifier: MIT
#include "preferences.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "capacity.hpp"
#include "explain.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "mapped_input.hpp"
#include "result_json.hpp"

namespace hypermatch::cli {

namespace {

struct VerifyStableRun : RunContext {
  VerifyStableRun(const VerifyStableOptions& asked, Interrupts& watcher)
      : RunContext("verify", asked.run, watcher), options(asked) {}

  [[nodiscard]] const std::string& file() const { return options.file; }
  void read() {
    // Lists that agents share are judged as they stand.
    if (options.explained.empty() && options.read.capacity.empty() &&
        options.read.read.columns.empty() && io::holds_shared_preferences(options.file)) {
      shared = load_shared_preferences(*this, options.file);
      preferences = agents_of(shared->view());
      pairs = io::read_stable_matching(preferences.view(), options.matching);
      return;
    }
    io::PreferencesFile found = load_preferences(*this, options.file, options.read);
    preferences = std::move(found.preferences);
    names = std::move(found.names);
    pairs = io::read_stable_matching(preferences.view(), options.matching, names);
  }
  void resolve() {
    Json& json = report.options;
    json["matching"] = options.matching;
  }
  void verify() {
    const PreferencesView view = preferences.view();
    const auto name = [&](VertexId agent) { return io::name_of_agent(view, agent, names); };
    verdict = shared ? verify::check_stable(shared->view(), pairs, name)
                     : verify::check_stable(context.now(), view, pairs, name);
    violation = verdict.violation;
    report.verified = verdict.ok;
    explanation = explain(log, view, names, pairs, options.explained);
    report.seconds.verify = watch.lap();
    log.line("verify", "done (" + seconds(report.seconds.verify) + ")");
  }
  [[nodiscard]] std::uint64_t max_degree() const {
    return shared ? longest_list(shared->view()) : longest_list(preferences.view());
  }
  [[nodiscard]] Json json() const {
    Json json = cli::to_json(report);
    add_members(json["result"], verdict);
    json["result"]["explanation"] = explanation;
    return json;
  }
  void conclude() const {
    if (options.run.json == "-") return;
    std::printf("stable: %s\n", verdict_words(verdict, preferences.view()).c_str());
  }

  const VerifyStableOptions& options;
  Preferences preferences;  ///< where lists are shared, their agents
  io::AgentNames names;
  std::optional<SharedPreferences> shared;
  std::vector<GraphEdge> pairs;
  verify::StableVerdict verdict;
  Json explanation;
};

}  // namespace

std::string describe(const PreferencesView& preferences) {
  const std::string agents = preferences.sides == Sides::two
                                 ? counted(preferences.num_left, "agent") + " on the left, " +
                                       std::to_string(preferences.num_right()) + " on the right"
                                 : counted(preferences.num_agents, "agent");
  return agents + ", " + counted(preferences.partners.size(), "entry") +
         (preferences.ties.empty() ? "" : ", with ties") +
         (preferences.capacities.empty() ? "" : ", with capacities");
}

InstanceFacts facts_of(const std::string& path, const PreferencesView& preferences,
                       io::PreferencesFormat format) {
  InstanceFacts facts;
  facts.file = path;
  facts.format = name_of(format);
  facts.kind = preferences.sides == Sides::two ? "two_sided_preferences" : "one_sided_preferences";
  facts.vertices = preferences.num_agents;
  facts.edges = preferences.partners.size();
  facts.pins = preferences.partners.size();
  facts.max_edge_size = longest_list(preferences);
  return facts;
}

void add_side_flags(Command& command, io::PreferencesReadOptions& options, io::ReadOptions* lists) {
  command.group("Preferences");
  command.text("--right", "FILE", options.right,
               "For formats with the lists of one side: those of the other one");
  command.custom(
      "--sides", joined_names<Sides>(),
      [&options, lists](const std::string& given) {
        options.sides = parse_name<Sides>("--sides", given);
        if (lists != nullptr) lists->sides = options.sides;
      },
      std::string("For these formats: agents list those of another side (two, the default),\n"
                  "or each other (one)") +
          (lists == nullptr ? "" : "; of edge lists and graphs as rows and columns, too"));
}

void refuse_side_flags(const Command& command, bool takes_rows) {
  if (command.given("--right")) {
    throw Error(ErrorCode::invalid_option, "--right goes with preferences");
  }
  if (command.given("--sides") && !takes_rows) {
    throw Error(ErrorCode::invalid_option,
                "--sides goes with preferences, or with edge lists and graphs --as bipartite");
  }
}

void refuse_flags_of_instances(const Command& command) {
  for (const char* const flag :
       {"--as", "--format", "--zero-based", "--header", "--longest-cycle", "--weights"}) {
    if (command.given(flag)) {
      throw Error(ErrorCode::invalid_option, std::string(flag) + " does not go with preferences");
    }
  }
}

bool reads_preferences(const Command& command, const std::string& file) {
  // Columns of other names than the usual ones tell nothing.
  const bool has_sides = command.given("--right") || command.given("--sides");
  return (has_sides && command.given("--columns")) || io::holds_preferences(file);
}

namespace {

/// The capacities of the right side, of one side of all agents. Returns how a file of them was
/// read.
std::string set_capacities(const Context& context, const std::string& given,
                           const io::AgentNames& names, Preferences& preferences) {
  const VertexId n = preferences.num_agents();
  const bool has_two = preferences.sides == Sides::two;
  const VertexId first = has_two ? preferences.num_left : 0;
  const VertexCapacities found =
      load_capacities(context, given, {has_two ? &names.right : &names.left, n - first});
  if (preferences.capacities.empty()) preferences.capacities = Array<std::uint32_t>(n, 1);
  for (VertexId x = first; x < n; ++x) {
    preferences.capacities[x] = found.each.empty() ? found.common : found.each[x - first];
  }
  return found.note;
}

void log_reader_notes(RunContext& run, const io::PreferencesReport& report) {
  if (!report.reading.empty()) run.log.line("note", io::printable(report.reading));
  if (report.other_columns.empty()) return;
  std::string names;
  for (const std::string& column : report.other_columns) {
    names += (names.empty() ? "" : ", ") + io::printable(column);
  }
  run.log.line("note", std::string(report.other_columns.size() == 1 ? "column" : "columns") +
                           " not read: " + names);
}

}  // namespace

io::PreferencesFile load_preferences(RunContext& run, const std::string& file,
                                     const PreferencesInput& options) {
  if (file == "-" && options.read.right == "-") {
    throw Error(ErrorCode::invalid_option, "standard input cannot be read twice");
  }
  io::PreferencesReadOptions asked = options.read;
  asked.mapping = allow_mapping(file);
  io::PreferencesFile found = io::read_preferences(run.context, file, asked);
  const std::string note =
      options.capacity.empty()
          ? ""
          : set_capacities(run.context.now(), options.capacity, found.names, found.preferences);
  run.report.seconds.read = run.watch.lap();
  const PreferencesView view = found.preferences.view();
  run.report.input = facts_of(file, view, found.format);
  run.log_reading(run.report.input.format + ": " + describe(view));
  log_reader_notes(run, found.report);
  if (!note.empty()) run.log.line("note", note);
  return found;
}

std::string describe(const SharedPreferencesView& preferences) {
  return counted(preferences.num_left, "agent") + " on the left, " +
         std::to_string(preferences.num_agents - preferences.num_left) + " on the right, " +
         counted(count_entries(preferences), "entry") + " of " +
         counted(preferences.num_lists(), "shared list");
}

InstanceFacts facts_of(const std::string& path, const SharedPreferencesView& preferences,
                       io::PreferencesFormat format) {
  InstanceFacts facts = facts_of(path, agents_of(preferences).view(), format);
  facts.edges = facts.pins = count_entries(preferences);
  facts.max_edge_size = longest_list(preferences);
  return facts;
}

SharedPreferences load_shared_preferences(RunContext& run, const std::string& file) {
  io::SharedPreferencesFile found =
      io::read_shared_preferences(run.context, file, allow_mapping(file));
  run.report.seconds.read = run.watch.lap();
  const SharedPreferencesView view = found.preferences.view();
  run.report.input = facts_of(file, view, found.format);
  run.log_reading(run.report.input.format + ": " + describe(view));
  return std::move(found.preferences);
}

bool writes_native(const std::string& flag, const std::string& path, const std::string& to) {
  const io::FormatInfo* const named = io::format_of_path(path);
  const std::string format = to.empty() && named != nullptr ? named->name : to;
  if (format != name_of(io::PreferencesFormat::native)) return false;
  check_writable(flag, path, format);
  return true;
}

io::ScoredPairsFile load_scored_pairs(RunContext& run, const std::string& file) {
  io::ScoredPairsFile found = io::read_scored_pairs(run.context, file);
  run.report.seconds.read = run.watch.lap();
  const ScoredPairsView view = found.pairs.view();
  // As of the lists that the scores would be.
  std::vector<std::uint64_t> lengths(view.num_agents, 0);
  const auto left = std::get<std::span<const double>>(view.left_scores);
  const auto right = std::get<std::span<const double>>(view.right_scores);
  for (VertexId x = 0; x < view.num_left; ++x) {
    for (Offset e = view.offsets[x]; e < view.offsets[x + std::size_t{1}]; ++e) {
      lengths[x] += std::isnan(left[e]) ? 0 : 1;
      lengths[view.partners[e]] += std::isnan(right[e]) ? 0 : 1;
    }
  }
  InstanceFacts facts = facts_of(file, agents_of(view).view(), io::PreferencesFormat::csv);
  for (const std::uint64_t length : lengths) {
    facts.edges += length;
    facts.max_edge_size = std::max<std::uint64_t>(facts.max_edge_size, length);
  }
  facts.pins = facts.edges;
  run.log_reading("csv: " + counted(view.num_left, "agent") + " on the left, " +
                  std::to_string(view.num_agents - view.num_left) + " on the right, " +
                  counted(facts.edges, "score"));
  log_reader_notes(run, found.report);
  run.report.input = std::move(facts);
  return found;
}

Preferences agents_of(const ScoredPairsView& pairs) {
  Preferences agents;
  agents.num_left = pairs.num_left;
  agents.offsets = Array<Offset>(pairs.num_agents + std::size_t{1}, 0);
  return agents;
}

Preferences agents_of(const SharedPreferencesView& preferences) {
  Preferences agents;
  agents.num_left = preferences.num_left;
  agents.offsets = Array<Offset>(preferences.num_agents + std::size_t{1}, 0);
  return agents;
}

std::uint64_t longest_list(const SharedPreferencesView& preferences) {
  std::uint64_t longest = 0;
  for (std::size_t number = 0; number < preferences.num_lists(); ++number) {
    longest = std::max<std::uint64_t>(longest, preferences.list(number).size());
  }
  return longest;
}

std::uint64_t longest_list(const PreferencesView& preferences) {
  std::uint64_t longest = 0;
  for (VertexId x = 0; x < preferences.num_agents; ++x) {
    longest = std::max<std::uint64_t>(longest, preferences.list_of(x).size());
  }
  return longest;
}

std::string verdict_words(const verify::StableVerdict& verdict,
                          const PreferencesView& preferences) {
  std::string words = counted(verdict.pairs, "pair");
  if (preferences.sides == Sides::two) {
    words += ", without partner " + std::to_string(verdict.unmatched_left) + " on the left and " +
             std::to_string(verdict.unmatched_right) + " on the right, worst ranks " +
             std::to_string(verdict.worst_rank_left) + " and " +
             std::to_string(verdict.worst_rank_right);
  } else {
    words += ", " + counted(verdict.unmatched_left, "agent") + " without partner, worst rank " +
             std::to_string(verdict.worst_rank_left);
  }
  if (verdict.is_left_optimal.value_or(false)) words += ", best for the left side";
  if (verdict.is_right_optimal.value_or(false)) words += ", best for the right side";
  return words;
}

void add_members(Json& result, const verify::StableVerdict& verdict) {
  const auto known = [&](std::uint64_t value) { return verdict.ok ? Json(value) : Json(nullptr); };
  const auto side = [&](std::uint64_t unmatched, std::uint64_t sum, std::uint64_t worst) {
    return Json{
        {"unmatched", known(unmatched)}, {"rank_sum", known(sum)}, {"worst_rank", known(worst)}};
  };
  result["pairs"] = known(verdict.pairs);
  result["left"] = side(verdict.unmatched_left, verdict.rank_sum_left, verdict.worst_rank_left);
  result["right"] = side(verdict.unmatched_right, verdict.rank_sum_right, verdict.worst_rank_right);
  result["left"]["optimal"] = or_null(verdict.is_left_optimal);
  result["right"]["optimal"] = or_null(verdict.is_right_optimal);
  result["blocking_pairs"] = known(0);
}

int verify_stable(Interrupts& interrupts, const VerifyStableOptions& options) {
  VerifyStableRun run(options, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
