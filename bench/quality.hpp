// SPDX-License-Identifier: MIT
// Quality beside speed: every matching of graphs on every family.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hypermatch::bench {

struct QualitySettings {
  std::size_t repetitions = 5;
  double exact_seconds = 60;  ///< how long LEMON may take for one instance
  std::vector<std::string> instances;
};

/// Prints three tables, a row an instance and a column an algorithm: weight as a share of GPA's,
/// weight as a share of the optimum, and time as a multiple of sorted greedy's. One thread. Returns
/// an exit code.
int quality(const QualitySettings& settings);

}  // namespace hypermatch::bench
