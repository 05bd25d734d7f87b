// SPDX-License-Identifier: MIT
// The table of algorithms.
#include <nanobind/stl/variant.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "hypermatch/registry_matching.hpp"
#include "results.hpp"

namespace hypermatch::python {

namespace {

nb::list split(const std::string& names) {
  nb::list result;
  std::istringstream all(names);
  for (std::string name; std::getline(all, name, '|');) result.append(name);
  return result;
}

nb::dict parameter_dict(const registry::Parameter& parameter) {
  nb::dict row;
  row["kind"] = name_of(parameter.kind);
  std::string help(parameter.help);
  std::replace(help.begin(), help.end(), '\n', ' ');
  row["help"] = help;
  row["default"] = parameter.fallback();
  if (parameter.kind == registry::ParameterKind::choice) row["choices"] = split(parameter.names());
  row["expectation"] = parameter.expectation();
  return row;
}

nb::list backend_list(const registry::Backends& backends) {
  nb::list names;
  for (const registry::BackendInfo& backend : backends) names.append(backend.name);
  return names;
}

// Bytes of a run at most, beside the instance.
nb::dict memory_dict(const registry::MemoryBound& memory) {
  nb::dict bytes;
  bytes["per_vertex"] = memory.per_vertex;
  bytes["per_edge"] = memory.per_edge;
  bytes["per_pin"] = memory.per_pin;
  bytes["per_ranked_edge"] = memory.per_ranked_edge;
  bytes["fixed"] = memory.fixed;
  return bytes;
}

nb::dict row_of(const registry::AlgorithmInfo& algorithm, const char* kind) {
  nb::dict row;
  row["problem"] = name_of(algorithm.problem);
  row["kind"] = kind;
  row["name"] = algorithm.name;
  row["variant"] = algorithm.variant;
  row["is_default"] = algorithm.is_default;
  row["guarantee"] = algorithm.guarantee;
  row["complexity"] = algorithm.complexity;
  row["reference"] = algorithm.reference;
  row["advice"] = algorithm.advice;
  row["summary"] = algorithm.summary;
  row["reports_progress"] = algorithm.reports_progress;
  row["determinism"] = name_of(algorithm.determinism);
  row["maximal"] = algorithm.maximal;
  row["greedy"] = algorithm.greedy;
  row["connected"] = algorithm.connected;
  row["stable"] = algorithm.stable;
  row["one_sided"] = algorithm.one_sided;
  row["backends"] = backend_list(algorithm.backends);
  row["memory"] = memory_dict(algorithm.memory);
  row["takes_capacities"] = algorithm.takes_capacities();
  nb::dict parameters;
  for (const registry::Parameter& each : algorithm.parameters) {
    parameters[nb::str(each.name.data(), each.name.size())] = parameter_dict(each);
  }
  row["parameters"] = parameters;
  return row;
}

nb::list algorithms() {
  nb::list rows;
  for (const registry::AlgorithmInfo& each : registry::algorithms()) {
    rows.append(row_of(each, each.streams() ? "stream" : "solver"));
  }
  for (const registry::AlgorithmInfo& each : registry::passes()) rows.append(row_of(each, "pass"));
  return rows;
}

}  // namespace

void bind_facts(nb::module_& module) {
  module.def("algorithms", algorithms);
}

}  // namespace hypermatch::python
