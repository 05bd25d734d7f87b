// SPDX-License-Identifier: MIT
// METIS files hold each edge twice, once in the line of each end. This file checks that, and makes
// the two directions agree.
#pragma once

#include <cstdint>
#include <optional>

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "io/builders/graph_builder.hpp"

namespace hypermatch::detail::io {

/// An entry of `row` that its neighbour does not have.
struct OneSidedArc {
  VertexId row;
  VertexId neighbour;
};

/// Makes a graph of the entries of a file, self-loops left out; row v of `rows` holds those of
/// vertex v as they stand. Repeated entries become one, with the heaviest weight of all entries of
/// the pair, in either direction. `merged` counts for each pair how often it stands beyond once, in
/// the direction in which it stands more often. `are_ascending`: each row is, and repeats nothing.
///
/// The rows are then those that `compress` makes of `edges_of`: first the neighbours below the
/// row's vertex, ascending, then those above it as they stand in the file.
/// @returns the first entry (by row, then by neighbour) without a back edge, if there is one; the
/// rows are then of no use
[[nodiscard]] std::optional<OneSidedArc> join_directions(const Context& context,
                                                         CompressedGraph& rows, bool are_ascending,
                                                         MergedEdges& merged);

}  // namespace hypermatch::detail::io
