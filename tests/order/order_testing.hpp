// SPDX-License-Identifier: MIT
// Small random graphs for the tests of the order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/graph.hpp"

namespace hypermatch::test {

/// The edges of a simple graph, both ends below n.
inline Array<GraphEdge> random_edges(VertexId n, std::size_t m, std::uint64_t seed) {
  std::vector<std::pair<VertexId, VertexId>> pairs;
  for (std::size_t i = 0; i < m; ++i) {
    const auto u = static_cast<VertexId>(detail::base::below(detail::base::hash(seed, 2 * i), n));
    const auto v =
        static_cast<VertexId>(detail::base::below(detail::base::hash(seed, 2 * i + 1), n));
    if (u != v) pairs.emplace_back(std::min(u, v), std::max(u, v));
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  Array<GraphEdge> edges(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) edges[i] = {pairs[i].first, pairs[i].second};
  return edges;
}

/// `count` numbers below `bound`, and some beyond.
template <class Weight>
Array<Weight> random_weights(std::size_t count, std::uint64_t bound, std::uint64_t seed) {
  Array<Weight> weights(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t draw = detail::base::hash(seed, i);
    weights[i] = static_cast<Weight>(static_cast<std::int64_t>(draw % bound)) - Weight{2};
  }
  return weights;
}

}  // namespace hypermatch::test
