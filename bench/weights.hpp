// SPDX-License-Identifier: MIT
// One structure under many kinds of weights: whether the default algorithm's speed depends on them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hypermatch::bench {

struct WeightSettings {
  std::size_t repetitions = 5;
  int threads = 2;
  std::vector<std::string> instances;
};

/// Prints one table per instance, one row per kind of weights: the time of `local_max` as a ratio
/// to that with int32 weights 1..100, for each form of the instance (list of edges and rows of a
/// graph, or a hypergraph rated by weight), on one thread and on several. The runs of both take
/// turns, and the least time of each counts. Returns an exit code.
int weights(const WeightSettings& settings);

/// Three large graphs and one hypergraph.
[[nodiscard]] std::vector<std::string> weight_instances();

}  // namespace hypermatch::bench
