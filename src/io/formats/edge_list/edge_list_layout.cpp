// SPDX-License-Identifier: MIT
#include "io/formats/edge_list/edge_list_layout.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string>
#include <vector>

#include "io/formats/edge_list/edge_list_declaration.hpp"
#include "io/formats/edge_list/edge_list_forms.hpp"
#include "io/formats/edge_list/edge_list_header.hpp"
#include "io/formats/foreign_lists.hpp"
#include "io/text/printable.hpp"
#include "io/text/time_stamps.hpp"

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

/// Tabs may stand between columns that hold other separators, or be blanks among others: behind
/// the separator of every column, or between words.
bool is_cut_by_tabs(const char* begin, const char* end) {
  const std::string_view line = trimmed({begin, end});
  if (line.find('\t') == std::string_view::npos) return false;
  bool inner_blank = false;
  bool behind_others = true;
  const char* at = line.data();
  const char* const stop = at + line.size();
  // Ends: each turn takes a column.
  while (true) {
    const char* const next = column_end('\t', at, stop);
    const std::string_view text = trimmed({at, next});
    if (text.empty()) return false;
    inner_blank = inner_blank || text.find(' ') != std::string_view::npos;
    if (next == stop) break;
    behind_others = behind_others && (text.back() == ',' || text.back() == ';');
    at = next + 1;
  }
  if (behind_others) return false;
  return !inner_blank || !are_numbers(begin, end);
}

/// A separator outside of double quotes.
bool holds(const char* begin, const char* end, char separator) {
  bool quoted = false;
  return std::any_of(begin, end, [&](char c) {
    if (c == '"') quoted = !quoted;
    return !quoted && c == separator;
  });
}

/// True if semicolons cut the line so that a column is a number with a decimal comma.
bool holds_decimal_comma(const char* begin, const char* end) {
  const Columns columns = cut_columns(Separator::semicolon, begin, end);
  const std::size_t known = std::min(columns.count, Columns::k_most);
  return columns.count > 1 &&
         std::any_of(columns.text.begin(), columns.text.begin() + known, is_decimal_comma);
}

Separator find_separator(const char* begin, const char* end) {
  if (is_cut_by_tabs(begin, end)) return Separator::tab;
  const bool semicolons = holds(begin, end, ';');
  if (semicolons && holds_decimal_comma(begin, end)) return Separator::semicolon;
  if (holds(begin, end, ',')) return Separator::comma;
  return semicolons ? Separator::semicolon : Separator::blanks;
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

/// Words between blanks whose last one alone has a comma: `u v 0,5`.
bool ends_with_decimal_comma(const char* begin, const char* end) {
  const std::string_view line = trimmed({begin, end});
  const std::size_t last = line.find_last_of(" \t");
  return last != std::string_view::npos && is_decimal_comma(line.substr(last + 1)) &&
         line.find(',') > last && trimmed(line.substr(0, last)).find_first_of(" \t") < last;
}

/// A comma inside a number would cut it in two, and what stands in front of it would be one id.
void refuse_decimal_commas(const char* line, const char* line_end, const EdgeListLayout& layout,
                           const Columns& columns) {
  if (layout.separator == Separator::comma && ends_with_decimal_comma(line, line_end)) {
    throw TextFailure{line, "expected a point in a decimal number, found " +
                                shown_text(trimmed({line, line_end}))};
  }
  const std::size_t known = std::min(columns.count, Columns::k_most);
  for (std::size_t i = 0; i < known; ++i) {
    const std::string_view text = columns.text[i];
    if (layout.separator == Separator::semicolon) refuse_decimal_comma(text, line);
    if (layout.separator != Separator::comma || !holds_numbers(text)) continue;
    throw TextFailure{line,
                      "expected commas between columns or nowhere (decimals have a point), "
                      "found " +
                          shown_text(text) + " in front of or behind one"};
  }
}

/// Seconds or milliseconds.
bool is_time(std::string_view text) {
  const auto number = parse_number(text.data(), text.data() + text.size());
  if (!number) return false;
  const double value = number->is_integer ? static_cast<double>(number->integer) : number->real;
  return is_time_stamp(value) || is_time_stamp(value / 1000);
}

/// The next lines that hold data, at most `most`, from the cursor on.
std::vector<Columns> next_lines(Cursor cursor, Separator separator, std::size_t most) {
  std::vector<Columns> lines;
  // Ends: each turn goes behind a line.
  while (lines.size() < most && find_data_line(cursor)) {
    lines.push_back(cut_columns(separator, cursor.at(), line_end(cursor.at(), cursor.end())));
    cursor.skip_line();
  }
  return lines;
}

bool all_are_numbers(const Columns& columns) {
  const std::size_t known = std::min(columns.count, Columns::k_most);
  return std::all_of(columns.text.begin(), columns.text.begin() + known, is_number);
}

/// Two ends, a weight and a time: where KONECT's declaration says so, or where the fourth column of
/// the first lines holds times and the first one does not number the lines.
bool has_times(TextRange text, const std::vector<Columns>& lines) {
  const bool has_four = std::all_of(lines.begin(), lines.end(), [](const Columns& columns) {
    return columns.count == 4 && all_are_numbers(columns);
  });
  if (!has_four) return false;
  if (declared_edges(text) != hypermatch::io::DeclaredEdges::nothing) return true;
  return std::all_of(lines.begin(), lines.end(),
                     [](const Columns& columns) { return is_time(columns.text[3]); });
}

/// Three lines of three numbers are a matrix if their diagonal is zero, or if it is constant and
/// they are symmetric: as edges they would have ids for weights.
bool is_matrix(const std::vector<Columns>& lines) {
  if (lines.size() != 3) return false;
  double entry[3][3];
  for (std::size_t i = 0; i < 3; ++i) {
    if (lines[i].count != 3) return false;
    for (std::size_t j = 0; j < 3; ++j) {
      const std::string_view text = lines[i].text[j];
      const auto number = parse_number(text.data(), text.data() + text.size());
      if (!number) return false;
      entry[i][j] = number->is_integer ? static_cast<double>(number->integer) : number->real;
    }
  }
  const bool zero_diagonal = entry[0][0] == 0 && entry[1][1] == 0 && entry[2][2] == 0;
  const bool constant_diagonal = entry[0][0] == entry[1][1] && entry[1][1] == entry[2][2];
  const bool symmetric =
      entry[0][1] == entry[1][0] && entry[0][2] == entry[2][0] && entry[1][2] == entry[2][1];
  return zero_diagonal || (constant_diagonal && symmetric);
}

[[noreturn]] void fail_at_count(const char* line, std::size_t count,
                                const std::vector<Columns>& lines) {
  const bool numbers = count > 3 && all_are_numbers(lines[0]);
  throw TextFailure{
      line, "expected 2 or 3 columns (vertex, vertex, weight), found " + std::to_string(count) +
                "; --columns says which to take" +
                (numbers ? " (a dense table for the verb bipartite: --format table)" : "")};
}

/// The layout of lines of columns, from the first of them.
void lay_out_columns(TextRange text, const char* first_line, EdgeListLayout& layout) {
  const char* const first_end = line_end(first_line, text.end);
  layout.separator = find_separator(first_line, first_end);
  const Columns first = cut_columns(layout.separator, first_line, first_end);
  constexpr std::size_t k_looked_at = 32;
  const std::vector<Columns> lines =
      next_lines(Cursor(TextRange{first_line, text.end}), layout.separator,
                 std::max(first.count + 1, k_looked_at));
  const bool timed = first.count == 4 && has_times(text, lines);
  if (first.count != 2 && first.count != 3 && !timed) fail_at_count(first_line, first.count, lines);
  refuse_decimal_commas(first_line, first_end, layout, first);
  layout.columns = first.count;
  if (timed) return;
  if (is_matrix(lines)) {
    throw TextFailure{first_line,
                      "expected edges, found 3 lines of 3 numbers that are a matrix, which the "
                      "verb bipartite reads by --format table; --columns 1,2,3 takes the lines as "
                      "edges"};
  }
  const bool has_second = lines.size() > 1;
  if (has_second && first.count == 2 && lines[1].count == 3 && all_are_numbers(first) &&
      all_are_numbers(lines[1])) {
    layout.columns = 3;
    layout.header = first_line;
    layout.header_counts = true;
    return;
  }
  layout.sign = header_sign(first, has_second ? &lines[1] : nullptr);
  if (layout.sign != HeaderSign::none) layout.header = first_line;
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

void refuse_decimal_comma(std::string_view text, const char* at) {
  if (!is_decimal_comma(text)) return;
  throw TextFailure{at, "expected a point in a decimal number, found " + shown_text(text)};
}

bool is_decimal_comma(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || comma == 0 || comma + 1 == text.size()) return false;
  std::string pointed(text);
  pointed[comma] = '.';
  return is_number(pointed);
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
  if (cursor.sees('#') || cursor.sees('%') || cursor.sees("//")) return true;
  return names_separator(cursor);
}

bool names_separator(const Cursor& cursor) {
  constexpr std::string_view k_begin = "sep=";
  if (!cursor.sees(k_begin)) return false;
  const char* const sign = cursor.at() + k_begin.size();
  const char* const end = std::find(sign, cursor.end(), '\n');
  const auto length = end - sign - (end != sign && end[-1] == '\r' ? 1 : 0);
  return length == 1 && std::string_view(",;\t|").find(*sign) != std::string_view::npos;
}

bool find_data_line(Cursor& cursor) {
  while (!cursor.at_end()) {
    if (cursor.skip_blanks() && !is_edge_list_comment(cursor)) return true;
    cursor.skip_line();
  }
  return false;
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
  refuse_foreign_lists(text, first_line);
  layout.form = form_of_line(first_line, first_end);
  if (layout.form == LineForm::columns) {
    lay_out_columns(text, first_line, layout);
  } else {
    layout.columns = cut_form(layout.form, first_line, first_end).count;
  }
  return layout;
}

}  // namespace hypermatch::detail::io
