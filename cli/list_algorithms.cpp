// SPDX-License-Identifier: MIT
#include "list_algorithms.hpp"

#include <algorithm>
#include <sstream>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/registry_rows.hpp"

namespace hypermatch::cli {

namespace {

std::string names_of_backends(const registry::Backends& backends) {
  std::string text;
  for (const registry::BackendInfo& backend : backends) {
    if (!text.empty()) text += ' ';
    const bool available = registry::why_unavailable(backend).empty();
    if (!available) text += '(';
    text += backend.name;
    if (!available) text += ')';
  }
  return text;
}

// The back ends that take capacities, where these are some of them only.
std::string capacities_of(const registry::AlgorithmInfo& algorithm) {
  const bool are_some = algorithm.takes_capacities() &&
                        algorithm.capacity_backends.size() != algorithm.backends.size();
  return are_some ? names_of_backends(algorithm.capacity_backends)
                  : yes(algorithm.takes_capacities());
}

Json value_json(const registry::ParameterValue& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

Json choices_json(const registry::Parameter& parameter) {
  Json list = Json::array();
  std::istringstream names(parameter.names());
  for (std::string name; std::getline(names, name, '|');) list.push_back(name);
  return list;
}

// Bounds of numbers; null where every finite number of the kind is taken.
std::pair<Json, Json> range_json(const registry::Parameter& parameter) {
  const registry::Parameter any;
  const auto bound = [](auto value, auto none) {
    return value == none ? Json(nullptr) : Json(value);
  };
  if (parameter.kind == registry::ParameterKind::real) {
    return {bound(parameter.low, any.low), bound(parameter.high, any.high)};
  }
  return {Json(parameter.least), bound(parameter.most, any.most)};
}

// In one line.
std::string help_of(const registry::Parameter& parameter) {
  std::string help(parameter.help);
  std::replace(help.begin(), help.end(), '\n', ' ');
  return help;
}

Json parameters_json(const registry::AlgorithmInfo& algorithm) {
  Json list = Json::array();
  for (const registry::Parameter& parameter : algorithm.parameters) {
    Json row = {{"name", parameter.name},
                {"kind", name_of(parameter.kind)},
                {"help", help_of(parameter)},
                {"default", value_json(parameter.fallback())}};
    if (parameter.kind == registry::ParameterKind::choice) {
      row["choices"] = choices_json(parameter);
    } else {
      const auto [minimum, maximum] = range_json(parameter);
      row["minimum"] = minimum;
      row["maximum"] = maximum;
      row["open"] = parameter.open;
    }
    list.push_back(row);
  }
  return list;
}

// All parameters that one of the entries takes.
std::string parameters_of(std::span<const registry::AlgorithmInfo* const> entries) {
  std::vector<Row> rows;
  for (const registry::Parameter& parameter : registry::parameters()) {
    const auto takes = [&](const auto* entry) { return entry->takes(parameter); };
    if (std::none_of(entries.begin(), entries.end(), takes)) continue;
    std::string flag(parameter.name);
    std::replace(flag.begin(), flag.end(), '_', '-');
    rows.push_back({"  --" + flag, help_of(parameter)});
  }
  return rows.empty() ? std::string() : table(rows);
}

// The texts of one column of the entries, each once.
std::string distinct(std::span<const registry::AlgorithmInfo* const> entries,
                     std::string_view registry::AlgorithmInfo::*column) {
  std::string text;
  for (const registry::AlgorithmInfo* entry : entries) {
    const std::string each(entry->*column);
    if (each.empty() || text.find(each) != std::string::npos) continue;
    text += (text.empty() ? "" : "; ") + each;
  }
  return text;
}

bool is_common(std::span<const registry::AlgorithmInfo* const> entries,
               std::string_view registry::AlgorithmInfo::*column) {
  return std::ranges::all_of(
      entries, [&](const auto* entry) { return entry->*column == entries.front()->*column; });
}

std::string facts_of(std::span<const registry::AlgorithmInfo* const> entries) {
  using Info = registry::AlgorithmInfo;
  const Info& first = *entries.front();
  std::string properties;
  const auto add = [&](bool is_so, const char* text) {
    if (is_so) properties += (properties.empty() ? "" : ", ") + std::string(text);
  };
  add(first.maximal, "maximal");
  add(first.greedy, "the greedy matching");
  add(first.connected, "connected");
  add(first.stable, "stable");
  add(first.streams(), "found in one pass over the edges");
  std::vector<Row> rows = {
      {"  how", is_common(entries, &Info::summary) ? std::string(first.summary) : ""},
      {"  progress", first.reports_progress ? "reported on hosts" : "none"},
      {"  guarantee", distinct(entries, &Info::guarantee)},
      {"  answer", properties},
      {"  determinism", std::string(name_of(first.determinism))},
      {"  time", distinct(entries, &Info::complexity)},
      {"  paper", distinct(entries, &Info::reference)},
      {"  capacities", capacities_of(first)},
      {"  advice", distinct(entries, &Info::advice)}};
  std::erase_if(rows, [](const Row& row) { return row[1].empty(); });
  return table(rows);
}

}  // namespace

std::string describe_algorithm(std::string_view name) {
  std::string text;
  if (name.empty()) return text;
  for (const auto& problem : names_of<registry::Problem>()) {
    const auto rows = registry::rows_named(problem.value, name, {});
    if (rows.empty()) continue;
    if (!text.empty()) text += '\n';
    text.append(name).append(", ").append(problem.name);
    text += rows.front()->is_default ? " (the default)\n" : "\n";
    text += facts_of(rows);
    std::vector<Row> variants;
    variants.reserve(rows.size());
    for (const registry::AlgorithmInfo* row : rows) {
      variants.push_back(
          {"  " + (row->variant.empty() ? "runs on" : "--variant " + std::string(row->variant)),
           names_of_backends(row->backends) + (row->is_external() ? ", with --memory-limit" : "")});
      if (!is_common(rows, &registry::AlgorithmInfo::summary)) {
        variants.back().emplace_back(row->summary);
      }
    }
    text += table(variants) + parameters_of(rows);
  }
  return text;
}

std::string algorithms_table() {
  std::vector<Row> rows = {{"problem", "algorithm", "variant", "default", "maximal", "streams",
                            "redraws", "capacities", "determinism", "back ends", "guarantee"}};
  std::string external;
  const auto add = [&](const registry::AlgorithmInfo& a) {
    rows.push_back({std::string(name_of(a.problem)), std::string(a.name),
                    a.variant.empty() ? "-" : std::string(a.variant), yes(a.is_default),
                    yes(a.maximal), yes(a.streams()), yes(a.redraws_ties), capacities_of(a),
                    std::string(name_of(a.determinism)), names_of_backends(a.backends),
                    std::string(a.guarantee)});
    const std::string variant(a.variant);
    if (!a.is_external() || external.find(variant + ":") != std::string::npos) return;
    external += variant + ": with --memory-limit only\n";
  };
  for (const auto& problem : names_of<registry::Problem>()) {
    for (const auto* row : registry::rows_named(problem.value, {})) add(*row);
  }
  std::string text = table(rows) + external;
  std::vector<std::string_view> told;
  for (const registry::AlgorithmInfo& a : registry::algorithms()) {
    for (const registry::BackendInfo& backend : a.backends) {
      const std::string reason = registry::why_unavailable(backend);
      if (reason.empty() || std::find(told.begin(), told.end(), backend.name) != told.end()) {
        continue;
      }
      text += '(';
      text += backend.name;
      text += "): " + reason + "\n";
      told.push_back(backend.name);
    }
  }
  return text;
}

Json algorithms_json(std::string_view name) {
  Json list = Json::array();
  const auto add = [&](const registry::AlgorithmInfo& a) {
    Json backends = Json::array();
    for (const registry::BackendInfo& backend : a.backends) {
      const std::string reason = registry::why_unavailable(backend);
      backends.push_back({{"name", backend.name},
                          {"available", reason.empty()},
                          {"unavailable", reason.empty() ? Json(nullptr) : Json(reason)}});
    }
    Json capacities = Json::array();
    for (const registry::BackendInfo& backend : a.capacity_backends) {
      capacities.push_back(backend.name);
    }
    list.push_back({{"problem", name_of(a.problem)},
                    {"name", a.name},
                    {"variant", a.variant.empty() ? Json(nullptr) : Json(a.variant)},
                    {"default", a.is_default},
                    {"summary", a.summary},
                    {"reports_progress", a.reports_progress},
                    {"guarantee", a.guarantee},
                    {"maximal", a.maximal},
                    {"streams", a.streams()},
                    {"external", a.is_external()},
                    {"redraws_ties", a.redraws_ties},
                    {"keeps_shared_lists", a.keeps_shared_lists},
                    {"capacities", capacities},
                    {"determinism", name_of(a.determinism)},
                    {"complexity", a.complexity},
                    {"reference", a.reference},
                    {"parameters", parameters_json(a)},
                    {"backends", backends}});
  };
  for (const auto& problem : names_of<registry::Problem>()) {
    for (const auto* row : registry::rows_named(problem.value, name, {})) add(*row);
  }
  return list;
}

Row names_of_algorithms() {
  Row names;
  for (const registry::AlgorithmInfo& a : registry::algorithms()) {
    if (names.empty() || names.back() != a.name) names.emplace_back(a.name);
  }
  return names;
}

}  // namespace hypermatch::cli
