// SPDX-License-Identifier: MIT
// The largest degree of a vertex, on all threads.
#pragma once

#include <cstdint>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"

namespace hypermatch {

/// The number of pins of the vertex that has the most; 0 without vertices. O(n + pins); memory
/// 4 bytes per vertex, on several threads up to 4 bytes per pin more. The view must be valid.
/// @throws Error{resources}
[[nodiscard]] std::uint64_t max_degree(const Context& context, const HypergraphView& hypergraph);

/// The same of a list of edges: the most edges that meet in a vertex.
[[nodiscard]] std::uint64_t max_degree(const Context& context, const EdgeListView& graph);
/// The same of rows. O(n), no memory.
[[nodiscard]] std::uint64_t max_degree(const Context& context, const GraphView& graph);
/// The same of a graph, in the form that it has.
[[nodiscard]] std::uint64_t max_degree(const Context& context, const AnyGraphView& graph);

/// The same of rows and columns: the most entries of a row or of a column.
[[nodiscard]] std::uint64_t max_degree(const Context& context, const BipartiteView& bipartite);

}  // namespace hypermatch
