// SPDX-License-Identifier: MIT
// First lines of edge lists that say how many vertices and edges follow.
#pragma once

#include <vector>

#include "io/formats/edge_list/edge_list_layout.hpp"
#include "io/formats/edge_list/edge_list_lines.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

/// The lines of a text.
struct EdgeLines {
  std::vector<LinePart> parts;
  bool have_names = false;  ///< ids are numbered by name, else they stand for themselves
};

/// Readings of a first line of numbers.
enum class FirstNumbers {
  edge,
  may_be_counts,  ///< an edge, by the few lines that there are
  counts,         ///< `n m`, or `rows columns entries`
};

/// Judges the first line of a list of small integers.
[[nodiscard]] FirstNumbers first_numbers(const EdgeListLayout& layout, const EdgeLines& lines,
                                         TextRange text);

/// Checks a header of two counts above lines of three columns. @throws TextFailure
void check_counts(const EdgeListLayout& layout, const EdgeLines& lines, TextRange text);

/// Refuses lines of three columns below one of two.
[[noreturn]] void fail_at_second_line(const EdgeListLayout& layout, TextRange text);

/// The begin of the first line with data.
[[nodiscard]] const char* first_data_line(TextRange text);

}  // namespace hypermatch::detail::io
