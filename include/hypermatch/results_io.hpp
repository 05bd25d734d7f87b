// SPDX-License-Identifier: MIT
// Files of results beside matchings of hypergraphs and graphs (hypermatch/instance_io.hpp) and of
// rows and columns (hypermatch/bipartite_io.hpp). docs/formats.md says what they look like.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/results.hpp"

namespace hypermatch::io {

/// Writes a b-matching as `write_graph_matching` writes pairs: `u v` per line, ascending by edge, u
/// as it stands first in the input; `read_graph_matching` reads it. Whole or not at all.
/// @throws Error{invalid_input} unless the partners are mutual, distinct, and joined by edges,
/// Error{io, resources}
void write_partners(const EdgeListView& graph, const Partners& matching, const VertexLabels& labels,
                    const std::string& path);

/// Writes `vertex community` per line, one line per vertex in their order; communities are those of
/// one level, the finest by default, numbered from 1 in the order of their first vertices. Between
/// the two stands a blank, or a tab where `labels` hold blanks. Whole or not at all.
/// @throws Error{invalid_input} if a community's number is n or more, Error{invalid_option} if
/// there is no such level, Error{io, resources}
void write_communities(const Labels& communities, const VertexLabels& labels,
                       const std::string& path, std::size_t level = 0);

/// Writes the community of each vertex alone, one per line, numbered as above: in the order of the
/// vertices' numbers where the input numbers them, else in that of the input. Whole or not at all.
/// @throws as above, and Error{invalid_input} if these numbers have gaps
void write_labels(const Labels& communities, const VertexLabels& labels, const std::string& path,
                  std::size_t level = 0);

/// Writes one line per vertex with one column per level after the vertex, the finest level first,
/// separated by blanks. @throws as above, and Error{invalid_input} as `check_levels`
void write_hierarchy(const Labels& communities, const VertexLabels& labels,
                     const std::string& path);

/// Communities as a file holds them.
struct Communities {
  /// The community of each vertex, numbered from 0 in the order of first vertices; empty if there
  /// is a violation.
  Labels communities;
  /// The first line whose vertex does not exist or has had a line before, else the first vertex
  /// that has none, else two vertices that a level separates and the finer one before it does not.
  /// Empty: each vertex has one line, and levels are made of whole communities.
  std::string violation;
  /// How the lines were read, for people, where there is a label per line; else empty.
  std::string note = {};
};

/// Reads the communities of `num_vertices` vertices called `labels` as `write_communities` writes
/// them, in any order of lines, or one label per line as `write_labels` does: the first line
/// decides. Communities may be any words; those that are numbers of 64 bits are compared as such.
/// @throws Error{invalid_input} "FILE:LINE: ...", also for another number of labels than of
/// vertices, Error{io, resources}
[[nodiscard]] Communities read_communities(const std::string& path, const VertexLabels& labels,
                                           VertexId num_vertices);

/// Reads the same lines of some vertices: of each vertex its community, numbered from 0 in the
/// order of the lines, or k_none, as of vertices whose community is -1. @throws as above, and
/// Error{invalid_input} for a vertex that does not exist or has had a line before
[[nodiscard]] Communities read_some_communities(const std::string& path, const VertexLabels& labels,
                                                VertexId num_vertices);

/// Reads communities as `write_hierarchy` writes them: all lines have the same number of
/// communities.
/// @throws as above
[[nodiscard]] Communities read_hierarchy(const std::string& path, const VertexLabels& labels,
                                         VertexId num_vertices);

/// Whether a weight stands in each line of what is written.
enum class LineWeights { none, each };

/// Writes the numbers of matched hyperedges, one per line, counted from `first`, each with its
/// weight behind it (1 where there are none). Whole or not at all.
void write_weighted_matching(const Context& context, const HypergraphView& hypergraph,
                             std::span<const EdgeId> edges, const std::string& path,
                             std::uint64_t first = 1);

/// Writes the pins of hyperedges in the ids of the input, one hyperedge per line; with
/// `LineWeights::each` its weight stands in front, as in hMETIS files (1 where there are none).
/// Between two ids stands a blank, or a tab where `labels` hold blanks. Whole or not at all.
void write_pins(const Context& context, const HypergraphView& hypergraph,
                std::span<const EdgeId> edges, const VertexLabels& labels, const std::string& path,
                LineWeights weights = LineWeights::none);

/// Writes pairs as `write_graph_matching` does, each with the weight of its edge behind it (1 where
/// there are none): a list of edges. @throws Error{invalid_input} for a pair that is no edge
void write_weighted_pairs(const Context& context, const EdgeListView& graph,
                          std::span<const GraphEdge> pairs, const VertexLabels& labels,
                          const std::string& path);

/// Writes `NUMBER<TAB>ID` per vertex, numbers from 1. Whole or not at all.
void write_names(const VertexLabels& labels, VertexId num_vertices, const std::string& path);
/// Writes `r NUMBER<TAB>ID` per row, then `c NUMBER<TAB>ID` per column.
void write_names(const SideLabels& labels, VertexId num_rows, VertexId num_columns,
                 const std::string& path);

/// Writes the proof and a newline. Whole or not at all.
void write_proof(const NoSolution& none, const std::string& path);

}  // namespace hypermatch::io
