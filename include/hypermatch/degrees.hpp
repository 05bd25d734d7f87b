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

/// The largest degree of a list of edges.
[[nodiscard]] std::uint64_t max_degree(const Context& context, const EdgeListView& graph);
/// The largest degree of a graph in rows. O(n), no memory.
[[nodiscard]] std::uint64_t max_degree(const Context& context, const GraphView& graph);
/// The largest degree of a graph, in whichever form it has.
[[nodiscard]] std::uint64_t max_degree(const Context& context, const AnyGraphView& graph);

/// The largest number of entries in one row or column.
[[nodiscard]] std::uint64_t max_degree(const Context& context, const BipartiteView& bipartite);

}  // namespace hypermatch
