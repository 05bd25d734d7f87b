// SPDX-License-Identifier: MIT
#include "io/csv_table.hpp"

#include <algorithm>

namespace hypermatch::detail::io {

namespace {

/// The positions of the columns in a line of names; names.size() for a missing column.
std::vector<std::size_t> places_in(const std::vector<std::string_view>& names,
                                   std::span<const std::string_view> columns) {
  std::vector<std::size_t> places;
  for (const std::string_view column : columns) {
    const auto found = std::find(names.begin(), names.end(), column);
    places.push_back(static_cast<std::size_t>(found - names.begin()));
  }
  return places;
}

bool has_all(const std::vector<std::size_t>& places, std::size_t num_names) {
  return std::all_of(places.begin(), places.end(),
                     [&](std::size_t place) { return place < num_names; });
}

}  // namespace

CsvTable::CsvTable(const Context& context, TextRange text,
                   std::span<const std::string_view> columns, const char* expected)
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
    } else if (*begin == '#' || *begin == '%') {
      ++comment_lines_;
    } else if (places_.empty()) {
      read_header(begin, end);
    } else {
      line_.cut(begin, end);
      line_.check_columns(begin, num_columns_);
      where_ = begin;
      return true;
    }
  }
  if (places_.empty()) fail_expected(end_, end_, expected_);
  return false;
}

void CsvTable::read_header(const char* begin, const char* end) {
  line_.find_separator(begin, end);
  line_.cut(begin, end);
  num_columns_ = line_.fields().size();
  places_ = places_in(line_.fields(), columns_);
  if (!has_all(places_, num_columns_)) fail_expected(begin, end, expected_);
}

bool begins_csv_table(std::span<const char> front, std::span<const std::string_view> columns) {
  const std::string_view text(front.data(), front.size());
  const std::string_view line = text.substr(0, text.find('\n'));
  if (line.empty()) return false;
  CsvLine names;
  names.find_separator(line.data(), line.data() + line.size());
  try {
    names.cut(line.data(), line.data() + line.size());
  } catch (const TextFailure&) {
    return false;
  }
  return has_all(places_in(names.fields(), columns), names.fields().size());
}

}  // namespace hypermatch::detail::io
