// SPDX-License-Identifier: MIT
// The vertex of each line in files of one label per line, as programs that partition and
// cluster graphs write them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hypermatch/instance_io.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::io {

struct LabelLines {
  std::vector<VertexId> vertices;  ///< of each line; k_none: a number without a vertex
  std::string order;               ///< in words: "line i is the label of vertex i"
};

/// The vertices of `count` lines. Vertices with numbers stand in the order of these, from 0 or 1
/// on, and numbers that are no vertex have a line, too; others in the order of the input, as all do
/// where the input lists its vertices.
/// @throws Error{invalid_input} if `count` is not the number of lines, or numbers begin elsewhere
[[nodiscard]] LabelLines label_lines(const hypermatch::io::VertexLabels& labels,
                                     VertexId num_vertices, std::size_t count);

/// How many lines there have to be.
/// @throws Error{invalid_input} if numbers of vertices leave it open
[[nodiscard]] std::size_t num_label_lines(const hypermatch::io::VertexLabels& labels,
                                          VertexId num_vertices);

}  // namespace hypermatch::detail::io
