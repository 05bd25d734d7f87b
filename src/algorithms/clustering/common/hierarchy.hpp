// SPDX-License-Identifier: MIT
// The levels of a clustering: vertices move, then each community is contracted to one vertex, until
// nothing is gained.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "algorithms/clustering/common/level.hpp"
#include "algorithms/clustering/common/partition.hpp"
#include "hypermatch/clustering.hpp"

namespace hypermatch::detail::clustering {

/// The objective of a call on a graph, resolved.
struct Goal {
  CommunityObjective objective = CommunityObjective::modularity;
  double resolution = 1.0;
  std::int64_t total = 0;  ///< 2W in exact weights
  double unit = 1.0;       ///< of these

  /// What a move gains, in exact weights.
  [[nodiscard]] MoveGain gain() const;
};

/// Where on the way up and down a level is.
struct Step {
  std::uint32_t number = 0;  ///< of the level
  bool down = false;
  std::span<const VertexId> within = {};
  std::uint32_t iteration = 0;
};

/// Moves the vertices of a level.
using MoveVertices = std::function<Sweeps(const LevelView&, const Goal&, Step, Partition&)>;

/// @throws as `louvain`
[[nodiscard]] Clustering build_hierarchy(const Context& context, const GraphView& graph,
                                         const LouvainOptions& options, const MoveVertices& move);

}  // namespace hypermatch::detail::clustering
