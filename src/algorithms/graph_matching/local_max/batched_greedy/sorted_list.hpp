// SPDX-License-Identifier: MIT
// The greedy matching of a list that is in the order of its weights already, rising or falling: one
// scan, without keys and buckets. Batches would keep nearly all edges of such a list, because what
// one batch takes is seldom near the edges of the next. O(m) work on one thread; runs of equal
// weights are sorted by their tie hashes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/graph_order.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::graph_matching {

enum class ListOrder { none, rising, falling };

/// Whether images of `count` edges, two or more, never fall, or never rise, along the list and few
/// neighbours are equal. Reads a few images where they are in no order.
template <class WeightBits>
[[nodiscard]] ListOrder list_order(const Context& context, const WeightBits& weight_bits,
                                   std::size_t count) {
  struct Steps {
    std::size_t up = 0;
    std::size_t down = 0;
  };
  const auto steps = [&](std::size_t begin, std::size_t end) {
    // Of the images' size, so that the loop vectorises.
    typename WeightBits::Image up = 0;
    typename WeightBits::Image down = 0;
    for (std::size_t i = begin; i < end; ++i) {
      up += weight_bits(i) < weight_bits(i + 1) ? 1 : 0;
      down += weight_bits(i) > weight_bits(i + 1) ? 1 : 0;
    }
    return Steps{static_cast<std::size_t>(up), static_cast<std::size_t>(down)};
  };
  const auto add = [](const Steps& a, const Steps& b) {
    return Steps{a.up + b.up, a.down + b.down};
  };
  const auto order_of = [](const Steps& found, std::size_t of) {
    const auto is_most = [&](std::size_t some) { return some >= of - of / 8; };
    return found.down == 0 && is_most(found.up)   ? ListOrder::rising
           : found.up == 0 && is_most(found.down) ? ListOrder::falling
                                                  : ListOrder::none;
  };
  const std::size_t all = count - 1;
  constexpr std::size_t k_first = 64;
  if (const std::size_t first = std::min(all, k_first);
      order_of(steps(0, first), first) == ListOrder::none) {
    return ListOrder::none;
  }
  constexpr std::size_t k_block = std::size_t{1} << 14;
  return order_of(
      parallel::reduce<Steps>(
          context, (all + k_block - 1) / k_block, Steps{},
          [&](std::size_t b) { return steps(b * k_block, std::min(all, (b + 1) * k_block)); }, add,
          16),
      all);
}

/// Whether most edges of a sample meet the edge behind them, as those of rows do. In the order of
/// their weights such edges wait for one another, and lie together in the cache of one thread.
[[nodiscard]] inline bool neighbours_meet(const EdgeListView& graph) {
  constexpr std::size_t k_sample = 1024;
  const std::size_t m = graph.num_edges();
  if (m < 2) return false;
  const std::size_t count = std::min(k_sample, m - 1);
  std::size_t meeting = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t e = i * (m - 1) / count;
    const GraphEdge a = graph.edges[e], b = graph.edges[e + 1];
    meeting += a.u == b.u || a.u == b.v || a.v == b.u || a.v == b.v ? 1 : 0;
  }
  return 2 * meeting > count;
}

/// The order of a list that is to be scanned by one thread; none: batches are as fast.
template <class WeightBits>
[[nodiscard]] ListOrder order_to_scan(const Context& context, const EdgeListView& graph,
                                      const WeightBits& weight_bits) {
  constexpr int k_few_threads = 2;  // more take batches as fast where edges do not wait
  if (context.threads() > k_few_threads && !neighbours_meet(graph)) return ListOrder::none;
  return list_order(context, weight_bits, graph.num_edges());
}

/// Calls take(edge) for each edge that takes part, from the top of the order.
template <class WeightBits, class Take>
void scan_sorted(const Context& context, const EdgeListView& graph, const WeightBits& weight_bits,
                 std::uint64_t seed, ListOrder direction, const Take& take) {
  const std::size_t m = graph.num_edges();
  const base::PairMixer mix(seed);
  parallel::StopCheck stop(context);
  const auto place = [&](std::size_t i) { return direction == ListOrder::falling ? i : m - 1 - i; };
  std::vector<std::pair<std::uint32_t, GraphEdge>> equal;
  // Ends: `i` rises.
  for (std::size_t i = 0; i < m;) {
    const auto image = weight_bits(place(i));
    if (image < weight_bits.lowest()) return;
    std::size_t end = i + 1;
    while (end < m && weight_bits(place(end)) == image) ++end;
    stop.done(end - i);
    if (end - i == 1) {
      take(graph.edges[place(i)]);
    } else {
      equal.clear();
      for (std::size_t j = i; j < end; ++j) {
        const GraphEdge edge = graph.edges[place(j)];
        equal.emplace_back(mix(edge.u, edge.v), edge);
      }
      std::sort(equal.begin(), equal.end(),
                [](const auto& a, const auto& b) { return a.first > b.first; });
      for (const auto& [hash, edge] : equal) take(edge);
    }
    i = end;
  }
}

}  // namespace hypermatch::detail::graph_matching
