// SPDX-License-Identifier: MIT
// A largest matching, and the sets of the Gallai-Edmonds decomposition that prove it.
#pragma once

#include <vector>

#include "algorithms/graph_matching/common/eligible_rows.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::graph_matching::exact {

/// The place of a vertex as seen from the free ones, by alternating paths from them.
enum class Side : std::uint8_t {
  unreached,
  even,  ///< on a path of even length: in a component of odd size without the odd vertices
  odd,   ///< on paths of odd length only: the barrier
};

struct LargestMatching {
  std::vector<VertexId> mates;      ///< size n
  std::vector<Side> sides;          ///< size n
  std::vector<VertexId> component;  ///< of even vertices: one of their component, the same for all
  std::uint64_t num_phases = 0;
};

/// Makes `mates` a largest matching, in phases: alternating trees with blossoms grow from all free
/// vertices at once, by breadth, and two that meet are augmented. The last phase augments none, and
/// its labels are the answer's. O(m) per phase; O(n) phases at worst, few in practice.
[[nodiscard]] LargestMatching largest_matching(const Context& context, const PlainRows& rows,
                                               std::vector<VertexId> mates);

}  // namespace hypermatch::detail::graph_matching::exact
