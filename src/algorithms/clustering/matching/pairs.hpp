// SPDX-License-Identifier: MIT
// One level of agglomeration by matchings: which vertices go together.
#pragma once

#include "algorithms/clustering/common/moves/objective.hpp"
#include "algorithms/clustering/common/multilevel/level.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::clustering {

struct Pairing {
  Array<VertexId> labels;  ///< size n: a vertex of the community that each vertex joins
  Sweeps sweeps;           ///< rounds of the matching
  VertexId joined = 0;     ///< vertices whose label is another one
};

/// The greedy matching of the pairs of neighbours whose merge gains, rated by what it gains, ties
/// broken by a hash of both ends and the seed. Then each vertex that is left joins the pair of its
/// best neighbour, those of one pair in ascending order, if that still gains with those that joined
/// before it. Expected O(n + m), as `match_vertices`. @throws Error{resources, cancelled}
[[nodiscard]] Pairing pair_vertices(const Context& context, const LevelView& level,
                                    const Objective& objective, std::uint64_t seed);

}  // namespace hypermatch::detail::clustering
