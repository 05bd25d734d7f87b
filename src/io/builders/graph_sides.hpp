// SPDX-License-Identifier: MIT
// Graphs whose vertices are of two sides, as rows and columns: by what the file says of each
// vertex, or by the two colours that the edges leave.
#pragma once

#include "hypermatch/instance_io.hpp"
#include "io/formats/parsers.hpp"

namespace hypermatch::detail::io {

/// Rows and columns of a graph: each vertex is one of them, each edge is an entry. Sides are
/// `instance.vertex_sides`, or those of a colouring: in each component the side of most first ends
/// is rows; vertices without edges are on the side of the vertex in front of them. Labels or
/// numbers of the file stay. O(n + m) work beside sorting rows.
/// @throws Error{invalid_input} that names an edge within a side, or one that closes an odd cycle
[[nodiscard]] hypermatch::io::Instance split_sides(const ParseInput& input,
                                                   hypermatch::io::Instance instance);

/// Adds the note on how a list of pairs became rows and columns. `is_asked`: by an option.
void note_sides_of_list(hypermatch::io::ReadReport& report, bool is_asked);

}  // namespace hypermatch::detail::io
