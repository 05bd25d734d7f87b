// SPDX-License-Identifier: MIT
// Top trading cycles (Shapley, Scarf 1974, doi:10.1016/0304-4068(74)90033-0; Gale): agents own
// items; cycles of agents that want the best item left of the next one trade. With strict lists the
// only matching in the strict core. Agent i owns item i; items without an owner are not traded.
// O(entries).
#pragma once

#include "algorithms/stable_matching/common/wish_graph.hpp"

namespace hypermatch::detail::stable_matching {

/// Per agent its item, or k_none for an agent that owns none. An agent that does not list what it
/// owns likes it least, and keeps it rather than get nothing. Ties fall in the list's order.
[[nodiscard]] std::vector<VertexId> top_trading_cycles(const WishLists& lists);

}  // namespace hypermatch::detail::stable_matching
