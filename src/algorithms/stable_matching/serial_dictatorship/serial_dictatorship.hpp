// SPDX-License-Identifier: MIT
// Serial dictatorship: one agent after another takes the best item that is left. Pareto-optimal
// where lists are strict, and no agent gains by another list. O(entries).
#pragma once

#include <span>

#include "algorithms/stable_matching/common/wish_graph.hpp"

namespace hypermatch::detail::stable_matching {

/// Per agent its item, or k_none. `order`: all agents, first ones first. Within a tie the item that
/// is listed first.
[[nodiscard]] std::vector<VertexId> serial_dictatorship(const WishLists& lists,
                                                        std::span<const VertexId> order);

}  // namespace hypermatch::detail::stable_matching
