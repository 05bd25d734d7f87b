// SPDX-License-Identifier: MIT
#include "io/formats/csv/csv_line.hpp"

#include <algorithm>
#include <utility>

#include "io/text/text.hpp"

namespace hypermatch::detail::io {

void CsvLine::find_separator(const char* begin, const char* end) {
  // Semicolons stand in front of columns with decimal commas.
  constexpr std::string_view k_separators = ";,\t";
  separator_ = ' ';
  std::size_t most = 0;
  for (const char separator : k_separators) {
    std::size_t count = 0;
    bool quoted = false;
    for (const char* at = begin; at != end; ++at) {
      if (*at == '"') quoted = !quoted;
      count += !quoted && *at == separator ? 1 : 0;
    }
    if (count <= most) continue;
    most = count;
    separator_ = separator;
  }
  // Blanks and tabs both separate numbers.
  const std::string_view line = trimmed({begin, end});
  const bool holds_blanks = line.find(' ') != std::string_view::npos;
  if (separator_ == '\t' && holds_blanks && are_numbers(begin, end)) separator_ = ' ';
}

namespace {

// Without the blanks at both ends, tabs excepted.
std::string_view trimmed_but_tabs(std::string_view line) {
  const auto is_cut = [](char c) { return is_blank(c) && c != '\t'; };
  while (!line.empty() && is_cut(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_cut(line.back())) line.remove_suffix(1);
  return line;
}

}  // namespace

void CsvLine::cut(const char* begin, const char* end) {
  fields_.clear();
  const bool keeps_tabs = separator_ == '\t' && outer_tabs_ == OuterTabs::separators;
  const std::string_view line = keeps_tabs ? trimmed_but_tabs({begin, end}) : trimmed({begin, end});
  const char* at = line.data();
  const char* const stop = at + line.size();
  // Ends: every turn takes a field.
  while (true) {
    while (at != stop && is_blank(*at) && *at != separator_) ++at;
    const char* const field = at;
    if (at != stop && *at == '"') {
      at = take_quoted(field, stop);
      while (at != stop && is_blank(*at) && *at != separator_) ++at;
      if (at != stop && *at != separator_ && separator_ != ' ') {
        throw TextFailure{
            field, "expected a separator behind a closing quote, found " + shown_token(at, stop)};
      }
    } else {
      while (at != stop && *at != separator_ && (separator_ != ' ' || !is_blank(*at))) ++at;
      fields_.push_back(trimmed({field, at}));
    }
    if (separator_ == ' ') {
      while (at != stop && is_blank(*at)) ++at;
      if (at == stop) return;
    } else if (at == stop) {
      return;
    } else {
      ++at;
    }
  }
}

// Reads a field that begins with a quote. Returns its end.
const char* CsvLine::take_quoted(const char* field, const char* stop) {
  std::string text;
  bool is_doubled = false;
  const char* at = field + 1;
  // Ends: every turn goes behind a quote.
  while (true) {
    const char* const quote = std::find(at, stop, '"');
    if (quote == stop) {
      throw TextFailure{field,
                        "expected a closing quote in the line, found " + shown_token(field, stop)};
    }
    text.append(at, quote);
    at = quote + 1;
    if (at == stop || *at != '"') break;
    is_doubled = true;
    text += '"';
    ++at;
  }
  const auto length = static_cast<std::size_t>(at - field);
  fields_.push_back(is_doubled ? std::string_view(unquoted_.emplace_back(std::move(text)))
                               : std::string_view(field + 1, length - 2));
  return at;
}

void CsvLine::check_columns(const char* begin, std::size_t columns) const {
  if (fields_.size() == columns) return;
  throw TextFailure{begin, "expected " + std::to_string(columns) +
                               (columns == 1 ? " column" : " columns") +
                               " as in the lines before, found " + std::to_string(fields_.size())};
}

}  // namespace hypermatch::detail::io
