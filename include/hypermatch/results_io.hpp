// SPDX-License-Identifier: MIT
// Files of results beside matchings of hypergraphs and graphs (hypermatch/io.hpp) and of rows and
// columns (hypermatch/bipartite_io.hpp). docs/formats.md says what they look like.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hypermatch/graph.hpp"
#include "hypermatch/io.hpp"
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
};

/// Reads the communities of `num_vertices` vertices called `labels` as `write_communities` writes
/// them, in any order of lines; communities may have any numbers of 64 bits.
/// @throws Error{invalid_input} "FILE:LINE: ...", Error{io, resources}
[[nodiscard]] Communities read_communities(const std::string& path, const VertexLabels& labels,
                                           VertexId num_vertices);

/// Reads the same lines of some vertices: of each vertex its community, numbered from 0 in the
/// order of the lines, or k_none. @throws as above, and Error{invalid_input} for a vertex that does
/// not exist or has had a line before
[[nodiscard]] std::vector<VertexId> read_some_communities(const std::string& path,
                                                          const VertexLabels& labels,
                                                          VertexId num_vertices);

/// Reads communities as `write_hierarchy` writes them: all lines have the same number of
/// communities.
/// @throws as above
[[nodiscard]] Communities read_hierarchy(const std::string& path, const VertexLabels& labels,
                                         VertexId num_vertices);

/// Writes the proof and a newline. Whole or not at all.
void write_proof(const NoSolution& none, const std::string& path);

}  // namespace hypermatch::io
