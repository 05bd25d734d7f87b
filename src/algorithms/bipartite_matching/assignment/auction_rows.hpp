// SPDX-License-Identifier: MIT
// The two cheapest objects of a bidder of an auction, on a host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/host_device.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::bipartite_matching {

/// More than any cost.
inline constexpr std::int64_t k_no_cost = std::numeric_limits<std::int64_t>::max();

/// Costs of 32 bits are not scaled yet, wide ones are.
[[nodiscard]] HYPERMATCH_HD constexpr std::int64_t scaled_cost(std::int32_t cost,
                                                               std::int32_t scale) {
  return std::int64_t{cost} * scale;
}
[[nodiscard]] HYPERMATCH_HD constexpr std::int64_t scaled_cost(std::int64_t cost,
                                                               std::int32_t /*scale*/) {
  return cost;
}

/// Costs of the best and the second best object at their prices.
struct TwoCheapest {
  std::int64_t first;
  std::int64_t second;
  VertexId object;  ///< the best one, counted from the bidder's favourite
};

/// The entries that a bidder bids for.
template <class Cost>
struct BidderRow {
  const Cost* costs;
  const VertexId* objects;  ///< null: all, in order
  std::size_t size;
  VertexId num_objects;
  VertexId favourite;
  std::int32_t scale;
};

/// The first object from the favourite on is the best of equal ones.
[[nodiscard]] TwoCheapest two_cheapest(const BidderRow<std::int32_t>& row,
                                       const std::int64_t* prices) noexcept;
[[nodiscard]] TwoCheapest two_cheapest(const BidderRow<std::int64_t>& row,
                                       const std::int64_t* prices) noexcept;

}  // namespace hypermatch::detail::bipartite_matching
