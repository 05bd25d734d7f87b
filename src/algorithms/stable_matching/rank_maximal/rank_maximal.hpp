// SPDX-License-Identifier: MIT
// Rank-maximal matchings: as many first choices as possible, of those as many second ones, and so
// on: Irving, Kavitha, Mehlhorn, Michail, Paluch 2006 (doi:10.1145/1198513.1198520). Ties are
// served. O(min(agents, ranks sqrt(agents)) entries).
#pragma once

#include "algorithms/stable_matching/common/wish_graph.hpp"

namespace hypermatch::detail::stable_matching {

/// Per agent its item, or k_none. All capacities are 1.
[[nodiscard]] std::vector<VertexId> rank_maximal(const Context& context, const WishLists& lists);

}  // namespace hypermatch::detail::stable_matching
