// SPDX-License-Identifier: MIT
#include "io/edge_list_layout.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string>
#include <vector>

#include "io/printable.hpp"

namespace hypermatch::detail::io {

namespace {

void add_column(Columns& columns, std::string_view text) {
  if (columns.count < Columns::k_most) columns.text[columns.count] = text;
  ++columns.count;
}

/// The end of the column that starts at `at`: its separator, or `end`.
const char* column_end(char separator, const char* at, const char* end) {
  const char* begin = at;
  while (begin != end && *begin == ' ') ++begin;
  if (begin != end && *begin == '"') {
    const char* quote = std::find(begin + 1, end, '"');
    // A doubled quote stands for itself.
    while (quote != end && quote + 1 != end && quote[1] == '"') {
      quote = std::find(quote + 2, end, '"');
    }
    if (quote != end) at = quote + 1;
  }
  return std::find(at, end, separator);
}

const char* line_end(const char* at, const char* end) {
  return std::find(at, end, '\n');
}

/// Column names that files use for the ends of edges.
bool is_end_name(std::string_view text) {
  static constexpr std::array<std::string_view, 20> k_names = {
      "source", "target", "src",    "dst", "dest",       "from",     "to",
      "u",      "v",      "i",      "j",   "fromnodeid", "tonodeid", "node1",
      "node2",  "node_1", "node_2", "id1", "id_1",       "head"};
  std::string name;
  for (const char c : text) {
    if (c != '"' && c != ' ') {
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return std::find(k_names.begin(), k_names.end(), name) != k_names.end();
}

/// Tabs may stand between columns that hold other separators, or be blanks among others: behind
/// the separator of every column, or between words.
bool is_cut_by_tabs(const char* begin, const char* end) {
  const Columns columns = cut_columns(Separator::tab, begin, end);
  if (columns.count < 2 || columns.count > Columns::k_most) return false;
  bool inner_blank = false;
  bool behind_others = true;
  for (std::size_t i = 0; i < columns.count; ++i) {
    const std::string_view text = columns.text[i];
    if (text.empty()) return false;
    if (i + 1 < columns.count) {
      behind_others = behind_others && (text.back() == ',' || text.back() == ';');
    }
    inner_blank = inner_blank || text.find(' ') != std::string_view::npos;
  }
  if (behind_others) return false;
  if (!inner_blank) return true;
  const Columns words = cut_columns(Separator::blanks, begin, end);
  bool all_numbers = words.count <= Columns::k_most;
  for (std::size_t i = 0; all_numbers && i < words.count; ++i) {
    all_numbers = is_number(words.text[i]);
  }
  return !all_numbers;
}

Separator find_separator(const char* begin, const char* end) {
  if (is_cut_by_tabs(begin, end)) return Separator::tab;
  if (std::find(begin, end, ',') != end) return Separator::comma;
  if (std::find(begin, end, ';') != end) return Separator::semicolon;
  return Separator::blanks;
}

/// Goes to the next line that is neither blank nor comment; false at the end.
bool find_data_line(Cursor& cursor) {
  while (!cursor.at_end()) {
    if (cursor.skip_blanks() && !is_edge_list_comment(cursor)) return true;
    cursor.skip_line();
  }
  return false;
}

/// Signs that the first line holds column names.
enum class HeaderSign { none, names, integers_below };

/// Whether `first` names columns, judged by what stands in the line behind it.
HeaderSign header_sign(const Columns& first, const Columns* second) {
  if (is_integer(first.text[0]) || is_integer(first.text[1])) return HeaderSign::none;
  if (is_end_name(first.text[0]) && is_end_name(first.text[1])) return HeaderSign::names;
  if (second == nullptr || second->count != first.count) return HeaderSign::none;
  if (first.count == 3 && !is_number(first.text[2]) && is_number(second->text[2])) {
    return HeaderSign::names;
  }
  return is_integer(second->text[0]) && is_integer(second->text[1]) ? HeaderSign::integers_below
                                                                    : HeaderSign::none;
}

/// True for several numbers with blanks or semicolons between them.
bool holds_numbers(std::string_view text) {
  constexpr std::string_view k_between = " \t;";
  if (text.find_first_of(k_between) == std::string_view::npos) return false;
  // Ends: every turn takes a word off.
  while (true) {
    const std::size_t end = std::min(text.find_first_of(k_between), text.size());
    if (end != 0 && !is_number(text.substr(0, end))) return false;
    if (end == text.size()) return true;
    text.remove_prefix(end + 1);
  }
}

/// A comma inside a number would cut it in two, and what stands in front of it would be one id.
void refuse_decimal_commas(const char* line, const EdgeListLayout& layout, const Columns& columns) {
  if (layout.separator != Separator::comma) return;
  for (std::size_t i = 0; i < columns.count; ++i) {
    if (!holds_numbers(columns.text[i])) continue;
    throw TextFailure{line,
                      "expected commas between columns or nowhere (decimals have a point), "
                      "found " +
                          shown_text(columns.text[i]) + " in front of or behind one"};
  }
}

}  // namespace

bool is_integer(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    text = text.substr(1, text.size() - 2);
  }
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

Columns cut_columns(Separator separator, const char* begin, const char* end) {
  Columns columns;
  const std::string_view line = trimmed({begin, end});
  const char* at = line.data();
  const char* const stop = at + line.size();
  if (separator == Separator::blanks) {
    while (at != stop) {
      const char* word = at;
      while (at != stop && !is_blank(*at)) ++at;
      add_column(columns, {word, static_cast<std::size_t>(at - word)});
      while (at != stop && is_blank(*at)) ++at;
    }
    return columns;
  }
  while (true) {
    const char* next = column_end(static_cast<char>(separator), at, stop);
    add_column(columns, trimmed({at, next}));
    if (next == stop) return columns;
    at = next + 1;
  }
}

bool is_edge_list_comment(const Cursor& cursor) {
  return cursor.sees('#') || cursor.sees('%') || cursor.sees("//");
}

const char* find_nul(TextRange text) {
  return text.size() == 0 ? nullptr
                          : static_cast<const char*>(std::memchr(text.begin, 0, text.size()));
}

void fail_at_nul(const char* nul) {
  throw TextFailure{nul, "expected text, found a NUL byte; is it UTF-16?"};
}

EdgeListLayout find_layout(TextRange text) {
  EdgeListLayout layout;
  Cursor cursor(text);
  if (!find_data_line(cursor)) return layout;
  const char* const first_line = cursor.at();
  const char* const first_end = line_end(first_line, text.end);
  if (const char* nul = find_nul({text.begin, first_end})) fail_at_nul(nul);
  layout.separator = find_separator(first_line, first_end);
  const Columns first = cut_columns(layout.separator, first_line, first_end);
  if (first.count != 2 && first.count != 3) {
    throw TextFailure{first_line, "expected 2 or 3 columns (vertex, vertex, weight), found " +
                                      std::to_string(first.count) +
                                      "; --columns says which to take"};
  }
  refuse_decimal_commas(first_line, layout, first);
  layout.columns = first.count;
  cursor.skip_line();
  Columns second;
  const bool has_second = find_data_line(cursor);
  if (has_second) {
    second = cut_columns(layout.separator, cursor.at(), line_end(cursor.at(), text.end));
  }
  const HeaderSign sign = header_sign(first, has_second ? &second : nullptr);
  if (sign != HeaderSign::none) layout.header = first_line;
  layout.header_needs_integers = sign == HeaderSign::integers_below;
  return layout;
}

}  // namespace hypermatch::detail::io
