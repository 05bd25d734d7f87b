// SPDX-License-Identifier: MIT
// Moves of vertices in sub-rounds: the vertices of a sub-round, chosen by a hash of vertex, sweep
// and seed, decide from the communities that the last one left, and then move at once. If all
// vertices moved at once, neighbours would change places for ever; of eight sub-rounds, most of a
// vertex's neighbours stand still in each. The outcome depends on no number of threads: sums are of
// integers, and of equal gains the community of the lowest number wins.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "algorithms/clustering/common/moves/inner_vertices.hpp"
#include "algorithms/clustering/common/moves/objective.hpp"
#include "algorithms/clustering/common/multilevel/level.hpp"
#include "algorithms/clustering/common/multilevel/level_records.hpp"
#include "algorithms/clustering/common/multilevel/workspace.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::clustering {

struct MoveOptions {
  std::uint64_t seed = 0;
  /// Sweeps end after one that gained less than this share of the total weight,
  double threshold = 1e-4;
  /// after so many,
  std::uint32_t max_sweeps = 100;
  /// and when so many arcs were looked at: what bounds the work of a level.
  std::uint64_t max_arcs = std::numeric_limits<std::uint64_t>::max();
  std::uint32_t num_sub_rounds = 8;
  /// Where there is one sweep: vertices that it need not look at, if they are known, and those of
  /// the next one. May be null. The outcome is the same.
  InnerVertices* inner = nullptr;
  /// Where each sub-round is told; none: nowhere.
  const LevelRecords* records = nullptr;
};

/// Moves vertices to the neighbouring community of the largest gain, or out of a community that is
/// worth less than to be alone, if no other one has the vertex's number. A vertex is looked at in
/// the first sweep, and again after a neighbour moved to a community that is not the vertex's.
/// @throws Error{resources, cancelled}
Sweeps move_vertices(const Context& context, const LevelView& level, const Objective& objective,
                     Partition& partition, const MoveOptions& options, Workspace& workspace);

/// Leiden's refinement, in one sweep: from each vertex alone, vertices that are alone join a
/// refined community inside their own community of `within`. A vertex that is alone and may itself
/// move in the same sub-round is no target, so that every refined community is connected at all
/// times.
/// @throws Error{resources, cancelled}
Sweeps refine(const Context& context, const LevelView& level, const Objective& objective,
              std::span<const VertexId> within, Partition& refined, const MoveOptions& options,
              Workspace& workspace);

}  // namespace hypermatch::detail::clustering
