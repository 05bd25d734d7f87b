// SPDX-License-Identifier: MIT
// Louvain's method with vertices in turn, one thread: the sequential truth.
#pragma once

#include <vector>
#include "algorithms/clustering/common/multilevel/level_records.hpp"

#include "algorithms/clustering/common/moves/objective.hpp"
#include "hypermatch/clustering.hpp"

namespace hypermatch::detail::clustering {

/// Blondel, Guillaume, Lambiotte, Lefebvre 2008. Vertices in the order of their numbers, each to
/// the community of the largest gain, of equal ones the lowest number, until a sweep gains less
/// than the threshold: `threshold_large` above 100 000 vertices, else `threshold_small` (the
/// adaptive baseline of Naim 2017). Returns communities of the finest level, and appends what each
/// level took, and to `contractions` where each vertex went, if a hierarchy is wanted.
[[nodiscard]] Partition louvain_sequential(const Context& context, const FinestLevel& finest,
                                           const LouvainOptions& options, LevelRecords& records,
                                           std::vector<Array<VertexId>>& contractions);

}  // namespace hypermatch::detail::clustering
