// SPDX-License-Identifier: MIT
// The vertices of each community, as a contraction walks through them.
#pragma once

#include <span>

#include "algorithms/clustering/common/multilevel/workspace.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::clustering {

/// Communities as coarse vertices, numbered by their first vertices: c has the vertices
/// members[begin[c]] .. members[begin[c + 1] - 1], in any order.
struct CommunityMembers {
  Array<VertexId>& coarse_vertex;  ///< size n: of each vertex
  Array<VertexId>& begin;          ///< one more than there are coarse vertices
  Array<VertexId>& members;        ///< size n
};

/// Fills the lists. `communities`: numbers below n. O(n). @throws Error{resources, cancelled}
void list_members(const Context& context, std::span<const VertexId> communities,
                  Workspace& workspace, const CommunityMembers& lists);

}  // namespace hypermatch::detail::clustering
