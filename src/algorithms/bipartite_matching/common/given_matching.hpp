// SPDX-License-Identifier: MIT
// A matching that a caller hands over, checked and seen from both sides, and what alternating paths
// (entries out, matched entries back) reach from its unmatched vertices.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/bipartite.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::bipartite_matching {

struct GivenMatching {
  std::span<const VertexId> row_mates;  ///< size num_rows
  Array<VertexId> column_mates;         ///< size num_columns
  std::uint64_t cardinality = 0;
};

/// @throws Error{invalid_input} if `row_mates` has another size, a mate twice, or no entry for one;
/// it is called `name` there
[[nodiscard]] GivenMatching take_matching(const Context& context, const BipartiteView& graph,
                                          std::span<const VertexId> row_mates,
                                          const std::string& name = "row_mates");

/// The start that options ask for, `initial` where they hold a matching.
/// @throws Error{invalid_option} for another start beside a matching, and for `initial` without one
[[nodiscard]] BipartiteStart asked_start(BipartiteStart start, bool has_initial);

/// Vertices that alternating paths from the unmatched vertices of one side reach.
struct Reached {
  std::vector<bool> near;  ///< of that side, the unmatched ones included
  std::vector<bool> far;   ///< of the other side
};

/// `graph`: the CSR by the side that paths start from (near). O(vertices + entries).
/// @throws Error{invalid_input} if a path ends in an unmatched vertex: the matching is not a
/// largest one
[[nodiscard]] Reached reach_from_unmatched(const Context& context, const BipartiteView& graph,
                                           std::span<const VertexId> near_mates,
                                           std::span<const VertexId> far_mates);

}  // namespace hypermatch::detail::bipartite_matching
