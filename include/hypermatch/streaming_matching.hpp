// SPDX-License-Identifier: MIT
// Semi-streaming matchings in hypergraphs: one pass over the edges, memory for the vertices and the
// candidates only. Reinstaedtler, Ferdous, Pothen, Ucar, Schulz 2025 ("Semi-Streaming Algorithms
// for Hypergraph Matching", doi:10.4230/LIPIcs.ESA.2025.79).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// One hyperedge as a stream delivers it; `pins` is valid until the next edge is asked for.
struct StreamedEdge {
  EdgeId id = 0;                   ///< 0-based place in the file
  std::span<const VertexId> pins;  ///< distinct
  double weight = 1.0;
  /// The exact weight, where the stream has integer weights (`weight` rounds it beyond 2^53).
  std::int64_t integer_weight = 1;
};

/// A source of hyperedges in file order, such as a file that is larger than memory.
class EdgeStream {
 public:
  virtual ~EdgeStream() = default;
  [[nodiscard]] virtual VertexId num_vertices() const = 0;
  [[nodiscard]] virtual bool is_weighted() const = 0;
  /// True if every weight is an integer, and stands in `StreamedEdge::integer_weight`; an
  /// unweighted stream has integer weights, all 1. Sums are then exact.
  [[nodiscard]] virtual bool has_integer_weights() const = 0;
  /// Delivers the next edge; false at the end. @throws Error{invalid_input, io}
  virtual bool next(StreamedEdge& edge) = 0;
};

/// What one pass over a stream leaves: the matching and what is needed to judge it without the
/// instance.
struct StreamingMatching {
  std::vector<EdgeId> edges;  ///< ascending, 0-based
  MatchingValue value;        ///< of the matching
  /// Upper bound on the weight of every matching, from the algorithm's own dual; infinity if the
  /// algorithm has none.
  double upper_bound = 0.0;
  std::uint64_t edges_seen = 0;
  std::uint64_t pins_seen = 0;
  std::uint64_t max_edge_size = 0;
  std::uint64_t peak_stack_pins = 0;  ///< most pins held at once for candidates
  MatchingStats stats;
};

struct StackStreamingOptions {
  Objective objective = Objective::automatic;
  NonPositive nonpositive = NonPositive::drop;
  /// Slack of the dual, >= 0: an edge becomes a candidate if its weight exceeds (1 + epsilon) times
  /// the dual of its pins. 0.1 keeps stacks short at little cost.
  double epsilon = 0.1;
};

/// Primal-dual, one pass, then the stack from its top. Guarantee 1/(d (1 + epsilon)) of the
/// heaviest matching. Memory: 8 bytes a vertex and the stack's pins. Not maximal by definition.
/// @throws Error{invalid_option, invalid_input, io, resources, cancelled}
[[nodiscard]] StreamingMatching stack_streaming(const Context& context, EdgeStream& stream,
                                                const StackStreamingOptions& options = {});

struct GreedyStreamingOptions {
  Objective objective = Objective::automatic;
  NonPositive nonpositive = NonPositive::drop;
  /// An edge replaces the matched edges that it meets if its weight is at least (1 + alpha) times
  /// theirs together; >= 0. Negative stands for the best known value, sqrt((d - 1) / d) with d the
  /// largest edge size seen so far.
  double alpha = -1.0;
};

/// One matching, improved by swaps while the edges pass. Guarantee 1/(2d - 1 + 2 sqrt(d (d - 1)))
/// of the heaviest matching with the best alpha. Memory: 12 bytes a vertex and the pins of the
/// matched edges.
/// @throws Error{invalid_option, invalid_input, io, resources, cancelled}
[[nodiscard]] StreamingMatching greedy_streaming(const Context& context, EdgeStream& stream,
                                                 const GreedyStreamingOptions& options = {});

}  // namespace hypermatch
