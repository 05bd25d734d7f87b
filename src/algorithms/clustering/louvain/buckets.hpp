// SPDX-License-Identifier: MIT
// Louvain's method with vertices in buckets by degree.
#pragma once

#include <vector>

#include "algorithms/clustering/common/moves/objective.hpp"
#include "algorithms/clustering/common/multilevel/level_records.hpp"
#include "hypermatch/clustering.hpp"

namespace hypermatch::detail::clustering {

/// Naim 2017, Paper III: the vertices of a bucket decide from the communities that the one before
/// it left, and then move at once (`relaxed_buckets`: from those that the sweep before left, and
/// all move at its end). A vertex alone joins another one alone only if that has the lower number;
/// of equal gains the community of the lowest number wins. Sweeps end after one that gains less
/// than the threshold, `threshold_large` above 100 000 vertices, else `threshold_small`; one that
/// loses is the last of its level, and undone or kept. Returns communities of the finest level, and
/// appends as `louvain_sequential`.
[[nodiscard]] Partition louvain_buckets(const Context& context, const FinestLevel& finest,
                                        const LouvainOptions& options, LevelRecords& records,
                                        std::vector<Array<VertexId>>& contractions);

}  // namespace hypermatch::detail::clustering
