// SPDX-License-Identifier: MIT
// A whole call of a matching on ranks: agreement, boundary, greedy, values.
#pragma once

#include "hypermatch/ranks_matching.hpp"
#include "order/passes/edge_keys.hpp"
#include "order/ranks/rank_keys.hpp"

namespace hypermatch::detail::order {

/// The result but for names and guarantee. Called by all ranks.
[[nodiscard]] RankMatching match_on_ranks(const Context& context, Communicator& ranks,
                                          EdgePart part, const OrderOptions& order, EdgeShape shape,
                                          const RankTuning& tuning = {});

}  // namespace hypermatch::detail::order
