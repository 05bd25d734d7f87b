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
  std::uint64_t num_searches = 0;
};

/// Makes `mates` a largest matching: a breadth-first search with blossoms from each free vertex, in
/// turn (Gabow 1976). A search that fails has found all that its vertices are good for: they are
/// never looked at again. O(n m) at worst.
[[nodiscard]] LargestMatching largest_matching(const Context& context, const PlainRows& rows,
                                               std::vector<VertexId> mates);

}  // namespace hypermatch::detail::graph_matching::exact
