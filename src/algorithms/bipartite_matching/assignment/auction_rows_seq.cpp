// SPDX-License-Identifier: MIT
#include <algorithm>

#include "algorithms/bipartite_matching/assignment/auction_rows.hpp"
#include "base/per_isa.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

constexpr std::size_t k_bidder_block = 32;

HYPERMATCH_ALWAYS_INLINE void take(TwoCheapest& best, std::int64_t value, VertexId object) {
  if (value < best.first) {
    best.second = best.first;
    best.first = value;
    best.object = object;
  } else if (value < best.second) {
    best.second = value;
  }
}

// Objects begin .. end - 1. Few blocks have one that counts.
template <class Cost>
HYPERMATCH_ALWAYS_INLINE void scan(const BidderRow<Cost>& row, const std::int64_t* prices,
                                   std::size_t begin, std::size_t end, TwoCheapest& best) {
  const Cost* const costs = row.costs;
  const std::int32_t scale = row.scale;
  std::size_t c = begin;
  for (; c + k_bidder_block <= end; c += k_bidder_block) {
    std::int64_t hits = 0;
    for (std::size_t k = 0; k < k_bidder_block; ++k) {
      const std::int64_t value = scaled_cost(costs[c + k], scale) + prices[c + k];
      hits |= value < best.second ? std::int64_t{1} : std::int64_t{0};
    }
    if (hits == 0) continue;
    for (std::size_t k = c; k < c + k_bidder_block; ++k) {
      take(best, scaled_cost(costs[k], scale) + prices[k], static_cast<VertexId>(k));
    }
  }
  for (; c < end; ++c) {
    take(best, scaled_cost(costs[c], scale) + prices[c], static_cast<VertexId>(c));
  }
}

// From the favourite on, so that the first of equal ones is taken.
template <class Cost>
HYPERMATCH_ALWAYS_INLINE TwoCheapest in_dense_row(const BidderRow<Cost>& row,
                                                  const std::int64_t* prices) {
  TwoCheapest best{k_no_cost, k_no_cost, k_none};
  scan(row, prices, row.favourite, row.size, best);
  scan(row, prices, 0, std::min<std::size_t>(row.favourite, row.size), best);
  if (best.object == k_none) return best;
  best.object = best.object >= row.favourite ? best.object - row.favourite
                                             : best.object + row.num_objects - row.favourite;
  return best;
}

template <class Cost>
HYPERMATCH_ALWAYS_INLINE TwoCheapest in_sparse_row(const BidderRow<Cost>& row,
                                                   const std::int64_t* prices) {
  TwoCheapest best{k_no_cost, k_no_cost, k_none};
  for (std::size_t k = 0; k < row.size; ++k) {
    const VertexId object = row.objects[k];
    const std::int64_t value = scaled_cost(row.costs[k], row.scale) + prices[object];
    if (value >= best.second && value != best.first) continue;
    const VertexId from_favourite =
        object >= row.favourite ? object - row.favourite : object + row.num_objects - row.favourite;
    if (value == best.first) {
      best.second = value;
      best.object = std::min(best.object, from_favourite);
    } else {
      take(best, value, from_favourite);
    }
  }
  return best;
}

}  // namespace

HYPERMATCH_PER_ISA TwoCheapest two_cheapest(const BidderRow<std::int32_t>& row,
                                            const std::int64_t* prices) noexcept {
  return row.objects != nullptr ? in_sparse_row(row, prices) : in_dense_row(row, prices);
}
HYPERMATCH_PER_ISA TwoCheapest two_cheapest(const BidderRow<std::int64_t>& row,
                                            const std::int64_t* prices) noexcept {
  return row.objects != nullptr ? in_sparse_row(row, prices) : in_dense_row(row, prices);
}

}  // namespace hypermatch::detail::bipartite_matching
