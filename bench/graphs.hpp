// SPDX-License-Identifier: MIT
// Speed of the exact greedy matchings of graphs, side by side.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hypermatch::bench {

struct GraphSettings {
  std::size_t repetitions = 5;
  int threads = 2;
  std::vector<std::string> instances;
};

/// Prints two tables, a row an instance: the default, of a list of edges and of rows, with sorted
/// greedy on one thread, and on several threads with itself on one; and the time of every other
/// algorithm on one thread as a multiple of the default's on the same form. Their geometric means
/// are over the instances with at least 100,000 edges. Returns an exit code.
int graphs(const GraphSettings& settings);

/// What the tables are about: four large families, and the real weighted graphs with at least
/// 100,000 edges from the folder (none if it is absent).
[[nodiscard]] std::vector<std::string> large_graphs(const std::string& data_folder);

}  // namespace hypermatch::bench
