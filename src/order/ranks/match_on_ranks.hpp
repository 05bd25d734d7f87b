// SPDX-License-Identifier: MIT
// A whole call of a matching on ranks: agreement, boundary, greedy, values.
#pragma once

#include <cstdint>
#include <span>

#include "base/clock.hpp"
#include "hypermatch/ranks_matching.hpp"
#include "order/passes/edge_keys.hpp"
#include "order/ranks/rank_keys.hpp"

namespace hypermatch::detail::order {

/// The result but for names and guarantee. Called by all ranks. All methods match pairs; `batches`
/// takes hyperedges, too.
[[nodiscard]] RankMatching match_on_ranks(const Context& context, Communicator& ranks,
                                          EdgePart part, const OrderOptions& order, EdgeShape shape,
                                          RankMethod method = RankMethod::batches,
                                          const RankTuning& tuning = {});

/// The result of one rank that has all edges and was matched as in memory: its matched edges by
/// their places, ascending, and the statistics of that; they have been listed since `listing`. O(m)
[[nodiscard]] RankMatching matching_of_one(const EdgePart& part, EdgeShape shape,
                                           std::span<const std::uint32_t> edges,
                                           const MatchingStats& stats,
                                           base::Clock::time_point listing);
/// Whether the instance is one that `matching_of_one` serves. @throws Error{invalid_input}
[[nodiscard]] bool is_whole(Communicator& ranks, const EdgePart& part, EdgeShape shape);

}  // namespace hypermatch::detail::order
