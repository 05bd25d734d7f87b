// SPDX-License-Identifier: MIT
// Exact prices from those of doubles. Only entries that cost about as much as their two prices can
// cost less than exact ones, as long as these are near: the few of them decide.
#pragma once

#include <cstdint>
#include <span>

#include "algorithms/bipartite_matching/assignment/row_costs.hpp"
#include "base/exact_sum.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::bipartite_matching {

using base::Int128;

/// Mates and prices as doubles found them, in units, and how far exact prices may be from them.
struct FoundPrices {
  const PricedPairs<double>& pairs;
  int exponent = 0;  ///< the unit is 2^exponent
  Int128 reach =
      0;  ///< `near` has every entry that costs at most 4 times this more than its prices

  [[nodiscard]] Int128 units(double price) const;
};

/// Exact prices that prove that the mates are best, or other mates and their prices, with
/// `is_complete` false where neither is found within reach. `near`: exact costs; its entries are
/// put into another order. @throws Error{cancelled}
[[nodiscard]] PricedPairs<Int128> exact_prices(const Context& context, RowCosts<Int128>& near,
                                               const FoundPrices& found, bool all_assigned);

}  // namespace hypermatch::detail::bipartite_matching
