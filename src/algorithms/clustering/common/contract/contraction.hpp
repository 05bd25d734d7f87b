// SPDX-License-Identifier: MIT
// A level contracted to the next one, whose rows are in any order: nothing that looks at a level
// depends on it.
#pragma once

#include <span>

#include "algorithms/clustering/common/moves/objective.hpp"
#include "algorithms/clustering/common/multilevel/level.hpp"
#include "algorithms/clustering/common/multilevel/workspace.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::clustering {

/// The graph with each community contracted to one vertex; coarse vertices are numbered by their
/// first vertices. Weights of arcs are int32 where all sums fit, else int64. O(n + m).
/// The call overwrites the arrays of `memory`, to spare pages from the system.
/// @throws Error{resources, cancelled}
[[nodiscard]] Level contract_communities(const Context& context, const LevelView& level,
                                         const Partition& partition, Workspace& workspace,
                                         Level memory = {});
/// The graph contracted by a community per vertex, with memory of its own, because callers contract
/// once. @throws Error{resources, cancelled}
[[nodiscard]] Level contract_communities(const Context& context, const LevelView& level,
                                         std::span<const VertexId> communities);

}  // namespace hypermatch::detail::clustering
