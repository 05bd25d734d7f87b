// SPDX-License-Identifier: MIT
// An edge's whole place in the order as one record to sort by, for each type of images, and the
// sort.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>

#include "base/graph_order.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "order/sort_falling.hpp"
#include "parallel/host/sort_in_pieces.hpp"

namespace hypermatch::detail::order {

/// The place of an edge with a 64-bit image; greater stands above.
struct WideRank {
  std::uint64_t key = 0;  ///< the image
  std::uint32_t tie = 0;  ///< h32(low, high, seed)
  VertexId low = 0;       ///< the smaller end
  VertexId high = 0;      ///< the larger end
  friend constexpr auto operator<=>(const WideRank&, const WideRank&) = default;
};

/// The place of a hyperedge, by which it is found, too.
struct KeyRank {
  std::uint64_t key = 0;
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

/// Sorts by falling rank, on one thread. Edges with equal ranks but for their ends do not meet, or
/// are parallel, and stand in any order. @throws Error{cancelled}, the ranks then being in any
/// order
template <class Rank>
void sort_ranks(const Context& context, Array<Rank>& ranks) {
  KeySortSpace<Rank> space;
  sort_all_falling(context, std::span(ranks.data(), ranks.size()), space);
  if constexpr (std::is_same_v<Rank, WideRank>) {
    for (std::size_t begin = 0, end = 0; begin < ranks.size(); begin = end) {
      // Ends: `end` grows past `begin`.
      do ++end;
      while (end < ranks.size() && ranks[end].key == ranks[begin].key);
      if (end - begin > 1) {
        parallel::sort_in_pieces(context, ranks.begin() + begin, ranks.begin() + end,
                                 std::greater<>());
      }
    }
  }
}

}  // namespace hypermatch::detail::order
