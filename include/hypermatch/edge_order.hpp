// SPDX-License-Identifier: MIT
// The total order on edges, as the algorithms compare them: for programs that break ties the same
// way, sort edges as greedy takes them, or check an answer of their own against the order.
//
// Hyperedges compare by key(e) = (priority(e) << 32) | mix(e, seed), edges of graphs by (priority,
// h32(min, max, seed), min, max). The priority is an order-preserving 32-bit number of the edge's
// rating; mix is a bijection on edge numbers, and h32 a hash of the two ends. No two edges are
// equal, and the greedy matching takes edges from the top.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// mix(e, seed), which breaks ties among hyperedges: no two edges have the same number; the larger
/// one is above.
[[nodiscard]] std::uint32_t tie_hash(EdgeId e, std::uint64_t seed) noexcept;

/// h32(min, max, seed), which breaks ties among edges of a graph: symmetric in its ends. Edges that
/// share an end have different hashes; of two others with the same hash, the one with the larger
/// smaller end is above, then the one with the larger other end.
[[nodiscard]] std::uint32_t tie_hash(VertexId u, VertexId v, std::uint64_t seed) noexcept;

/// The order on the hyperedges of a hypergraph. Holds 8 bytes per edge and a bit, and no reference
/// to the hypergraph. Priorities of 64-bit weights are dense ranks, which this hypergraph alone
/// gives a meaning.
class HypergraphEdgeOrder {
 public:
  /// O(m); a radix sort where weights have 64 bits and the rating is `weight`.
  /// @throws Error{invalid_input} if the sizes of the view do not fit each other, Error{resources,
  /// cancelled}
  HypergraphEdgeOrder(const Context& context, const HypergraphView& hypergraph,
                      const OrderOptions& options = {});

  /// The options with every `automatic` resolved.
  [[nodiscard]] const OrderOptions& options() const { return options_; }
  /// False for an edge that no algorithm matches: an empty one, or under `Objective::weight` with
  /// `NonPositive::drop` one whose weight is not positive.
  [[nodiscard]] bool takes_part(EdgeId e) const { return (takes_part_[e / 64] >> e % 64 & 1) != 0; }
  /// True if `a` is above `b`. Both must take part.
  [[nodiscard]] bool above(EdgeId a, EdgeId b) const { return keys_[a] > keys_[b]; }
  /// key(e) of each edge, size m; 0 for an edge that does not take part.
  [[nodiscard]] std::span<const std::uint64_t> keys() const { return keys_.view(); }

 private:
  OrderOptions options_;
  Array<std::uint64_t> keys_;
  Array<std::uint64_t> takes_part_;
};

/// The place of an edge of a graph in the order; greater stands above.
struct GraphEdgeRank {
  std::uint64_t key = 0;  ///< (priority << 32) | h32
  VertexId low = 0;       ///< the smaller end
  VertexId high = 0;      ///< the larger end
  friend constexpr auto operator<=>(const GraphEdgeRank&, const GraphEdgeRank&) = default;
};

/// The order on the edges of a graph. Holds 4 bytes per weight and a bit, and no reference to the
/// graph. Edges are named by the place of their weight: in a list the edge's number, in rows the
/// arc's, either of both.
class GraphEdgeOrder {
 public:
  /// O(m); a radix sort where weights have 64 bits.
  /// @throws Error{invalid_input} if the sizes of the view do not fit each other,
  /// Error{unsupported} for 2^32 weights of 64 bits or more, Error{resources, cancelled}
  GraphEdgeOrder(const Context& context, const AnyGraphView& graph, const GraphOrder& options = {});

  /// The options with every `automatic` resolved.
  [[nodiscard]] const GraphOrder& options() const { return options_; }
  /// False for an edge that no algorithm matches: under `Objective::weight` with
  /// `NonPositive::drop` one whose weight is not positive.
  [[nodiscard]] bool takes_part(std::size_t place) const {
    return (takes_part_[place / 64] >> place % 64 & 1) != 0;
  }
  /// The rank of the edge at `place`, which joins `u` and `v`. It must take part.
  [[nodiscard]] GraphEdgeRank rank(std::size_t place, VertexId u, VertexId v) const;

 private:
  GraphOrder options_;
  Array<std::uint32_t> priorities_;
  Array<std::uint64_t> takes_part_;
};

}  // namespace hypermatch
