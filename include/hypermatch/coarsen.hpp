// SPDX-License-Identifier: MIT
// Coarsening: matchings of vertices, contraction of graphs and hypergraphs by labels, and the way
// back. What a multilevel method does between its levels (Karypis, Kumar 1998,
// doi:10.1137/S1064827595287997).
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

/// Labels of vertices: `labels[v]` is any number below 2^32 - 1, and vertices with the same label
/// are one class. A type of its own, because mates have the same representation.
struct LabelsView {
  explicit constexpr LabelsView(std::span<const VertexId> all) : labels(all) {}
  std::span<const VertexId> labels;  ///< size n
};

/// Labels of a matching of a graph: of each pair the smaller vertex, of an unmatched vertex itself.
/// `mates`: size n, k_none of the unmatched. O(n).
/// @throws Error{invalid_input} if `mates` is not mutual, Error{resources, cancelled}
[[nodiscard]] Array<VertexId> labels_of(const Context& context, std::span<const VertexId> mates);

/// Labels of a matching of a hypergraph: all pins of a matched hyperedge have its smallest pin as
/// label, other vertices themselves. `matched`: disjoint hyperedges in any order. O(n + pins).
/// @throws Error{invalid_input} for an edge that does not exist or two that share a pin,
/// Error{resources, cancelled}
[[nodiscard]] Array<VertexId> labels_of(const Context& context, const HypergraphView& hypergraph,
                                        std::span<const EdgeId> matched);

/// Treatment of the weight of edges inside a class.
enum class Loops {
  drop,  ///< it is lost, as partitioners want it
  keep,  ///< it is the weight of the coarse vertex's loop, as modularity needs it
};

struct GraphContractionOptions {
  /// Size n, or empty for 1 per vertex.
  std::span<const std::int64_t> vertex_weights = {};
  Loops loops = Loops::drop;
  /// Weights of the loops of the input, size n, or none. Integers where the edges have integers or
  /// no weights, else real numbers. Read with `Loops::keep` only.
  WeightsView loop_weights = {};
};

/// A graph with each class contracted to one vertex.
///
/// Weights are int32 where all sums fit, else int64; double where the input has real weights. Sums
/// are exact whatever the order; of real numbers rounded once.
struct Contraction {
  CompressedGraph graph;               ///< rows ascending; an unweighted edge counts 1
  Array<VertexId> coarse_vertex;       ///< size n: where each vertex went
  Array<std::int64_t> vertex_weights;  ///< size of the coarse graph: sums of what it holds
  /// Size of the coarse graph with `Loops::keep`, else none: the edges inside a class, each counted
  /// once (not per arc), and the loops of its vertices. A type of its own, by the same rule.
  Weights loop_weights;
};

/// Contracts the classes: weights of parallel edges add up. Coarse vertices are numbered by their
/// smallest member. O(n + m), no row is sorted by comparisons but where sums of real numbers are
/// not exact in two doubles; the same on any number of threads. Memory beside the result, whose
/// arrays first have room for all arcs: 12 bytes per vertex, 8 per coarse vertex, and per thread 4
/// per coarse vertex (fewer threads work where that is more than 8 bytes per arc); rows of 2^16
/// arcs and more take up to 16 per arc where several threads work. Weights must be finite, which is
/// checked only where `Validation::full` is asked for, and of sums.
/// @throws Error{invalid_input} if sizes do not fit, a label is 2^32 - 1, loops and edges differ in
/// kind, or a sum is beyond its type; Error{resources, cancelled}
[[nodiscard]] Contraction contract(const Context& context, const GraphView& graph,
                                   LabelsView labels, const GraphContractionOptions& options = {});

/// Contracts the pairs of a matching; `mates` as for `labels_of`. @throws as above, and
/// Error{invalid_input} if `mates` is not mutual
[[nodiscard]] Contraction contract(const Context& context, const GraphView& graph,
                                   std::span<const VertexId> mates,
                                   const GraphContractionOptions& options = {});

/// Treatment of hyperedges whose pins all fall into one class, and of hyperedges without pins.
enum class SmallEdges { drop, keep };
/// Treatment of hyperedges with equal sets of pins.
enum class IdenticalEdges {
  merge,  ///< one of them stands for all, with the sum of their weights
  keep,
};

struct HypergraphContractionOptions {
  /// Size n, or empty for 1 per vertex.
  std::span<const std::int64_t> vertex_weights = {};
  SmallEdges small_edges = SmallEdges::drop;
  IdenticalEdges identical_edges = IdenticalEdges::merge;
};

/// A hypergraph with each class contracted to one vertex. Weights have the types of `Contraction`.
struct HypergraphContraction {
  Hypergraph hypergraph;          ///< pins ascending; an unweighted hyperedge counts 1
  Array<VertexId> coarse_vertex;  ///< size n: where each vertex went
  Array<EdgeId> coarse_edge;      ///< size m: where each hyperedge went, k_none if it was dropped
  Array<std::int64_t> vertex_weights;  ///< size of the coarse vertices: sums of what they hold
};

/// Contracts the classes: pins are renamed, each stays once per hyperedge. Coarse hyperedges keep
/// the order of the input, identical ones have the place of the first. O(n + pins) and a sort of
/// each hyperedge; the same on any number of threads. Memory beside the result: 12 bytes per
/// vertex, 4 per pin, 28 per hyperedge (40 with 64-bit weights).
/// @throws as the contraction of graphs
[[nodiscard]] HypergraphContraction contract(const Context& context,
                                             const HypergraphView& hypergraph, LabelsView labels,
                                             const HypergraphContractionOptions& options = {});

/// Treatment of vertices that no remaining rated pair can match.
enum class TwoHop {
  leave,  ///< they stay unmatched
  pair,   ///< they are paired with others that have the same best partner, matched or not, or none
};

struct VertexMatchingOptions {
  /// Size n, not negative, or empty for 1 per vertex.
  std::span<const std::int64_t> vertex_weights = {};
  /// Two vertices are matched only if the sum of their weights is at most this; >= 0.
  std::int64_t max_weight = std::numeric_limits<std::int64_t>::max();
  /// Hyperedges of more pins rate no pair: the work is quadratic in their size. 1000 is what
  /// partitioners leave out. Graphs ignore it.
  std::uint64_t largest_edge = 1000;
  TwoHop two_hop = TwoHop::pair;
  /// Breaks ties among pairs of equal rating.
  std::uint64_t seed = 0;
};

struct VertexMatching {
  Array<VertexId> mates;            ///< size n, k_none of the unmatched
  std::uint64_t rounds = 0;         ///< of mutual best partners
  std::uint64_t two_hop_pairs = 0;  ///< pairs that share no rated pair but a best partner, or none
};

/// A matching of vertices for coarsening: the greedy one of all pairs of positive rating that
/// respect `max_weight`, and then pairs at two hops. The rating of a pair is the sum of
/// w(e) / (|e| - 1) over its common hyperedges in ascending order, in double (heavy edge; Karypis,
/// Aggarwal, Kumar, Shekhar 1999, doi:10.1109/92.748202; Catalyurek, Aykanat 1999,
/// doi:10.1109/71.780863). Ties are broken by a hash of both ends. The same bytes on any number of
/// threads. `contract(context, hypergraph, LabelsView(labels_of(context, mates)), ...)` follows.
///
/// Expected O(n + sum of |e|^2 over hyperedges up to `largest_edge`), times the scans of a vertex:
/// one, and one more whenever its best partner is matched to another; of p > 64 partners at most
/// log(p) more, since the best ones are kept. The hyperedges of a vertex are scanned by one thread.
/// Memory: 8 bytes per vertex, 8 per hyperedge, 4 per pin, and 4 per vertex and thread; 8 more per
/// pin at first; of vertices with more than 64 partners that lose their best one again and again 4
/// per partner at most.
/// @throws Error{invalid_input} if sizes do not fit or a vertex weight is negative,
/// Error{invalid_option} if `max_weight` is, Error{resources, cancelled}
[[nodiscard]] VertexMatching match_vertices(const Context& context,
                                            const HypergraphView& hypergraph,
                                            const VertexMatchingOptions& options = {});

/// A matching of the vertices of a graph for coarsening. Its pairs are the edges, rated by their
/// weights; for other ratings replace the weights by those of `rate_edges`. O(n + m) times the
/// scans of a vertex. Memory: 8 bytes per vertex, 4 per vertex and thread, and the kept partners of
/// long rows, as above. @throws as above
[[nodiscard]] VertexMatching match_vertices(const Context& context, const GraphView& graph,
                                            const VertexMatchingOptions& options = {});

/// The way back: the label of each fine vertex is that of the coarse vertex it went to. `labels`:
/// one per coarse vertex, any value. O(n).
/// @throws Error{invalid_input} if a coarse vertex has no label, Error{resources, cancelled}
[[nodiscard]] Array<VertexId> project(const Context& context, std::span<const VertexId> labels,
                                      std::span<const VertexId> coarse_vertex);

}  // namespace hypermatch
