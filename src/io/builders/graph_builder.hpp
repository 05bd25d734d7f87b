// SPDX-License-Identifier: MIT
// From the pairs of a file to a simple graph: repeated pairs, in either direction, become one edge
// with the heaviest weight; edges stand in the order in which their pairs first appear.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/formats/parsers.hpp"

namespace hypermatch::detail::io {

/// Marks a pair that is repeated; `drop_repeated` removes it.
inline constexpr GraphEdge k_repeated{k_none, k_none};

/// Pairs that stand several times.
struct MergedEdges {
  std::uint64_t merged = 0;     ///< entries that were merged into others
  std::uint64_t differing = 0;  ///< pairs whose entries differ in weight
};

/// Merges repeated pairs. `pairs` are in file order, without self-loops; `weights` has one a pair,
/// or none, and one after a `sum` or `count`. O(pairs log(largest degree)) work, 8 bytes a pair and
/// 8 per vertex of memory, with several threads 12 per pair more; nothing where the pairs are
/// already sorted. The result does not depend on the number of threads.
/// @throws Error{invalid_input} for a sum beyond 64 bits or beyond doubles; it begins with `name`
MergedEdges merge_parallel_edges(
    const Context& context, VertexId num_vertices, Array<GraphEdge>& pairs, Weights& weights,
    hypermatch::io::ParallelEdges how = hypermatch::io::ParallelEdges::heaviest,
    std::string_view name = "");

/// Merges those of the graph of a file, as it is asked for; the report gets the number.
void merge_parallel_edges(const ParseInput& input, EdgeList& graph,
                          hypermatch::io::ReadReport& report);

/// Removes the pairs that are marked as repeated, with their weights; keeps the order.
void drop_repeated(const Context& context, Array<GraphEdge>& pairs, Weights& weights);

/// Removes the pairs of weight 0; keeps the order.
void drop_zeros(const Context& context, Array<GraphEdge>& pairs, Weights& weights);

/// Wraps up a graph as it was asked for: as itself, or as 2-uniform hypergraph; fills in the
/// report's weight counts, format and interpretation. `loop_weights`: as of instances.
/// @throws Error{unsupported} for other interpretations
[[nodiscard]] hypermatch::io::Instance finish_graph(const ParseInput& input, const char* format,
                                                    Graph graph, hypermatch::io::ReadReport report,
                                                    Weights loop_weights = {});

/// Throws Error{unsupported} unless a graph file can be read as `as`.
void check_graph_interpretation(const ParseInput& input, const char* format);

/// The graph of an instance that is to be written; a 2-uniform hypergraph counts as one. Of its
/// parallel hyperedges only the heaviest is left, as a reader of graphs would leave it.
/// @throws Error{unsupported} if an edge has another size
class GraphToWrite {
 public:
  /// `edges`: the list of the instance if it is a graph.
  GraphToWrite(const hypermatch::io::Instance& instance, const EdgeListView& edges,
               const char* format);

  [[nodiscard]] VertexId num_vertices() const { return num_vertices_; }
  [[nodiscard]] std::size_t num_edges() const { return edges_.size(); }
  [[nodiscard]] GraphEdge edge(std::size_t e) const { return edges_[e]; }
  [[nodiscard]] std::span<const GraphEdge> edges() const { return edges_; }
  [[nodiscard]] WeightsView weights() const { return weights_; }

 private:
  VertexId num_vertices_ = 0;
  Array<GraphEdge> own_edges_;
  Weights own_weights_;
  std::span<const GraphEdge> edges_;
  WeightsView weights_;
};

}  // namespace hypermatch::detail::io
