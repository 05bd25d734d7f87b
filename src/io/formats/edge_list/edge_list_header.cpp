// SPDX-License-Identifier: MIT
#include "io/formats/edge_list/edge_list_header.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <utility>

#include "hypermatch/array.hpp"
#include "io/text/printable.hpp"

namespace hypermatch::detail::io {

namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

template <std::size_t k_size>
bool is_among(const std::array<std::string_view, k_size>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A plain name without the words that say no more than that a column holds ids.
std::string bare_name(std::string_view text) {
  std::string name = plain_name(text);
  constexpr std::array<std::string_view, 5> k_words = {"id", "name", "label", "node", "vertex"};
  // Ends: each turn makes the name shorter.
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::string_view word : k_words) {
      if (name.size() <= word.size()) continue;
      if (name.ends_with(word)) {
        name.resize(name.size() - word.size());
        changed = true;
      } else if (name.starts_with(word) && !is_digit(name[word.size()])) {
        name.erase(0, word.size());
        changed = true;
      }
    }
  }
  return name;
}

// Letters of formulas that tables call their two columns by.
bool are_usual_letters(std::string_view first, std::string_view second) {
  return (first == "u" && second == "v") || (first == "i" && second == "j") ||
         (first == "head" && second == "tail") || (first == "tail" && second == "head");
}

// Two words that begin alike, as names of the two ends do that are derived from one word or
// numbered: the common begin, at least three characters and half of the longer word; empty for
// others.
std::string common_stem(std::string_view first, std::string_view second) {
  const std::string a = plain_name(first);
  const std::string b = plain_name(second);
  const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const auto size = static_cast<std::size_t>(at - a.begin());
  const bool is_common = size >= 3 || (size == 2 && a.size() == 3 && b.size() == 3);
  return is_common && 2 * size >= std::max(a.size(), b.size()) ? a.substr(0, size) : std::string();
}

// Properties that an id has or has not; a column whose ids all have one is of that kind.
enum Kind : unsigned {
  k_integer = 1U << 0,
  k_with_digit = 1U << 1,
  k_no_lower = 1U << 2,
  k_no_upper = 1U << 3,
  k_with_mark = 1U << 4,
  k_single = 1U << 5,
  k_capital = 1U << 6,
};

unsigned kind_of_id(std::string_view id) {
  const auto any = [&](auto is) {
    return std::any_of(id.begin(), id.end(),
                       [&](char c) { return is(static_cast<unsigned char>(c)); });
  };
  const auto is_lower = [](unsigned char c) { return std::islower(c) != 0; };
  const auto is_upper = [](unsigned char c) { return std::isupper(c) != 0; };
  const auto is_mark = [](unsigned char c) { return c == ':' || c == '/' || c == '@' || c == '.'; };
  return (is_integer(id) ? k_integer : 0U) |
         (any([](unsigned char c) { return std::isdigit(c) != 0; }) ? k_with_digit : 0U) |
         (any(is_lower) ? 0U : k_no_lower) | (any(is_upper) ? 0U : k_no_upper) |
         (any(is_mark) ? k_with_mark : 0U) | (id.size() == 1 ? k_single : 0U) |
         (!id.empty() && is_upper(static_cast<unsigned char>(id.front())) ? k_capital : 0U);
}

// Kinds that all ids of each column share, as far as the first lines show.
std::array<unsigned, 2> kinds_of_columns(const IdsBelow& below) {
  constexpr std::size_t k_looked_at = std::size_t{1} << 14;
  std::array<unsigned, 2> all = {~0U, ~0U};
  for (const GraphEdge& pair : below.pairs.first(std::min(below.pairs.size(), k_looked_at))) {
    all[0] &= kind_of_id(below.names[pair.u]);
    all[1] &= kind_of_id(below.names[pair.v]);
  }
  return all;
}

bool differ_in_kind(std::string_view first, std::string_view second, const IdsBelow& below) {
  const std::array<unsigned, 2> kinds = kinds_of_columns(below);
  const unsigned lacks[] = {kinds[0] & ~kind_of_id(first), kinds[1] & ~kind_of_id(second)};
  const std::size_t lines = below.pairs.size();
  if ((lacks[0] & k_integer) != 0 && (lacks[1] & k_integer) != 0) return true;
  if (((lacks[0] | lacks[1]) & k_integer) != 0) return lines >= 3;
  // By chance the first of few lines may be the only one of its kind.
  const bool both = lacks[0] != 0 && lacks[1] != 0;
  return (both && lines >= 3) || ((lacks[0] | lacks[1]) != 0 && lines >= 10);
}

// Whether ids occur in several lines as a rule, and no other line joins two that occur once.
bool almost_all_recur(const IdsBelow& below) {
  if (below.pairs.size() < 5 || below.names.size() < 4) return false;
  Array<std::uint32_t> degrees(below.names.size(), 0);
  for (const GraphEdge& pair : below.pairs) {
    ++degrees[pair.u];
    ++degrees[pair.v];
  }
  const auto is_lone = [&](const GraphEdge& pair) {
    return degrees[pair.u] == 1 && degrees[pair.v] == 1;
  };
  if (std::any_of(below.pairs.begin(), below.pairs.end(), is_lone)) return false;
  const auto once = static_cast<std::size_t>(std::count(degrees.begin(), degrees.end(), 1U));
  return 4 * once <= below.names.size();
}

bool any_id_begins_with(const std::string& stem, const IdsBelow& below) {
  return std::any_of(below.names.begin(), below.names.end(), [&](std::string_view name) {
    return plain_name(name.substr(0, 2 * stem.size())).starts_with(stem);
  });
}

}  // namespace

std::string plain_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || byte >= 0x80) name += static_cast<char>(std::tolower(byte));
  }
  return name;
}

bool names_an_end(std::string_view text) {
  static constexpr std::array<std::string_view, 8> k_names = {
      "source", "target", "src", "dst", "dest", "destination", "from", "to"};
  return is_among(k_names, bare_name(text));
}

bool name_one_kind(std::string_view first, std::string_view second) {
  return (names_an_end(first) && names_an_end(second)) ||
         are_usual_letters(plain_name(first), plain_name(second)) ||
         !common_stem(first, second).empty();
}

bool names_weights(std::string_view text) {
  static constexpr std::array<std::string_view, 4> k_names = {"weight", "weights", "w", "value"};
  return is_among(k_names, plain_name(text));
}

bool names_times(std::string_view text) {
  static constexpr std::array<std::string_view, 9> k_names = {
      "time", "timestamp", "timestamps", "ts", "date", "datetime", "unixts", "unixtime", "epoch"};
  return is_among(k_names, plain_name(text));
}

bool names_ranks(std::string_view text) {
  const std::string plain = plain_name(text);
  if (plain.ends_with("pagerank")) return false;
  return plain.starts_with("rank") || plain.ends_with("rank") || plain == "preference" ||
         plain == "choice";
}

void refuse_list_of_vertices(const EdgeListLayout& layout, TextRange text) {
  static constexpr std::array<std::string_view, 6> k_ids = {"id",       "nodeid", "node",
                                                            "vertexid", "vertex", "key"};
  static constexpr std::array<std::string_view, 3> k_labels = {"label", "name", "title"};
  if (layout.header == nullptr || layout.form != LineForm::columns) return;
  const Columns names = columns_at(layout, layout.header, text);
  const auto unquoted = [&](std::size_t i) { return plain_name(names.text[i]); };
  if (!is_among(k_ids, unquoted(0)) || !is_among(k_labels, unquoted(1))) return;
  throw TextFailure{layout.header, "expected edges, found columns " + shown_text(names.text[0]) +
                                       " and " + shown_text(names.text[1]) +
                                       ", those of a table of vertices; --columns 1,2 takes them "
                                       "as ends of edges"};
}

bool names_numbers(std::string_view text) {
  static constexpr std::array<std::string_view, 4> k_names = {"id", "edgeid", "index", "key"};
  return is_among(k_names, plain_name(text));
}

bool may_be_name(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    text = trimmed(text.substr(1, text.size() - 2));
  }
  static constexpr std::array<std::string_view, 8> k_missing = {"nan",  "na",   "inf", "infinity",
                                                                "null", "none", "nil", "nd"};
  if (text.empty() || is_digit(text.front()) || is_among(k_missing, plain_name(text))) return false;
  const bool signed_number = text.size() > 1 && (is_digit(text[1]) || text[1] == '.') &&
                             std::string_view("+-.").find(text.front()) != std::string_view::npos;
  return !signed_number && !plain_name(text).empty();
}

HeaderSign header_sign(const Columns& first, const Columns* second) {
  if (is_integer(first.text[0]) || is_integer(first.text[1])) return HeaderSign::none;
  if (!may_be_name(first.text[0]) || !may_be_name(first.text[1])) return HeaderSign::none;
  // A number is no name of a column.
  if (first.count > 2 && !may_be_name(first.text[2])) return HeaderSign::none;
  if (names_an_end(first.text[0]) && names_an_end(first.text[1])) return HeaderSign::names;
  if (first.count > 2) {
    if (second == nullptr) return HeaderSign::open;
    return second->count == first.count && !may_be_name(second->text[2]) ? HeaderSign::names
                                                                         : HeaderSign::none;
  }
  return second != nullptr && second->count != first.count ? HeaderSign::none : HeaderSign::open;
}

Columns columns_at(const EdgeListLayout& layout, const char* line, TextRange text) {
  return cut_columns(layout.separator, line, std::find(line, text.end, '\n'));
}

bool first_words_recur(const EdgeListLayout& layout, TextRange text) {
  constexpr std::size_t k_most_tries = 4096;
  const Columns first = columns_at(layout, layout.header, text);
  const std::string_view all(text.begin, text.size());
  const std::size_t below =
      static_cast<std::size_t>(line_begin_after(layout.header, text.end) - text.begin);
  for (const std::string_view word : {first.text[0], first.text[1]}) {
    std::size_t at = below;
    for (std::size_t tries = 0; tries < k_most_tries; ++tries) {
      const void* const found = memmem(all.data() + at, all.size() - at, word.data(), word.size());
      if (found == nullptr) break;
      const char* const hit = static_cast<const char*>(found);
      const std::size_t newline = all.rfind('\n', static_cast<std::size_t>(hit - text.begin));
      const char* const line = text.begin + (newline == std::string_view::npos ? 0 : newline + 1);
      const Columns columns = columns_at(layout, line, text);
      const bool is_comment = is_edge_list_comment(Cursor(TextRange{line, text.end}));
      if (!is_comment && (columns.text[0] == word || columns.text[1] == word)) return true;
      at = static_cast<std::size_t>(hit - text.begin) + word.size();
    }
  }
  return false;
}

FirstLine judge_first_line(std::string_view first, std::string_view second, const IdsBelow& below) {
  if (below.pairs.empty()) return FirstLine::edge;
  const std::string stem = common_stem(first, second);
  const bool is_header = are_usual_letters(plain_name(first), plain_name(second)) ||
                         (!stem.empty() && !any_id_begins_with(stem, below)) ||
                         differ_in_kind(first, second, below) || almost_all_recur(below);
  return is_header ? FirstLine::header : FirstLine::unclear;
}

std::string note_of_kept_line(std::string_view first, std::string_view second) {
  return "the first line is an edge of " + shown_text(first) + " and " + shown_text(second) +
         ", which occur in no other; --header skips it";
}

std::string shown_line(const char* at, const char* end) {
  return shown_text(trimmed({at, std::find(at, end, '\n')}));
}

}  // namespace hypermatch::detail::io
