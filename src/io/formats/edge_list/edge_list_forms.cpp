// SPDX-License-Identifier: MIT
#include "io/formats/edge_list/edge_list_forms.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "io/text/printable.hpp"

namespace hypermatch::detail::io {

namespace {

// The longer ones first, so that `-->` is not taken for `--`.
constexpr std::array<std::string_view, 10> k_arrows = {
    "<->", "<=>", "-->", "<--", "->", "<-", "--", "=>", "\xE2\x86\x92", "\xE2\x80\x94"};

std::string_view line_of_text(const char* begin, const char* end) {
  return trimmed({begin, end});
}

bool is_quote(char c) {
  return c == '\'' || c == '"';
}

// Without the quotes of a programming language.
std::string_view unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && is_quote(text.front()) && text.front() == text.back();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

// Between brackets that match, with a comma or a semicolon behind them or none.
std::optional<std::string_view> inside_brackets(std::string_view line) {
  if (!line.empty() && (line.back() == ',' || line.back() == ';')) {
    line = trimmed(line.substr(0, line.size() - 1));
  }
  if (line.size() < 2 || (line.front() != '(' && line.front() != '[')) return std::nullopt;
  if (line.back() != (line.front() == '(' ? ')' : ']')) return std::nullopt;
  const std::string_view inside = line.substr(1, line.size() - 2);
  return inside.find_first_of("()[]") == std::string_view::npos ? std::optional(trimmed(inside))
                                                                : std::nullopt;
}

// The separator of the ends in front of attributes or in brackets.
Separator separator_of(std::string_view text) {
  if (text.find(',') != std::string_view::npos) return Separator::comma;
  if (text.find(';') != std::string_view::npos) return Separator::semicolon;
  return text.find('\t') != std::string_view::npos ? Separator::tab : Separator::blanks;
}

// The value of the key `weight` in a dictionary; nothing if it has none.
std::optional<std::string_view> weight_in(std::string_view dictionary) {
  for (const std::string_view key : {"'weight'", "\"weight\""}) {
    std::size_t at = dictionary.find(key);
    if (at == std::string_view::npos) continue;
    at = dictionary.find_first_not_of(" \t", at + key.size());
    if (at == std::string_view::npos || dictionary[at] != ':') continue;
    const std::string_view rest = dictionary.substr(at + 1);
    return trimmed(rest.substr(0, rest.find_first_of(",}")));
  }
  return std::nullopt;
}

// `u v {...}`; other counts of columns than two in front of the dictionary make it another line.
Columns cut_attributes(std::string_view line) {
  const std::size_t brace = line.find('{');
  std::string_view ends = trimmed(line.substr(0, std::min(brace, line.size())));
  if (brace == std::string_view::npos || line.back() != '}' || ends.empty()) return {};
  if (ends.back() == ',' || ends.back() == ';') ends = trimmed(ends.substr(0, ends.size() - 1));
  Columns columns = cut_columns(separator_of(ends), ends.data(), ends.data() + ends.size());
  if (columns.count != 2) return {};
  if (const auto weight = weight_in(line.substr(brace))) {
    columns.text[2] = *weight;
    columns.count = 3;
  }
  return columns;
}

Columns cut_brackets(std::string_view line) {
  const auto inside = inside_brackets(line);
  if (!inside || inside->empty()) return {};
  Columns columns = inside->back() == '}' ? cut_attributes(*inside)
                                          : cut_columns(separator_of(*inside), inside->data(),
                                                        inside->data() + inside->size());
  for (std::size_t i = 0; i < std::min<std::size_t>(columns.count, 2); ++i) {
    columns.text[i] = unquoted(columns.text[i]);
  }
  return columns;
}

// `u->v`, cut at its arrow; empty ends if there is none inside.
std::array<std::string_view, 2> cut_at_arrow(std::string_view word) {
  for (const std::string_view arrow : k_arrows) {
    const std::size_t at = word.find(arrow);
    if (at == std::string_view::npos || at == 0 || at + arrow.size() == word.size()) continue;
    return {word.substr(0, at), word.substr(at + arrow.size())};
  }
  return {};
}

// A mark that ends an edge, as in `u -> v;` and `u -> v: 3`.
std::string_view without_mark(std::string_view word) {
  const bool marked =
      word.size() > 1 && (word.back() == ':' || word.back() == ',' || word.back() == ';');
  return marked ? word.substr(0, word.size() - 1) : word;
}

Columns cut_arrow(std::string_view line) {
  const Columns words = cut_columns(Separator::blanks, line.data(), line.data() + line.size());
  Columns columns;
  if (words.count == 3 || words.count == 4) {
    if (!is_arrow(words.text[1]) || is_arrow(words.text[2])) return {};
    columns.text = {words.text[0], without_mark(words.text[2]), words.text[3]};
    columns.count = words.count - 1;
  } else if (words.count == 1 || words.count == 2) {
    const auto [u, v] = cut_at_arrow(words.text[0]);
    if (u.empty() || !cut_at_arrow(v)[0].empty()) return {};
    columns.text = {u, without_mark(v), words.text[1]};
    columns.count = words.count + 1;
  }
  if (columns.count == 3) columns.text[2] = without_mark(columns.text[2]);
  return columns;
}

bool all_are_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// `u: v w` and `u:v w`: the first word ends with a colon, or holds one that no other word has.
bool is_list_of_neighbours(const Columns& words) {
  const std::string_view first = words.text[0];
  if (first.size() > 1 && first.back() == ':') return true;
  if (words.count > 1 && words.text[1] == ":") return true;
  const std::size_t colon = first.find(':');
  if (colon == std::string_view::npos || !all_are_digits(first.substr(0, colon))) return false;
  return words.count > 1 && all_are_digits(first.substr(colon + 1)) &&
         all_are_digits(words.text[1]);
}

}  // namespace

bool is_arrow(std::string_view word) {
  return std::find(k_arrows.begin(), k_arrows.end(), word) != k_arrows.end() || word == "-";
}

LineForm form_of_line(const char* begin, const char* end) {
  const std::string_view line = line_of_text(begin, end);
  if (line.empty()) return LineForm::columns;
  if (inside_brackets(line)) return LineForm::brackets;
  if (line.front() == '{' || line.front() == '[') {
    throw TextFailure{begin, "expected an edge in each line, found " + shown_text(line) +
                                 "; lists in one line and JSON are not read"};
  }
  if (cut_attributes(line).count != 0) return LineForm::attributes;
  const Columns words = cut_columns(Separator::blanks, begin, end);
  const bool in_words = (words.count == 3 || words.count == 4) && is_arrow(words.text[1]);
  const bool in_word = words.count == 1 || (words.count == 2 && is_number(words.text[1]));
  if (in_words) return LineForm::arrow;
  if (in_word && cut_arrow(line).count != 0 &&
      line.find_first_of(",;\t") == std::string_view::npos) {
    return LineForm::arrow;
  }
  if (is_list_of_neighbours(words)) {
    throw TextFailure{begin, "expected an edge in each line, found " + shown_text(line) +
                                 ": lists of neighbours are not read, only one edge per line"};
  }
  return LineForm::columns;
}

Columns cut_form(LineForm form, const char* begin, const char* end) {
  const std::string_view line = line_of_text(begin, end);
  const char* expected = "";
  Columns columns;
  switch (form) {
    case LineForm::columns:
      break;
    case LineForm::arrow:
      columns = cut_arrow(line);
      expected = "u -> v or u -> v weight";
      break;
    case LineForm::brackets:
      columns = cut_brackets(line);
      expected = "(u, v) or (u, v, weight)";
      break;
    case LineForm::attributes:
      columns = cut_attributes(line);
      expected = "u v {...}";
      break;
  }
  if (columns.count == 2 || columns.count == 3) return columns;
  throw TextFailure{begin, std::string("expected an edge ") + expected +
                               " as in the first line, found " + shown_text(line)};
}

}  // namespace hypermatch::detail::io
