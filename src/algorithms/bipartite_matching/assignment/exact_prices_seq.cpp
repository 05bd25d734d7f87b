// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/assignment/exact_prices.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "algorithms/bipartite_matching/assignment/sparse_paths.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

Int128 magnitude(Int128 value) {
  return value < 0 ? -value : value;
}

// Lowers prices of columns, and raises those of their mates, while an entry costs less than its two
// prices. Where mates are not best this goes on for ever, or a free column would get a price.
class Settling {
 public:
  Settling(const Context& context, const RowCosts<Int128>& near, PricedPairs<Int128>& pairs)
      : near_(near),
        pairs_(pairs),
        stop_(context),
        column_mates_(near.num_columns, k_none),
        own_costs_(near.num_rows) {}

  bool run() {
    for (VertexId r = 0; r < near_.num_rows; ++r) {
      if (!find_own_cost(r) || !set_row_price(r)) return false;
      queue_.push_back(r);
    }
    std::uint64_t budget = 8 * (near_.entries.size() + near_.num_rows);
    // Ends: each entry that is looked at uses up some of the budget.
    for (std::size_t at = 0; at < queue_.size(); ++at) {
      const VertexId row = queue_[at];
      for (Offset e = near_.begin[row]; e < near_.begin[row + 1]; ++e) {
        if (budget-- == 0) return false;
        const auto& [cost, column, entry] = near_.entries[e];
        const Int128 gap = cost - pairs_.row_prices[row] - pairs_.column_prices[column];
        if (gap >= 0) continue;
        const VertexId mate = column_mates_[column];
        if (mate == k_none || mate == row) return false;
        pairs_.column_prices[column] += gap;
        if (!set_row_price(mate)) return false;
        queue_.push_back(mate);
      }
      stop_.done(near_.size_of(row));
    }
    return true;
  }

 private:
  bool find_own_cost(VertexId row) {
    const VertexId mate = pairs_.row_mates[row];
    if (mate == k_none) return near_.is_optional(row);
    column_mates_[mate] = row;
    own_costs_[row] = k_far<Int128>;
    for (Offset e = near_.begin[row]; e < near_.begin[row + 1]; ++e) {
      if (near_.entries[e].column != mate) continue;
      own_costs_[row] = std::min(own_costs_[row], near_.entries[e].cost);
    }
    return own_costs_[row] != k_far<Int128>;
  }
  bool set_row_price(VertexId row) {
    const VertexId mate = pairs_.row_mates[row];
    Int128& price = pairs_.row_prices[row];
    price = mate == k_none ? Int128{0} : own_costs_[row] - pairs_.column_prices[mate];
    return !near_.is_optional(row) || price <= 0;
  }

  const RowCosts<Int128>& near_;
  PricedPairs<Int128>& pairs_;
  parallel::StopCheck stop_;
  Array<VertexId> column_mates_;
  Array<Int128> own_costs_;
  std::vector<VertexId> queue_;
};

bool are_within_reach(const FoundPrices& found, const PricedPairs<Int128>& exact) {
  const auto within = [&](const Array<double>& rough, const Array<Int128>& prices) {
    for (std::size_t v = 0; v < rough.size(); ++v) {
      if (magnitude(prices[v] - found.units(rough[v])) > found.reach) return false;
    }
    return true;
  };
  return within(found.pairs.row_prices, exact.row_prices) &&
         within(found.pairs.column_prices, exact.column_prices);
}

PricedPairs<Int128> rounded(const FoundPrices& found, bool all_assigned) {
  const PricedPairs<double>& rough = found.pairs;
  PricedPairs<Int128> pairs{.row_mates = rough.row_mates.clone(),
                            .row_prices = Array<Int128>(rough.row_prices.size()),
                            .column_prices = Array<Int128>(rough.column_prices.size())};
  for (std::size_t r = 0; r < rough.row_prices.size(); ++r) {
    pairs.row_prices[r] = found.units(rough.row_prices[r]);
  }
  for (std::size_t c = 0; c < rough.column_prices.size(); ++c) {
    pairs.column_prices[c] = found.units(rough.column_prices[c]);
    if (!all_assigned && pairs.column_prices[c] > 0) pairs.column_prices[c] = 0;
  }
  return pairs;
}

}  // namespace

Int128 FoundPrices::units(double price) const {
  return static_cast<Int128>(std::nearbyint(std::ldexp(price, -exponent)));
}

PricedPairs<Int128> exact_prices(const Context& context, RowCosts<Int128>& near,
                                 const FoundPrices& found, bool all_assigned) {
  PricedPairs<Int128> pairs = rounded(found, all_assigned);
  pairs.is_complete = Settling(context, near, pairs).run() && are_within_reach(found, pairs);
  if (pairs.is_complete || !all_assigned) return pairs;
  // Other mates: near entries by what they cost beyond the prices, which are rounded afresh.
  const PricedPairs<Int128> base = rounded(found, all_assigned);
  for (VertexId r = 0; r < near.num_rows; ++r) {
    for (Offset e = near.begin[r]; e < near.begin[r + 1]; ++e) {
      near.entries[e].cost -= base.row_prices[r] + base.column_prices[near.entries[e].column];
    }
  }
  pairs = SparsePaths<Int128>(context, near).run(all_assigned);
  for (std::size_t r = 0; r < pairs.row_prices.size(); ++r) {
    pairs.row_prices[r] += base.row_prices[r];
    pairs.column_prices[r] += base.column_prices[r];
  }
  pairs.is_complete = pairs.is_complete && are_within_reach(found, pairs);
  return pairs;
}

}  // namespace hypermatch::detail::bipartite_matching
