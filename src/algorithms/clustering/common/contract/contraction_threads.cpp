// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/contract/contraction.hpp"

#include <utility>

#include "coarsen/classes.hpp"
#include "coarsen/contracted_rows.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

Level contract_communities(const Context& context, const LevelView& level,
                           const Partition& partition, Workspace& workspace, Level memory) {
  coarsen::Classes classes = coarsen::classes_of_labels(context, level.graph.num_vertices,
                                                        LabelsView(partition.community.view()));
  Level next = std::move(memory);
  next.volume.resize(classes.size());
  parallel::for_each(context, classes.size(), [&](std::size_t c) {
    next.volume[c] = partition.volume[partition.community[classes.members[classes.offsets[c]]]];
  });
  coarsen::ContractedRows rows = coarsen::contract_rows(
      context, level.graph, classes,
      {.loops = Loops::keep, .loop_weights = level.loops, .rows = coarsen::Rows::complete},
      {std::move(next.contraction.graph), std::move(next.contraction.loop_weights)},
      workspace.rows);
  next.contraction.graph = std::move(rows.graph);
  next.contraction.loop_weights = std::move(rows.loop_weights);
  next.contraction.coarse_vertex = std::move(classes.class_of);
  return next;
}

Level contract_communities(const Context& context, const LevelView& level,
                           std::span<const VertexId> communities) {
  Workspace workspace;
  return contract_communities(context, level, partition_of(context, level, communities), workspace);
}

}  // namespace hypermatch::detail::clustering
