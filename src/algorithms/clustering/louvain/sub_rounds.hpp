// SPDX-License-Identifier: MIT
// Louvain's moves in sub-rounds: the vertices of a sub-round, chosen by a hash of vertex and round,
// decide from the communities that the last one left, and then move at once. A single round of all
// vertices would let neighbours change places for ever; in four, most of a vertex's neighbours
// stand still. The outcome depends on no number of threads.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/hierarchy.hpp"

namespace hypermatch::detail::clustering {

struct SubRoundOptions {
  std::span<const VertexId> within = {};
  std::uint64_t budget = ~std::uint64_t{0};  ///< no sweep begins after so many arcs were looked at
  std::uint64_t seed = 0;
  double threshold = 1e-4;
  std::uint32_t max_sweeps = 100;
  std::uint32_t num_sub_rounds = 4;
};

/// A sweep is `num_sub_rounds` sub-rounds. A vertex takes part in the first sweep, and again after
/// a neighbour moved to a community that is not its own. Ends after a sweep that gained less than
/// `threshold` of the total weight, or `max_sweeps`.
[[nodiscard]] Sweeps move_in_sub_rounds(const Context& context, const LevelView& level,
                                        const Goal& goal, Step step,
                                        Partition& partition, const SubRoundOptions& options);

}  // namespace hypermatch::detail::clustering
