// SPDX-License-Identifier: MIT
// Merges of neighbouring communities, which are the vertices of a contracted graph here. No merge
// joins two pinned communities, or makes one larger than `max_size`.
#pragma once

#include "algorithms/clustering/common/constraints/limits.hpp"
#include "algorithms/clustering/common/moves/objective.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::clustering {

/// Each community below `min_size`, the smallest first, ties to the lowest number, is merged into
/// the neighbour of the largest gain, ties to the lowest number. Those without a neighbour that may
/// take them stay. One thread. Returns labels of the communities, below their number.
/// @throws Error{resources, cancelled}
[[nodiscard]] Array<VertexId> merge_small(const Context& context, const LevelView& level,
                                          const Objective& objective, const Limits& limits,
                                          VertexId min_size);

/// Merges until `count` communities are left, or no merge is possible: each time the pair of
/// neighbours whose merge loses least, ties to the lowest numbers. Of more than 1024 communities up
/// to an eighth merge at once: each proposes the best merge with a neighbour from the same state,
/// and the best proposals are made. O(m) per round, and O(k^2) per merge of k <= 1024 communities
/// in the worst case. Returns labels of the communities, below their number.
/// @throws Error{resources, cancelled}
[[nodiscard]] Array<VertexId> merge_to(const Context& context, const LevelView& level,
                                       const Objective& objective, const Limits& limits,
                                       VertexId count);

/// What the merge of two communities is worth: links - price * volume, where the price is that of
/// the lower number, so that both see the same double.
[[nodiscard]] inline double gain_of_merge(const MoveGain& gain, std::int64_t links,
                                          std::int64_t volume_of_lower,
                                          std::int64_t volume_of_higher) {
  return MoveGain::of(gain.price(volume_of_lower), links, volume_of_higher);
}

}  // namespace hypermatch::detail::clustering
