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
/// turns, and the least time of each counts. Three more tables are about weights that rise or fall
/// along the edges: with vertices renamed at random, with vertices and edges turned round, and with
/// one heavy vertex. Nothing is ever repeated on cores for codes that clash. Returns an exit code.
int weights(const WeightSettings& settings);

/// Three large graphs and two hypergraphs.
[[nodiscard]] std::vector<std::string> weight_instances();

}  // namespace hypermatch::bench
