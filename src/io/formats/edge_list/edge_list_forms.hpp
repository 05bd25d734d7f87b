// SPDX-License-Identifier: MIT
// Lines of edge lists as other programs print them: arrows, tuples, dictionaries of attributes.
#pragma once

#include <string_view>

#include "io/formats/edge_list/edge_list_layout.hpp"

namespace hypermatch::detail::io {

/// The form of a first line. @throws TextFailure for lists of neighbours
[[nodiscard]] LineForm form_of_line(const char* begin, const char* end);

/// Cuts a line of a form other than columns: two ends, and a weight if it has one.
/// @throws TextFailure if the line has another form
[[nodiscard]] Columns cut_form(LineForm form, const char* begin, const char* end);

/// Whether a word stands between two ids where a line has an arrow.
[[nodiscard]] bool is_arrow(std::string_view word);

}  // namespace hypermatch::detail::io
