// SPDX-License-Identifier: MIT
// How ids of vertices stand in texts of ids (matchings, covers, orders), so that what is written
// can be read back: a tab between two ids where some hold blanks, and quotes around an id that
// would pass for a comment, for no mate, or for more or less than one id.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hypermatch/instance_io.hpp"
#include "hypermatch/types.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

[[nodiscard]] inline std::string_view label_at(const hypermatch::io::VertexLabels& labels,
                                               std::size_t v) {
  return std::string_view(labels.text)
      .substr(labels.offsets[v], labels.offsets[v + 1] - labels.offsets[v]);
}

/// True if an id holds a blank, so that only tabs or quotes can end one.
[[nodiscard]] bool hold_blanks(const hypermatch::io::VertexLabels& labels);

/// True for ids that are empty, begin with `%`, are `-`, begin or end with a blank, are not plain
/// text (`is_plain`), or begin with a quote that does not end with them; and for ids in quotes that
/// would be taken for one of these.
[[nodiscard]] bool needs_quotes(std::string_view id);

/// Writes an id; where it needs quotes, as `in_quotes` has it.
void write_id(TextWriter& out, std::string_view id);
/// Writes the id of vertex `v`, its number where there are no labels.
void write_id(TextWriter& out, const hypermatch::io::VertexLabels& labels, std::size_t v);

/// The id that `word` stands for, the inverse of `write_id`. What had quotes is put into `held`.
[[nodiscard]] std::string_view read_id(std::string_view word, std::string& held);

/// A line cut into its first word and what is behind it, both without blanks at their ends.
struct CutLine {
  std::string_view first;
  std::string_view rest;
};

/// Cuts behind a word in quotes; else, where ids hold blanks, at the first tab; else at the first
/// blank. `line` is trimmed.
[[nodiscard]] CutLine cut_line(std::string_view line, bool ids_hold_blanks);

/// take(line, its number) for every line that is neither blank nor a comment.
template <class Take>
void for_each_line(TextRange text, const Take& take) {
  Cursor cursor(text);
  // Ends: every iteration takes a line.
  for (std::uint64_t number = 1; !cursor.at_end(); ++number) {
    const bool counts = cursor.skip_blanks() && !cursor.sees('%');
    const char* const begin = cursor.at();
    cursor.skip_line();
    if (!counts) continue;
    std::string_view line(begin, static_cast<std::size_t>(cursor.at() - begin));
    if (line.ends_with('\n')) line.remove_suffix(1);
    take(trimmed(line), number);
  }
}

[[noreturn]] void refuse_list_ids(std::string_view u, std::string_view v);
/// Refuses ids that an edge list would hold as others. @throws Error{unsupported}
void check_list_ids(std::string_view u, std::string_view v);

}  // namespace hypermatch::detail::io
