// SPDX-License-Identifier: MIT
#include "hypermatch/enum_names.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/registry_rows.hpp"

namespace hypermatch::registry {

namespace {
std::string code(std::string_view text) {
  std::string quoted(1, '`');
  return quoted.append(text).append(1, '`');
}

std::string names_of_backends(const Backends& backends) {
  std::string text;
  for (const BackendInfo& backend : backends) {
    if (!text.empty()) text += ", ";
    text += backend.name;
  }
  return text;
}

// The back ends that take capacities, where these are some of them only.
std::string capacities_of(const AlgorithmInfo& algorithm) {
  if (!algorithm.takes_capacities()) return "no";
  const Backends& backends = algorithm.capacity_backends;
  return backends.size() == algorithm.backends.size() ? "yes" : names_of_backends(backends);
}
}  // namespace

std::string markdown() {
  std::string text =
      "| problem | algorithm | variant | guarantee | maximal | one pass | capacities | determinism "
      "| work | "
      "back "
      "ends | reference |\n|---|---|---|---|---|---|---|---|---|---|---|\n";
  const auto add = [&](const AlgorithmInfo& algorithm) {
    const std::string variant = algorithm.variant.empty() ? "" : code(algorithm.variant);
    const std::string_view about = name_of(algorithm.problem);
    text += "| " + std::string(about) + " | " + code(algorithm.name) + " | " + variant +
            (algorithm.is_default ? " (default)" : "") + " | " + std::string(algorithm.guarantee) +
            " | " + (algorithm.maximal ? "yes" : "no") + " | " +
            (algorithm.streams() ? "yes" : "no") + " | " + capacities_of(algorithm) + " | " +
            code(name_of(algorithm.determinism)) + " | " + std::string(algorithm.complexity) +
            " | " + names_of_backends(algorithm.backends) + " | " +
            std::string(algorithm.reference) + " |\n";
  };
  for (const auto& problem : names_of<Problem>()) {
    for (const AlgorithmInfo* const row : rows_named(problem.value, {})) add(*row);
  }
  return text;
}

}  // namespace hypermatch::registry
