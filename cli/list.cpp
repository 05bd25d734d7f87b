// SPDX-License-Identifier: MIT
// hypermatch list: the problems, algorithms, formats and families of this build, from their tables.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "combinations.hpp"
#include "command.hpp"
#include "families.hpp"
#include "files.hpp"
#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/registry_matching.hpp"
#include "list_algorithms.hpp"
#include "list_problems.hpp"
#include "options.hpp"
#include "report.hpp"
#include "verbs.hpp"

namespace hypermatch::cli {

namespace {

constexpr const char* k_list_description =
    "What this build has: problems, algorithms with their guarantees, formats, families of "
    "instances, and which flags of match go with --memory-limit and --ranks.";

constexpr const char* k_list_examples =
    "Examples:\n"
    "  hypermatch list algorithms\n"
    "  hypermatch list suitor\n"
    "  hypermatch list formats --json -\n"
    "  hypermatch list problems --markdown";

std::string passes_table() {
  std::vector<Row> rows = {{"pass", "problem", "maximal", "guarantee"}};
  for (const registry::AlgorithmInfo& pass : registry::passes()) {
    rows.push_back({std::string(pass.name), std::string(name_of(pass.problem)), yes(pass.maximal),
                    std::string(pass.guarantee)});
  }
  return table(rows);
}

Json passes_json() {
  Json list = Json::array();
  for (const registry::AlgorithmInfo& pass : registry::passes()) {
    list.push_back({{"problem", name_of(pass.problem)},
                    {"name", pass.name},
                    {"guarantee", pass.guarantee},
                    {"maximal", pass.maximal},
                    {"complexity", pass.complexity}});
  }
  return list;
}

Row pass_names() {
  Row names;
  for (const registry::AlgorithmInfo& pass : registry::passes()) {
    if (std::find(names.begin(), names.end(), pass.name) == names.end()) {
      names.emplace_back(pass.name);
    }
  }
  return names;
}

std::string what_it_writes(const io::FormatInfo& format) {
  if (!format.writes_graph) return format.writes_hypergraph ? "hypergraphs" : "-";
  if (!format.writes_hypergraph) return "graphs";
  return format.holds_pairs_only ? "graphs (and 2-uniform hypergraphs)" : "hypergraphs, graphs";
}

std::string formats_table() {
  std::vector<Row> rows = {{"format", "endings", "reads", "writes", "streams", "description"}};
  for (const io::FormatInfo& f : io::formats()) {
    rows.push_back(
        {f.name, f.extensions, yes(f.reads), what_it_writes(f), yes(f.streams), f.description});
  }
  return table(rows);
}

Json formats_json() {
  Json list = Json::array();
  for (const io::FormatInfo& f : io::formats()) {
    list.push_back({{"name", f.name},
                    {"extensions", f.extensions},
                    {"description", f.description},
                    {"reads", f.reads},
                    {"writes_hypergraph", f.writes_hypergraph},
                    {"writes_graph", f.writes_graph},
                    {"streams", f.streams},
                    {"holds_vertex_weights", f.holds_vertex_weights},
                    {"holds_ids", f.holds_ids},
                    {"holds_lone_vertices", f.holds_lone_vertices},
                    {"holds_parallel_edges", f.holds_parallel_edges}});
  }
  return list;
}

Row names_of_formats() {
  Row names;
  for (const io::FormatInfo& f : io::formats()) names.emplace_back(f.name);
  return names;
}

std::string families_table() {
  std::string text;
  for (const Family& family : all_families()) {
    // The completion for bash finds a family by the colon behind its name.
    text += std::string(family.name) + ": " + std::string(family.kind) + "; " +
            std::string(family.description) + "\n";
    std::vector<Row> rows;
    for (const generate::ParameterInfo& p : family.parameters) {
      rows.push_back({"  " + std::string(p.name), number(p.default_value, 15),
                      number(p.minimum, 15) + " .. " + number(p.maximum, 15), p.description});
    }
    if (!rows.empty()) text += table(rows);
  }
  return text;
}

Json families_json() {
  Json list = Json::array();
  for (const Family& family : all_families()) {
    Json parameters = Json::array();
    for (const generate::ParameterInfo& p : family.parameters) {
      parameters.push_back({{"name", p.name},
                            {"description", p.description},
                            {"default", p.default_value},
                            {"minimum", p.minimum},
                            {"maximum", p.maximum}});
    }
    list.push_back({{"name", family.name},
                    {"kind", family.kind},
                    {"description", family.description},
                    {"parameters", parameters}});
  }
  return list;
}

Row names_of_families() {
  Row names;
  for (const Family& family : all_families()) names.emplace_back(family.name);
  return names;
}

struct Topic {
  std::string_view name;
  std::string (*table)();
  Json (*json)();
  Row (*names)();
  std::string (*markdown)() = nullptr;  // none for most
};
constexpr Topic k_topics[] = {
    {"algorithms", algorithms_table, [] { return algorithms_json(); }, names_of_algorithms,
     registry::markdown},
    {"passes", passes_table, passes_json, pass_names},
    {"formats", formats_table, formats_json, names_of_formats},
    {"families", families_table, families_json, names_of_families},
    {"problems", problems_table, problems_json, problem_names, problems_markdown},
    {"combinations", combinations_table, combinations_json, combination_names,
     combinations_markdown},
};

constexpr const char* k_topic_names = "algorithms|passes|formats|families|problems|combinations";

const Topic* find_topic(const std::string& name) {
  const auto* found = std::find_if(std::begin(k_topics), std::end(k_topics),
                                   [&](const Topic& topic) { return topic.name == name; });
  return found == std::end(k_topics) ? nullptr : found;
}

}  // namespace

int run_list(Interrupts& interrupts, CommandWords arguments) {
  std::string name;
  std::string json;
  bool names = false;
  bool markdown = false;
  Command command("list", k_list_description, k_list_examples);
  command.positional("WHAT", name,
                     k_topic_names + std::string(" (default: all), or an algorithm's name"),
                     Presence::optional);
  command.group("Output");
  add_json_flag(command, json);
  command.flag("--names", names, "Names only, one per line (for scripts)");
  command.flag("--markdown", markdown,
               "The table of problems, algorithms or combinations as the documentation shows it");
  if (const auto code = command.parse(arguments)) return *code;
  // "list --json formats" asks for the formats, not for a file of that name.
  if (name.empty() && find_topic(json) != nullptr) {
    name = json;
    json = "-";
  }
  const Topic* topic = find_topic(name);
  const std::string algorithm = topic == nullptr ? describe_algorithm(name) : std::string();
  if (!name.empty() && topic == nullptr && algorithm.empty()) {
    std::string known = k_topic_names;
    for (const std::string& each : names_of_algorithms()) known += "|" + each;
    throw Error(ErrorCode::invalid_option, "WHAT is '" + name + "', must be one of " +
                                               k_topic_names + ", or an algorithm's name" +
                                               did_you_mean(name, known));
  }
  if (names && !algorithm.empty()) {
    throw Error(ErrorCode::invalid_option,
                "--names goes with one of " + std::string(k_topic_names));
  }
  if (markdown && (topic == nullptr || topic->markdown == nullptr || names || !json.empty())) {
    throw Error(ErrorCode::invalid_option,
                "--markdown goes with list problems, list algorithms and list combinations alone");
  }
  const OutputFlag outputs[] = {{"--json", json}};
  check_files(outputs, {});
  if (!json.empty()) {
    Json all = {{"schema", "hypermatch-list/1"}, {"command", "list"}};
    for (const Topic& each : k_topics) {
      if (!algorithm.empty()) continue;
      if (topic == nullptr || topic == &each) all[std::string(each.name)] = each.json();
    }
    if (!algorithm.empty()) all["algorithms"] = algorithms_json(name);
    all["software"] = software_json();
    write_text(interrupts, json, to_text(all));
    return k_done;
  }
  if (!algorithm.empty()) {
    std::fputs(algorithm.c_str(), stdout);
    return k_done;
  }
  if (markdown) {
    std::fputs(topic->markdown().c_str(), stdout);
    return k_done;
  }
  for (const Topic& each : k_topics) {
    if (topic != nullptr && topic != &each) continue;
    if (names) {
      for (const std::string& one : each.names()) std::printf("%s\n", one.c_str());
      continue;
    }
    if (topic == nullptr) std::printf("%s%s\n", &each == k_topics ? "" : "\n", each.name.data());
    std::fputs(each.table().c_str(), stdout);
  }
  return k_done;
}

}  // namespace hypermatch::cli
