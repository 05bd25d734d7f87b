// SPDX-License-Identifier: MIT
// Speed of greedy b-matchings of graphs and hypergraphs, side by side.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hypermatch::bench {

struct CapacitySettings {
  std::size_t repetitions = 5;
  int threads = 2;
  std::vector<std::string> instances;
};

/// Prints a table of graphs, capacities 1, 3 and 10, and one of hypergraphs, capacities 1, 2 and 5,
/// each with one capacity for all vertices: the default with sorted greedy on one thread, and on
/// several threads with itself on one; and the time of every other algorithm on one thread as a
/// multiple of the default's on the same form, up to 2^23 edges. All turns of a row take some six
/// seconds at most, or are one. Below are geometric means per capacity. Capacity 1
/// is the plain matching. Returns an exit code.
int capacities(const CapacitySettings& settings);

/// What the tables are about: families of graphs, among them grids and roads, whose vertices have
/// hardly more edges than capacity, and the hypergraphs of standard_instances.
[[nodiscard]] std::vector<std::string> capacity_instances(const std::string& data_folder);

}  // namespace hypermatch::bench
