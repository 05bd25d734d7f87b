// SPDX-License-Identifier: MIT
// An edge's whole place in the order as one record to sort by, for each type of images.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <type_traits>

#include "base/graph_order.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::order {

/// The place of an edge with a 64-bit image; greater stands above.
struct WideRank {
  std::uint64_t image = 0;
  std::uint32_t tie = 0;  ///< h32(low, high, seed)
  VertexId low = 0;       ///< the smaller end
  VertexId high = 0;      ///< the larger end
  friend constexpr auto operator<=>(const WideRank&, const WideRank&) = default;
};

template <class Image>
using RankOf = std::conditional_t<std::is_same_v<Image, std::uint64_t>, WideRank, base::GraphRank>;

[[nodiscard]] inline base::GraphRank rank_of(std::uint32_t image, const base::PairMixer& mix,
                                             const GraphEdge& edge) {
  return base::graph_rank(image, mix, edge.u, edge.v);
}
[[nodiscard]] inline WideRank rank_of(std::uint64_t image, const base::PairMixer& mix,
                                      const GraphEdge& edge) {
  return {image, mix(edge.u, edge.v), std::min(edge.u, edge.v), std::max(edge.u, edge.v)};
}

}  // namespace hypermatch::detail::order
