// SPDX-License-Identifier: MIT
// Memory that the steps of a call use one after the other: it costs more to get pages from the
// system than to fill them.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/clustering/common/moves/community_sums.hpp"
#include "coarsen/row_scratch.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/grain.hpp"

namespace hypermatch::detail::clustering {

struct Move {
  VertexId vertex;
  VertexId to;
};

/// The community of a vertex, and the community of a coarser partition that it is inside.
struct NestedCommunities {
  VertexId outer;
  VertexId inner;
};

/// What a task of a region works with.
struct alignas(64) TaskMemory {
  CommunitySums sums;
  std::vector<VertexId> due;  ///< vertices to be looked at
  std::vector<Move> moves;
};

/// The tasks that sweep a level: small ones are one thread's, because others would come too late.
[[nodiscard]] inline std::size_t num_tasks_of(const Context& context, const GraphView& level) {
  constexpr std::uint64_t k_small = parallel::threshold(std::uint64_t{1} << 15);
  if (level.num_vertices + level.num_arcs() < k_small) return 1;
  return static_cast<std::size_t>(context.threads());
}

struct Workspace {
  /// For so many tasks, one at least.
  std::vector<TaskMemory>& tasks_for(std::size_t count) {
    if (tasks.size() < count) tasks.resize(count);
    return tasks;
  }

  std::vector<TaskMemory> tasks;
  coarsen::RowScratch<std::int64_t> rows;
  Array<std::uint8_t> due;          ///< sub-rounds of active vertices
  Array<std::uint8_t> sub_round;    ///< sub-rounds of all vertices
  Array<NestedCommunities> nested;  ///< of vertices
  Array<VertexId> number;           ///< coarse vertices of communities
};

}  // namespace hypermatch::detail::clustering
