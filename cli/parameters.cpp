// SPDX-License-Identifier: MIT
#include "parameters.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

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

std::optional<ParameterValue> value_in(const Parameter& parameter, const std::string& given) {
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
    std::string flag = "--" + std::string(parameter.name);
    std::replace(flag.begin(), flag.end(), '_', '-');
    command.custom(
        flag, parameter.names != nullptr ? parameter.names() : std::string(parameter.symbol),
        [&parameter, &values, flag](const std::string& given) {
          const auto value = value_in(parameter, given);
          if (!value || !parameter.accepts(*value)) {
            refuse(flag, given, parameter.expectation());
          }
          values.set(parameter.name, *value);
        },
        std::string(parameter.help));
  });
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
