// SPDX-License-Identifier: MIT
// A largest popular matching, or that none is popular: no other matching is preferred by more
// agents than prefer this one. Abraham, Irving, Kavitha, Mehlhorn 2007 (doi:10.1137/06067328X).
// Ties are served. O(entries sqrt(agents)).
#pragma once

#include "algorithms/stable_matching/common/wish_graph.hpp"

namespace hypermatch::detail::stable_matching {

struct PopularResult {
  bool exists = true;
  std::vector<VertexId> mates;  ///< per agent its item, or k_none
  /// Where none exists: agents that have to get first or second items (`items`) and are more.
  std::vector<VertexId> agents, items;
};

/// All capacities are 1.
[[nodiscard]] PopularResult largest_popular(const Context& context, const WishLists& lists);

}  // namespace hypermatch::detail::stable_matching
