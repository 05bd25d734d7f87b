// SPDX-License-Identifier: MIT
// Communities of small graphs under a largest size: where communities are full, moves and merges of
// pairs end far from the best, and vertices have to change places.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/constraints/limits.hpp"
#include "algorithms/clustering/common/moves/objective.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::clustering {

/// Graphs of more vertices are not searched: memory is 16 bytes per pair of vertices.
inline constexpr VertexId k_most_exchanged = 512;

/// Iterated local search: a vertex moves, changes places with one of another community, or takes
/// the place of one that goes elsewhere or alone; two communities merge. When nothing gains, some
/// communities are taken apart, and what the search then finds is kept unless it is worth less.
/// `communities` keep to the limits, numbers below n, and have a size of 1 per vertex that is not
/// pinned. Returns communities worth as much or more. One thread; about 2^21 looks at pairs of
/// vertices at most. @throws Error{resources, cancelled}
[[nodiscard]] Array<VertexId> improve_by_exchanges(const Context& context, const LevelView& level,
                                                   const Objective& objective, const Limits& limits,
                                                   Array<VertexId> communities, std::uint64_t seed);

}  // namespace hypermatch::detail::clustering
