// SPDX-License-Identifier: MIT
#include "parallel/host/sorted_pairs.hpp"

#include <cstdint>

#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::parallel {

namespace {

// Which orders a list of pairs keeps.
struct PairOrder {
  bool forward = true;      // u < v
  bool backward = true;     // u > v
  bool rising_by_u = true;  // strictly by (u, v)
  bool rising_by_v = true;  // strictly by (v, u)
};

}  // namespace

bool are_sorted(const Context& context, std::span<const GraphEdge> pairs) {
  if (pairs.size() < 2) return true;
  const auto word = [](VertexId high, VertexId low) {
    return (static_cast<std::uint64_t>(high) << 32) | low;
  };
  const PairOrder order = reduce<PairOrder>(
      context, pairs.size(), PairOrder{},
      [&](std::size_t i) {
        const GraphEdge b = pairs[i];
        if (i == 0) return PairOrder{b.u<b.v, b.u> b.v, true, true};
        const GraphEdge a = pairs[i - 1];
        return PairOrder{b.u<b.v, b.u> b.v, word(a.u, a.v) < word(b.u, b.v),
                         word(a.v, a.u) < word(b.v, b.u)};
      },
      [](PairOrder a, PairOrder b) {
        return PairOrder{a.forward && b.forward, a.backward && b.backward,
                         a.rising_by_u && b.rising_by_u, a.rising_by_v && b.rising_by_v};
      });
  return (order.forward || order.backward) && (order.rising_by_u || order.rising_by_v);
}

}  // namespace hypermatch::detail::parallel
