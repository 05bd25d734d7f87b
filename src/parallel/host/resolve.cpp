// SPDX-License-Identifier: MIT
#include "hypermatch/resolve.hpp"

#include <algorithm>
#include <cstdint>

#include "hypermatch/enum_names.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

namespace {

// Whether non-empty edges differ in size.
bool sizes_differ(const Context& context, const HypergraphView& hypergraph) {
  const std::size_t m = hypergraph.num_edges();
  const Offset* const offsets = hypergraph.offsets.data();
  std::size_t first = 0;
  while (first < m && offsets[first + 1] == offsets[first]) ++first;  // ends: it grows
  if (first == m) return false;
  const std::uint64_t size = offsets[first + 1] - offsets[first];
  const auto is_other = [offsets, size](std::size_t e) {
    const std::uint64_t mine = offsets[e + 1] - offsets[e];
    return (mine != size ? 1U : 0U) & (mine != 0 ? 1U : 0U);
  };
  // Probe: if sizes differ, the first edges mostly show it.
  const std::size_t probed = std::min<std::size_t>(m, first + 4096);
  for (std::size_t e = first; e < probed; ++e) {
    if (is_other(e) != 0) return true;
  }
  return detail::parallel::reduce<std::uint32_t>(
             context, m - probed, 0, [&](std::size_t i) { return is_other(probed + i); },
             [](std::uint32_t a, std::uint32_t b) { return a | b; }) != 0;
}

}  // namespace

OrderOptions resolve(const Context& context, const HypergraphView& hypergraph, OrderOptions order) {
  order.objective = resolve(order.objective, hypergraph.is_weighted());
  detail::check_enum("nonpositive", order.nonpositive);
  const bool is_open = order.rating == Rating::automatic;
  order.rating = resolve_rating(order.rating, is_open && sizes_differ(context, hypergraph));
  return order;
}

}  // namespace hypermatch
