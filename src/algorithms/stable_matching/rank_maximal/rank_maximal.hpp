// SPDX-License-Identifier: MIT
// Rank-maximal matchings: as many first choices as possible, of those as many second ones, and so
// on: Irving, Kavitha, Mehlhorn, Michail, Paluch 2006 (doi:10.1145/1198513.1198520); with
// capacities on both sides Paluch 2013 (doi:10.1007/978-3-642-38233-8_27). Ties are served.
// O(min(agents, ranks sqrt(agents)) entries); an entry is looked at again only where the class of
// its ends changed, so that equal lists take O(entries).
#pragma once

#include "algorithms/stable_matching/common/wish_graph.hpp"

namespace hypermatch::detail::stable_matching {

/// The entries that are matched, ascending.
[[nodiscard]] std::vector<std::uint64_t> rank_maximal(const Context& context,
                                                      const WishLists& lists);

}  // namespace hypermatch::detail::stable_matching
