// SPDX-License-Identifier: MIT
#include "parameters.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
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

const char* verb_of(registry::Problem problem) {
  switch (problem) {
    case registry::Problem::bipartite_matching:
    case registry::Problem::b_assignment:
      return "bipartite";
    case registry::Problem::clustering:
      return "cluster";
    case registry::Problem::stable_matching:
      return "stable";
    case registry::Problem::hypergraph_matching:
    case registry::Problem::graph_matching:
      break;
  }
  return "match";
}

/// Refuses a wish for the best answer where no algorithm of the verb has a proof of it: one line on
/// what is missing, and what comes closest. @throws Error{unsupported}
void refuse_exact(std::span<const registry::Problem> problems, const std::string& given) {
  constexpr std::string_view k_wishes[] = {"optimal", "optimum", "ilp", "blossom"};
  if (std::find(std::begin(k_wishes), std::end(k_wishes), given) == std::end(k_wishes)) return;
  const auto serves = [&](registry::Problem problem) {
    return std::find(problems.begin(), problems.end(), problem) != problems.end();
  };
  std::string what;
  if (serves(registry::Problem::hypergraph_matching) || serves(registry::Problem::graph_matching)) {
    what =
        "no algorithm finds a heaviest matching of a hypergraph or a pool for sure; --algorithm "
        "stack_streaming --complete comes closest, and certified_ratio says how close; of a graph "
        "--algorithm exact finds one, of rows and columns `bipartite --objective weight`";
  } else if (serves(registry::Problem::clustering)) {
    what =
        "no algorithm finds the best communities for sure; leiden with the best of many seeds "
        "(--seeds) comes closest";
  } else if (serves(registry::Problem::bipartite_matching)) {
    what =
        "all algorithms find a largest matching, and --objective weight a heaviest one; none of "
        "them "
        "is called so";
  } else {
    what =
        "all algorithms have what `hypermatch list algorithms` guarantees; none of them is called "
        "so";
  }
  throw Error(ErrorCode::unsupported, "--algorithm " + given + ": " + what);
}

// Refuses an algorithm of other problems only, with the verb that has it.
void check_verb(std::span<const registry::Problem> problems, const std::string& name) {
  if (name.empty()) throw Error(ErrorCode::invalid_option, "--algorithm is empty, must be a name");
  const auto has = [&](registry::Problem problem) {
    return registry::has_algorithm(problem, name);
  };
  if (std::any_of(problems.begin(), problems.end(), has)) return;
  for (const auto& [problem, problem_name, summary] : names_of<registry::Problem>()) {
    if (!has(problem)) continue;
    throw Error(ErrorCode::unsupported, name + " is for hypermatch " + verb_of(problem) + " (" +
                                            std::string(problem_name) + ")");
  }
}

std::vector<const registry::AlgorithmInfo*> rows_named(std::span<const registry::Problem> problems,
                                                       const std::string& name,
                                                       const std::string& variant) {
  std::vector<const registry::AlgorithmInfo*> rows;
  for (const registry::Problem problem : problems) {
    const auto found = registry::rows_named(problem, name, variant);
    rows.insert(rows.end(), found.begin(), found.end());
  }
  return rows;
}

// "a|b", each once.
std::string variants_of(std::span<const registry::AlgorithmInfo* const> rows) {
  std::string variants;
  for (const registry::AlgorithmInfo* row : rows) {
    const std::string variant(row->variant);
    const std::string known = "|" + variants + "|";
    if (!variant.empty() && known.find("|" + variant + "|") == std::string::npos) {
      variants += (variants.empty() ? "" : "|") + variant;
    }
  }
  return variants;
}

// The help of `--variant`: a line per algorithm of the rows that has variants.
std::string help_of_variant(std::span<const registry::AlgorithmInfo* const> rows) {
  std::string text = "Variant of the algorithm (default: its first)";
  std::vector<std::string_view> told;
  for (const registry::AlgorithmInfo* first : rows) {
    if (std::find(told.begin(), told.end(), first->name) != told.end()) continue;
    told.push_back(first->name);
    std::vector<const registry::AlgorithmInfo*> same(rows.begin(), rows.end());
    std::erase_if(same,
                  [&](const auto* row) { return row->name != first->name || row->is_external(); });
    const std::string variants = variants_of(same);
    if (!variants.empty()) text.append("\n").append(first->name).append(": ").append(variants);
  }
  std::vector<const registry::AlgorithmInfo*> external(rows.begin(), rows.end());
  std::erase_if(external, [](const auto* row) { return !row->is_external(); });
  if (!external.empty()) text.append("\nwith --memory-limit: ").append(variants_of(external));
  return text;
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

void refuse_variant(std::span<const registry::Problem> problems, std::string name,
                    const std::string& given) {
  if (name.empty()) name = registry::find({.problem = problems.front()}).name;
  const std::string known = variants_of(rows_named(problems, name, {}));
  if (known.empty()) {
    throw Error(ErrorCode::unsupported,
                "variant is '" + given + "', but " + name + " has no variants");
  }
  throw Error(ErrorCode::invalid_option, "variant is '" + given + "', must be one of " + known +
                                             " for " + name + did_you_mean(given, known));
}

void add_algorithm_flags(Command& command, std::span<const registry::Problem> problems,
                         std::string& algorithm, std::string& variant,
                         const std::string& standing_in) {
  command.custom(
      "--algorithm", algorithm_names(problems, &registry::AlgorithmInfo::name),
      [&algorithm, problems](const std::string& given) {
        refuse_exact(problems, given);
        check_verb(problems, given);
        algorithm = given;
      },
      standing_in + "; hypermatch list NAME describes one");
  std::vector<const registry::AlgorithmInfo*> defaults;
  for (const registry::AlgorithmInfo* row : rows_named(problems, {}, {})) {
    if (row->is_default) defaults.push_back(row);
  }
  const std::string variants =
      variants_of(rows_named(problems, std::string(defaults.front()->name), {}));
  command.text("--variant", variants.empty() ? "NAME" : variants, variant,
               help_of_variant(rows_named(problems, {}, {})));
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
  auto rows = rows_named(problems, name, variant);
  if (!rows.empty()) return rows;
  const bool is_known = name.empty() || !rows_named(problems, name, {}).empty();
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
  const std::string variants = variants_of(rows);
  std::string facts;
  for (const registry::AlgorithmInfo* row : rows) {
    const std::string fact = std::string(row->name) + ", " + std::string(name_of(row->problem)) +
                             ": " + std::string(row->guarantee) + "\n";
    if (facts.find(fact) != std::string::npos) continue;
    facts +=
        fact + "    " + std::string(row->complexity) + "; " + std::string(row->reference) + "\n";
  }
  if (variants.empty()) command.hide("--variant");
  command.explain("--variant", help_of_variant(rows));
  if (command.value_of("--algorithm").empty()) return;
  command.show_value("--variant", variants);
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
    const ParameterValue value = algorithm.value_of(parameter, values);
    const double* const real = std::get_if<double>(&value);
    const bool is_automatic = real != nullptr && *real < parameter.automatic_below;
    const bool is_taken =
        parameter.reported == registry::Reported::always || algorithm.takes(parameter);
    Json& member = options[std::string(parameter.name)];
    if (is_taken && !is_automatic) std::visit([&](const auto& held) { member = held; }, value);
  });
}

}  // namespace hypermatch::cli
