// SPDX-License-Identifier: MIT
// Semi-streaming matchings in hypergraphs: one pass over the edges, memory for the vertices and the
// candidates only. Reinstaedtler, Ferdous, Pothen, Ucar, Schulz 2025 ("Semi-Streaming Algorithms
// for Hypergraph Matching", doi:10.4230/LIPIcs.ESA.2025.79).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// One hyperedge as a stream delivers it; `pins` is valid until the next edge is asked for. Ids
/// rise from edge to edge.
struct StreamedEdge {
  EdgeId id = 0;                   ///< 0-based place in the file
  std::span<const VertexId> pins;  ///< distinct
  double weight = 1.0;
  /// The exact weight where it is an integer (`weight` rounds it beyond 2^53).
  std::int64_t integer_weight = 1;
  /// True if `integer_weight` holds; needs not be set where all weights of the stream are integers.
  bool is_integer = false;
};

struct EdgeBlock;

/// A source of hyperedges in file order, such as a file that is larger than memory.
class EdgeStream {
 public:
  virtual ~EdgeStream() = default;
  [[nodiscard]] virtual VertexId num_vertices() const = 0;
  [[nodiscard]] virtual bool is_weighted() const = 0;
  /// True if every weight is an integer, and stands in `StreamedEdge::integer_weight`; an
  /// unweighted stream has integer weights, all 1. Sums are then exact. Known from the first edge
  /// on, hence false for weighted text, where a later line may hold a fraction.
  [[nodiscard]] virtual bool has_integer_weights() const = 0;
  /// Delivers the next edge; false at the end. @throws Error{invalid_input, io}
  virtual bool next(StreamedEdge& edge) = 0;
  /// Fills blocks with the next edges, about `block_bytes` each, on the threads of `context`.
  /// Returns how many are filled, 0 at the end. By default edge after edge. Not between calls of
  /// `next`. @throws Error{invalid_input, io}
  virtual std::size_t next_blocks(const Context& context, std::span<EdgeBlock> blocks,
                                  std::size_t block_bytes);
};

/// A hypergraph in memory as a stream, in the order of its edges.
class HypergraphStream final : public EdgeStream {
 public:
  /// The arrays behind `hypergraph` must outlive the stream.
  /// @throws Error{invalid_input} if the sizes of `hypergraph` do not fit each other
  explicit HypergraphStream(const HypergraphView& hypergraph);

  [[nodiscard]] VertexId num_vertices() const override { return hypergraph_.num_vertices; }
  [[nodiscard]] bool is_weighted() const override { return hypergraph_.is_weighted(); }
  [[nodiscard]] bool has_integer_weights() const override;
  bool next(StreamedEdge& edge) override;

 private:
  HypergraphView hypergraph_;
  EdgeId next_ = 0;
};

/// The result of one pass over a stream: the matching and an upper bound that judges it without the
/// instance.
struct StreamingMatching {
  std::vector<EdgeId> edges;  ///< ascending, 0-based
  MatchingValue value;        ///< of the matching
  /// Upper bound on the objective of every matching: the sum of a feasible dual that is raised
  /// while the edges pass, rounded up (down to an integer where only integers are possible).
  double upper_bound = 0.0;
  std::uint64_t edges_seen = 0;     ///< empty ones included
  std::uint64_t pins_seen = 0;      ///< of all edges seen
  std::uint64_t max_edge_size = 0;  ///< of all edges seen
  /// Most candidates (stack_streaming) or matched edges (greedy_streaming) held at once.
  std::uint64_t peak_stack_edges = 0;
  std::uint64_t peak_stack_pins = 0;  ///< their pins
  MatchingStats stats;
};

/// How an edge that becomes a candidate raises the dual of its pins.
enum class DualUpdate {
  full,     ///< each pin by what the edge lacks; short stacks
  lenient,  ///< each pin by its share of it; the same guarantee, heavier matchings, longer stacks
};

template <>
struct EnumNames<DualUpdate> {
  static constexpr EnumName<DualUpdate> all[] = {{DualUpdate::full, "full"},
                                                 {DualUpdate::lenient, "lenient"}};
};

struct StackStreamingOptions {
  Objective objective = Objective::automatic;
  /// With `keep`, edges of weight <= 0 are taken where no other candidate wants their pins.
  NonPositive nonpositive = NonPositive::drop;
  /// Slack of the dual, finite, >= 0: an edge becomes a candidate if its weight exceeds
  /// (1 + epsilon) times the dual of its pins. 0.1 keeps stacks short at little cost.
  double epsilon = 0.1;
  /// `full` is what the guarantee on the stack's length is known for; `lenient` finds more
  /// (docs/performance.md).
  DualUpdate update = DualUpdate::lenient;
};

/// Primal-dual, one pass, then the stack from its top.
///
/// Guarantee 1/(d (1 + epsilon)) of the heaviest matching, d the largest edge size. With `full`,
/// integer weights are added and compared exactly (the comparison itself up to one part in 2^52
/// beyond 2^53); all else holds up to the rounding of doubles. O(pins) time, one thread whatever
/// the context. Memory: 16 bytes per vertex, 4 per pin of the stack and 12 per candidate (20 where
/// its weight needs more than 32 bits). Not maximal by definition.
/// @throws Error{invalid_option, resources, cancelled}, Error{invalid_input} if the stream breaks
/// its promises (falling ids, pins out of range, weights that are not finite), and what the stream
/// throws
[[nodiscard]] StreamingMatching stack_streaming(const Context& context, EdgeStream& stream,
                                                const StackStreamingOptions& options = {});

struct GreedyStreamingOptions {
  Objective objective = Objective::automatic;
  NonPositive nonpositive = NonPositive::drop;
  /// An edge replaces the matched edges that it meets if its weight exceeds theirs together by at
  /// least alpha times theirs; finite. Negative stands for the best known value,
  /// sqrt((d - 1) / d), with d the largest edge size seen so far.
  double alpha = -1.0;
};

/// One matching, improved by swaps while the edges pass.
///
/// Guarantee 1/((1 + alpha) (d + (d - 1) / alpha)) of the heaviest matching; none for alpha = 0 and
/// d > 1. It is best for alpha = sqrt((d - 1) / d): 1/(2d - 1 + 2 sqrt(d (d - 1))). The default
/// alpha follows d as it grows, from sqrt(1/2) for d = 2 towards 1; with b the smallest alpha at
/// which edges were swapped out (while d > 1) and a the last, the guarantee is
/// 1/((1 + a) (d + (d - 1) / b)), at least 0.82 of the best. `stats.guarantee` says which one
/// holds.
///
/// O(pins log d) time, one thread whatever the context. Memory: 16 bytes per vertex and 12 per
/// matched edge. Not maximal by definition.
/// @throws as stack_streaming
[[nodiscard]] StreamingMatching greedy_streaming(const Context& context, EdgeStream& stream,
                                                 const GreedyStreamingOptions& options = {});

}  // namespace hypermatch
