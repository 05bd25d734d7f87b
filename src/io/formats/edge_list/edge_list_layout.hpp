// SPDX-License-Identifier: MIT
// How the lines of an edge list are cut into columns, found out from the first lines of the file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "io/text/text.hpp"

namespace hypermatch::detail::io {

/// Separators of columns.
enum class Separator : char { blanks = ' ', tab = '\t', comma = ',', semicolon = ';' };

/// The columns of one line.
struct Columns {
  static constexpr std::size_t k_most = 4;
  std::array<std::string_view, k_most> text;
  std::size_t count = 0;  ///< may be more than k_most
};

/// Cuts [begin, end), a line without its newline, into columns. Blanks around columns go away;
/// with other separators than blanks a column in double quotes may hold separators, and keeps its
/// quotes.
[[nodiscard]] Columns cut_columns(Separator separator, const char* begin, const char* end);

/// True for digits with a minus sign or none, in double quotes or not.
[[nodiscard]] bool is_integer(std::string_view text);

/// True for digits with a comma among them.
[[nodiscard]] bool is_decimal_comma(std::string_view text);
/// @throws TextFailure for such a number
void refuse_decimal_comma(std::string_view text, const char* at);

/// True for lines that start with `#`, `%` or `//`.
[[nodiscard]] bool is_edge_list_comment(const Cursor& cursor);
/// The line `sep=;` by which spreadsheets name the separator, a comment: it is found without it.
[[nodiscard]] bool names_separator(const Cursor& cursor);

/// Goes to the next line that is neither blank nor comment; false at the end.
[[nodiscard]] bool find_data_line(Cursor& cursor);

/// The shape of the lines.
enum class LineForm {
  columns,     ///< `u v`, `u v weight`, `u v weight time`
  arrow,       ///< `u -> v`, `u -- v weight`
  brackets,    ///< `(u, v)`, `[u, v, weight]`
  attributes,  ///< `u v {'weight': 3}`, as networkx writes edges
};

/// Signs that the first line names the columns.
enum class HeaderSign {
  none,
  names,  ///< it does, whatever follows
  open,   ///< its ends are names; all ids below decide
};

struct EdgeListLayout {
  Separator separator = Separator::blanks;
  LineForm form = LineForm::columns;
  std::size_t columns = 2;       ///< of each line; the third is the weight, the fourth a time
  const char* header = nullptr;  ///< the line of column names, if there is one
  HeaderSign sign = HeaderSign::none;
  /// A first line of two numbers above lines of three, which may say how many vertices and edges
  /// there are: `header` is that line.
  bool header_counts = false;

  [[nodiscard]] bool is_weighted() const { return columns > 2; }
};

/// The first NUL byte, which text does not hold; null if there is none.
[[nodiscard]] const char* find_nul(TextRange text);
/// Throws TextFailure at a NUL byte. In UTF-16 every other byte of an ASCII text is one.
[[noreturn]] void fail_at_nul(const char* nul);

/// Looks at the first lines that are neither blank nor comment.
/// @throws TextFailure if the first has not 2 or 3 columns, decimal commas, or a NUL byte up to its
/// end, or if the lines are a matrix or lists of neighbours
[[nodiscard]] EdgeListLayout find_layout(TextRange text);

}  // namespace hypermatch::detail::io
