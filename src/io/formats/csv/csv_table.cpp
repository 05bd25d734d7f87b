// SPDX-License-Identifier: MIT
#include "io/formats/csv/csv_table.hpp"

#include <algorithm>
#include <cctype>

#include "io/formats/edge_list/edge_list_layout.hpp"
#include "io/text/printable.hpp"

namespace hypermatch::detail::io {

namespace {

bool is_same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

/// The position of the column of that name; names.size() where there is none.
std::size_t place_in(const std::vector<std::string_view>& names, std::string_view column) {
  const auto found = std::ranges::find(names, column);
  const auto similar =
      found != names.end() ? found : std::ranges::find_if(names, [&](std::string_view name) {
        return is_same_word(name, column);
      });
  return static_cast<std::size_t>(similar - names.begin());
}

/// The number of a column, from 1; 0 where the text is none.
std::size_t column_number(const std::string& text) {
  const bool is_number = !text.empty() && text.size() <= 6 &&
                         text.find_first_not_of("0123456789") == std::string::npos;
  return is_number ? static_cast<std::size_t>(std::stoul(text)) : 0;
}

// Whether the line that begins there is a comment.
bool is_table_comment(const char* begin, const char* end_of_text) {
  return *begin == '#' || *begin == '%' || names_separator(Cursor(TextRange{begin, end_of_text}));
}

}  // namespace

CsvTable::CsvTable(const Context& context, TextRange text, const CsvColumnsOfTable& columns,
                   const char* expected)
    : stop_(context), cursor_(text), end_(text.end), columns_(columns), expected_(expected) {}

bool CsvTable::next() {
  // Ends: each round takes a line.
  while (!cursor_.at_end()) {
    const char* const line = cursor_.at();
    const bool is_blank = !cursor_.skip_blanks();
    const char* const begin = cursor_.at();
    cursor_.skip_line();
    const char* const end = cursor_.at()[-1] == '\n' ? cursor_.at() - 1 : cursor_.at();
    stop_.done(static_cast<std::uint64_t>(cursor_.at() - line));
    if (is_blank) {
      ++blank_lines_;
    } else if (is_table_comment(begin, end_)) {
      ++comment_lines_;
      see_comment(begin, end);
    } else if (!places_.empty() || !read_header(begin, end)) {
      line_.cut(begin, end);
      line_.check_columns(begin, num_columns_);
      where_ = begin;
      return true;
    }
  }
  if (places_.empty()) fail_expected(end_, end_, expected_);
  return false;
}

void CsvTable::see_comment(const char* begin, const char* end) {
  if (places_.empty() || end - begin < 2 || is_space(begin[1])) return;
  CsvLine line = line_;
  try {
    line.cut(begin, end);
  } catch (const TextFailure&) {
    return;
  }
  const auto& fields = line.fields();
  if (fields.size() != num_columns_) return;
  if (!is_number(fields[places_[columns_.required.size() - 1]])) return;
  in_comments_.push_back({begin, std::string(fields[places_[0]]), std::string(fields[places_[1]])});
}

bool CsvTable::read_header(const char* begin, const char* end) {
  line_.find_separator(begin, end);
  line_.cut(begin, end);
  const std::vector<std::string_view>& names = line_.fields();
  num_columns_ = names.size();
  bool is_named = columns_.called.empty();
  for (std::size_t i = 0; i < columns_.required.size(); ++i) {
    const std::string called(columns_.called.empty() ? std::string(columns_.required[i])
                                                     : columns_.called[i]);
    const std::size_t number = columns_.called.empty() ? 0 : column_number(called);
    is_named = is_named || number == 0;
    const std::size_t place = number == 0 ? place_in(names, called) : number - 1;
    if (place >= num_columns_) {
      if (columns_.called.empty()) fail_expected(begin, end, expected_);
      throw TextFailure{begin, "there is no column " + shown_text(called)};
    }
    if (std::ranges::find(places_, place) != places_.end()) {
      throw TextFailure{begin, "column " + shown_text(called) + " is asked for twice"};
    }
    places_.push_back(place);
  }
  const bool is_header = is_named || !is_number(names[places_[columns_.required.size() - 1]]);
  for (const std::string_view column : columns_.optional) {
    places_.push_back(is_header ? place_in(names, column) : num_columns_);
  }
  if (!is_header) return false;
  header_.assign(names.begin(), names.end());
  header_line_ = begin;
  for (std::size_t i = 0; i < num_columns_; ++i) {
    if (std::ranges::find(places_, i) == places_.end()) {
      other_columns_.emplace_back(names[i]);
    } else if (std::ranges::count(names, names[i]) > 1) {
      throw TextFailure{begin, "two columns are called " + shown_text(names[i])};
    }
  }
  return true;
}

bool begins_csv_table(std::span<const char> front, std::span<const std::string_view> columns) {
  Cursor cursor(range_of(front));
  // Ends: each round takes a line.
  while (!cursor.at_end()) {
    const bool is_blank = !cursor.skip_blanks();
    const char* const begin = cursor.at();
    cursor.skip_line();
    if (is_blank || is_table_comment(begin, front.data() + front.size())) continue;
    const char* const end = cursor.at()[-1] == '\n' ? cursor.at() - 1 : cursor.at();
    CsvLine names;
    try {
      names.find_separator(begin, end);
      names.cut(begin, end);
    } catch (const TextFailure&) {
      return false;
    }
    return std::ranges::all_of(columns, [&](std::string_view column) {
      return place_in(names.fields(), column) < names.fields().size();
    });
  }
  return false;
}

}  // namespace hypermatch::detail::io
