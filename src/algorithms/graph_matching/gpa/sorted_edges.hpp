// SPDX-License-Identifier: MIT
// The eligible edges of a graph, sorted by the order. Radix sorts: by what breaks ties, then,
// keeping that order, by weight.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "base/graph_order.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "order/weight_bits.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch::detail::graph_matching {

/// An edge, and the words that it is sorted by.
struct SortedEdge {
  std::uint64_t image;
  std::uint32_t tie;
  EdgeId edge;
};

/// Eligible edges, the lowest first. `order` must be resolved. O(m); 32 bytes per edge while it
/// runs.
[[nodiscard]] inline Array<SortedEdge> sorted_edges(const Context& context,
                                                    const EdgeListView& graph,
                                                    const GraphOrder& order) {
  const base::PairMixer mix(order.seed);
  Array<SortedEdge> sorted(graph.edges.size());
  order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    sorted.resize(parallel::select(
        context, graph.edges.size(),
        [&](std::size_t e) { return weight_bits(e) >= weight_bits.lowest(); },
        [&](std::size_t place, std::size_t e) {
          const GraphEdge edge = graph.edges[e];
          sorted[place] = {weight_bits(e), mix(edge.u, edge.v), static_cast<EdgeId>(e)};
        }));
  });
  parallel::radix_sort(context, sorted, [](const SortedEdge& edge) { return edge.tie; });
  parallel::radix_sort(context, sorted, [](const SortedEdge& edge) { return edge.image; });
  // Those that share both words, which do not meet: by their ends.
  const auto equal = [&](std::size_t a, std::size_t b) {
    return sorted[a].image == sorted[b].image && sorted[a].tie == sorted[b].tie;
  };
  const auto ends = [&](const SortedEdge& item) {
    const GraphEdge edge = graph.edges[item.edge];
    return std::tuple(std::min(edge.u, edge.v), std::max(edge.u, edge.v));
  };
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    // Ends: `end` grows past `begin` at least.
    do ++end;
    while (end < sorted.size() && equal(begin, end));
    if (end - begin == 1) continue;
    std::sort(sorted.begin() + begin, sorted.begin() + end,
              [&](const SortedEdge& a, const SortedEdge& b) { return ends(a) < ends(b); });
  }
  return sorted;
}

}  // namespace hypermatch::detail::graph_matching
