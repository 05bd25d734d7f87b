// SPDX-License-Identifier: MIT
#include "hypermatch/resolve.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "parallel/host/primitives.hpp"

namespace hypermatch {

namespace {

// Sizes of non-empty edges.
struct SizeRange {
  std::uint64_t smallest = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t largest = 0;
};

SizeRange joined(const SizeRange& a, const SizeRange& b) {
  return {std::min(a.smallest, b.smallest), std::max(a.largest, b.largest)};
}

bool sizes_differ(const Context& context, const HypergraphView& hypergraph) {
  const auto size_of = [&](std::size_t e) -> SizeRange {
    const std::uint64_t size = hypergraph.edge_size(static_cast<EdgeId>(e));
    return size == 0 ? SizeRange{} : SizeRange{size, size};
  };
  // Where sizes differ, the first edges mostly show it.
  const std::size_t m = hypergraph.num_edges();
  const std::size_t probed = std::min<std::size_t>(m, 4096);
  SizeRange range;
  for (std::size_t e = 0; e < probed; ++e) {
    range = joined(range, size_of(e));
    if (range.smallest < range.largest) return true;
  }
  range = detail::parallel::reduce<SizeRange>(
      context, m - probed, range, [&](std::size_t i) { return size_of(probed + i); }, joined);
  return range.smallest < range.largest;
}

}  // namespace

OrderOptions resolve(const Context& context, const HypergraphView& hypergraph, OrderOptions order) {
  order.objective = resolve(order.objective, hypergraph.is_weighted());
  if (order.rating == Rating::automatic) {
    order.rating = resolve_rating(order.rating, sizes_differ(context, hypergraph));
  }
  return order;
}

}  // namespace hypermatch
