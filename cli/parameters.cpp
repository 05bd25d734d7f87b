// SPDX-License-Identifier: MIT
#include "parameters.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "terminal.hpp"

namespace hypermatch::cli {

namespace {

using registry::Parameter;
using registry::ParameterKind;
using registry::ParameterValue;

double read_real(const Parameter& parameter, const std::string& flag, const std::string& given) {
  const double value = parse_real(
      flag, given, parameter.open ? std::numeric_limits<double>::lowest() : parameter.low);
  if (parameter.open ? value <= parameter.low || value >= parameter.high : value > parameter.high) {
    refuse(flag, given,
           parameter.open
               ? "a number above " + number(parameter.low) + " and below " + number(parameter.high)
               : "a number up to " + number(parameter.high));
  }
  return value;
}

ParameterValue read_value(const Parameter& parameter, const std::string& flag,
                          const std::string& given) {
  switch (parameter.kind) {
    case ParameterKind::real:
      return read_real(parameter, flag, given);
    case ParameterKind::whole:
      return parse_whole(flag, given);
    case ParameterKind::choice:
      break;
  }
  return std::string_view(given);
}

template <class Request>
void add_flags(Command& command, Request& request) {
  for (const Parameter& parameter : registry::parameters()) {
    const auto& field = parameter.field<Request>();
    if (field.set == nullptr) continue;
    std::string flag = "--" + std::string(parameter.name);
    std::replace(flag.begin(), flag.end(), '_', '-');
    command.custom(
        flag, parameter.names != nullptr ? parameter.names() : std::string(parameter.symbol),
        [&parameter, &field, &request, flag](const std::string& given) {
          if (!field.set(request, read_value(parameter, flag, given))) {
            refuse(flag, given, "one of " + parameter.names());
          }
        },
        std::string(parameter.help));
  }
}

template <class Request>
void report(Json& options, const registry::AlgorithmInfo& algorithm, const Request& request) {
  for (const Parameter& parameter : registry::parameters()) {
    const auto& field = parameter.field<Request>();
    if (field.get == nullptr) continue;
    const ParameterValue value = field.get(request);
    const double* const real = std::get_if<double>(&value);
    const bool is_automatic = real != nullptr && *real < parameter.automatic_below;
    const bool is_taken =
        parameter.reported == registry::Reported::always || algorithm.takes(parameter);
    Json& member = options[std::string(parameter.name)];
    if (is_taken && !is_automatic) std::visit([&](const auto& held) { member = held; }, value);
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

void add_parameter_flags(Command& command, registry::MatchingRequest& request) {
  add_flags(command, request);
}

void add_parameter_flags(Command& command, registry::BipartiteRequest& request) {
  add_flags(command, request);
}

void report_parameters(Json& options, const registry::AlgorithmInfo& algorithm,
                       const registry::MatchingRequest& request) {
  report(options, algorithm, request);
}

void report_parameters(Json& options, const registry::AlgorithmInfo& algorithm,
                       const registry::BipartiteRequest& request) {
  report(options, algorithm, request);
}

}  // namespace hypermatch::cli
