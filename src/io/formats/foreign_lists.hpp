// SPDX-License-Identifier: MIT
// Lists of other programs that begin as lists of edges do and are none: they are refused by name.
// Notes on lists of edges that have a second reading.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/instance_io.hpp"
#include "hypermatch/weights.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

/// Refuses adjacency lists of networkx, lists of neighbours behind `# NAME` (LGL), and lists of
/// vertices in front of a line `#` (TGF). `first_line`: the first line of data. @throws TextFailure
void refuse_foreign_lists(TextRange text, const char* first_line);

/// Refuses the pointer that stands for a file of Git LFS. @throws Error{invalid_input}
void refuse_pointer(std::string_view front, const std::string& name);

/// Refuses files that say in their first bytes, or by their name, that they are of a format which
/// is not read: weighted formulas, flow problems, archives, documents. @throws Error{unsupported}
void refuse_other_formats(std::string_view front, std::string_view word_of_problem,
                          const std::string& name);

/// Whether an id holds a comment behind it, `2 # first`.
[[nodiscard]] bool holds_comment(std::string_view id);

/// The first columns number the lines, from 0 or 1, and all weights are such numbers: as in lists
/// of two neighbours each. `pairs` are as they stand in the file.
[[nodiscard]] bool may_be_neighbours(std::span<const GraphEdge> pairs, const WeightsView& weights);

/// Refuses lists of two neighbours per vertex, each of which stands in both of its lists.
/// @throws TextFailure
void refuse_neighbours(std::span<const GraphEdge> pairs, const WeightsView& weights,
                       TextRange text);

/// Comments that have as many columns as the edges, glued to their mark, are noted.
/// @throws TextFailure where ids begin with such a mark: these lines are edges
void judge_comments(TextRange text, char separator, std::size_t columns,
                    std::span<const std::string_view> ids, hypermatch::io::ReadReport& report);

/// Notes that ids of two columns, which are called as two kinds of things, are the same vertices.
void note_two_kinds(std::string_view first, std::string_view second,
                    std::span<const GraphEdge> pairs, VertexId num_vertices,
                    hypermatch::io::ReadReport& report);

/// Notes ids that stand for a missing one: `NA`.
void note_missing_ids(std::span<const std::string_view> ids, hypermatch::io::ReadReport& report);

}  // namespace hypermatch::detail::io
