// SPDX-License-Identifier: MIT
// Whether the sizes of a graph that a caller gave, in host or device memory, fit each other.
#pragma once

#include <cstddef>
#include <optional>

#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::structures {

/// A list of edges; `num_weights` is nothing where there are none. @throws Error{invalid_input} if
/// the sizes do not fit each other or 32 bits
void check_list(VertexId num_vertices, std::size_t num_edges,
                std::optional<std::size_t> num_weights);
/// Rows; no offsets stand for no vertices. @throws as above
void check_rows(VertexId num_vertices, std::size_t num_offsets, std::size_t num_arcs,
                std::optional<std::size_t> num_weights);

/// Checks the sizes of a graph in host memory, and that its first and last offset enclose its arcs.
/// O(1); `validate` checks all invariants. @throws as above
void check_shape(const EdgeListView& graph);
void check_shape(const GraphView& graph);

}  // namespace hypermatch::detail::structures
