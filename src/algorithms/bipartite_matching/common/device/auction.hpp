// SPDX-License-Identifier: MIT
// An auction: its steps, and how the host calls it inside the library of device code.
#pragma once

#include <cstdint>

#include "hypermatch/device_context.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::bipartite_matching {

/// Steps of an auction.
struct AuctionPlan {
  std::int32_t scale = 1;
  std::int64_t first_epsilon = 1;
  std::int64_t factor = 10;  ///< between the epsilons of two phases
  std::int64_t single = 1;   ///< what a bidder without a second choice raises a price by
  bool has_reverse = false;  ///< columns may stay free
};

struct AuctionCounts {
  std::uint64_t bids = 0;
  std::uint64_t rounds = 0;
  bool overflowed = false;  ///< prices left their range
};

/// Entries by bidders, in device memory.
struct DeviceAuctionEntries {
  const Offset* begin = nullptr;      ///< size bidders + 1
  const VertexId* objects = nullptr;  ///< null: of each bidder all, in order
  const void* costs = nullptr;        ///< of the width of the problem
};

struct DeviceAuctionProblem {
  const DeviceContext& context;
  DeviceWorkspace& workspace;
  VertexId num_rows = 0;
  VertexId num_columns = 0;
  std::uint64_t num_entries = 0;
  bool is_wide = false;  ///< costs of 64 bits
  DeviceAuctionEntries by_rows = {};
  DeviceAuctionEntries by_columns = {};
  const std::uint8_t* may_stay_free = nullptr;  ///< null: no row may
  AuctionPlan plan = {};
};

/// In the workspace.
struct DeviceAuctionOutcome {
  const VertexId* row_mates = nullptr;
  const std::int64_t* column_prices = nullptr;
  AuctionCounts counts = {};
};

/// There is an assignment of all rows that may not stay free. Waits for the device.
/// @throws Error{cancelled, device, resources}
[[nodiscard]] DeviceAuctionOutcome auction_on_device(const DeviceAuctionProblem& problem);

}  // namespace hypermatch::detail::bipartite_matching
