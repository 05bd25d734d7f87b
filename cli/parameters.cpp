// SPDX-License-Identifier: MIT
#include "parameters.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/registry_rows.hpp"

namespace hypermatch::cli {

namespace {

using registry::Parameter;
using registry::ParameterKind;
using registry::ParameterValue;

template <class Number>
std::optional<ParameterValue> number_in(const std::string& given) {
  Number value{};
  const char* const last = given.data() + given.size();
  const auto [end, failure] = std::from_chars(given.data(), last, value);
  if (failure != std::errc{} || end != last) return std::nullopt;
  return value;
}

std::optional<ParameterValue> parsed_value(const Parameter& parameter, const std::string& given) {
  switch (parameter.kind) {
    case ParameterKind::real:
      return number_in<double>(given);
    case ParameterKind::whole:
      return number_in<std::uint64_t>(given);
    case ParameterKind::choice:
      break;
  }
  return given;
}

std::string flag_of(const Parameter& parameter) {
  std::string flag = "--" + std::string(parameter.name);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

// Calls `use` for each parameter that an algorithm of these problems takes.
template <class Use>
void for_each_parameter(std::span<const registry::Problem> problems, const Use& use) {
  for (const Parameter& parameter : registry::parameters()) {
    const bool is_taken = std::any_of(problems.begin(), problems.end(), [&](auto problem) {
      const registry::AlgorithmList all = registry::algorithms(problem);
      return std::any_of(all.begin(), all.end(),
                         [&](const auto& each) { return each.takes(parameter); });
    });
    if (is_taken) use(parameter);
  }
}

}  // namespace

std::string algorithm_names(std::span<const registry::Problem> problems,
                            std::string_view registry::AlgorithmInfo::*column) {
  std::vector<std::string_view> names;
  std::string text;
  for (const registry::Problem problem : problems) {
    for (const registry::AlgorithmInfo& algorithm : registry::algorithms(problem)) {
      const std::string_view name = algorithm.*column;
      if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) continue;
      if (!text.empty()) text += '|';
      text += name;
      names.push_back(name);
    }
  }
  return text;
}

void add_parameter_flags(Command& command, std::span<const registry::Problem> problems,
                         registry::ParameterValues& values) {
  for_each_parameter(problems, [&](const Parameter& parameter) {
    const std::string flag = flag_of(parameter);
    command.custom(
        flag, parameter.names != nullptr ? parameter.names() : std::string(parameter.symbol),
        [&parameter, &values, flag](const std::string& given) {
          const auto value = parsed_value(parameter, given);
          if (!value || !parameter.accepts(*value)) {
            refuse(flag, given, parameter.expectation());
          }
          values.set(parameter.name, *value);
        },
        std::string(parameter.help));
  });
}

std::vector<const registry::AlgorithmInfo*> rows_of_help(
    const Command& command, std::span<const registry::Problem> problems) {
  const std::string name = command.value_of("--algorithm");
  const std::string variant = command.value_of("--variant");
  std::vector<const registry::AlgorithmInfo*> rows;
  bool is_known = name.empty();
  for (const registry::Problem problem : problems) {
    is_known = is_known || registry::has_algorithm(problem, name);
    const auto found = registry::rows_named(problem, name, variant);
    rows.insert(rows.end(), found.begin(), found.end());
  }
  if (!rows.empty()) return rows;
  const auto column = is_known ? &registry::AlgorithmInfo::variant : &registry::AlgorithmInfo::name;
  const std::string known = algorithm_names(problems, column);
  const std::string& given = is_known ? variant : name;
  throw Error(ErrorCode::invalid_option, std::string(is_known ? "--variant" : "--algorithm") +
                                             " is '" + given + "', must be one of " + known +
                                             did_you_mean(given, known));
}

void fit_help(Command& command, std::span<const registry::Problem> problems,
              std::span<const registry::AlgorithmInfo* const> rows) {
  for_each_parameter(problems, [&](const Parameter& parameter) {
    const bool is_taken =
        std::any_of(rows.begin(), rows.end(), [&](auto* row) { return row->takes(parameter); });
    if (!is_taken) command.hide(flag_of(parameter));
  });
  std::string variants;
  std::string facts;
  for (const registry::AlgorithmInfo* row : rows) {
    const std::string variant(row->variant);
    const std::string known = "|" + variants + "|";
    if (!variant.empty() && known.find("|" + variant + "|") == std::string::npos) {
      variants += (variants.empty() ? "" : "|") + variant;
    }
    const std::string fact = std::string(row->name) + ", " + std::string(name_of(row->problem)) +
                             ": " + std::string(row->guarantee) + "\n";
    if (facts.find(fact) != std::string::npos) continue;
    facts +=
        fact + "    " + std::string(row->complexity) + "; " + std::string(row->reference) + "\n";
  }
  if (variants.empty()) {
    command.hide("--variant");
  } else {
    command.show_value("--variant", variants);
  }
  if (command.value_of("--algorithm").empty()) return;
  facts.pop_back();
  command.describe(facts);
}

void fit_help(Command& command, std::span<const registry::Problem> problems) {
  fit_help(command, problems, rows_of_help(command, problems));
}

void report_parameters(Json& options, const registry::AlgorithmInfo& algorithm,
                       std::span<const registry::Problem> problems,
                       const registry::ParameterValues& values) {
  for_each_parameter(problems, [&](const Parameter& parameter) {
    const ParameterValue value = values.value_of(parameter.name);
    const double* const real = std::get_if<double>(&value);
    const bool is_automatic = real != nullptr && *real < parameter.automatic_below;
    const bool is_taken =
        parameter.reported == registry::Reported::always || algorithm.takes(parameter);
    Json& member = options[std::string(parameter.name)];
    if (is_taken && !is_automatic) std::visit([&](const auto& held) { member = held; }, value);
  });
}

}  // namespace hypermatch::cli
