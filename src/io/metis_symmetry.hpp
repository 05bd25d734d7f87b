// SPDX-License-Identifier: MIT
// METIS files hold each edge twice, once in the line of each end. This file checks that, and makes
// one edge of the two.
#pragma once

#include <cstdint>
#include <optional>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::io {

/// The neighbour entries of a file, self-loops left out. Row v holds the entries of vertex v.
struct MetisArcs {
  VertexId num_vertices = 0;
  Array<GraphEdge> forward;      ///< entries {row, neighbour > row}, rows ascending
  Array<VertexId> backward;      ///< entries with neighbour < row, rows ascending
  Array<Offset> backward_begin;  ///< size n + 1: the backward entries of each row
  Weights forward_weights;       ///< one an entry, or none
  Weights backward_weights;      ///< the same alternative as `forward_weights`
};

/// An entry of `row` that its neighbour does not have.
struct OneSidedArc {
  VertexId row;
  VertexId neighbour;
};

/// Marks repeated entries of `forward` as `k_repeated`, and gives the first entry of each pair the
/// heaviest weight of all entries of the pair, in either direction. `merged` counts for each pair
/// how often it stands beyond once, in the direction in which it stands more often.
/// @returns the first entry (by row, then by neighbour) without a back edge, if there is one
[[nodiscard]] std::optional<OneSidedArc> match_directions(const Context& context, MetisArcs& arcs,
                                                          std::uint64_t& merged);

}  // namespace hypermatch::detail::io
