// SPDX-License-Identifier: MIT
// `stable --from-graph`: vertices as agents, which prefer the heaviest edges.
#pragma once

#include <cstdint>
#include <string>

#include "capacity.hpp"
#include "pipeline.hpp"
#include "preferences.hpp"

namespace hypermatch::cli {

struct GraphOfAgents {
  bool is_asked = false;  ///< `--from-graph`
  std::string capacity = k_capacity_one;
};

void add_graph_flags(Command& command, GraphOfAgents& options);
/// Refuses flags that say how preferences are read with a graph.
/// @throws Error{invalid_option}
void check_graph_flags(const Command& command, const GraphOfAgents& options);

struct WeightedAgents {
  Preferences preferences;
  io::VertexLabels labels;
};

/// Reads a graph, of the format of that name if it is not empty, and notes and logs what was read.
/// `seed` breaks ties among equal weights.
[[nodiscard]] WeightedAgents load_weighted_agents(RunContext& run, const std::string& file,
                                                  const std::string& format,
                                                  const GraphOfAgents& options, std::uint64_t seed);

}  // namespace hypermatch::cli
