// SPDX-License-Identifier: MIT
#include "io/formats/edge_list/edge_list_declaration.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace hypermatch::detail::io {

using hypermatch::io::DeclaredEdges;

namespace {

// The names of KONECT for what the third column holds.
bool is_kind_of_weights(std::string_view word) {
  constexpr std::string_view k_kinds[] = {"unweighted",    "positive",         "posweighted",
                                          "signed",        "multisigned",      "weighted",
                                          "multiweighted", "multiposweighted", "dynamic"};
  return std::find(std::begin(k_kinds), std::end(k_kinds), word) != std::end(k_kinds);
}

// The two words of the first line.
struct Declaration {
  std::string_view sides;
  std::string_view weights;
};

Declaration declaration(TextRange text) {
  Cursor cursor(text);
  if (!cursor.sees('%')) return {};
  cursor = Cursor(TextRange{text.begin + 1, text.end});
  cursor.skip_blanks();
  const std::string_view sides = cursor.read_token();
  cursor.skip_blanks();
  const std::string_view weights = cursor.read_token();
  if (!is_kind_of_weights(weights) || cursor.skip_blanks()) return {};
  return {sides, weights};
}

}  // namespace

DeclaredEdges declared_edges(TextRange text) {
  const std::string_view sides = declaration(text).sides;
  if (sides == "sym") return DeclaredEdges::undirected;
  if (sides == "asym") return DeclaredEdges::directed;
  return sides == "bip" ? DeclaredEdges::two_sided : DeclaredEdges::nothing;
}

bool declares_weights(TextRange text) {
  const auto [sides, weights] = declaration(text);
  return !sides.empty() && weights != "unweighted" && weights != "dynamic";
}

namespace {

/// The number of edges that a comment without its mark says; nothing for other comments.
std::optional<std::uint64_t> number_of_edges(std::string_view comment, bool is_second) {
  if (is_second) {
    // KONECT: edges and, perhaps, vertices of both sides.
    Cursor cursor(TextRange{comment.data(), comment.data() + comment.size()});
    std::optional<std::uint64_t> first;
    // Ends: each turn takes a word.
    while (cursor.skip_blanks()) {
      const std::string_view word = cursor.read_token();
      const auto number = parse_number(word.data(), word.data() + word.size());
      if (!number || !number->is_integer || number->integer < 0) return std::nullopt;
      if (!first) first = static_cast<std::uint64_t>(number->integer);
    }
    return first;
  }
  constexpr std::string_view k_nodes = "Nodes:";
  constexpr std::string_view k_edges = "Edges:";
  const std::size_t at = comment.find(k_edges);
  if (at == std::string_view::npos || comment.find(k_nodes) >= at) return std::nullopt;
  const std::string_view rest = trimmed(comment.substr(at + k_edges.size()));
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
  const auto number = parse_number(word.data(), word.data() + word.size());
  if (!number || !number->is_integer || number->integer < 0) return std::nullopt;
  return static_cast<std::uint64_t>(number->integer);
}

}  // namespace

void note_declared_lines(TextRange text, std::uint64_t lines, hypermatch::io::ReadReport& report) {
  const bool is_declared = report.declared != DeclaredEdges::nothing;
  Cursor cursor(text);
  // Ends: each turn goes behind a comment.
  for (std::size_t place = 0; cursor.sees('#') || cursor.sees('%'); ++place, cursor.skip_line()) {
    const char* const begin = cursor.at() + 1;
    const std::string_view comment = trimmed({begin, std::find(begin, text.end, '\n')});
    const auto number = number_of_edges(comment, is_declared && place == 1);
    if (!number || *number == lines) continue;
    report.notes.push_back("a comment on top says " + std::to_string(*number) +
                           " edges, there are " + std::to_string(lines) + " lines of edges");
    return;
  }
}

bool begins_declared_edges(std::span<const char> front) {
  return declared_edges(range_of(front)) != DeclaredEdges::nothing;
}

}  // namespace hypermatch::detail::io
