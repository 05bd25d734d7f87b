// SPDX-License-Identifier: MIT
// What a solver that keeps a structure saves per call.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hypermatch::bench {

struct GraphSolverSettings {
  std::size_t repetitions = 5;
  int threads = 2;
  std::vector<std::string> instances;
};

/// Prints a table, a row per instance, form, capacity and place (all threads, and a device where
/// there is one): a fresh call with the solver's, from weights in host memory to the matching
/// there. Returns an exit code.
int graph_solvers(const GraphSolverSettings& settings);

}  // namespace hypermatch::bench
