// SPDX-License-Identifier: MIT
// Coarsening: contraction of graphs and hypergraphs by labels, and the way back. What a multilevel
// method does between its levels (Karypis, Kumar 1998, doi:10.1137/S1064827595287997).
#pragma once

#include <cstdint>
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

/// What becomes of the weight of edges inside a class.
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
/// smallest member. O(n + m) and a sort of each row; the same on any number of threads. Memory
/// beside the result: 12 bytes per vertex, and per arc 4 bytes and the width of a weight (16 for 64
/// bits); rows of 2^16 arcs and more take twice that, one at a time.
/// Weights must be finite, which is checked only where `Validation::full` is asked for, and of
/// sums.
/// @throws Error{invalid_input} if sizes do not fit, a label is 2^32 - 1, loops and edges differ in
/// kind, or a sum is beyond its type; Error{resources, cancelled}
[[nodiscard]] Contraction contract(const Context& context, const GraphView& graph,
                                   LabelsView labels, const GraphContractionOptions& options = {});

/// The same for the pairs of a matching; `mates` as for `labels_of`. @throws as above, and
/// Error{invalid_input} if `mates` is not mutual
[[nodiscard]] Contraction contract(const Context& context, const GraphView& graph,
                                   std::span<const VertexId> mates,
                                   const GraphContractionOptions& options = {});

/// What becomes of a hyperedge whose pins fall into one class, and of those without pins.
enum class SmallEdges { drop, keep };
/// What becomes of hyperedges with the same pins.
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

/// The way back: the label of each fine vertex is that of the coarse vertex it went to. `labels`:
/// one per coarse vertex, any value. O(n).
/// @throws Error{invalid_input} if a coarse vertex has no label, Error{resources, cancelled}
[[nodiscard]] Array<VertexId> project(const Context& context, std::span<const VertexId> labels,
                                      std::span<const VertexId> coarse_vertex);

}  // namespace hypermatch
