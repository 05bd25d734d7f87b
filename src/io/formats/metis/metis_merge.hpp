// SPDX-License-Identifier: MIT
// METIS files that repeat entries, or whose two directions differ in weight: what stands several
// times becomes one edge.
#pragma once

#include <cstdint>
#include <optional>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/weights.hpp"
#include "io/formats/metis/metis_symmetry.hpp"

namespace hypermatch::detail::io {

/// The neighbour entries of a file, self-loops left out. Row v holds the entries of vertex v.
struct MetisArcs {
  VertexId num_vertices = 0;
  Array<GraphEdge> forward;      ///< entries {row, neighbour > row}, rows ascending
  Array<VertexId> backward;      ///< entries with neighbour < row, rows ascending
  Array<Offset> backward_begin;  ///< size n + 1: the backward entries of each row
  Weights forward_weights;       ///< one per entry, or none
  Weights backward_weights;      ///< the same alternative as `forward_weights`
};

/// Sorts the entries of rows by direction.
[[nodiscard]] MetisArcs split_directions(const Context& context, const GraphView& rows);

/// Marks repeated entries of `forward` as `k_repeated`, and gives the first entry of each pair the
/// heaviest weight of all entries of the pair, in either direction. `merged` and the result are
/// those of `join_directions`.
[[nodiscard]] std::optional<OneSidedArc> match_directions(const Context& context, MetisArcs& arcs,
                                                          MergedEdges& merged);

}  // namespace hypermatch::detail::io
