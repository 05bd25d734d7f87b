// SPDX-License-Identifier: MIT
#include "io/formats/foreign_lists.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <variant>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/formats/edge_list/edge_list_header.hpp"
#include "io/formats/edge_list/edge_list_layout.hpp"
#include "io/text/printable.hpp"

namespace hypermatch::detail::io {

namespace {

// How comments stand among the first lines.
struct Comments {
  std::uint64_t of_one_word = 0;  // `# NAME`
  std::uint64_t others = 0;
  const char* between = nullptr;             // the first `# NAME` below data and above more
  const char* empty = nullptr;               // `#` alone, there
  bool names_above = true;                   // all lines above that are a number and a name
  bool names_below = false;                  // some line below is
  std::vector<std::string_view> names = {};  // of the lines `# NAME`
  std::vector<std::string_view> ids = {};    // that lines of data begin with

  // Some vertex that has a line is a neighbour of another one, too.
  [[nodiscard]] bool name_ids() const {
    return std::ranges::any_of(
        names, [&](std::string_view name) { return std::ranges::find(ids, name) != ids.end(); });
  }
};

Comments look_at_comments(TextRange text) {
  constexpr std::size_t k_lines = 10000;
  constexpr std::size_t k_names = 100;
  Comments comments;
  Cursor cursor(text);
  bool has_data = false;
  const char* last = nullptr;
  // Ends: each turn takes a line.
  for (std::size_t line = 0; line < k_lines && !cursor.at_end(); ++line) {
    if (!cursor.skip_blanks()) {
      cursor.skip_line();
      continue;
    }
    if (!cursor.sees('#')) {
      if (last != nullptr) comments.between = last;
      has_data = true;
      const std::string_view id = cursor.read_token();
      cursor.skip_blanks();
      const bool joins_numbers = is_integer(cursor.read_token());
      if (comments.ids.size() < k_names) comments.ids.push_back(id);
      const bool is_above = comments.empty == nullptr;
      if (is_above) comments.names_above = comments.names_above && is_integer(id) && !joins_numbers;
      if (!is_above) comments.names_below = comments.names_below || !joins_numbers;
      cursor.skip_line();
      continue;
    }
    const char* const begin = cursor.at();
    const std::string_view words = trimmed({begin + 1, std::find(begin, cursor.end(), '\n')});
    if (words.empty() && has_data && comments.empty == nullptr) comments.empty = begin;
    const bool is_one = !words.empty() && words.find_first_of(" \t") == std::string_view::npos;
    ++(is_one ? comments.of_one_word : comments.others);
    if (is_one && comments.names.size() < k_names) comments.names.push_back(words);
    if (is_one && has_data && comments.between == nullptr) last = begin;
    cursor.skip_line();
  }
  return comments;
}

bool begins_with(TextRange text, const char* until, std::string_view comment) {
  Cursor cursor(text);
  // Ends: each turn goes behind a line.
  while (cursor.at() < until) {
    if (cursor.sees(comment)) return true;
    cursor.skip_line();
  }
  return false;
}

}  // namespace

void refuse_foreign_lists(TextRange text, const char* first_line) {
  if (begins_with(text, first_line, "# GMT ")) {
    throw TextFailure{
        text.begin,
        "expected edges, found the comment of an adjacency list of networkx: lists of "
        "neighbours are not read, only one edge per line"};
  }
  const Comments comments = look_at_comments(text);
  // Each vertex with neighbours has such a line, the first one in front of all data.
  const bool is_in_front = begins_with({text.begin, first_line}, first_line, "#");
  if (comments.between != nullptr && comments.others == 0 && is_in_front && comments.name_ids()) {
    throw TextFailure{comments.between,
                      "expected edges, found lines '# NAME' between them, as lists of neighbours "
                      "have (LGL); these are not read, only one edge per line"};
  }
  if (comments.empty != nullptr && comments.of_one_word + comments.others == 1 && !is_in_front &&
      comments.names_above && !comments.names_below) {
    throw TextFailure{comments.empty,
                      "expected edges, found a line '#' that separates vertices from edges (TGF), "
                      "which is not read; the lines below it are"};
  }
}

void refuse_pointer(std::string_view front, const std::string& name) {
  if (!front.starts_with("version https://git-lfs.github.com/spec/")) return;
  throw Error(ErrorCode::invalid_input,
              name +
                  ":1: expected a file, found the pointer to one of Git LFS; `git lfs pull` "
                  "fetches it");
}

void refuse_other_formats(std::string_view front, std::string_view word_of_problem,
                          const std::string& name) {
  struct Other {
    std::string_view begin;
    const char* what;
  };
  static constexpr Other k_of_problems[] = {
      {"wcnf",
       "a weighted formula (p wcnf): weights of clauses are not read; as p cnf, without "
       "them, clauses are"},
      {"asn", "an assignment problem of DIMACS (p asn); an edge list `row column cost` is read"},
      {"min", "a minimum cost flow problem of DIMACS (p min), which is not read"},
      {"max", "a maximum flow problem of DIMACS (p max); p edge, p col and p sp are read"},
  };
  static constexpr Other k_of_fronts[] = {
      {"PK\x03\x04", "a ZIP archive, as spreadsheets are; save as CSV"},
      {"%PDF-", "a PDF document, which is not read"},
      {"\x89HDF", "an HDF5 file, which is not read"},
      {"@nodes", "a LEMON graph (LGF), which is not read"},
      {"@arcs", "a LEMON graph (LGF), which is not read"},
      {">>graph6<<", "a graph6 file, which is not read"},
      {">>sparse6<<", "a sparse6 file, which is not read"},
      {"dl ", "a UCINET file (dl), which is not read"},
      {"DL ", "a UCINET file (DL), which is not read"},
      {"{\"", "JSON, which is not read"},
      {"<!DOCTYPE html", "an HTML page, which is not read"},
      {"<html", "an HTML page, which is not read"},
  };
  const auto refuse = [&](const char* what) {
    throw Error(ErrorCode::unsupported, name + ": this is " + what);
  };
  for (const Other& other : k_of_problems) {
    if (word_of_problem == other.begin) refuse(other.what);
  }
  for (const Other& other : k_of_fronts) {
    if (front.starts_with(other.begin)) refuse(other.what);
  }
  if (name.ends_with(".wcnf")) {
    refuse(
        "a weighted formula (MaxSAT): weights of clauses are not read; as p cnf, without them, "
        "clauses are");
  }
}

bool holds_comment(std::string_view id) {
  const std::size_t mark = id.find('#');
  if (mark == std::string_view::npos || mark < 2 || !is_blank(id[mark - 1])) return false;
  const bool is_apart = mark + 1 == id.size() || is_blank(id[mark + 1]);
  return is_apart || is_integer(trimmed(id.substr(0, mark)));
}

bool may_be_neighbours(std::span<const GraphEdge> pairs, const WeightsView& weights) {
  const auto* const values = std::get_if<std::span<const std::int32_t>>(&weights);
  if (values == nullptr || pairs.size() < 4) return false;
  const std::uint64_t first = pairs[0].u;
  if (first > 1) return false;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::int64_t value = (*values)[i];
    if (pairs[i].u != first + i || value < static_cast<std::int64_t>(first) ||
        value >= static_cast<std::int64_t>(first + pairs.size())) {
      return false;
    }
  }
  return true;
}

void refuse_neighbours(std::span<const GraphEdge> pairs, const WeightsView& weights,
                       TextRange text) {
  const auto* const values = std::get_if<std::span<const std::int32_t>>(&weights);
  if (values == nullptr || pairs.size() < 3) return;
  // Each line is a vertex with two others, each of which has a line with this one.
  constexpr auto k_no_line = std::array<std::int64_t, 2>{-1, -1};
  std::unordered_map<std::int64_t, std::array<std::int64_t, 2>> lines;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::array<std::int64_t, 2> others = {pairs[i].v, (*values)[i]};
    const bool differ =
        others[0] != others[1] && others[0] != pairs[i].u && others[1] != pairs[i].u;
    if (!differ || !lines.emplace(pairs[i].u, others).second) return;
  }
  for (const auto& [vertex, others] : lines) {
    for (const std::int64_t other : others) {
      const auto found = lines.find(other);
      const auto& back = found == lines.end() ? k_no_line : found->second;
      if (back[0] != vertex && back[1] != vertex) return;
    }
  }
  throw TextFailure{
      text.begin,
      "expected edges with weights, found lists of neighbours: each line has a vertex "
      "and two others, which name it in their lines, too; these are not read, only one "
      "edge per line (--columns 1,2,3 takes the third column as weight, --format table reads a "
      "dense table)"};
}

void judge_comments(TextRange text, char separator, std::size_t columns,
                    std::span<const std::string_view> ids, hypermatch::io::ReadReport& report) {
  if (report.comment_lines == 0) return;
  std::unordered_set<std::string_view> known;
  std::uint64_t count = 0;
  Cursor cursor(text);
  // Ends: each turn goes behind a line.
  for (; !cursor.at_end(); cursor.skip_line()) {
    if (!cursor.skip_blanks() || !is_edge_list_comment(cursor)) continue;
    const char* const begin = cursor.at();
    const char* const end = std::find(begin, cursor.end(), '\n');
    const bool is_glued = *begin == '/' || (end - begin > 1 && !is_space(begin[1]));
    const Columns cut = cut_columns(static_cast<Separator>(separator), begin, end);
    const bool has_columns = cut.count == columns && (columns < 3 || is_number(cut.text[2]));
    if (!is_glued || !has_columns || (separator == ' ' && columns < 3)) continue;
    if (count++ == 0) known.insert(ids.begin(), ids.end());
    if (!known.contains(cut.text[0])) continue;
    throw TextFailure{begin, "expected a comment, found the columns of an edge whose end " +
                                 shown_text(cut.text[0]) +
                                 " is one of other edges, too: the first id of a line cannot begin "
                                 "as a comment does"};
  }
  if (count == 0) return;
  report.notes.push_back(base::counted(count, "comment line") +
                         " with as many columns as the edges");
}

void note_two_kinds(std::string_view first, std::string_view second,
                    std::span<const GraphEdge> pairs, VertexId num_vertices,
                    hypermatch::io::ReadReport& report) {
  if (name_one_kind(first, second)) return;
  std::vector<bool> is_first(num_vertices, false);
  for (const GraphEdge& pair : pairs) is_first[pair.u] = true;
  const auto is_both = [&](const GraphEdge& pair) { return is_first[pair.v]; };
  if (std::ranges::none_of(pairs, is_both)) return;
  report.notes.push_back("equal ids of the columns " + shown_text(first) + " and " +
                         shown_text(second) +
                         " are one vertex; if they are two things, the verb bipartite keeps them "
                         "apart");
}

void note_missing_ids(std::span<const std::string_view> ids, hypermatch::io::ReadReport& report) {
  constexpr std::array<std::string_view, 6> k_missing = {"NA", "N/A", "nan", "NaN", "NULL", "null"};
  for (const std::string_view word : k_missing) {
    if (std::ranges::find(ids, word) == ids.end()) continue;
    report.notes.push_back("one id is " + shown_text(word) + ", which often stands for none");
    return;
  }
}

}  // namespace hypermatch::detail::io
