// SPDX-License-Identifier: MIT
// Input and outcome of an auction, in the memory of the host.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "algorithms/bipartite_matching/common/device/auction.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::bipartite_matching {

/// Entries by bidders.
template <class Cost>
struct AuctionEntries {
  std::span<const Offset> begin;      ///< size bidders + 1
  std::span<const VertexId> objects;  ///< none: of each bidder all, in order
  std::span<const Cost> costs;        ///< 32 bits: to be scaled; 64 bits: scaled
};

template <class Cost>
struct AuctionInput {
  VertexId num_rows = 0;
  VertexId num_columns = 0;
  AuctionEntries<Cost> by_rows;
  AuctionEntries<Cost> by_columns;  ///< with reverse rounds only
  std::span<const std::uint8_t> may_stay_free = {};
  AuctionPlan plan = {};
};

/// Each entry costs, at the price of its column, at least 1 less than that of its row's pair.
struct AuctionOutcome {
  Array<VertexId> row_mates;
  Array<std::int64_t> column_prices;  ///< 0 or more; 0 of free columns
  AuctionCounts counts = {};
};

using AnyAuctionInput = std::variant<AuctionInput<std::int32_t>, AuctionInput<std::int64_t>>;

/// There is an assignment of all rows that may not stay free. @throws Error{cancelled, resources}
[[nodiscard]] AuctionOutcome auction_on_threads(const Context& context,
                                                const AnyAuctionInput& input);

}  // namespace hypermatch::detail::bipartite_matching
