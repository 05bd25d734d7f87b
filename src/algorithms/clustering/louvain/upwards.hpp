// SPDX-License-Identifier: MIT
// Louvain's method as it was published: sweeps of a level, its contraction, and again.
#pragma once

#include <utility>
#include <vector>

#include "algorithms/clustering/common/contract/contraction.hpp"
#include "algorithms/clustering/common/moves/objective.hpp"
#include "algorithms/clustering/common/multilevel/level_records.hpp"
#include "algorithms/clustering/common/multilevel/threshold_schedule.hpp"
#include "algorithms/clustering/common/multilevel/workspace.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/coarsen.hpp"

namespace hypermatch::detail::clustering {

/// sweeps(level, partition) moves the vertices of each level. Returns communities of the finest
/// one, and appends what each level took, and to `contractions` where each vertex went, if a
/// hierarchy is wanted.
template <class SweepLevel>
Partition louvain_upwards(const Context& context, const FinestLevel& finest,
                          const LouvainOptions& options, LevelRecords& records,
                          std::vector<Array<VertexId>>& contractions,
                          const SweepLevel& sweep_level) {
  const Objective& objective = finest.objective();
  Workspace workspace;
  Level held;  // what `level` views, but for the finest
  LevelView level = finest.view();
  Partition partition = options.initial.empty() ? singletons(context, level)
                                                : partition_of(context, level, options.initial);
  Array<VertexId> community = partition.community.clone();
  for (std::uint32_t i = 0; i < options.max_levels; ++i) {
    if (i != 0) partition = singletons(context, level);
    records.begin(i);
    const Sweeps sweeps = sweep_level(level, partition);
    records.moved();
    records.swept(sweeps, options.max_sweeps);
    Level next = contract_communities(context, level, partition, workspace);
    const bool shrank = next.contraction.graph.num_vertices < level.graph.num_vertices;
    if (i != 0 && !shrank) break;
    if (options.keep_hierarchy) contractions.push_back(next.contraction.coarse_vertex.clone());
    community = i == 0 ? std::move(next.contraction.coarse_vertex)
                       : project(context, next.contraction.coarse_vertex.view(), community.view());
    records.end(level, sweeps, quality_of_vertices(context, next.view(), objective));
    held = std::move(next);
    level = held.view();
    if (!shrank) break;
    if (i + 1 == options.max_levels) records.reach_levels();
  }
  return partition_of(context, finest.view(), community.view());
}

}  // namespace hypermatch::detail::clustering
