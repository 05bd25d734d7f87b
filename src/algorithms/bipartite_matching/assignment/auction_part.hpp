// SPDX-License-Identifier: MIT
// A part of a graph as an auction: its costs as integers, and exact prices from those of the bids.
#pragma once

#include <functional>

#include "algorithms/bipartite_matching/assignment/auction_input.hpp"
#include "algorithms/bipartite_matching/assignment/part.hpp"

namespace hypermatch::detail::bipartite_matching {

/// Runs an auction in a place.
using RunAuction = std::function<AuctionOutcome(const AnyAuctionInput&)>;

/// As `solve_part`. Weights of more bits than prices of 64 bits leave are rounded for the auction;
/// exact prices are then found behind it, by `finish_part`.
/// @throws Error{unsupported} if prices leave their range; Error{cancelled, resources}
[[nodiscard]] SolvedPart solve_part_by_auction(const Context& context, const WeightedPairs& pairs,
                                               const AssignedPart& part, const RunAuction& run);

}  // namespace hypermatch::detail::bipartite_matching
