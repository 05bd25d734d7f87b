// SPDX-License-Identifier: MIT
// Values of parameters by name: what they may be, and which of them an algorithm takes.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "find.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_matching.hpp"

namespace hypermatch::registry {

namespace {

std::string shortest(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof(text), value);
  return {text, end.ptr};
}

std::string words_of(const ParameterValue& value) {
  if (const auto* const real = std::get_if<double>(&value)) return shortest(*real);
  if (const auto* const whole = std::get_if<std::uint64_t>(&value)) return std::to_string(*whole);
  return "'" + std::get<std::string>(value) + "'";
}

bool is_offered(std::string_view names, std::string_view name) {
  while (!names.empty()) {
    const std::string_view first = names.substr(0, names.find('|'));
    if (first == name) return true;
    names.remove_prefix(std::min(names.size(), first.size() + 1));
  }
  return false;
}

const Parameter& find_parameter(std::string_view name) {
  std::string known;
  for (const Parameter& parameter : parameters()) {
    if (parameter.name == name) return parameter;
    append_name(known, parameter.name);
  }
  throw Error(ErrorCode::invalid_option,
              "parameter is '" + std::string(name) + "', must be one of " + known);
}

// "local_max (crcw), local_max (crew)"; may be empty.
std::string takers_of(const Parameter& parameter, Problem problem) {
  std::string names;
  for (const AlgorithmInfo& algorithm : algorithms(problem)) {
    if (algorithm.takes(parameter)) append_name(names, full_name(algorithm));
  }
  return names;
}

void refuse_parameter(const AlgorithmInfo& algorithm, const Parameter& parameter) {
  const std::string takers = takers_of(parameter, algorithm.problem);
  if (!parameter.refusal.empty()) {
    refuse(full_name(algorithm) + " " + std::string(parameter.refusal) + "; " +
           (takers.empty() ? "no algorithm for " + std::string(name_of(algorithm.problem)) + " does"
                           : "these do: " + takers));
  }
  const std::string owners = takers.empty() ? owners_of(parameter) : takers;
  refuse(full_name(algorithm) + " has no " + std::string(parameter.name) + ", " + owners +
         (owners.find(',') == std::string::npos ? " has" : " have"));
}

}  // namespace

bool Parameter::accepts(const ParameterValue& value) const {
  switch (kind) {
    case ParameterKind::real: {
      const double* const real = std::get_if<double>(&value);
      if (real == nullptr || !std::isfinite(*real)) return false;
      return open ? *real > low && *real < high : *real >= low && *real <= high;
    }
    case ParameterKind::whole: {
      const auto* const whole = std::get_if<std::uint64_t>(&value);
      return whole != nullptr && *whole >= least && *whole <= most;
    }
    case ParameterKind::choice:
      break;
  }
  const auto* const chosen = std::get_if<std::string>(&value);
  return chosen != nullptr && is_offered(names(), *chosen);
}

std::string Parameter::expectation() const {
  if (kind == ParameterKind::choice) return "one of " + names();
  if (kind == ParameterKind::whole) {
    return "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  }
  const bool has_low = low > std::numeric_limits<double>::lowest();
  const bool has_high = high < std::numeric_limits<double>::max();
  std::string text = "a number";
  if (has_low) text += (open ? " above " : " that is at least ") + shortest(low);
  if (has_low && has_high) text += " and";
  if (has_high) text += (open ? " below " : " up to ") + shortest(high);
  return text;
}

void ParameterValues::set(std::string_view name, ParameterValue value) {
  for (auto& [known, held] : values_) {
    if (known != name) continue;
    held = std::move(value);
    return;
  }
  values_.emplace_back(name, std::move(value));
}

const ParameterValue* ParameterValues::find(std::string_view name) const {
  for (const auto& [known, value] : values_) {
    if (known == name) return &value;
  }
  return nullptr;
}

ParameterValue ParameterValues::value_of(std::string_view name) const {
  const Parameter& parameter = find_parameter(name);
  const ParameterValue* const given = find(name);
  return given != nullptr ? *given : parameter.fallback();
}

void check_value(const Parameter& parameter, const ParameterValue& value) {
  // The default need not be offered.
  if (parameter.accepts(value) || value == parameter.fallback()) return;
  throw Error(ErrorCode::invalid_option, std::string(parameter.name) + " is " + words_of(value) +
                                             ", must be " + parameter.expectation());
}

void check_parameters(const AlgorithmInfo& algorithm, const ParameterValues& values) {
  for (const auto& [name, value] : values) check_value(find_parameter(name), value);
  for (const Parameter& parameter : parameters()) {
    const ParameterValue* const given = values.find(parameter.name);
    if (given == nullptr || algorithm.takes(parameter)) continue;
    if (*given == parameter.fallback() && parameter.default_holds) continue;
    refuse_parameter(algorithm, parameter);
  }
}

ParameterValues parameters_at(const Where& where, const AlgorithmInfo& algorithm,
                              ParameterValues values) {
  const Parameter& parts = find_parameter("parts");
  if (where.group() == nullptr || !algorithm.takes(parts)) return values;
  const auto devices = static_cast<std::uint64_t>(where.group()->size());
  const ParameterValue* const given = values.find(parts.name);
  if (given != nullptr && *given != ParameterValue(devices)) {
    throw Error(ErrorCode::invalid_option, "parts is " + words_of(*given) +
                                               ", but several devices have a part each: here " +
                                               std::to_string(devices));
  }
  values.set(parts.name, devices);
  return values;
}

}  // namespace hypermatch::registry
