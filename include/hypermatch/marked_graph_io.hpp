// SPDX-License-Identifier: MIT
// Graphs with what a matching or communities say of their vertices and edges, in formats that
// programs draw: GraphML (Gephi, Cytoscape, yEd, networkx, igraph) and DOT (Graphviz).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/instance_io.hpp"

namespace hypermatch::io {

/// Marks of a graph's vertices and edges; empty ones are not written.
struct GraphMarks {
  /// Matched pairs, edges of the graph in any order. In the file an edge is `matched` or not, and a
  /// vertex has its `mate` (several under capacities); DOT draws matched edges thick.
  std::optional<std::span<const GraphEdge>> matched = {};
  /// The community of each vertex, size n. In the file a vertex has its `community`, counted from
  /// 1; DOT fills vertices with a colour per community.
  std::span<const VertexId> communities = {};
};

/// Whether a format, by its name in `formats`, takes marks.
[[nodiscard]] bool holds_marks(const std::string& format);

/// Writes a graph and its marks; whole or not at all. O(n + m), and a sort of the pairs.
/// @throws Error{unsupported} for a format that takes no marks, and for ids that it cannot hold;
/// Error{invalid_input} for communities of another size, Error{io, resources, cancelled}
void write_marked_graph(const Context& context, const EdgeListView& graph,
                        const VertexLabels& labels, const GraphMarks& marks,
                        const std::string& path, const std::string& format);

}  // namespace hypermatch::io
